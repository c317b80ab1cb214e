"""Functions for the bot's turn that another process runs. They need neither Discord nor SQL."""

from dataclasses import dataclass
from random import Random

from bot.engine import Work, choose, level_of, think
from bot.engine.levels import consider
from bot.engine.proving import Prover
from bot.game import CLASSIC, SEAM, Position, Turn
from bot.game.compiled import COMPILED
from bot.match.terms import LevelNumber
from bot.workers.protocol import Report


@dataclass(frozen=True, slots=True)
class EngineTurn:
    """The turn that a level plays, and its evaluation of the position.

    `score` belongs to the turn that the level considers best; it may play another by mistake.
    """

    turn: Turn
    score: int


def find_turn(
    level: LevelNumber, position: Position, past: tuple[str, ...], seed: int, _: Report
) -> EngineTurn:
    """Find the turn that a level plays; the same arguments give the same turn.

    `past` is as in `bot.engine.think`.
    """
    # The generator of mistakes need not be unpredictable, only repeatable.
    thought = choose(level_of(level), position, past, Random(seed))  # noqa: S311
    return EngineTurn(thought.turn, thought.score)


def get_ready(_: Report) -> None:
    """Compile the engine, if possible, so that the first answer need not wait for it."""
    if COMPILED:
        for ruleset in (CLASSIC, SEAM):
            think(Position.start(ruleset), (), Work(depth=3))
            Prover(ruleset).can_win(Position.start(ruleset), 1)


def weigh(level: LevelNumber, position: Position, past: tuple[str, ...], _: Report) -> int:
    """Return a level's evaluation of a position, from the side of the seat to move.

    It equals the score of `find_turn` for the same position.
    """
    return consider(level_of(level), position, past).score
