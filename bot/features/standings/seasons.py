"""Seasons: one runs in each server from its first rated match on, and the next follows it."""

from dataclasses import dataclass, replace
from typing import Final

import structlog

from bot.db.database import Database, Writing
from bot.features.settings import queries as settings_queries
from bot.features.settings.server import ServerSettings
from bot.features.standings import queries as rating_queries
from bot.features.standings import season_queries
from bot.features.standings.errors import SeasonOver
from bot.features.standings.queries import LeaderboardKey
from bot.features.standings.season import LAST_TITLE, Season, SeasonEnd, end_of, planned_end
from bot.features.standings.season_queries import WonTitle
from bot.jobs.clock import Clock
from bot.jobs.runner import job
from bot.match.identity import GuildId, Instant

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

    async def of(self, guild: GuildId) -> list[Season]:
        """List a server's seasons, the first one first."""
        async with self._database.reading() as reading:
            return await season_queries.of_server(reading, guild)

    async def end(self, guild: GuildId, number: int | None = None) -> Season:
        """End the season that runs, and give the next; its table is kept for good.

        `number` is the season that was meant, if it was said. Raises `SeasonOver` where another
        one runs, or none.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            season = await season_queries.running(writing, guild)
            if season is None or number not in (None, season.number):
                raise SeasonOver(number or 0)
            return await _end(writing, season, now)

    async def summary(self, guild: GuildId) -> SeasonSummary:
        """Return what there is to say of the season that runs and of the last one's titles."""
        async with self._database.snapshot() as reading:
            every = await season_queries.of_server(reading, guild)
            if not every:
                return SeasonSummary(None, 0, None, ())
            *earlier, running = every
            rated = await season_queries.results(reading, running)
            last = await season_queries.last_titled(reading, guild)
            season = next((each for each in earlier if last and each.id == last), None)
            titles = (
                () if season is None else tuple(await season_queries.titles_of(reading, season.id))
            )
        return SeasonSummary(running, rated, season, titles)

    @job(SeasonEnd)
    async def end_when_due(self, due: SeasonEnd) -> None:
        """End a season whose time has come."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            season = await season_queries.running(writing, due.guild)
            if season is not None:
                await _up_to(writing, season, now)


async def plan_end_of_season(
    writing: Writing,
    guild: GuildId,
    before: ServerSettings,
    settings: ServerSettings,
    now: Instant,
) -> None:
    """Let the season that runs end as it is set now: after so many days, or by hand."""
    if settings.season_days == before.season_days:
        return
    season = await season_queries.running(writing, guild)
    if season is not None:
        await season_queries.plan_end(
            writing, guild, planned_end(season, settings.season_days, now)
        )


async def season_at(writing: Writing, guild: GuildId, now: Instant) -> Season:
    """Return the season that runs in a server; the first one begins with its first rated match."""
    season = await season_queries.running(writing, guild)
    if season is None:
        days = (await settings_queries.find(writing, guild)).season_days
        return await season_queries.begin(writing, guild, 1, now, end_of(now, days))
    return await _up_to(writing, season, now)


async def _up_to(writing: Writing, season: Season, now: Instant) -> Season:
    """End the season if its time has come, and give the one that runs now.

    One in which nothing was rated begins anew instead: a quiet year makes no empty seasons.
    """
    while season.ends_at is not None and season.ends_at <= now:
        if await season_queries.results(writing, season):
            _log.info("season ended", guild=season.guild, number=season.number)
            season = await _end(writing, season, season.ends_at)
        else:
            days = (await settings_queries.find(writing, season.guild)).season_days
            season = replace(season, began_at=now, ends_at=end_of(now, days))
            await season_queries.begin_anew(writing, season)
    return season


async def _end(writing: Writing, season: Season, now: Instant) -> Season:
    """End a season, and give the one that follows."""
    if not await season_queries.end(writing, season.id, now):
        raise AssertionError(f"season {season.id} ended inside a transaction")
    for ruleset in await season_queries.rulesets(writing, season):
        table = LeaderboardKey(season.guild, ruleset)
        first = await rating_queries.page(writing, table, season.id, 0, MOST_TITLED)
        places = {each.player: each.place for each in first if each.place <= LAST_TITLE}
        await season_queries.bestow(writing, season.id, ruleset, places)
    days = (await settings_queries.find(writing, season.guild)).season_days
    return await season_queries.begin(
        writing, season.guild, season.number + 1, now, end_of(now, days)
    )
