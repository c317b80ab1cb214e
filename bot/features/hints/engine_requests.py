"""The work that another process does for a hint. This module imports neither Discord nor SQL."""

from dataclasses import dataclass
from typing import Final

from bot.engine import Thought, level_of, own_turns, think, turns_to_win
from bot.engine.reasons import Reason, reasons_for
from bot.game import Position, Turn
from bot.workers.protocol import Report

HINT_WORK: Final = level_of(6).work
"""The search effort of a hint: that of level 6 in most rulesets."""


@dataclass(frozen=True, slots=True)
class Advice:
    """The best turn that the search found, and the reasons for it.

    If the search found a forced win, `wins_in` is how many of the player's turns it takes.
    """

    turn: Turn
    reasons: tuple[Reason, ...]
    wins_in: int | None = None


def search_hint(position: Position, past: tuple[str, ...], report: Report) -> Advice:
    """Find the best turn in a position; the same arguments give the same advice.

    `past` is as in `bot.engine.think`.
    """
    most = HINT_WORK.nodes or 1

    def report_thought(thought: Thought) -> None:
        report(min(thought.nodes / most, 1.0))

    thought = think(position, past, HINT_WORK, listener=report_thought)
    turns = turns_to_win(thought.score)
    wins_in = own_turns(turns) if turns is not None and turns > 0 else None
    return Advice(thought.turn, reasons_for(position, thought.turn), wins_in)


def explain(position: Position, turn: Turn, _: Report) -> tuple[Reason, ...]:
    """Return the reasons for a turn that was recommended before."""
    return reasons_for(position, turn)
