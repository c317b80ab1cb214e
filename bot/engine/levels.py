"""The eight levels of the opponent: how much each thinks, and how much it overlooks.

Work is counted in positions and in turns ahead, never in time, so that a level plays the same on
every machine.
"""

from dataclasses import dataclass, replace
from typing import Final

from bot.engine.book import VARIED_BY, best_turns
from bot.engine.net import Net, net_of
from bot.engine.thinking import Past, StopFlag, Thought, ThoughtListener, Work, think
from bot.engine.tree import WIN_AT_LEAST
from bot.game import (
    JUNIOR,
    SCARCE,
    SEAM,
    Position,
    Ruleset,
    Turn,
    legal_turns,
    play,
    write_position,
)
from bot.game.chance import Chance, pick


@dataclass(frozen=True, slots=True)
class Level:
    """One strength.

    `work` is how much it thinks, `slack` is the largest misjudgement of a turn in points, and
    `strays` is how often it plays a random turn. `needs_fast` says that a turn takes more than five
    seconds in plain Python, and `knows_net` that it evaluates by the net, too, where there is one.
    """

    number: int
    name: str
    work: Work
    slack: int = 0
    strays: float = 0.0
    needs_fast: bool = False
    knows_net: bool = False


LEVELS: Final = (
    Level(1, "Mitten", Work(depth=1), slack=400, strays=0.8),
    Level(2, "Pudding", Work(depth=1), slack=300, strays=0.35),
    Level(3, "Biscuit", Work(depth=1), slack=160, strays=0.1),
    Level(4, "Pepper", Work(depth=1), slack=60),
    Level(5, "Shadow", Work(nodes=1_500), slack=30),
    Level(6, "Duchess", Work(nodes=8_000), slack=10),
    Level(7, "Saber", Work(nodes=70_000)),
    Level(8, "Sphinx", Work(nodes=750_000), needs_fast=True, knows_net=True),
)

_ELSEWHERE: Final = {
    (ruleset.name, level.number): level
    for ruleset, level in (
        (JUNIOR, replace(LEVELS[4], work=Work(nodes=250))),
        (JUNIOR, replace(LEVELS[5], work=Work(nodes=560))),
        (JUNIOR, replace(LEVELS[6], work=Work(nodes=1_350))),
        (JUNIOR, replace(LEVELS[7], work=Work(nodes=1_300_000))),
        (SEAM, replace(LEVELS[7], work=Work(nodes=820_000))),
        (SCARCE, replace(LEVELS[3], slack=52)),
        (SCARCE, replace(LEVELS[4], work=Work(nodes=2_000), slack=18)),
        (SCARCE, replace(LEVELS[5], work=Work(nodes=6_000))),
        (SCARCE, replace(LEVELS[6], work=Work(nodes=60_000))),
        (SCARCE, replace(LEVELS[7], work=Work(nodes=720_000))),
    )
}
"""Levels that play differently in some rulesets, so that the steps between levels are even.

Matches of `junior` are so short that a few thousand positions are nearly all there are, and in
`scarce` mistakes and work matter more than elsewhere. Level 8 searches as many positions as it
needs for its turns to take as long as before it had a net.
"""

_LOWEST: Final = LEVELS[0].number
_VARIED_TURNS: Final = 4
"""How many first turns of a match every level varies a little, so that matches differ."""

_KNOWS_BOOK_FROM: Final = 5
"""The lowest level that plays its first turns by the opening book."""


def level_of(number: int) -> Level:
    """Return the level of that number. Raise `LookupError` if there is none."""
    for level in LEVELS:
        if level.number == number:
            return level
    raise LookupError(f"no level {number}")


def level_in(level: Level, ruleset: Ruleset) -> Level:
    """Return a level as it plays in a ruleset."""
    return _ELSEWHERE.get((ruleset.name, level.number), level)


def consider(
    level: Level,
    position: Position,
    past: Past,
    stop: StopFlag | None = None,
    listener: ThoughtListener | None = None,
) -> Thought:
    """Search like a level, before it overlooks anything."""
    own = level_in(level, position.ruleset)
    margin = 2 * _slack(own, past)
    return think(
        position,
        past,
        own.work,
        stop,
        margin=margin,
        net=net_for(own, position.ruleset),
        listener=listener,
    )


def net_for(level: Level, ruleset: Ruleset) -> Net | None:
    """Return the net with which a level evaluates positions of a ruleset, or None."""
    return net_of(ruleset) if level.knows_net else None


def knows_book(level: Level) -> bool:
    """Return whether a level plays its first turns by the opening book."""
    return level.number >= _KNOWS_BOOK_FROM


def choose(
    level: Level,
    position: Position,
    past: Past,
    chance: Chance,
    stop: StopFlag | None = None,
    listener: ThoughtListener | None = None,
) -> Thought:
    """Search like a level, and return the turn that it plays.

    The score is that of `consider`, even if the level plays another turn than the best. Higher
    levels play turns from the opening book without thinking; the score is then the book's. Equal
    chance gives equal turns. Only the lowest level may overlook an immediate win, and none repeats
    a position while it considers itself ahead.
    """
    known = _known(level, position, past, chance)
    if known is not None:
        return known
    thought = consider(level, position, past, stop, listener)
    level = level_in(level, position.ruleset)
    slack = _slack(level, past)
    strays = chance.random() < level.strays
    if thought.score >= WIN_AT_LEAST and not (strays and level.number == _LOWEST):
        return thought
    if strays:
        chosen = pick(tuple(legal_turns(position)), chance)
    elif slack and thought.scored:
        chosen = _misjudged(thought, slack, chance)
    else:
        return thought
    if thought.score > 0 and _has_occurred(position, past, chosen):
        return thought
    if chosen == thought.turn:
        return thought
    return replace(thought, turn=chosen, line=(chosen,))


def _slack(level: Level, past: Past) -> int:
    return max(level.slack, VARIED_BY) if len(past) <= _VARIED_TURNS else level.slack


def _known(level: Level, position: Position, past: Past, chance: Chance) -> Thought | None:
    """Return one of the best turns by the opening book that don't repeat a position, if any."""
    if not knows_book(level):
        return None
    turns = [each for each in best_turns(position) if not _has_occurred(position, past, each.turn)]
    if not turns:
        return None
    turn = pick([each.turn for each in turns], chance)
    return Thought(turn, turns[0].score, (turn,), depth=0, nodes=0)


def _misjudged(thought: Thought, slack: int, chance: Chance) -> Turn:
    """Return the turn that looks best when each is misjudged by up to `slack` points."""
    seen = [(one.score + slack * (2 * chance.random() - 1), one.turn) for one in thought.scored]
    return max(seen, key=lambda pair: pair[0])[1]


def _has_occurred(position: Position, past: Past, turn: Turn) -> bool:
    return write_position(play(position, turn).after) in past
