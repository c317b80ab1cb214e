"""Leaderboards, for members of a server and in public."""

from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final, assert_never

from bot.db.database import Database, Reading
from bot.features.matches.errors import ServiceRefusal
from bot.features.matches.exports import Exports
from bot.features.settings.server import Leaderboard, SearchEngines
from bot.features.settings.service import ServersSettings
from bot.features.standings import player_queries, seasons
from bot.features.standings import queries as rating_queries
from bot.features.standings.glicko import ALL_TIME, Scope
from bot.features.standings.queries import (
    LeaderboardKey,
    Listing,
    OwnRank,
    Provisional,
    RankedPlayer,
    to_show,
)
from bot.features.standings.seasons import Period, Season, Span
from bot.jobs.clock import Clock
from bot.match.identity import GuildId, Instant, PlayerKey, UserId
from bot.text import N_, Message, Typed


@dataclass(eq=False, slots=True)
class NoSuchSeason(ServiceRefusal):
    """The server has no such season; `last` is its latest, 0 before the first."""

    none_yet = N_(
        "There is no season {text} in this server: the first rated match begins the first one. "
        "Choose *All time*."
    )
    only_one = N_("There is no season {text} in this server, only season 1. Or choose *All time*.")
    message = N_(
        "There is no season {text} in this server, only seasons 1 to {last}. Or choose *This "
        "season* or *All time*."
    )

    text: Typed
    last: int

    def choose_message(self) -> Message:
        """Return the sentence about the seasons that exist."""
        if self.last == 0:
            return self.none_yet
        return self.only_one if self.last == 1 else self.message


ON_A_PAGE: Final = 10
ROWS_A_TRIP: Final = 500
"""How many players are read at a time when all are exported."""


class OwnPage(Enum):
    """The page with the viewer's own place; the first page if they have none."""

    MINE = "mine"


RequestedPage = int | OwnPage
"""The requested page, from 0."""


@dataclass(frozen=True, slots=True)
class LeaderboardRequest:
    """The requested leaderboard: its server, ruleset and time."""

    table: LeaderboardKey
    period: Period = Span.RUNNING


@dataclass(frozen=True, slots=True)
class Board:
    """A page of a leaderboard, numbered from 0, as it was at a moment.

    `season` is its season, `None` for all time and before the first season. `seasons` are all of
    the server's, the first one first; `own` is the viewer's rating. `provisional` are the strongest
    players without a place, and `more_provisional` counts the others; they are on the last page.
    """

    request: LeaderboardRequest
    season: Season | None
    seasons: tuple[Season, ...]
    rows: tuple[RankedPlayer, ...]
    number: int
    pages: int
    ranked: int
    own: OwnRank | None
    at: Instant
    provisional: tuple[Provisional, ...] = ()
    more_provisional: int = 0


class Leaderboards:
    """Looks up who ranks where."""

    def __init__(self, database: Database, clock: Clock, exports: Exports) -> None:
        self._database = database
        self._exports = exports
        self._clock = clock

    async def page(
        self, request: LeaderboardRequest, viewer: UserId, page: RequestedPage = 0
    ) -> Board:
        """Return a page; the last page instead of one beyond it. Raise `NoSuchSeason`."""
        async with self._database.snapshot() as reading:
            every = await seasons.of_server(reading, request.table.guild)
            season, scope = _season_and_scope(every, request.period)
            shown_at = _shown_at(season, self._clock.now())
            if scope is None:
                return Board(request, None, tuple(every), (), 0, 1, 0, None, shown_at)
            table = request.table
            own = await rating_queries.own(reading, table, scope, viewer)
            ranked = await rating_queries.ranked(reading, table, scope)
            pages = max(1, -(-ranked // ON_A_PAGE))
            number = min(max(_number(page, own), 0), pages - 1)
            rows = await rating_queries.page(reading, table, scope, number * ON_A_PAGE, ON_A_PAGE)
            provisional, more = list[Provisional](), 0
            if number == pages - 1:
                provisional = await rating_queries.provisional(reading, table, scope, ON_A_PAGE)
            if len(provisional) == ON_A_PAGE:
                more = await rating_queries.count_provisional(reading, table, scope) - ON_A_PAGE
        return Board(
            request,
            season,
            tuple(every),
            tuple(to_show(rows)),
            number,
            pages,
            ranked,
            own,
            shown_at,
            tuple(provisional),
            more,
        )

    async def every(self, request: LeaderboardRequest) -> AsyncGenerator[list[RankedPlayer], None]:
        """Yield all ranked players, some hundreds at a time, as they were at one moment.

        Raise `NoSuchSeason`, or `ExportsBusy` while another file is written.
        """
        async with self._exports.turn(), self._database.snapshot() as reading:
            every = await seasons.of_server(reading, request.table.guild)
            _, scope = _season_and_scope(every, request.period)
            after = 0
            while scope is not None:
                rows = await rating_queries.page(reading, request.table, scope, after, ROWS_A_TRIP)
                if not rows:
                    return
                yield to_show(rows)
                after += len(rows)

    async def seasons(self, guild: GuildId) -> list[Season]:
        """List a server's seasons, the first one first."""
        async with self._database.reading() as reading:
            return await seasons.of_server(reading, guild)


def _number(page: RequestedPage, own: OwnRank | None) -> int:
    match page:
        case OwnPage.MINE:
            return 0 if own is None or own.place is None else own.above // ON_A_PAGE
        case int():
            return page
        case _:
            assert_never(page)


def _season_and_scope(
    every: Sequence[Season], period: Period
) -> tuple[Season | None, Scope | None]:
    """Return the requested season of a server, and the scope of its ratings.

    The scope is `None` before the first season. Raise `NoSuchSeason`.
    """
    match period:
        case Span.ALL_TIME:
            return None, ALL_TIME
        case Span.RUNNING:
            return (every[-1], every[-1].id) if every else (None, None)
        case int():
            for season in every:
                if season.number == period:
                    return season, season.id
            raise NoSuchSeason(str(period), len(every))
        case _:
            assert_never(period)


def _shown_at(season: Season | None, now: Instant) -> Instant:
    """Return the moment for which ratings are shown: the end, for a finished season."""
    return now if season is None or season.ended_at is None else season.ended_at


@dataclass(frozen=True, slots=True)
class PublicTableRequest:
    """The requested players of a public table: `most` of them after the first `after`."""

    table: LeaderboardKey
    period: Period
    after: int
    most: int


@dataclass(frozen=True, slots=True)
class PublicTable:
    """A part of a leaderboard as it was at a moment.

    `season` is its season, `None` for all time and before the first season. `seasons` are all of
    the server's, the first one first, and `ranked` is how many players have a place. `is_indexed`
    says whether search engines may list it.
    """

    request: PublicTableRequest
    season: Season | None
    seasons: tuple[Season, ...]
    rows: tuple[RankedPlayer, ...]
    ranked: int
    at: Instant
    is_indexed: bool = False


@dataclass(frozen=True, slots=True)
class PublicSeason:
    """A season, and the rulesets with rated matches in it."""

    season: Season
    rulesets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PublicPlace:
    """A player's row of a public leaderboard, as it was at a moment; all time has no season."""

    ruleset: str
    season: Season | None
    row: RankedPlayer
    at: Instant


@dataclass(frozen=True, slots=True)
class PublicPlayer:
    """A player on a server's public leaderboards: first that of all time, then the last seasons."""

    user: UserId
    places: tuple[PublicPlace, ...]


MOST_PLACES: Final = 12
"""How many rows of leaderboards the page of a player has."""


class PublicTables:
    """Looks up public leaderboards."""

    def __init__(self, database: Database, clock: Clock, settings: ServersSettings) -> None:
        self._database = database
        self._clock = clock
        self._settings = settings

    async def part(self, request: PublicTableRequest) -> PublicTable | None:
        """Return a part of a leaderboard; `None` if the server's is not public.

        Raise `NoSuchSeason`.
        """
        is_indexed = await self.is_indexed(request.table.guild)
        if is_indexed is None:
            return None
        async with self._database.snapshot() as reading:
            every = await seasons.of_server(reading, request.table.guild)
            season, scope = _season_and_scope(every, request.period)
            shown_at = _shown_at(season, self._clock.now())
            if scope is None:
                return PublicTable(request, None, (), (), 0, shown_at, is_indexed)
            rows = await rating_queries.page(
                reading, request.table, scope, request.after, request.most
            )
            ranked = await rating_queries.ranked(reading, request.table, scope)
        return PublicTable(
            request, season, tuple(every), tuple(to_show(rows)), ranked, shown_at, is_indexed
        )

    async def is_indexed(self, guild: GuildId) -> bool | None:
        """Return whether search engines may list a server's tables; `None` if none is public."""
        settings = await self._settings.of(guild)
        if settings.leaderboard is Leaderboard.PRIVATE:
            return None
        return settings.search_engines is SearchEngines.ALLOWED

    async def player(self, guild: GuildId, key: PlayerKey) -> PublicPlayer | None:
        """Return a player of a server's leaderboards; `None` for one who is on none of them.

        Neither a former player nor one who asked to be left off has a page of their own.
        """
        if await self.is_indexed(guild) is None:
            return None
        async with self._database.snapshot() as reading:
            named = await player_queries.of_key(reading, key)
            if named is None or named.user is None or named.player.listing is Listing.LEFT_OFF:
                return None
            by_scope: dict[Scope, Season | None] = {ALL_TIME: None}
            by_scope |= {each.id: each for each in await seasons.of_server(reading, guild)}
            rated = [
                each
                for each in await rating_queries.of_player(reading, key)
                if each.table.guild == guild and each.shown is not None and each.scope in by_scope
            ]
            rated.sort(key=lambda each: (each.scope != ALL_TIME, -each.scope, each.table.ruleset))
            now = self._clock.now()
            places = list[PublicPlace]()
            for each in rated[:MOST_PLACES]:
                own = await rating_queries.own(reading, each.table, each.scope, named.user)
                above = 0 if own is None else own.above
                season = by_scope[each.scope]
                places += [
                    PublicPlace(each.table.ruleset, season, row, _shown_at(season, now))
                    for row in await rating_queries.page(reading, each.table, each.scope, above, 1)
                ]
        return PublicPlayer(named.user, tuple(places)) if places else None

    async def seasons(self, guild: GuildId) -> list[PublicSeason] | None:
        """List a server's seasons, the first one first; `None` if its tables are not public."""
        if await self.is_indexed(guild) is None:
            return None
        async with self._database.snapshot() as reading:
            every = await seasons.of_server(reading, guild)
            return [await _with_rulesets(reading, season) for season in every]


async def _with_rulesets(reading: Reading, season: Season) -> PublicSeason:
    return PublicSeason(season, tuple(await seasons.rulesets(reading, season)))
