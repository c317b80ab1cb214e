"""Servers that the bot cannot reach: what lives in them rests until it can.

The bot was taken out of such a server, or Discord has it down. Nobody can play there meanwhile, so
the time is given back when the server is back, as after an outage of the bot.
"""

from typing import Final

import structlog

from bot.host.changing import store_change
from bot.host.clock import Clock
from bot.host.clocks import LONGEST_GAP, PATIENCE
from bot.match.identity import GuildId, Instant, MatchId, Seconds
from bot.match.moderation import end_without_result
from bot.match.note import Note
from bot.store import absences, clocks, matches, moderation, notices
from bot.store.database import Database

EVER: Final = Instant(float("inf"))
WHY_ENDED: Final = Note("I was out of this server for 60 days.")

_log: Final = structlog.get_logger(__name__)


class Absences:
    """Which servers are out of reach, and what becomes of their matches."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._known: set[GuildId] | None = None

    async def known(self) -> frozenset[GuildId]:
        """Give the servers that are out of reach."""
        return frozenset(await self._remembered())

    @property
    def at_hand(self) -> frozenset[GuildId]:
        """Give the servers that are out of reach, as far as was read."""
        return frozenset(self._known or ())

    async def lived_in(self) -> frozenset[GuildId]:
        """Give the servers in which something is open, which must not be lost."""
        async with self._database.reading() as reading:
            return frozenset(await absences.lived_in(reading))

    async def begin(self, guild: GuildId) -> None:
        """Note that a server is out of reach, if it was not before."""
        now = self._clock.now()
        known = await self._remembered()
        async with self._database.writing() as writing:
            await absences.begin(writing, guild, now)
        known.add(guild)
        _log.info("server out of reach", guild=guild)

    async def end(self, guild: GuildId) -> Seconds:
        """Take up what waits for a server, and give back the time for which it was out of reach.

        Gives how long that was.
        """
        now = self._clock.now()
        known = await self._remembered()
        async with self._database.writing() as writing:
            since = await absences.since(writing, guild)
            gap = Seconds(0.0 if since is None else now - since)
            if since is not None and gap > LONGEST_GAP:
                # Each bed shows a deadline that may be past by now.
                await clocks.move(writing, since, now, EVER, guild)
            await absences.end(writing, guild)
            await absences.hasten(writing, guild, now)
        known.discard(guild)
        _log.info("server within reach", guild=guild, seconds=round(gap))
        return gap

    async def try_again(self, guild: GuildId) -> None:
        """Have what Discord refused in a server tried again: it may be allowed now."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            await absences.hasten_lost(writing, guild, now)

    async def end_due(self, most: int) -> list[MatchId]:
        """End up to so many matches of servers that did not come back, without a result or word."""
        now = self._clock.now()
        until = Instant(now - PATIENCE)
        ended: list[MatchId] = []
        async with self._database.reading() as reading:
            due = await absences.begun_until(reading, until, most)
        for guild in due:
            async with self._database.reading() as reading:
                live = await absences.live(reading, guild, most)
            for number in live:
                await self._end(number, now)
            ended += live
            if len(live) < most:
                async with self._database.writing() as writing:
                    await absences.end(writing, guild)
                (await self._remembered()).discard(guild)
        return ended

    async def _end(self, number: MatchId, now: Instant) -> None:
        async with self._database.writing() as writing:
            match = await matches.find(writing, number)
            if match is None or match.outcome is not None:
                return
            await store_change(writing, match, end_without_result(match, WHY_ENDED, now), now)
            await moderation.note_outcome(writing, number, WHY_ENDED)
            for notice in await notices.of_match(writing, number):
                await notices.done(writing, notice.id)

    async def _remembered(self) -> set[GuildId]:
        if self._known is None:
            async with self._database.reading() as reading:
                self._known = set(await absences.known(reading))
        return self._known
