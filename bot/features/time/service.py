"""Beginning and ending vacations."""

from dataclasses import dataclass, replace

from bot.db.database import Database, Reading, Writing
from bot.db.statements import defer, execute
from bot.features.matches import queries as match_queries
from bot.features.matches.writer import MatchWriter
from bot.features.settings import queries as settings_queries
from bot.features.time import queries as time_queries
from bot.features.time.vacation import (
    NotAway,
    Vacation,
    VacationEnd,
    begin_vacation,
    come_back,
    days_left,
    leave,
)
from bot.game import Seat
from bot.jobs.backoff import NO_GRACE
from bot.jobs.clock import Clock
from bot.jobs.runner import job
from bot.match.calendar import Day
from bot.match.clock import TurnClock
from bot.match.identity import GuildId, Instant, MatchId, PerSeat, UserId
from bot.match.match import Match
from bot.match.playing import run_out


@dataclass(frozen=True, slots=True)
class VacationAccount:
    """A user's vacation days in a server: how many a year, and how many are left this year.

    `vacation` is their current vacation, if there is one.
    """

    year: int
    allowed: int
    left: int
    vacation: Vacation | None


@dataclass(frozen=True, slots=True)
class VacationChanged:
    """A vacation that began or ended, and the matches whose boards show it."""

    vacation: Vacation
    matches: tuple[MatchId, ...]
    ran_out: tuple[Match, ...] = ()
    """The matches among them whose time had run out before the vacation began."""


@dataclass(frozen=True, slots=True)
class VacationPreview:
    """The competitive matches whose clocks run again at `runs_at`, before the vacation ends."""

    matches: tuple[MatchId, ...]
    runs_at: Instant
    ends_at: Instant


class Vacations:
    """Begins and ends vacations, with all of a user's matches in one transaction."""

    def __init__(self, database: Database, clock: Clock, writer: MatchWriter) -> None:
        self._database = database
        self._clock = clock
        self._writer = writer

    async def account(self, user: UserId, guild: GuildId) -> VacationAccount:
        """Return a user's vacation days in a server."""
        now = self._clock.now()
        async with self._database.reading() as reading:
            allowed = (await settings_queries.find(reading, guild)).vacation_days
            taken = await time_queries.taken(reading, user, guild, now)
        current = next((vacation for vacation in taken if vacation.is_on(now)), None)
        year = Day.of(now).year
        return VacationAccount(year, allowed, days_left(allowed, year, taken), current)

    async def preview(self, user: UserId, guild: GuildId, days: int) -> VacationPreview | None:
        """Return the matches whose clocks would run again before a vacation of `days` days ends.

        Return `None` if there are none. Raise what `bot.features.time.vacation.begin_vacation`
        raises.
        """
        now = self._clock.now()
        async with self._database.reading() as reading:
            allowed = (await settings_queries.find(reading, guild)).vacation_days
            taken = await time_queries.taken(reading, user, guild, now)
            vacation = begin_vacation(user, guild, days, now, allowed, taken)
            seats = await _seats(reading, user, guild)
        runs_at = vacation.stops_competition_until(allowed, taken)
        matches = tuple(match.id for match, _ in seats if match.is_competitive)
        if not matches or runs_at >= vacation.ends_at:
            return None
        return VacationPreview(matches, runs_at, vacation.ends_at)

    async def begin(self, user: UserId, guild: GuildId, days: int) -> VacationChanged:
        """Begin a vacation of `days` days now; waiting opponents are notified at once.

        The vacation may stop the clocks of competitive matches for a shorter time, or not at all. A
        match ends if the user's time in it had run out before. Raise what
        `bot.features.time.vacation.begin_vacation` raises. Raise `DatabaseBusy`, and begin no
        vacation, if the time of an outage is still to be given back in one of the user's matches.
        """
        now = self._clock.now()
        changed, ran_out = [], []
        async with self._database.writing() as writing:
            allowed = (await settings_queries.find(writing, guild)).vacation_days
            taken = await time_queries.taken(writing, user, guild, now)
            vacation = begin_vacation(user, guild, days, now, allowed, taken)
            competition_until = vacation.stops_competition_until(allowed, taken)
            look_at = competition_until if competition_until > now else vacation.ends_at
            await time_queries.insert(writing, vacation, look_at)
            for match, seat in await _seats(writing, user, guild):
                until = competition_until if match.is_competitive else vacation.ends_at
                if until <= now:
                    continue
                moment = await self._writer.counts_from(writing, match, now)
                after = run_out(match, moment) or leave(match, seat, until, moment)
                await self._writer.change(writing, match, after, moment)
                changed.append(match.id)
                if after.outcome is not None:
                    ran_out.append(after)
        return VacationChanged(vacation, tuple(changed), tuple(ran_out))

    async def end(self, user: UserId, guild: GuildId, begun_at: int | None) -> VacationChanged:
        """End a user's current vacation; its remaining days come back.

        `begun_at` identifies the vacation by the second in which it began, so that no later one is
        ended; `None` stands for the current one. Raise `NotAway`.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            taken = await time_queries.taken(writing, user, guild, now)
            for vacation in taken:
                if vacation.is_on(now) and begun_at in (None, int(vacation.begun_at)):
                    break
            else:
                raise NotAway
            ended = replace(vacation, ends_at=now)
            await time_queries.end(writing, vacation, now)
            changed = []
            for match, seat in await _seats(writing, user, guild):
                if match.clock.away.of(seat) is not None:
                    await self._writer.change(writing, match, come_back(match, seat, now), now)
                    changed.append(match.id)
        return VacationChanged(ended, tuple(changed))

    @job(VacationEnd)
    async def end_when_due(self, due: VacationEnd) -> Instant | None:
        """End a vacation that is over, at the moment when it was to end.

        The clocks of competitive matches may have to run again earlier; then the job is due before
        the end, too.
        """
        vacation, now = due.vacation, self._clock.now()
        is_over = now >= vacation.ends_at
        async with self._database.writing() as writing:
            if is_over and not await time_queries.end(writing, vacation, vacation.ends_at):
                return None
            for match, seat in await _seats(writing, vacation.user, vacation.guild):
                until = match.clock.away.of(seat)
                # A later vacation may have begun before the end of this one was noticed.
                if until is None or until > now:
                    continue
                after = come_back(match, seat, until)
                # The consequences are due as if this job had run at the moment of the end.
                await self._writer.change(writing, match, after, until, grace=NO_GRACE)
        return None if is_over else vacation.ends_at


async def start_clock(writing: Writing, match: Match, now: Instant) -> Match:
    """Return a new match with its clock stopped if the player to move is on vacation."""
    guild = match.venue.guild
    if match.is_competitive:
        orange, gray = [
            await _away_from_competition(writing, user, guild, now) for user in match.seats
        ]
    else:
        orange, gray = await execute(
            *(time_queries.away_until(writing, user, guild, now) for user in match.seats)
        )
    clock = match.clock
    away = PerSeat(orange, gray)
    started = TurnClock.started(
        clock.control, now, clock.weekends, away, clock.timeless, clock.awaits_board
    )
    return replace(match, clock=started)


async def _away_from_competition(
    writing: Writing, user: UserId, guild: GuildId, now: Instant
) -> Instant | None:
    """Return until when the user's vacation stops the clock of a new competitive match, if it does.

    The job that ends the vacation is scheduled for that moment, because the user may have had no
    competitive match when the vacation began.
    """
    taken = await time_queries.taken(writing, user, guild, now)
    vacation = next((each for each in taken if each.is_on(now)), None)
    if vacation is None:
        return None
    allowed = (await settings_queries.find(writing, guild)).vacation_days
    until = vacation.stops_competition_until(allowed, taken)
    if until <= now:
        return None
    defer(time_queries.look_earlier(writing, vacation, until))
    return until


async def _seats(reading: Reading, user: UserId, guild: GuildId) -> list[tuple[Match, Seat]]:
    """List a user's live matches in a server that a vacation stops, each with their seat."""
    seats = []
    for match in await match_queries.live_of_user(reading, user):
        seat = match.seat_of(user)
        if match.venue.guild == guild and seat is not None and not match.clock.is_by_minutes:
            seats.append((match, seat))
    return seats
