"""A message is formatted by the types of its values."""

from dataclasses import dataclass
from typing import Annotated, NewType

import pytest

from bot.text import N_, NN_, PSEUDO, AnyOf, FilledMessage, Medium, Typed, speaking

Field = NewType("Field", int)
Secret = NewType("Secret", int)
Loud = Annotated[str, "in capitals"]


class Animal:
    """A base class that determines how its subclasses are formatted."""


class Cat(Animal):
    def __str__(self) -> str:
        return "a cat"


@dataclass(frozen=True, slots=True)
class CatMove(FilledMessage):
    message = N_("{cat} may go to {fields}, and goes to {typed} as {name}.")

    cat: Cat
    fields: AnyOf[Field]
    typed: Typed
    name: Loud

    @property
    def unused(self) -> Secret:
        return Secret(1)


@dataclass(frozen=True, slots=True)
class MoveCount(FilledMessage):
    message = NN_("{most} move on {first}.", "{most} moves on {both}.", "most")

    most: int
    both: tuple[Field, ...]

    @property
    def first(self) -> Field | None:
        return self.both[0]


@dataclass(frozen=True, slots=True)
class Nested(FilledMessage):
    message = N_("No: {why}")

    why: FilledMessage


@dataclass(frozen=True, slots=True)
class UnformattedSentence(FilledMessage):
    message = N_("{secret} {missing}")

    secret: Secret


MEDIUM: Medium = Medium(
    {
        Field: lambda field: f"f{field}",
        Animal: str,
        Typed: lambda text: f"`{text}`",
        Loud: str.upper,
        int: str,
        FilledMessage: lambda sentence: MEDIUM.say(sentence),
    }
)


def test_each_value_is_formatted_by_its_declared_type() -> None:
    moved = CatMove(Cat(), (Field(1), Field(2), Field(3)), "x", "tom")
    assert MEDIUM.say(moved) == "a cat may go to f1, f2 or f3, and goes to `x` as TOM."


def test_a_number_selects_the_plural_form() -> None:
    assert MEDIUM.say(MoveCount(1, (Field(4),))) == "1 move on f4."
    assert MEDIUM.say(MoveCount(2, (Field(4), Field(5)))) == "2 moves on f4 and f5."


def test_a_message_may_be_a_value_in_another() -> None:
    assert MEDIUM.say(Nested(MoveCount(1, (Field(4),)))) == "No: 1 move on f4."


def test_every_part_is_in_the_current_language() -> None:
    with speaking(PSEUDO):
        assert MEDIUM.say(Nested(MoveCount(1, (Field(4),)))) == "⟦Ñó: ⟦1 móvé óñ f4. ééé⟧ é⟧"


def test_a_value_of_an_unknown_type_is_an_error() -> None:
    with pytest.raises(LookupError):
        MEDIUM.say(UnformattedSentence(Secret(1)))
