"""What the bot's turn has another process do. This imports neither Discord nor SQL."""

from dataclasses import dataclass
from random import Random

from bot.engine import Work, choose, level_of, think
from bot.engine.levels import consider
from bot.engine.proving import Prover
from bot.game import CLASSIC, SEAM, Position, Turn
from bot.game.compiled import COMPILED
from bot.match.terms import LevelNumber
from bot.workers.pool import Report


@dataclass(frozen=True, slots=True)
class EngineTurn:
    """The turn that a level plays, and its evaluation of the position.

    `score` is that of the turn it holds to be best, though it may play another by mistake.
    """

    turn: Turn
    score: int


def find_turn(
    level: LevelNumber, position: Position, past: tuple[str, ...], seed: int, _: Report
) -> EngineTurn:
    """Find the turn that a level plays; the same arguments give the same turn.

    `past` is as `bot.engine.think` takes it.
    """
    # Chance that makes mistakes is not to be unforeseeable, only to be the same once more.
    thought = choose(level_of(level), position, past, Random(seed))  # noqa: S311
    return EngineTurn(thought.turn, thought.score)


def get_ready(_: Report) -> None:
    """Have all that thinks compiled, where it can be: the first answer would wait for that."""
    if COMPILED:
        for ruleset in (CLASSIC, SEAM):
            think(Position.start(ruleset), (), Work(depth=3))
            Prover(ruleset).can_win(Position.start(ruleset), 1)


def weigh(level: LevelNumber, position: Position, past: tuple[str, ...], _: Report) -> int:
    """Return what a level takes a position to be worth, from the side of the seat to move.

    It is what `find_turn` gives for the same position.
    """
    return consider(level_of(level), position, past).score
