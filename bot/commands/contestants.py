"""Who plays in the arena: levels, yardsticks, and other programs."""

import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from bot.commands.errors import NoSuchContestant
from bot.commands.other_engine import Forfeit, OtherEngine
from bot.engine.levels import LEVELS, level_of
from bot.engine.matching import Player
from bot.engine.players import at_level, greedy, guessing, with_work
from bot.engine.thinking import Work
from bot.game.chance import Chance

__all__ = ["Command", "Contestant", "Forfeit", "OurOwn", "contestant_named", "seated"]

DEFAULT_GO: Final = "movetime 1000"


@dataclass(frozen=True, slots=True)
class Command:
    """A program that speaks the protocol of docs/engine.md, and what follows its `go`."""

    words: tuple[str, ...]
    go: str


@dataclass(frozen=True, slots=True)
class OurOwn:
    """Somebody who plays in this process: `kind` is level, nodes, guess or greedy."""

    kind: str
    number: int = 0


Contestant = Command | OurOwn


def contestant_named(text: str) -> Contestant:
    """Read `level:5`, `nodes:2000`, `guess:3`, `greedy`, or `command ARGUMENT… [@ GO]`.

    Raises `NoSuchContestant`.
    """
    kind, colon, number = text.partition(":")
    if text == "greedy":
        return OurOwn("greedy")
    if colon and kind in ("level", "nodes", "guess"):
        if not (number.isascii() and number.isdigit() and 1 <= len(number) <= 12 and int(number)):
            raise NoSuchContestant(text, len(LEVELS))
        if kind == "level" and int(number) > len(LEVELS):
            raise NoSuchContestant(text, len(LEVELS))
        return OurOwn(kind, int(number))
    command, _, go = text.partition("@")
    try:
        words = tuple(shlex.split(command))
    except ValueError:
        words = ()
    if not words:
        raise NoSuchContestant(text, len(LEVELS))
    return Command(words, go.strip() or DEFAULT_GO)


@contextmanager
def seated(contestant: Contestant, chance: Chance, patience: float) -> Iterator[Player]:
    """Have somebody play, for as long as the context lasts."""
    match contestant:
        case Command(words, go):
            with OtherEngine(words, go, patience) as engine:
                yield engine
        case OurOwn("level", number):
            yield at_level(level_of(number), chance)
        case OurOwn("nodes", number):
            yield with_work(Work(nodes=number))
        case OurOwn("guess", number):
            yield guessing(number)
        case OurOwn():
            yield greedy(chance)
