"""What the bot does apart from its turns, by what it thinks of a match."""

import pytest

from bot.engine import expectation
from bot.features.practice.opponent import (
    PLAYED_FIRST,
    accepts_draw,
    is_hopeless,
    is_lost,
    lets_win,
    may_give_up,
)
from bot.game import read_position, read_turn
from bot.match.identity import Ply
from bot.match.terms import LevelNumber

LATE, EARLY = PLAYED_FIRST, Ply(PLAYED_FIRST - 1)
LOST_IN_SIX = -30_000 + 6
WON_IN_FIVE = 30_000 - 5


@pytest.mark.parametrize(
    ("score", "ply", "accepts"),
    [
        (1, LATE, False),
        (0, LATE, True),
        (-1, LATE, True),
        (LOST_IN_SIX, LATE, True),
        (WON_IN_FIVE, LATE, False),
        (-500, EARLY, False),
        (0, Ply(0), False),
    ],
)
def test_a_draw_is_accepted_after_some_turns_unless_the_bot_is_ahead(
    score: int, ply: Ply, *, accepts: bool
) -> None:
    assert accepts_draw(score, ply) is accepts


@pytest.mark.parametrize(
    ("level", "ply", "may"),
    [(4, Ply(200), False), (5, EARLY, False), (5, LATE, True), (8, LATE, True), (8, EARLY, False)],
)
def test_only_high_levels_resign_and_not_at_the_beginning(
    level: int, ply: Ply, *, may: bool
) -> None:
    assert may_give_up(LevelNumber(level), ply) is may


def test_only_a_loss_that_was_seen_to_its_end_is_certain() -> None:
    assert is_lost(LOST_IN_SIX)
    assert not is_lost(WON_IN_FIVE)
    assert not is_lost(-5_000)


def test_a_score_below_a_fiftieth_of_a_point_is_hopeless() -> None:
    assert expectation(-676) > 0.02 > expectation(-677)
    assert not is_hopeless(-676)
    assert is_hopeless(-677)
    assert is_hopeless(LOST_IN_SIX)
    assert not is_hopeless(WON_IN_FIVE)


@pytest.mark.parametrize(("turn", "lets"), [("Kf6", True), ("Kc3", False)])
def test_a_turn_that_lets_the_opponent_win_is_recognized(turn: str, *, lets: bool) -> None:
    position = read_position("6/6/6/1C4/C5/k5 g 0,6 7,0")
    assert lets_win(position, read_turn(turn)) is lets
