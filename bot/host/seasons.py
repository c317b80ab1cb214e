"""Seasons: one runs in each server from its first rated match on, and the next follows it."""

from dataclasses import dataclass, replace
from typing import Final

import structlog

from bot.host.clock import Clock
from bot.host.errors import SeasonOver
from bot.host.setting_aside import SetAside
from bot.match.identity import GuildId, Instant
from bot.match.season import LAST_TITLE, Season, end_of, planned_end
from bot.store import leaderboard, seasons, servers
from bot.store.database import Database, Writing
from bot.store.ratings import Table
from bot.store.seasons import WonTitle

MOST_TITLED: Final = 50
"""Players with a title in one ruleset; more than that have the same points only by arrangement."""

_log: Final = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class SeasonSummary:
    """The season that runs with its rated matches; the last one with titles, and those."""

    running: Season | None
    matches: int
    last: Season | None
    titles: tuple[WonTitle, ...]


class Seasons:
    """Ends seasons, by hand or when their time has come, and begins the next."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._aside: SetAside[GuildId] = SetAside(clock)

    async def of(self, guild: GuildId) -> list[Season]:
        """List a server's seasons, the first one first."""
        async with self._database.reading() as reading:
            return await seasons.of_server(reading, guild)

    async def end(self, guild: GuildId, number: int | None = None) -> Season:
        """End the season that runs, and give the next; its table is kept for good.

        `number` is the season that was meant, if it was said. Raises `SeasonOver` where another
        one runs, or none.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            season = await seasons.running(writing, guild)
            if season is None or number not in (None, season.number):
                raise SeasonOver(number or 0)
            return await _end(writing, season, now)

    async def summary(self, guild: GuildId) -> SeasonSummary:
        """Give what there is to say of the season that runs and of the last one's titles."""
        async with self._database.snapshot() as reading:
            every = await seasons.of_server(reading, guild)
            if not every:
                return SeasonSummary(None, 0, None, ())
            *earlier, running = every
            rated = await seasons.results(reading, running)
            last = await seasons.last_titled(reading, guild)
            season = next((each for each in earlier if last and each.id == last), None)
            titles = () if season is None else tuple(await seasons.titles_of(reading, season.id))
        return SeasonSummary(running, rated, season, titles)

    async def end_due(self, most: int) -> list[GuildId]:
        """End up to so many seasons whose time has come."""
        now = self._clock.now()
        async with self._database.reading() as reading:
            due = await seasons.due(reading, now, self._aside.reach(most))
        ended = []
        for guild in [each for each in due if each not in self._aside][:most]:
            try:
                await self._let_end(guild, now)
            except Exception:
                # One season that cannot be ended holds up no other.
                _log.exception("season not ended", guild=guild)
                self._aside.add(guild)
            else:
                ended.append(guild)
        return ended

    async def _let_end(self, guild: GuildId, now: Instant) -> None:
        async with self._database.writing() as writing:
            season = await seasons.running(writing, guild)
            if season is not None:
                await _up_to(writing, season, now)


async def plan_length(writing: Writing, guild: GuildId, days: int | None, now: Instant) -> None:
    """Let seasons end after so many days from now on, the one that runs too; or by hand."""
    season = await seasons.running(writing, guild)
    if season is not None:
        await seasons.plan_end(writing, guild, planned_end(season, days, now))


async def season_at(writing: Writing, guild: GuildId, now: Instant) -> Season:
    """Give the season that runs in a server; the first one begins with its first rated match."""
    season = await seasons.running(writing, guild)
    if season is None:
        days = (await servers.find(writing, guild)).season_days
        return await seasons.begin(writing, guild, 1, now, end_of(now, days))
    return await _up_to(writing, season, now)


async def _up_to(writing: Writing, season: Season, now: Instant) -> Season:
    """End the season if its time has come, and give the one that runs now.

    One in which nothing was rated begins anew instead: a quiet year makes no empty seasons.
    """
    while season.ends_at is not None and season.ends_at <= now:
        if await seasons.results(writing, season):
            _log.info("season ended", guild=season.guild, number=season.number)
            season = await _end(writing, season, season.ends_at)
        else:
            days = (await servers.find(writing, season.guild)).season_days
            season = replace(season, began_at=now, ends_at=end_of(now, days))
            await seasons.begin_anew(writing, season)
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
