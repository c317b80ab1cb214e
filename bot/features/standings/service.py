"""Leaderboards: who stands where in a server, a page at a time, and oneself among them."""

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from enum import Enum
from typing import Final, assert_never

from bot.db.database import Database, Reading
from bot.features.matches.exports import Exports
from bot.features.standings import queries as rating_queries
from bot.features.standings import season_queries
from bot.features.standings.errors import NoSuchSeason
from bot.features.standings.queries import LeaderboardKey, Own, Provisional, Ranked, to_show
from bot.features.standings.rating import ALL_TIME, Scope
from bot.features.standings.season import Period, Season, Span
from bot.jobs.clock import Clock
from bot.match.identity import GuildId, Instant, UserId

ON_A_PAGE: Final = 10
IN_ONE_GO: Final = 500
"""Players that are read at a time when all are."""


class Mine(Enum):
    """The page on which the one who looks stands; the first if they stand on none."""

    MINE = "mine"


Wanted = int | Mine
"""Which page, from 0."""


@dataclass(frozen=True, slots=True)
class BoardWanted:
    """Which leaderboard somebody wants to see: of which server, ruleset and time."""

    table: LeaderboardKey
    period: Period = Span.RUNNING


@dataclass(frozen=True, slots=True)
class Board:
    """A page of a leaderboard, numbered from 0, as it was at a moment.

    `season` is the one that it is of, `None` for all time and where no season has begun.
    `seasons` are all of the server's, the first one first; `own` is the rating of who looks.
    `provisional` are the strongest of those who have no place yet; they stand on the last page.
    """

    wanted: BoardWanted
    season: Season | None
    seasons: tuple[Season, ...]
    rows: tuple[Ranked, ...]
    number: int
    pages: int
    ranked: int
    own: Own | None
    at: Instant
    provisional: tuple[Provisional, ...] = ()


class Leaderboards:
    """Looks up who stands where."""

    def __init__(self, database: Database, clock: Clock, exports: Exports) -> None:
        self._database = database
        self._exports = exports
        self._clock = clock

    async def page(self, wanted: BoardWanted, viewer: UserId, page: Wanted = 0) -> Board:
        """Return a page; the last one for one too far. Raises `NoSuchSeason`."""
        async with self._database.snapshot() as reading:
            every, season, scope = await _scope(reading, wanted)
            if scope is None:
                now = self._clock.now()
                return Board(wanted, None, tuple(every), (), 0, 1, 0, None, now)
            table = wanted.table
            own = await rating_queries.own(reading, table, scope, viewer)
            ranked = await rating_queries.ranked(reading, table, scope)
            pages = max(1, -(-ranked // ON_A_PAGE))
            number = min(max(_number(page, own), 0), pages - 1)
            rows = await rating_queries.page(reading, table, scope, number * ON_A_PAGE, ON_A_PAGE)
            provisional: list[Provisional] = []
            if number == pages - 1:
                provisional = await rating_queries.provisional(reading, table, scope, ON_A_PAGE)
        return Board(
            wanted,
            season,
            tuple(every),
            tuple(to_show(rows)),
            number,
            pages,
            ranked,
            own,
            self._seen_at(season),
            tuple(provisional),
        )

    async def every(self, wanted: BoardWanted) -> AsyncGenerator[list[Ranked], None]:
        """Yield all who have a place, some hundreds at a time, as they stood at one moment.

        Raises `NoSuchSeason`, or `ExportsBusy` where another file is written.
        """
        async with self._exports.turn(), self._database.snapshot() as reading:
            _, _, scope = await _scope(reading, wanted)
            after = 0
            while scope is not None:
                rows = await rating_queries.page(reading, wanted.table, scope, after, IN_ONE_GO)
                if not rows:
                    return
                yield to_show(rows)
                after += len(rows)

    async def seasons(self, guild: GuildId) -> list[Season]:
        """List a server's seasons, the first one first."""
        async with self._database.reading() as reading:
            return await season_queries.of_server(reading, guild)

    def _seen_at(self, season: Season | None) -> Instant:
        """Return the moment of which ratings are shown: the end of a season that is over."""
        if season is None or season.ended_at is None:
            return self._clock.now()
        return season.ended_at


def _number(page: Wanted, own: Own | None) -> int:
    match page:
        case Mine.MINE:
            return 0 if own is None or own.place is None else own.above // ON_A_PAGE
        case int():
            return page
        case _:
            assert_never(page)


async def _scope(
    reading: Reading, wanted: BoardWanted
) -> tuple[list[Season], Season | None, Scope | None]:
    """Return a server's seasons, the one that is meant, and what its ratings are kept under."""
    every = await season_queries.of_server(reading, wanted.table.guild)
    match wanted.period:
        case Span.ALL_TIME:
            return every, None, ALL_TIME
        case Span.RUNNING:
            running = every[-1] if every else None
            return every, running, None if running is None else running.id
        case int():
            for season in every:
                if season.number == wanted.period:
                    return every, season, season.id
            raise NoSuchSeason(str(wanted.period), len(every))
        case _:
            assert_never(wanted.period)
