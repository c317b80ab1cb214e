"""How a match ended: why, and who won if anyone did."""

from dataclasses import dataclass
from enum import Enum
from typing import assert_never

from bot.game import Seat, Win, WinBy


class Why(Enum):
    """Why a match is over. The values are what the database keeps."""

    LINE = "line"
    FULL_BED = "full bed"
    RESIGNATION = "resignation"
    REPETITION = "repetition"
    """A player claimed a draw while a position stood for the third time or more."""
    FIVEFOLD = "fivefold repetition"
    MOST_TURNS = "most turns"
    DEAD = "dead"
    """Neither seat has pieces enough left for a line."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Why the match is over and who won it; nobody did when it is drawn."""

    why: Why
    winner: Seat | None


def outcome_of(win: Win) -> Outcome:
    """Give the outcome of a match that was won on the bed."""
    match win.by:
        case WinBy.LINE:
            return Outcome(Why.LINE, win.winner)
        case WinBy.FULL_BED:
            return Outcome(Why.FULL_BED, win.winner)
        case _:
            assert_never(win.by)
