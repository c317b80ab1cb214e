"""Functions about puzzles that another process runs, such as finding the reply to a wrong turn."""

from dataclasses import dataclass
from typing import Final

from bot.engine import Work, think
from bot.engine.finding import Finder
from bot.engine.proving import Prover, TooMuchWork
from bot.engine.puzzles import HELD_FOR, Puzzle
from bot.engine.reasons import Reason, reasons_for
from bot.game import Position, Turn, play
from bot.workers.protocol import Report

MOST_NODES: Final = 4000
"""The most positions of the search: some tenths of a second in plain Python."""

MOST_PROVED: Final = 20_000
"""The most positions for the proof that the reply holds out; it takes as long as the search."""

MOST_PUNISHED: Final = 100_000
"""The most positions for the proof that a reply wins, which few questions need."""

MOST_FOUND: Final = 200_000
"""The most positions for each question about a position of a match: some seconds."""


@dataclass(frozen=True, slots=True)
class Refutation:
    """The reply to a wrong turn, and its reasons."""

    reply: Turn
    reasons: tuple[Reason, ...]


def find_refutation(position: Position, left: int, _: Report) -> Refutation | None:
    """Find the best reply to a wrong turn that left `left` own turns of the line.

    Return `None` if it is not proved that the reply prevents a win in that many turns: another
    reply does, but the search overlooked it. The same arguments give the same reply.
    """
    reply = think(position, (), Work(nodes=MOST_NODES, depth=2 * left + 1)).turn
    step = play(position, reply)
    if step.win is None and not _holds_out(step.after, left):
        return None
    return Refutation(reply, reasons_for(position, reply))


def find_winning_reply(position: Position, _: Report) -> Refutation | None:
    """Find the win of the seat to move after a faulty defence, if it is proved in time.

    The same arguments give the same reply.
    """
    prover = Prover(position.ruleset, MOST_PUNISHED)
    try:
        for turns in range(1, HELD_FOR + 1):
            reply = prover.find_win(position, turns)
            if reply is not None:
                return Refutation(reply, reasons_for(position, reply))
    except TooMuchWork:
        pass
    return None


def find_puzzle_in(position: Position, _: Report) -> Puzzle | None:
    """Return the puzzle of a position, if there is one and it is proved in time."""
    return Finder(position.ruleset, MOST_FOUND).find(position)


def _holds_out(position: Position, left: int) -> bool:
    """Return whether it is proved that the seat to move cannot win in `left` own turns."""
    try:
        return not Prover(position.ruleset, MOST_PROVED).can_win(position, left)
    except TooMuchWork:
        return False
