"""Chances that a player missed in their finished match, as puzzles."""

from dataclasses import dataclass
from typing import Final

from bot.engine import own_turns, turns_to_win
from bot.engine.analysis import Analysis, JudgedTurn
from bot.engine.proving import MOST_TURNS_PROVED
from bot.engine.puzzles import HELD_FOR
from bot.game import Seat
from bot.match.identity import MatchId, Ply

MOST_MISSED: Final = 5
"""The most turns of a match that are examined, the worst mistakes first."""


@dataclass(frozen=True, slots=True)
class MissedAt:
    """A turn of a match, counted from 1, at which the player missed a chance."""

    match: MatchId
    ply: Ply


def missed_turns(analysis: Analysis, match: MatchId, seat: Seat) -> tuple[MissedAt, ...]:
    """Return the turns at which a seat missed a win or let the opponent win, the worst first.

    Whether each is a puzzle is still to be proved.
    """
    losses = [
        (-turn.loss, ply)
        for ply, turn in enumerate(analysis.turns, 1)
        if turn.seat is seat and turn.loss and (_let_win_go(turn) or _let_lose(turn))
    ]
    return tuple(MissedAt(match, Ply(ply)) for _, ply in sorted(losses)[:MOST_MISSED])


def _let_win_go(turn: JudgedTurn) -> bool:
    best = turns_to_win(turn.best_score)
    return best is not None and best > 0 and own_turns(best) <= MOST_TURNS_PROVED


def _let_lose(turn: JudgedTurn) -> bool:
    played = turns_to_win(turn.played_score)
    return played is not None and played < 0 and own_turns(played) <= HELD_FOR
