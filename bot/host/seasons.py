"""Seasons: one runs in each server from its first rated match on, and the next follows it."""

from typing import Final

import structlog

from bot.host.clock import Clock
from bot.match.identity import GuildId, Instant
from bot.match.season import LAST_TITLE, Season, end_of
from bot.store import leaderboard, seasons, servers
from bot.store.database import Database, Writing
from bot.store.ratings import Table

MOST_TITLED: Final = 50
"""Players with a title in one ruleset; more than that have the same points only by arrangement."""

_log: Final = structlog.get_logger(__name__)


class Seasons:
    """Ends seasons, by hand or when their time has come, and begins the next."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def of(self, guild: GuildId) -> list[Season]:
        """List a server's seasons, the first one first."""
        async with self._database.reading() as reading:
            return await seasons.of_server(reading, guild)

    async def end(self, guild: GuildId) -> Season | None:
        """End the season that runs, if one does, and give the next; its table is kept for good."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            season = await seasons.running(writing, guild)
            if season is None:
                return None
            return await _end(writing, season, now)

    async def end_due(self, most: int) -> list[GuildId]:
        """End up to so many seasons whose time has come."""
        now = self._clock.now()
        async with self._database.reading() as reading:
            due = await seasons.due(reading, now, most)
        for guild in due:
            async with self._database.writing() as writing:
                season = await seasons.running(writing, guild)
                if season is not None and season.ends_at is not None and season.ends_at <= now:
                    await _end(writing, season, season.ends_at)
                    _log.info("season ended", guild=guild, number=season.number)
        return due

    async def set_length(self, guild: GuildId, days: int | None) -> None:
        """Let seasons end after so many days from now on, the one that runs too; or by hand."""
        async with self._database.writing() as writing:
            season = await seasons.running(writing, guild)
            if season is not None:
                await seasons.plan_end(writing, guild, end_of(season.began_at, days))


async def season_at(writing: Writing, guild: GuildId, now: Instant) -> Season:
    """Give the season that runs in a server; the first one begins with its first rated match."""
    season = await seasons.running(writing, guild)
    if season is None:
        days = (await servers.find(writing, guild)).season_days
        return await seasons.begin(writing, guild, 1, now, end_of(now, days))
    if season.ends_at is not None and season.ends_at <= now:
        return await _end(writing, season, season.ends_at)
    return season


async def _end(writing: Writing, season: Season, now: Instant) -> Season:
    """End a season, and give the one that follows."""
    if not await seasons.end(writing, season.id, now):
        raise AssertionError(f"season {season.id} ended inside a transaction")
    for ruleset in await seasons.rulesets(writing, season):
        table = Table(season.guild, ruleset)
        first = await leaderboard.page(writing, table, season.id, 0, MOST_TITLED)
        places = {each.player: each.place for each in first if each.place <= LAST_TITLE}
        await seasons.bestow(writing, season.id, ruleset, places)
    days = (await servers.find(writing, season.guild)).season_days
    return await seasons.begin(writing, season.guild, season.number + 1, now, end_of(now, days))
