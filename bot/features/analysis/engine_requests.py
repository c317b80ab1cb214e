"""What an analysis has another process do: examine one turn."""

from collections.abc import Sequence

from bot.engine.analysis import ExaminedTurn, examine
from bot.game import Position, Turn
from bot.workers.pool import Report


def examine_aside(
    start: Position, turns: Sequence[Turn], ply: int, nodes: int, report: Report
) -> ExaminedTurn:
    """Think about one turn of a match, as `bot.engine.analysis.examine` does.

    With the usual number of positions it takes half a second in plain Python.
    """
    examined = examine(start, turns, ply, nodes)
    report(1.0)
    return examined
