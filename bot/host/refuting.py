"""What answers a wrong turn in a puzzle, as a job for a process of its own: nothing of Discord."""

from dataclasses import dataclass
from typing import Final

from bot.engine import Work, think
from bot.engine.reasons import Reason, reasons_for
from bot.game import Position, Turn
from bot.pool.pool import Report

MOST_NODES: Final = 4000
"""Positions that are made for it: some tenths of a second in plain Python."""


@dataclass(frozen=True, slots=True)
class Refuted:
    """The reply to a wrong turn, and what speaks for it."""

    reply: Turn
    reasons: tuple[Reason, ...]


def refute(position: Position, left: int, _: Report) -> Refuted:
    """Find the best reply where a wrong turn was played, and the line had so many own turns left.

    The same arguments give the same reply.
    """
    thought = think(position, (), Work(nodes=MOST_NODES, depth=2 * left + 1))
    return Refuted(thought.turn, reasons_for(position, thought.turn))
