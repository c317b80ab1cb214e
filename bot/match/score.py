"""What a match brought its players: a win, a draw or a loss, and whether it counts for ratings."""

from enum import Enum
from typing import Final, assert_never

from bot.game import Seat
from bot.match.match import Match, Outcome, Why
from bot.match.terms import Stakes

FEWEST_TURNS: Final = 6
"""Turns of both seats together that a match needs to count."""


class Score(Enum):
    """What a match brought one of its players."""

    WIN = 1.0
    DRAW = 0.5
    LOSS = 0.0

    @property
    def other(self) -> "Score":
        """What it brought the opponent."""
        return Score(1.0 - self.value)


def has_result(outcome: Outcome) -> bool:
    """Return whether a match that ended so was won, lost or drawn, and not merely ended."""
    match outcome.why:
        case Why.ABORTED | Why.CALLED_OFF | Why.BOTH_LEFT | Why.ENDED_BY_MODERATOR:
            return False
        case (
            Why.LINE
            | Why.FULL_BED
            | Why.RESIGNATION
            | Why.REPETITION
            | Why.FIVEFOLD
            | Why.MOST_TURNS
            | Why.DEAD
            | Why.AGREEMENT
            | Why.TIME
            | Why.LEFT
        ):
            return True
        case _:
            assert_never(outcome.why)


def score_of(match: Match) -> Score | None:
    """Return what a match brought orange; nothing where it does not count for ratings."""
    if match.stakes is not Stakes.RATED or match.outcome is None or match.ply < FEWEST_TURNS:
        return None
    if not has_result(match.outcome):
        return None
    match match.outcome.winner:
        case None:
            return Score.DRAW
        case Seat.ORANGE:
            return Score.WIN
        case Seat.GRAY:
            return Score.LOSS
        case _:
            assert_never(match.outcome.winner)
