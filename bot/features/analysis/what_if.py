"""What if: playing on from any position of a finished match, for both seats, storing nothing.

The custom ids of the panel hold the turns that were tried. To save room, each turn is written as
its index among the possible choices, and all indices together as one number.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Final, NewType, Protocol, Self, TypeVar

from bot.bounded import BoundedDict
from bot.engine.analysis import NODES, Look
from bot.features.analysis.engine_requests import look_aside
from bot.features.analysis.service import Analyses
from bot.features.matches.access import Viewer
from bot.features.replay.service import MatchRecord, Replays
from bot.game import (
    EVERY_SQUARE,
    Placement,
    Position,
    Step,
    Turn,
    complete,
    land,
    play,
    recall,
    to_recall,
    write_position,
)
from bot.match.identity import MatchId, Ply, UserId
from bot.workers.protocol import Report
from bot.workers.shared_pool import SharedPool

Option = TypeVar("Option")

WrittenLine = NewType("WrittenLine", str)
"""The turns that were tried, encoded for custom ids."""

DIGITS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._"
MARK: Final = "+"
"""The first character of a line; it tells a line from the other parts of a custom id."""
LONGEST_LINE: Final = 44
"""The room for a line in a custom id, in characters. Some forty turns of `classic` fit."""
_LONGEST_TURN: Final = 3
"""The most characters that one turn adds."""
MOST_KEPT: Final = 1000
"""How many search results, and how many encoded turns, are cached."""

_Way = tuple[MatchId, Ply, WrittenLine]
"""How a position arose; draws by repetition and by many turns depend on it."""


@dataclass(frozen=True, slots=True)
class WhatIf:
    """A finished match after `ply` turns, and the turns that were tried from there."""

    record: MatchRecord
    ply: Ply
    tried: tuple[Step, ...] = ()

    @property
    def played(self) -> tuple[Step, ...]:
        """All turns that led here, those of the match first."""
        return (*self.record.steps[: self.ply], *self.tried)

    @property
    def last(self) -> Step | None:
        """The turn that led here; `None` at the start of the match."""
        steps = self.tried or self.record.steps[: self.ply]
        return steps[-1] if steps else None

    @property
    def position(self) -> Position:
        """The current position."""
        return self.record.start if self.last is None else self.last.after

    @property
    def is_won(self) -> bool:
        """Whether the position is won, so that nothing can be played."""
        return self.last is not None and self.last.win is not None

    @property
    def has_room(self) -> bool:
        """Whether another turn can be tried."""
        return len(self.line) + _LONGEST_TURN <= LONGEST_LINE

    @property
    def line(self) -> WrittenLine:
        """The turns that were tried, encoded for custom ids."""
        return write_line(self.tried)

    def playing(self, turn: Turn) -> Self:
        """Return the line with one more turn. Raise what `bot.game.play` raises."""
        return replace(self, tried=(*self.tried, play(self.position, turn)))

    @property
    def undone(self) -> Self | None:
        """Without the last tried turn, or else the last turn of the match; `None` at the start."""
        if self.tried:
            return replace(self, tried=self.tried[:-1])
        return replace(self, ply=Ply(self.ply - 1)) if self.ply else None


class WhatIfs:
    """Finds positions to play on from, and searches them.

    `nodes` is how many positions each search examines.
    """

    def __init__(self, analyses: Analyses, replays: Replays, nodes: int = NODES) -> None:
        self.nodes = nodes
        self._analyses = analyses
        self._replays = replays
        self._looks = BoundedDict[_Way, Look](MOST_KEPT)

    async def at(
        self,
        viewer: Viewer,
        number: MatchId,
        ply: Ply | None = None,
        line: WrittenLine | None = None,
    ) -> WhatIf:
        """Return a position of a match and the turns that were tried from it.

        Without `ply`, return the last position in which a turn can be played. Raise what
        `Analyses.resolve` raises.
        """
        match = await self._analyses.resolve(viewer, number)
        record = await self._replays.record(match.id)
        last = len(record.steps)
        if ply is None:
            ply = Ply(last - (record.steps[-1].win is not None))
        opened = WhatIf(record, Ply(min(ply, last)))
        return opened if line is None else replace(opened, tried=read_line(opened.position, line))

    async def known(self, what_if: WhatIf, user: UserId) -> Look | None:
        """Return the cached search of a position, if any.

        Raise `LikeLiveMatch` if the position, or the one after its best turn, would help in a live
        match.
        """
        look = self._looks.get(_way_of(what_if))
        reply = () if look is None else look.line[:1]
        await self._analyses.require_no_help(user, what_if.position, reply)
        return look

    async def look(
        self, what_if: WhatIf, user: UserId, thinkers: SharedPool, report: Report
    ) -> Look:
        """Search a position that is not won; return a cached search if there is one.

        Raise `LikeLiveMatch`, and what `SharedPool.run` raises.
        """
        known = await self.known(what_if, user)
        if known is not None:
            return known
        past = tuple(write_position(step.before) for step in what_if.played)
        job = partial(look_aside, what_if.position, past, self.nodes)
        look = await thinkers.run(user, job, report)
        self._looks[_way_of(what_if)] = look
        await self._analyses.require_no_help(user, what_if.position, look.line[:1])
        return look


def _way_of(what_if: WhatIf) -> _Way:
    return what_if.record.match.id, what_if.ply, what_if.line


class _OptionChooser(Protocol):
    """Chooses one of some options."""

    def __call__(self, options: Sequence[Option], /) -> Option:
        """Return the chosen option."""
        ...


def write_line(steps: Sequence[Step]) -> WrittenLine:
    """Write successive turns as one number, the first turn in its lowest digits."""
    number = 1
    for step in reversed(steps):
        for index, among in reversed(_indices_of(step)):
            number = number * among + index
    return WrittenLine(MARK + "".join(_digits(number)))


def read_line(start: Position, line: WrittenLine) -> tuple[Step, ...]:
    """Return the turns that `write_line` wrote from a position.

    Of any other line, return as many turns as can be played. Raise `ValueError` for other text.
    """
    number = 0
    for digit in line.removeprefix(MARK):
        number = number * len(DIGITS) + DIGITS.index(digit)

    def choose(options: Sequence[Option], /) -> Option:
        nonlocal number
        number, index = divmod(number, len(options))
        return options[index]

    steps: list[Step] = []
    while number > 1 and not (steps and steps[-1].win):
        steps.append(_step_by(choose, steps[-1].after if steps else start))
    return tuple(steps)


def _step_by(choose: _OptionChooser, position: Position) -> Step:
    """Build a turn part by part; `choose` picks each part from all its options."""
    recalled = choose(to_recall(position) or (None,))
    ready = recall(position, recalled)
    kind = choose(ready.pool_of(ready.to_move).kinds)
    square = choose([each for each in EVERY_SQUARE if ready.bed.piece_at(each) is None])
    landing = land(position, Placement(kind, square), recalled)
    leaves = choose(landing.options or ((),))
    return complete(landing, leaves, choose((None, *landing.entries)))


@lru_cache(MOST_KEPT)
def _indices_of(step: Step) -> tuple[tuple[int, int], ...]:
    """Return the index and the number of options of each part of a turn, in `_step_by`'s order."""
    turn, indices = step.turn, list[tuple[int, int]]()
    placement = turn.placement
    parts = iter((turn.recall, placement.kind, placement.square, turn.leaves, turn.seam))

    def choose(options: Sequence[Option], /) -> Option:
        part = next(parts)
        index = next(at for at, each in enumerate(options) if each == part)
        indices.append((index, len(options)))
        return options[index]

    _step_by(choose, step.before)
    return tuple(indices)


def _digits(number: int) -> Iterator[str]:
    """Yield the digits of a positive number, the highest first."""
    if number >= len(DIGITS):
        yield from _digits(number // len(DIGITS))
    yield DIGITS[number % len(DIGITS)]
