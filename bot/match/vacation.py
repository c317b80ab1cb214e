"""Vacations: a person's clocks in one server rest for some days."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import ceil
from typing import Final

from bot.game import Seat
from bot.match.clock import DAY, TurnClock
from bot.match.day import Day, day_number, days_before
from bot.match.identity import GuildId, Instant, Revision, UserId
from bot.match.match import Match

LONGEST: Final = 366
"""Days of the longest vacation."""
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
        first, last = self._days()
        return max(0, min(last, days_before(year + 1) - 1) - max(first, days_before(year)) + 1)

    @property
    def years(self) -> range:
        """The years to which days are booked, in order."""
        _, last = self._days()
        return range(Day.of(self.begun_at).year, Day.of(Instant(last * DAY)).year + 1)

    def _days(self) -> tuple[int, int]:
        """Return the first and the last day that is booked, counted from the epoch."""
        # Moments are not exact to the last fraction of a second, and a day hangs on it.
        whole = max(1, ceil(round(self.ends_at - self.begun_at) / DAY))
        first = day_number(self.begun_at)
        return first, first + whole - 1


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
