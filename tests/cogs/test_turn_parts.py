"""As much of a turn as is chosen: read back from custom ids, and what is kept of it."""

import pytest

from bot.game import Kind, Placement, square_named
from bot.match.draft import Draft
from cogs.core.turn_choice import NOTHING_SAID, TurnPart

A1, C3 = square_named("a1"), square_named("c3")
PLACED = TurnPart().placing(Placement(Kind.CAT, C3))


@pytest.mark.parametrize(
    ("part", "fact"),
    [
        (NOTHING_SAID, "~"),
        (TurnPart(kind=Kind.CAT), "C"),
        (TurnPart(Draft(recall=A1)), "a1>"),
        (TurnPart(Draft(recall=A1), Kind.KITTEN), "a1>K"),
        (PLACED, "Cc3"),
        (PLACED.choosing((A1,)), "Cc3=a1"),
    ],
)
def test_a_part_reads_back_from_its_text(part: TurnPart, fact: str) -> None:
    assert part.text == fact
    assert TurnPart.read(fact) == part


def test_the_kind_alone_stays_where_another_turn_is_chosen() -> None:
    assert PLACED.again == TurnPart(kind=Kind.CAT)
    assert PLACED.choosing((A1,)).again == TurnPart(kind=Kind.CAT)
    assert TurnPart(Draft(recall=A1), Kind.CAT).again == TurnPart(kind=Kind.CAT)
    assert NOTHING_SAID.again == NOTHING_SAID


def test_the_kind_stays_where_a_piece_is_taken_back_first() -> None:
    assert TurnPart(kind=Kind.CAT).recalling(A1) == TurnPart(Draft(recall=A1), Kind.CAT)
    assert NOTHING_SAID.recalling(A1).with_kind(Kind.CAT).text == "a1>C"
