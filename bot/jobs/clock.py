"""The clock of the services, which doesn't jump when the machine's does."""

import math
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol, Self

import structlog

from bot.jobs.division import DIRECT_SHARD, shard_of
from bot.match.identity import GuildId, Instant, Seconds

STEP: Final = Seconds(10.0)
"""The largest correction of the machine's clock that is believed at once."""
BELIEVED_AFTER: Final = Seconds(3600.0)
"""A clock that jumped ahead is believed after it has run steadily for this long."""
SLOWED_FOR: Final = Seconds(24 * 3600.0)
"""The largest backward jump for which time is slowed down until the clock has caught up."""

_BOOT_ID: Final = Path("/proc/sys/kernel/random/boot_id")

_log: Final = structlog.get_logger(__name__)


def boot_id() -> str | None:
    """Return an identifier of this boot of the machine, if the system has one."""
    try:
        return _BOOT_ID.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return None


_THIS_BOOT: Final = boot_id() or secrets.token_hex(16)
"""The identifier of this boot; if unknown, a random one, so that no other process has the same."""


def elapsed() -> Seconds:
    """Return a monotonic time, which includes the machine's sleep if the system can tell."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return Seconds(time.clock_gettime(time.CLOCK_BOOTTIME))
    return Seconds(time.monotonic())


@dataclass(frozen=True, slots=True)
class Tick:
    """The machine's clocks at one moment.

    `wall` is the time of day, which may be set. `elapsed` is monotonic, and if the system can tell
    it includes the machine's sleep; it can be compared only within one `boot`.
    """

    wall: Instant
    elapsed: Seconds
    boot: str = _THIS_BOOT

    @classmethod
    def read(cls) -> Self:
        """Return the present tick."""
        return cls(Instant(time.time()), elapsed())

    def since(self, before: "Tick") -> Seconds:
        """Return how much time has passed since another tick, as far as can be known."""
        if self.boot == before.boot:
            return Seconds(max(0.0, self.elapsed - before.elapsed))
        return Seconds(max(0.0, self.wall - before.wall))


@dataclass(frozen=True, slots=True)
class Doubt:
    """The machine's clock has been `off` by that many seconds since `elapsed`."""

    elapsed: Seconds
    off: Seconds


@dataclass(frozen=True, slots=True)
class Timeline:
    """The time of matches: the machine's time of day while that runs steadily.

    A jump of more than `STEP` is doubted, and time goes on steadily, so that a clock which is set
    wrong and corrected costs users nothing. A clock that jumped ahead and stays so for
    `BELIEVED_AFTER` is believed; for the matches that is an outage, which is given back. Time never
    runs backwards: for a clock that jumped back by up to `SLOWED_FOR` and stays so, time runs at
    half speed until the clock has caught up, and one that jumped back further is not believed.
    """

    at: Instant
    tick: Tick
    doubt: Doubt | None = None

    @classmethod
    def beginning(cls, tick: Tick) -> Self:
        """Return a timeline that believes the machine's clock."""
        return cls(tick.wall, tick)

    def after(self, tick: Tick) -> "Timeline":
        """Return the timeline at a later tick."""
        line = Instant(self.at + tick.since(self.tick))
        off = Seconds(tick.wall - line)
        if abs(off) <= STEP:
            return Timeline(max(self.at, tick.wall), tick)
        doubt = self.doubt
        if doubt is None or self.tick.boot != tick.boot or abs(off - doubt.off) > STEP:
            return Timeline(line, tick, Doubt(tick.elapsed, off))
        if tick.elapsed - doubt.elapsed < BELIEVED_AFTER or off < -SLOWED_FOR:
            return Timeline(line, tick, doubt)
        if off > 0:
            return Timeline(tick.wall, tick)
        slowed = Instant(self.at + tick.since(self.tick) / 2)
        if slowed <= tick.wall:
            return Timeline(tick.wall, tick)
        return Timeline(slowed, tick, Doubt(doubt.elapsed, Seconds(tick.wall - slowed)))

    def written(self) -> str:
        """Return the timeline as text, for the next process."""
        numbers = (self.at, self.tick.wall, self.tick.elapsed)
        return " ".join([*(repr(float(number)) for number in numbers), self.tick.boot])

    @classmethod
    def of_text(cls, text: str) -> Self:
        """Read what `written` returned. Raise `ValueError` for other text."""
        at, wall, elapsed, boot = text.split(" ")
        numbers = [float(at), float(wall), float(elapsed)]
        if not all(map(math.isfinite, numbers)):
            raise ValueError(f"{text!r} holds a number that is not a moment")
        return cls(Instant(numbers[0]), Tick(Instant(numbers[1]), Seconds(numbers[2]), boot))


class Clock(Protocol):
    """The clock of matches."""

    def now(self) -> Instant:
        """Return the present moment."""


class SystemClock:
    """The clock of matches on this machine."""

    def __init__(self, read: Callable[[], Tick] = Tick.read) -> None:
        self._read = read
        self._timeline = Timeline.beginning(read())

    def now(self) -> Instant:
        """Return the present moment."""
        return self.timeline().at

    def timeline(self) -> Timeline:
        """Return the current timeline."""
        before = self._timeline
        self._timeline = now = before.after(self._read())
        if now.doubt is not None and before.doubt is None:
            _log.error("the machine's clock has jumped", seconds=round(now.doubt.off))
        return now

    def resume(self, before: Timeline) -> None:
        """Continue from the timeline of a previous process."""
        self._timeline = before


class MovableClock(SystemClock):
    """The clock of matches in a playground, whose director can move it ahead."""

    def __init__(self, ahead: Seconds, read: Callable[[], Tick] = Tick.read) -> None:
        super().__init__(read)
        self.ahead = ahead

    def now(self) -> Instant:
        """Return the present moment."""
        return Instant(super().now() + self.ahead)

    def advance(self, by: Seconds) -> None:
        """Let time pass. Raise `ValueError` if it would run backwards."""
        if by < 0:
            raise ValueError(f"time cannot go back by {-by} seconds")
        self.ahead = Seconds(self.ahead + by)


_NEVER: Final = Instant(float("-inf"))


class ProcessPresence:
    """Records when this process took over shards, and leaps of the clock, which are not outages."""

    def __init__(self) -> None:
        self.resumed_at = _NEVER
        """When this process took over everything from one that is gone."""
        self._shards_from: dict[int, Instant] = {}
        self._shard_count = 1
        self._leaps: list[tuple[Instant, Seconds]] = []

    def take_over(self, shard: int, shard_count: int, at: Instant) -> None:
        """Record that this process begins to serve a shard that another one may have served."""
        self._shards_from[shard] = at
        self._shard_count = shard_count

    def serves_since(self, guild: GuildId) -> Instant:
        """Return since when this process serves a server."""
        return self._serves_shard_since(shard_of(guild, self._shard_count))

    def serves_direct_messages_since(self) -> Instant:
        """Return since when this process receives direct messages."""
        return self._serves_shard_since(DIRECT_SHARD)

    def _serves_shard_since(self, shard: int) -> Instant:
        return max(self.resumed_at, self._shards_from.get(shard, _NEVER))

    def leap(self, at: Instant, by: Seconds) -> None:
        """Record that the clock is moved ahead at a moment."""
        self._leaps.append((at, by))

    def leapt(self, since: Instant, until: Instant) -> Seconds:
        """Return by how much the clock was moved ahead between two moments."""
        return Seconds(sum(by for at, by in self._leaps if since <= at and at + by <= until))
