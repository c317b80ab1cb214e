"""How a match ended: why, and who won if anyone did."""

from dataclasses import dataclass
from enum import Enum
from typing import assert_never

from bot.game import DRAWN_AT, MOST_TURNS, Seat, Step, Win, WinBy, is_dead
from bot.match.identity import Ply
from bot.match.note import Note


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
    AGREEMENT = "agreement"
    TIME = "time"
    ABORTED = "aborted"
    """A player never came: their first turn was not played in time, and nobody has won."""
    CALLED_OFF = "called off"
    """A player ended it before both had moved, and nobody has won."""
    LEFT = "left"
    """The loser left the server, and did not come back."""
    BOTH_LEFT = "both left"
    ENDED_BY_MODERATOR = "ended by a moderator"
    """Somebody who moderates the server ended it, and nobody has won."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Why the match is over and who won it; nobody did when it is drawn.

    `note` is what a moderator said who ended it.
    """

    why: Why
    winner: Seat | None
    note: Note | None = None


def outcome_after(step: Step, ply: Ply, stands: int) -> Outcome | None:
    """Give how a turn ended the match by itself, if it did; a win comes before every draw.

    `ply` counts the turn too, and `stands` is how often the position after it has stood by now.
    """
    if step.win:
        return outcome_of(step.win)
    if is_dead(step.after):
        return Outcome(Why.DEAD, None)
    if stands >= DRAWN_AT:
        return Outcome(Why.FIVEFOLD, None)
    if ply >= MOST_TURNS:
        return Outcome(Why.MOST_TURNS, None)
    return None


def outcome_of(win: Win) -> Outcome:
    """Give the outcome of a match that was won on the bed."""
    match win.by:
        case WinBy.LINE:
            return Outcome(Why.LINE, win.winner)
        case WinBy.FULL_BED:
            return Outcome(Why.FULL_BED, win.winner)
        case _:
            assert_never(win.by)
