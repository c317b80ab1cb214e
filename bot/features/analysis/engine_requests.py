"""The work that another process does for an analysis: examine a turn, or search a position."""

from collections.abc import Sequence

from bot.engine.analysis import ExaminedTurn, Look, examine, look_ahead
from bot.game import Position, Turn
from bot.workers.protocol import Report


def examine_aside(
    start: Position, turns: Sequence[Turn], ply: int, nodes: int, report: Report
) -> ExaminedTurn:
    """Examine one turn of a match, as `bot.engine.analysis.examine` does.

    With the usual number of positions it takes half a second in plain Python.
    """
    examined = examine(start, turns, ply, nodes)
    report(1.0)
    return examined


def look_aside(position: Position, past: Sequence[str], nodes: int, report: Report) -> Look:
    """Search one position, as `bot.engine.analysis.look_ahead` does."""
    look = look_ahead(position, past, nodes)
    report(1.0)
    return look
