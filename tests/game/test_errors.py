"""Refusals have facts as attributes, and pass through contexts, pickles and pools."""

import copy
import pickle
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from bot.errors import Refusal
from bot.game import (
    AmbiguousTurn,
    GameRefusal,
    IllegalPosition,
    IllegalTurn,
    Kind,
    NoSeamInHand,
    NoSuchOption,
    NotationError,
    NotAWin,
    NotInPool,
    NotRecallable,
    Piece,
    RecallFirst,
    Seat,
    SquareTaken,
)
from bot.text import N_
from tests.kit.drawing import square, squares

LINE = squares("a1b1c1")
REFUSALS: tuple[GameRefusal, ...] = (
    NotationError("Kg3", 1, N_("a column, a to f")),
    NotationError(text="Kg3", at=1, expected=N_("a column, a to f")),
    SquareTaken(square("c3"), Piece(Seat.GRAY, Kind.CAT)),
    NotInPool(kind=Kind.CAT, seat=Seat.ORANGE),
    NoSuchOption(squares("f6"), (LINE,)),
    NotAWin(),
    RecallFirst(LINE),
    NotRecallable(square("c3"), LINE),
    NoSeamInHand(),
    AmbiguousTurn(options=(LINE, squares("f6"))),
    IllegalPosition("6/6/6/6/6/6 o 7,0 8,0", reason=N_("orange has 7 pieces")),
)
every_refusal = pytest.mark.parametrize("refusal", REFUSALS, ids=lambda one: type(one).__name__)


def all_subclasses(kind: type[GameRefusal]) -> set[type[GameRefusal]]:
    below = set(kind.__subclasses__())
    return below.union(*map(all_subclasses, below))


def test_every_kind_of_refusal_is_tested_here() -> None:
    kinds = all_subclasses(GameRefusal)
    # `dataclass` with slots makes a second class, and the first may not be collected yet.
    names = {kind.__name__ for kind in kinds} - {"IllegalTurn"}
    assert names == {type(refusal).__name__ for refusal in REFUSALS}


def test_syntax_illegal_and_ambiguous_turns_have_separate_exceptions() -> None:
    assert issubclass(GameRefusal, Refusal)
    for kind in (SquareTaken, NotInPool, NoSuchOption, NotAWin):
        assert issubclass(kind, IllegalTurn)
    for other in (NotationError, AmbiguousTurn, IllegalPosition):
        assert issubclass(other, GameRefusal)
        assert not issubclass(other, IllegalTurn)


@every_refusal
def test_a_refusal_passes_through_a_context_manager(refusal: GameRefusal) -> None:
    @contextmanager
    def transaction() -> Iterator[None]:
        yield

    with pytest.raises(type(refusal)) as refused, transaction():
        raise refusal
    assert refused.value is refusal
    assert refusal.__traceback__ is not None


@every_refusal
def test_a_refusal_is_the_same_after_a_pickle_and_a_copy(refusal: GameRefusal) -> None:
    for again in (pickle.loads(pickle.dumps(refusal)), copy.copy(refusal)):
        assert type(again) is type(refusal)
        assert repr(again) == repr(refusal)


def test_facts_are_shown_and_are_attributes() -> None:
    refusal = NotationError("Kg3", 1, N_("a column, a to f"))
    assert repr(refusal).startswith("NotationError(text='Kg3', at=1, expected=Message(")
    assert (refusal.text, refusal.at, refusal.expected) == ("Kg3", 1, N_("a column, a to f"))
