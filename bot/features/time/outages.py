"""Outages: giving back the time of an outage of the bot or of a server."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from itertools import chain
from typing import Final

import structlog

from bot.db.database import Database, Reading, Writing
from bot.db.errors import DatabaseBusy, UnreadableRow
from bot.db.patience import to_its_end
from bot.db.program import (
    NamedValue,
    StoredValue,
    load_value,
    number_in,
    query_value,
    store_value,
)
from bot.db.statements import AnyStatement, Statement, execute, lock_rows
from bot.features.matches import queries as match_queries
from bot.features.matches.jobs import ThreadLook
from bot.features.matches.outages import MatchRange, lock_all, ranges_of_timed
from bot.features.matches.writer import MatchWriter
from bot.features.time import queries as time_queries
from bot.features.time.queries import PATIENCE, AbsenceEnd
from bot.jobs import jobs
from bot.jobs.absences import absent_servers, absent_since, shorten_absences
from bot.jobs.clock import Clock, MovableClock, ProcessPresence, SystemClock, Timeline
from bot.jobs.jobs import deliver_by
from bot.jobs.runner import job
from bot.match.clock import DAY, Outage
from bot.match.ending import end_unreachable
from bot.match.identity import GuildId, Instant, MatchId, Seconds
from bot.match.match import Match
from bot.match.playing import run_out

BEAT_EVERY: Final = Seconds(30.0)
"""Seconds between two heartbeats."""
LONGEST_GAP: Final = Seconds(120.0)
"""The longest time without a heartbeat that is not an outage."""


@dataclass(frozen=True, slots=True)
class OutageFollowups:
    """The follow-ups of an outage, each in the tables of its feature.

    `give_matches_back` is called for a few thousand matches at a time, so that no statement takes
    long: a database whose answer takes too long counts as unreachable. `give_back` is called after
    all of them.
    """

    give_matches_back: tuple[Callable[[Writing, Outage, MatchRange], Awaitable[None]], ...]
    give_back: tuple[Callable[[Writing, Outage], Awaitable[None]], ...]
    retry_refused: tuple["Retry", ...]
    """Try again what Discord refused in a server: it may be allowed now."""
    retry: tuple["Retry", ...]
    """Try again all that waits for a server."""
    abandon: tuple[Callable[[Writing, GuildId, Instant], Awaitable[None]], ...]
    """End everything but the matches in a server that stays unavailable; these end later."""
    silence: Callable[[Writing, MatchId], Awaitable[None]]
    """Withdraws the notifications of a match."""
    servers_in_use: tuple[Callable[[Reading], Statement[list[GuildId]]], ...]
    """List the servers with open matches, challenges, tournaments or ladders."""
    next_planned: tuple[Callable[[Reading], Awaitable[Instant | None]], ...]
    """Return when the next planned message is due: a reminder, a digest."""


Retry = Callable[[Writing, GuildId, Instant], AnyStatement]
"""Returns a statement that makes due now the rows of one kind that wait for a server."""


async def give_back(writing: Writing, outage: Outage, followups: OutageFollowups) -> None:
    """Put off every deadline, reminder and expiry by the length of an outage.

    If weekends do not count in a match, the weekends of the outage do not either. After an outage
    of one server, put off only what happens in that server, which excludes direct messages.
    """
    # Meanwhile, users' actions in matches wait. Other processes go on renewing their leases.
    await lock_all(writing)
    await jobs.delay(writing, outage.gap, outage.guild)
    for matches in await ranges_of_timed(writing):
        for give_matches_back in followups.give_matches_back:
            await give_matches_back(writing, outage, matches)
    for give_rest_back in followups.give_back:
        await give_rest_back(writing, outage)
    if outage.guild is None:
        await shorten_absences(writing, outage.gap)
    await deliver_by(writing, outage.ended_at)


class Clocks:
    """Records that the bot runs, and gives back the time of its outages."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        followups: OutageFollowups,
        presence: ProcessPresence,
    ) -> None:
        self._database = database
        self._clock = clock
        self._followups = followups
        self._presence = presence
        self._one_beat = asyncio.Lock()
        self._beat_at: Instant | None = None

    async def beat(self, every: Seconds = BEAT_EVERY) -> Seconds:
        """Record that the bot runs and can be reached, and give back the time in which it did not.

        Do nothing if the last call was less than `every` ago. If more than `LONGEST_GAP` has passed
        since the last heartbeat of any process, there was an outage: of the process, of its machine
        or of the way to Discord. Move every clock then, in one transaction with the new heartbeat,
        so that this cannot happen twice. If users' transactions hold this one up, a later call
        tries again. With `every=LONGEST_GAP`, record nothing but an outage, because one may still
        go on for some users. Return how long the outage was.
        """
        if self._is_recent(every):
            return Seconds(0.0)
        return await to_its_end(self._beat(every))

    def _is_recent(self, every: Seconds) -> bool:
        return self._beat_at is not None and 0 <= self._clock.now() - self._beat_at < every

    async def _beat(self, every: Seconds) -> Seconds:
        async with self._one_beat:
            if self._is_recent(every):
                return Seconds(0.0)
            now = self._clock.now()

            async def act(
                writing: Writing, values: list[NamedValue | None]
            ) -> tuple[Instant, Seconds]:
                [stored] = values
                last = None if stored is None else number_in(stored.value, stored.name)
                gap = Seconds(0.0 if last is None else now - last)
                if last is not None and gap > LONGEST_GAP:
                    outage = Outage(Instant(last), now, Instant(now + DAY))
                    await give_back(writing, outage, self._followups)
                elif last is not None and every >= LONGEST_GAP:
                    return Instant(min(last, now)), Seconds(0.0)
                # The clocks of several machines may differ.
                if gap >= 0 or not writing.process:
                    await self._record(writing, now)
                return now, gap

            # If several processes find an outage at the same time, one gives it back.
            self._beat_at, gap = await self._database.transact(
                act,
                lambda writing: [lock_rows(query_value(writing.connection, StoredValue.HEARTBEAT))],
            )
        return gap if gap > LONGEST_GAP else Seconds(0.0)

    async def leap(self, clock: MovableClock, by: Seconds) -> None:
        """Move the clock ahead for a playground's director. This is not an outage."""
        async with self._one_beat:
            self._presence.leap(clock.now(), by)
            clock.advance(by)
            now = clock.now()
            async with self._database.writing() as writing:
                await store_value(writing, StoredValue.CLOCK_AHEAD, repr(float(clock.ahead)))
                await self._record(writing, now)
            self._beat_at = now

    async def resume(self) -> None:
        """Continue the time of matches from where the previous process left it.

        Outages are thus measured by the time that passed on the machine, even if the machine's
        clock was changed meanwhile. Raise `UnreadableRow` if the record of that process cannot be
        read.
        """
        if not isinstance(self._clock, SystemClock):
            return
        async with self._database.reading() as reading:
            left = await load_value(reading, StoredValue.TIMELINE)
        if left is None:
            return
        try:
            before = Timeline.of_text(left)
        except (AttributeError, TypeError, ValueError) as error:
            raise UnreadableRow("stored_values", StoredValue.TIMELINE.value) from error
        self._clock.resume(before)

    async def _record(self, writing: Writing, now: Instant) -> None:
        await store_value(writing, StoredValue.HEARTBEAT, repr(float(now)))
        if isinstance(self._clock, SystemClock):
            written = self._clock.timeline().written()
            await store_value(writing, StoredValue.TIMELINE, written)

    async def next_deadline(self) -> Instant | None:
        """Return when the next event is due: a reminder, a forfeit, an expiry, a vacation's end."""
        async with self._database.reading() as reading:
            moments = [
                *[await planned(reading) for planned in self._followups.next_planned],
                await jobs.next_foreseen(reading, self._clock.now()),
            ]
        return min((moment for moment in moments if moment is not None), default=None)


AT_A_TIME: Final = 50
"""How many matches are ended at a time."""
EVER: Final = Instant(float("inf"))

_log: Final = structlog.get_logger(__name__)


class Absences:
    """Records which servers are unavailable, and suspends their matches."""

    def __init__(
        self, database: Database, clock: Clock, writer: MatchWriter, followups: OutageFollowups
    ) -> None:
        self._database = database
        self._clock = clock
        self._writer = writer
        self._followups = followups
        self._known: set[GuildId] | None = None

    def forget_known(self) -> None:
        """Clear the cache of unavailable servers: other processes may have changed them."""
        self._known = None

    async def known(self) -> frozenset[GuildId]:
        """Return the servers that are unavailable."""
        return frozenset(await self._cached_guilds())

    async def with_live_matches(self) -> frozenset[GuildId]:
        """Return the servers in use, whose absence must be recorded."""
        async with self._database.reading() as reading:
            servers = await execute(*(ask(reading) for ask in self._followups.servers_in_use))
        return frozenset(chain.from_iterable(servers))

    async def begin(self, guild: GuildId) -> None:
        """Record that a server is unavailable, if it was not before."""
        now = self._clock.now()
        known = await self._cached_guilds()
        async with self._database.writing() as writing:
            await time_queries.begin_absence(writing, guild, now)
        known.add(guild)
        _log.info("server unavailable", guild=guild)

    async def end(self, guild: GuildId) -> Seconds:
        """Resume what waits for a server, and give back the time of its absence.

        Return how long the absence was.
        """
        now = self._clock.now()
        known = await self._cached_guilds()
        async with self._database.writing() as writing:
            since = await absent_since(writing, guild)
            gap = Seconds(0.0 if since is None else now - since)
            if since is not None and gap > LONGEST_GAP:
                # `EVER` updates every board, because each shows a deadline that may have passed.
                outage = Outage(since, now, EVER, guild)
                await give_back(writing, outage, self._followups)
            await time_queries.end_absence(writing, guild)
            await self._retry(writing, guild, now, self._followups.retry)
            await jobs.hasten_in(writing, guild, ThreadLook, now)
        known.discard(guild)
        _log.info("server available again", guild=guild, seconds=round(gap))
        return gap

    async def try_again(self, guild: GuildId) -> None:
        """Try again what Discord refused in a server: it may be allowed now."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            await self._retry(writing, guild, now, self._followups.retry_refused)

    @job(AbsenceEnd)
    async def end_when_due(self, due: AbsenceEnd) -> Instant | None:
        """End the matches of a server that did not come back, without results and notifications."""
        now, guild = self._clock.now(), due.guild
        async with self._database.reading() as reading:
            since = await absent_since(reading, guild)
            if since is not None and since + PATIENCE > now:
                return Instant(since + PATIENCE)
            live = [] if since is None else await match_queries.live_in(reading, guild, AT_A_TIME)
        if since is not None:
            async with self._database.writing() as writing:
                for abandon in self._followups.abandon:
                    await abandon(writing, guild, now)
        for number in live:
            await self._end(number, now)
        if len(live) == AT_A_TIME:
            return now
        async with self._database.writing() as writing:
            await time_queries.end_absence(writing, guild)
        (await self._cached_guilds()).discard(guild)
        return None

    async def _end(self, number: MatchId, now: Instant) -> None:
        async with self._database.writing() as writing:
            match = await match_queries.find(writing, number)
            if match is None or match.outcome is not None:
                return
            ended = end_unreachable(match, now)
            await self._writer.change(writing, match, ended, now)
            await self._followups.silence(writing, number)

    async def _retry(
        self, writing: Writing, guild: GuildId, now: Instant, retries: tuple[Retry, ...]
    ) -> None:
        await execute(
            *(retry(writing, guild, now) for retry in retries),
            jobs.try_again_in(writing, guild, now),
            deliver_by(writing, now),
        )

    async def _cached_guilds(self) -> set[GuildId]:
        if self._known is None:
            async with self._database.reading() as reading:
                self._known = set(await absent_servers(reading))
        return self._known


async def counts_from(reading: Reading, match: Match, now: Instant) -> Instant:
    """Return the moment at which an action in a match counts as done.

    If time has run out in a match whose server is unavailable, it is the moment when the server
    became unavailable, because all time since is given back. Direct messages do not belong to a
    server and are not suspended. Raise `DatabaseBusy` if time may have run out only in an outage
    that is still to be given back.
    """
    if run_out(match, now) is None:
        return now
    beat = await query_value(reading.connection, StoredValue.HEARTBEAT)
    if beat is not None and now - number_in(beat.value, beat.name) > LONGEST_GAP:
        raise DatabaseBusy("the time of an outage is still to be given back")
    if not match.venue.is_in_server:
        return now
    since = await absent_since(reading, match.venue.guild)
    return now if since is None else min(now, since)
