"""Vacations: a user's clocks stop in one server for some days."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import ceil
from typing import ClassVar, Final

from bot.errors import Refusal
from bot.game import Seat
from bot.jobs.jobs import Job
from bot.match.calendar import Day, day_number, days_before
from bot.match.clock import DAY, TurnClock
from bot.match.identity import GuildId, Instant, Revision, UserId
from bot.match.match import Match
from bot.text import N_, NN_, Message

LONGEST: Final = 366
"""Days of the longest vacation."""
REACHES_BACK: Final = 2 * 366 * DAY
"""A vacation that began longer ago has no day in this year or a later one."""


@dataclass(frozen=True, slots=True)
class Vacation:
    """A user's vacation in one server; ending it early moves `ends_at` back.

    Its days are counted from the moment when it began, and a day that has begun counts.
    """

    user: UserId
    guild: GuildId
    begun_at: Instant
    ends_at: Instant

    def is_on(self, now: Instant) -> bool:
        """Return whether the user is away."""
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

    def stops_competition_until(self, allowed: int, taken: Iterable["Vacation"]) -> Instant:
        """Return until when it stops the clocks of competitive matches, at most until its end.

        Other players wait for the results of these matches, so only half of the days that are
        `allowed` in a year stop their clocks, rounded up. `taken` are the user's vacations in this
        server; this one may be among them.
        """
        others = [each for each in taken if each.begun_at != self.begun_at]
        left = {
            year: (allowed + 1) // 2 - sum(each.days_in(year) for each in others)
            for year in self.years
        }
        first, last = self._days()
        for day in range(first, last + 1):
            year = Day.of(Instant(day * DAY)).year
            if left[year] <= 0:
                return Instant(self.begun_at + (day - first) * DAY)
            left[year] -= 1
        return self.ends_at

    def _days(self) -> tuple[int, int]:
        """Return the first and the last booked day, counted from the epoch."""
        # Moments are inexact by a fraction of a second, which must not add a day.
        whole = max(1, ceil(round(self.ends_at - self.begun_at) / DAY))
        first = day_number(self.begun_at)
        return first, first + whole - 1


@dataclass(frozen=True, slots=True)
class VacationEnd(Job):
    """The end of a vacation."""

    kind: ClassVar[str] = "vacation end"
    user: UserId
    guild: GuildId
    begun_at: Instant
    ends_at: Instant

    @property
    def key(self) -> str:
        """The vacation, by when it began: the user may end it early."""
        return f"{self.user} {self.guild} {self.begun_at}"

    @classmethod
    def of(cls, vacation: Vacation) -> "VacationEnd":
        """Return the end of a vacation."""
        return cls(vacation.user, vacation.guild, vacation.begun_at, vacation.ends_at)

    @property
    def vacation(self) -> Vacation:
        """The vacation as it was begun."""
        return Vacation(self.user, self.guild, self.begun_at, self.ends_at)


def days_left(allowed: int, year: int, taken: Iterable[Vacation]) -> int:
    """Count the vacation days that a user has left in a year."""
    return max(0, allowed - sum(vacation.days_in(year) for vacation in taken))


def leave(match: Match, seat: Seat, until: Instant, now: Instant) -> Match:
    """Return the match with that player on vacation; their clock stops if it runs."""
    clock = replace(match.clock, away=match.clock.away.with_value(seat, until))
    if match.position.to_move is seat:
        clock = clock.stopped(now)
    return _with_clock(match, clock)


def come_back(match: Match, seat: Seat, at: Instant) -> Match:
    """Return the match with that player back from vacation; their clock runs on from then."""
    clock = replace(match.clock, away=match.clock.away.with_value(seat, None))
    if match.position.to_move is seat:
        clock = clock.going_on(seat, at)
    return _with_clock(match, clock)


def _with_clock(match: Match, clock: TurnClock) -> Match:
    """Return the match with another clock and the same time of the last move."""
    return replace(match, clock=clock, revision=Revision(match.revision + 1))


class TimeRefusal(Refusal):
    """The base of refusals about time."""


@dataclass(eq=False, slots=True)
class OngoingVacation(TimeRefusal):
    """The user is on vacation already."""

    message = N_(
        "You're already on vacation until {ends_at}. End it with `/vacation`, then begin another."
    )

    vacation: Vacation

    @property
    def ends_at(self) -> Instant:
        """When the vacation ends."""
        return self.vacation.ends_at


class NotAway(TimeRefusal):
    """The user is not on vacation."""

    message = N_("You're no longer on that vacation. `/vacation` shows the current one.")


class NoVacations(TimeRefusal):
    """The server allows no vacations."""

    message = N_("This server doesn't allow vacations.")


@dataclass(eq=False, slots=True)
class VacationTooLong(TimeRefusal):
    """The vacation takes more days of a year than are left in it."""

    none_left = N_("You have no vacation days left in {year} in this server.")
    message = NN_(
        "You have {left} vacation day left in {year} in this server, and this takes {asked}.",
        "You have {left} vacation days left in {year} in this server, and this takes {asked}.",
        "left",
    )

    asked: int
    left: int
    year: int

    def choose_message(self) -> Message:
        """Return how many days are left, if any."""
        return self.message if self.left else self.none_left


def begin_vacation(
    user: UserId,
    guild: GuildId,
    days: int,
    now: Instant,
    allowed: int,
    taken: Iterable[Vacation],
) -> Vacation:
    """Return a vacation of `days` days from now, if `allowed` days a year are allowed.

    `taken` are the user's vacations in this server. Raise `ValueError` for less than a day or more
    than `LONGEST`. Raise `NoVacations`, `OngoingVacation` or `VacationTooLong`.
    """
    if not 1 <= days <= LONGEST:
        raise ValueError(f"a vacation of {days} days")
    if allowed < 1:
        raise NoVacations
    taken = tuple(taken)
    for before in taken:
        if before.is_on(now):
            raise OngoingVacation(before)
    vacation = Vacation(user, guild, now, Instant(now + days * DAY))
    for year in vacation.years:
        left = days_left(allowed, year, taken)
        asked = vacation.days_in(year)
        if asked > left:
            raise VacationTooLong(asked, left, year)
    return vacation
