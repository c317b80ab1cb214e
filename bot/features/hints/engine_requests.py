"""What a hint has another process do. This imports neither Discord nor SQL."""

from dataclasses import dataclass
from typing import Final

from bot.engine import Thought, own_turns, think, turns_to_win
from bot.engine.levels import level_of, work_of
from bot.engine.reasons import Reason, reasons_for
from bot.game import Position, Turn
from bot.workers.pool import Report

HINT_LEVEL: Final = 6
"""The level as long as which a hint is thought about, without what that level overlooks."""


@dataclass(frozen=True, slots=True)
class Advice:
    """The best turn that was found, and the reasons for it.

    `wins_in` is in how many turns of its player's it wins whatever is replied, where that is seen.
    """

    turn: Turn
    reasons: tuple[Reason, ...]
    wins_in: int | None = None


def search_hint(position: Position, past: tuple[str, ...], report: Report) -> Advice:
    """Find the best turn of a position; the same arguments give the same advice.

    `past` is as `bot.engine.think` takes it.
    """
    work = work_of(level_of(HINT_LEVEL), position.ruleset)
    most = work.nodes or 1

    def heard(thought: Thought) -> None:
        report(min(thought.nodes / most, 1.0))

    thought = think(position, past, work, heard=heard)
    turns = turns_to_win(thought.score)
    wins_in = own_turns(turns) if turns is not None and turns > 0 else None
    return Advice(thought.turn, reasons_for(position, thought.turn), wins_in)


def explain(position: Position, turn: Turn, _: Report) -> tuple[Reason, ...]:
    """Say once more what speaks for a turn that was recommended before."""
    return reasons_for(position, turn)
