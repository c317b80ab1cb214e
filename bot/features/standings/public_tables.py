"""Leaderboards for everybody to read, of servers that want it so."""

from dataclasses import dataclass

from bot.db.database import Database, Reading
from bot.features.settings.server import Leaderboard
from bot.features.settings.service import ServersSettings
from bot.features.standings import queries as rating_queries
from bot.features.standings import seasons
from bot.features.standings.glicko import ALL_TIME, Scope
from bot.features.standings.queries import LeaderboardKey, Ranked, to_show
from bot.features.standings.seasons import Period, Season, Span
from bot.features.standings.service import NoSuchSeason
from bot.jobs.clock import Clock
from bot.match.identity import GuildId, Instant


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which players somebody wants to read of: those after so many others, up to so many."""

    table: LeaderboardKey
    period: Period
    after: int
    most: int


@dataclass(frozen=True, slots=True)
class PublicTable:
    """A part of a leaderboard as it was at a moment.

    `season` is the one that it is of, `None` for all time and where no season has begun.
    `seasons` are all of the server's, the first one first, and `ranked` is how many have a place.
    """

    wanted: Wanted
    season: Season | None
    seasons: tuple[Season, ...]
    rows: tuple[Ranked, ...]
    ranked: int
    at: Instant


@dataclass(frozen=True, slots=True)
class PublicSeason:
    """A season, and the rulesets in which anybody was rated in it."""

    season: Season
    rulesets: tuple[str, ...]


class PublicTables:
    """Looks up what may be read by everybody."""

    def __init__(self, database: Database, clock: Clock, settings: ServersSettings) -> None:
        self._database = database
        self._clock = clock
        self._settings = settings

    async def part(self, wanted: Wanted) -> PublicTable | None:
        """Return a part of a leaderboard; nothing of a server that keeps it to itself.

        Raises `NoSuchSeason`.
        """
        if not await self._is_public(wanted.table.guild):
            return None
        async with self._database.snapshot() as reading:
            every = await seasons.of_server(reading, wanted.table.guild)
            season, scope = _requested(every, wanted.period)
            if scope is None:
                return PublicTable(wanted, None, (), (), 0, self._clock.now())
            rows = await rating_queries.page(
                reading, wanted.table, scope, wanted.after, wanted.most
            )
            ranked = await rating_queries.ranked(reading, wanted.table, scope)
        ended_at = None if season is None else season.ended_at
        at = self._clock.now() if ended_at is None else ended_at
        return PublicTable(wanted, season, tuple(every), tuple(to_show(rows)), ranked, at)

    async def seasons(self, guild: GuildId) -> list[PublicSeason] | None:
        """List the seasons of a server, the first one first; nothing as in `part`."""
        if not await self._is_public(guild):
            return None
        async with self._database.snapshot() as reading:
            every = await seasons.of_server(reading, guild)
            return [await _with_rulesets(reading, season) for season in every]

    async def _is_public(self, guild: GuildId) -> bool:
        return (await self._settings.of(guild)).leaderboard is Leaderboard.PUBLIC


async def _with_rulesets(reading: Reading, season: Season) -> PublicSeason:
    return PublicSeason(season, tuple(await seasons.rulesets(reading, season)))


def _requested(every: list[Season], period: Period) -> tuple[Season | None, Scope | None]:
    """Return the requested season, and what its ratings are kept under."""
    if period is Span.ALL_TIME:
        return None, ALL_TIME
    if period is Span.RUNNING:
        return (every[-1], every[-1].id) if every else (None, None)
    for season in every:
        if season.number == period:
            return season, season.id
    raise NoSuchSeason(str(period), len(every))
