"""Vacations: a person's clocks in one server rest for some days."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import ceil
from typing import Final

from bot.game import Seat
from bot.match.clock import DAY, TurnClock
from bot.match.day import Day
from bot.match.identity import GuildId, Instant, Revision, UserId
from bot.match.match import Match

REACHES_BACK: Final = 2 * 366 * DAY
"""Seconds: a vacation that began longer ago has no day in this year or a later one."""


@dataclass(frozen=True, slots=True)
class Vacation:
    """A vacation of one person in one server; `ends_at` moves back when it is ended early.

    Its days are counted from the moment when it began, and a day that has begun counts.
    """

    user: UserId
    guild: GuildId
    begun_at: Instant
    ends_at: Instant

    def is_on(self, now: Instant) -> bool:
        """Tell whether the person is away."""
        return now < self.ends_at

    def days_in(self, year: int) -> int:
        """Count the days that are booked to a year, in UTC: those that begin in it."""
        return sum(begins.year == year for begins in self._days())

    @property
    def years(self) -> tuple[int, ...]:
        """The years to which days are booked, in order."""
        return tuple(sorted({begins.year for begins in self._days()}))

    def _days(self) -> Iterator[Day]:
        # Moments are not exact to the last fraction of a second, and a day hangs on it.
        whole = max(1, ceil(round(self.ends_at - self.begun_at) / DAY))
        return (Day.of(Instant(self.begun_at + day * DAY)) for day in range(whole))


def days_left(allowed: int, year: int, taken: Iterable[Vacation]) -> int:
    """Count the days of vacation that somebody has left in a year."""
    return max(0, allowed - sum(vacation.days_in(year) for vacation in taken))


def leave(match: Match, seat: Seat, until: Instant, now: Instant) -> Match:
    """Give the match with that player on vacation; their clock stops if it ran."""
    clock = replace(match.clock, away=match.clock.away.having(seat, until))
    if match.position.to_move is seat:
        clock = clock.stopped(now)
    return _with_clock(match, clock)


def come_back(match: Match, seat: Seat, at: Instant) -> Match:
    """Give the match with that player back from vacation; their clock runs on from that moment."""
    clock = replace(match.clock, away=match.clock.away.having(seat, None))
    if match.position.to_move is seat:
        clock = clock.going_on(at)
    return _with_clock(match, clock)


def _with_clock(match: Match, clock: TurnClock) -> Match:
    """Give the match with another clock; it was not played on, so it waits as long as before."""
    return replace(match, clock=clock, revision=Revision(match.revision + 1))
