"""Seasons: when they end, who gets titles, and what follows."""

from dataclasses import dataclass, replace
from typing import Final

import structlog

from bot.db.database import Database, Writing
from bot.db.statements import execute
from bot.features.matches.errors import ServiceRefusal
from bot.features.settings import queries as settings_queries
from bot.features.settings.server import ServerSettings
from bot.features.standings import queries as rating_queries
from bot.features.standings import seasons
from bot.features.standings.glicko import Scope
from bot.features.standings.queries import LeaderboardKey
from bot.features.standings.seasons import (
    LAST_TITLE,
    QUERIES,
    Season,
    SeasonEnd,
    WonTitle,
    end_of,
    planned_end,
)
from bot.jobs.clock import Clock
from bot.jobs.jobs import schedule
from bot.jobs.runner import job
from bot.match.identity import GuildId, Instant
from bot.text import N_, Message


@dataclass(eq=False, slots=True)
class SeasonOver(ServiceRefusal):
    """The season is over already, or never began."""

    message = N_("Season {number} is over already. `/season` shows the current one.")
    none_yet = N_("No season has begun here yet: the first rated match begins it.")

    number: int

    def choose_message(self) -> Message:
        """Return the sentence for a season that ended or never existed."""
        return self.message if self.number else self.none_yet


MOST_TITLED: Final = 50
"""The most players with a title in one ruleset; more could be equal only by arrangement."""

_log: Final = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class SeasonSummary:
    """The current season, and the last one with titles."""

    running: Season | None
    matches: int
    last: Season | None
    titles: tuple[WonTitle, ...]


class Seasons:
    """Ends seasons, by hand or when they are due, and begins the next."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def of(self, guild: GuildId) -> list[Season]:
        """List a server's seasons, the first one first."""
        async with self._database.reading() as reading:
            return await seasons.of_server(reading, guild)

    async def end(self, guild: GuildId, number: int | None = None) -> Season:
        """End the current season, keep its table for good, and return the next season.

        `number` is the requested season, if there is one. Raise `SeasonOver` if another season is
        current, or none.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            season = await seasons.running(writing, guild)
            if season is None or number not in (None, season.number):
                raise SeasonOver(number or 0)
            return await _end(writing, season, now)

    async def summary(self, guild: GuildId) -> SeasonSummary:
        """Return the facts about the current season and the last one's titles."""
        async with self._database.snapshot() as reading:
            every = await seasons.of_server(reading, guild)
            if not every:
                return SeasonSummary(None, 0, None, ())
            *earlier, running = every
            rated = await seasons.results(reading, running)
            last = await QUERIES.last_titled_season(reading.connection, guild_id=guild).first(Scope)
            season = next((each for each in earlier if last and each.id == last), None)
            titles: list[WonTitle] = []
            if season is not None:
                query = QUERIES.titles_of_season(reading.connection, season_id=season.id)
                titles = await query.all(WonTitle)
        return SeasonSummary(running, rated, season, tuple(titles))

    @job(SeasonEnd)
    async def end_when_due(self, due: SeasonEnd) -> None:
        """End a season that is due."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            season = await seasons.running(writing, due.guild)
            if season is not None:
                await _up_to(writing, season, now)


async def plan_end_of_season(
    writing: Writing,
    guild: GuildId,
    before: ServerSettings,
    settings: ServerSettings,
    now: Instant,
) -> None:
    """Change when the current season ends: after a number of days, or by hand."""
    if settings.season_days == before.season_days:
        return
    season = await seasons.running(writing, guild)
    if season is not None:
        ends_at = planned_end(season, settings.season_days, now)
        await execute(
            QUERIES.plan_season_end(writing.connection, guild_id=guild, ends_at=ends_at),
            schedule(writing, SeasonEnd(guild), ends_at),
        )


async def season_at(writing: Writing, guild: GuildId, now: Instant) -> Season:
    """Return a server's current season; the first one begins with its first rated match."""
    season = await seasons.running(writing, guild)
    if season is None or (season.ends_at is not None and season.ends_at <= now):
        writing.require_alone()
    if season is None:
        days = (await settings_queries.find(writing, guild)).season_days
        return await seasons.begin(writing, guild, 1, now, end_of(now, days))
    return await _up_to(writing, season, now)


async def _up_to(writing: Writing, season: Season, now: Instant) -> Season:
    """End the season if it is due, and return the current one.

    A season without rated matches begins anew instead, so that a quiet year makes no empty seasons.
    """
    while season.ends_at is not None and season.ends_at <= now:
        if await seasons.results(writing, season):
            _log.info("season ended", guild=season.guild, number=season.number)
            season = await _end(writing, season, season.ends_at)
        else:
            days = (await settings_queries.find(writing, season.guild)).season_days
            season = replace(season, began_at=now, ends_at=end_of(now, days))
            await execute(
                QUERIES.begin_season_anew(
                    writing.connection,
                    id=season.id,
                    began_at=season.began_at,
                    ends_at=season.ends_at,
                ),
                schedule(writing, SeasonEnd(season.guild), season.ends_at),
            )
    return season


async def _end(writing: Writing, season: Season, now: Instant) -> Season:
    """End a season, and return the one that follows."""
    if not await seasons.end(writing, season.id, now):
        raise AssertionError(f"season {season.id} ended inside a transaction")
    for ruleset in await seasons.rulesets(writing, season):
        table = LeaderboardKey(season.guild, ruleset)
        first = await rating_queries.page(writing, table, season.id, 0, MOST_TITLED)
        places = {each.player: each.place for each in first if each.place <= LAST_TITLE}
        await seasons.award_badges(writing, season.id, ruleset, places)
    days = (await settings_queries.find(writing, season.guild)).season_days
    return await seasons.begin(writing, season.guild, season.number + 1, now, end_of(now, days))
