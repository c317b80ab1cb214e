"""Drawn matches: the numbers, and positions in which neither seat can win."""

import pytest

from bot.game import (
    CLAIMED_AT,
    DRAWN_AT,
    MOST_TURNS,
    SCARCE,
    is_dead,
    read_position,
)


def test_a_draw_is_claimed_at_three_occurrences_and_automatic_at_five_or_after_300_turns() -> None:
    assert (CLAIMED_AT, DRAWN_AT, MOST_TURNS) == (3, 5, 300)


@pytest.mark.parametrize(
    "text",
    [
        "6/6/6/6/6/6 o 2,0 0,2",
        "6/6/2K3/6/2k3/6 o 1,0 1,0",
        "6/6/2C3/6/2cc2/6 o 0,1 0,0",
        "6/6/2K3/6/6/6 g 0,0 1,0",
    ],
)
def test_scarce_is_dead_when_neither_seat_has_three_pieces_left(text: str) -> None:
    assert is_dead(read_position(text, SCARCE))


@pytest.mark.parametrize(
    "text",
    [
        "6/6/6/6/6/6 o 3,0 0,2",
        "6/6/6/6/6/6 o 2,0 1,2",
        "6/6/2K3/6/2k3/6 o 1,1 1,0",
        "6/6/2K3/6/2kcc1/6 o 1,0 0,0",
    ],
)
def test_scarce_goes_on_while_one_seat_has_three(text: str) -> None:
    assert not is_dead(read_position(text, SCARCE))
