"""Leaderboards and seasons."""

from collections.abc import AsyncGenerator
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, assert_never

import structlog

from bot.db.database import Database, Reading, Writing
from bot.db.statements import execute
from bot.features.matches.errors import ServiceRefusal
from bot.features.matches.exports import Exports
from bot.features.settings import queries as settings_queries
from bot.features.settings.server import Leaderboard, SearchEngines, ServerSettings
from bot.features.settings.service import ServersSettings
from bot.features.standings import queries as rating_queries
from bot.features.standings import seasons
from bot.features.standings.glicko import ALL_TIME, Scope
from bot.features.standings.queries import (
    LeaderboardKey,
    OwnRank,
    Provisional,
    RankedPlayer,
    to_show,
)
from bot.features.standings.seasons import (
    LAST_TITLE,
    QUERIES,
    Listing,
    Period,
    Season,
    SeasonEnd,
    Span,
    WonTitle,
    end_of,
    planned_end,
)
from bot.jobs.clock import Clock
from bot.jobs.jobs import schedule
from bot.jobs.runner import job
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
            every, season, scope = await _scope(reading, request)
            if scope is None:
                now = self._clock.now()
                return Board(request, None, tuple(every), (), 0, 1, 0, None, now)
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
            self._seen_at(season),
            tuple(provisional),
            more,
        )

    async def every(self, request: LeaderboardRequest) -> AsyncGenerator[list[RankedPlayer], None]:
        """Yield all ranked players, some hundreds at a time, as they were at one moment.

        Raise `NoSuchSeason`, or `ExportsBusy` while another file is written.
        """
        async with self._exports.turn(), self._database.snapshot() as reading:
            _, _, scope = await _scope(reading, request)
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

    def _seen_at(self, season: Season | None) -> Instant:
        """Return the moment for which ratings are shown: the end, for a finished season."""
        if season is None or season.ended_at is None:
            return self._clock.now()
        return season.ended_at


def _number(page: RequestedPage, own: OwnRank | None) -> int:
    match page:
        case OwnPage.MINE:
            return 0 if own is None or own.place is None else own.above // ON_A_PAGE
        case int():
            return page
        case _:
            assert_never(page)


async def _scope(
    reading: Reading, request: LeaderboardRequest
) -> tuple[list[Season], Season | None, Scope | None]:
    """Return a server's seasons, the requested one, and the scope of its ratings."""
    every = await seasons.of_server(reading, request.table.guild)
    match request.period:
        case Span.ALL_TIME:
            return every, None, ALL_TIME
        case Span.RUNNING:
            running = every[-1] if every else None
            return every, running, None if running is None else running.id
        case int():
            for season in every:
                if season.number == request.period:
                    return every, season, season.id
            raise NoSuchSeason(str(request.period), len(every))
        case _:
            assert_never(request.period)


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
    """A player who is on public leaderboards of a server: all time first, then the last seasons."""

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
            if scope is None:
                return PublicTable(request, None, (), (), 0, self._clock.now(), is_indexed)
            rows = await rating_queries.page(
                reading, request.table, scope, request.after, request.most
            )
            ranked = await rating_queries.ranked(reading, request.table, scope)
        ended_at = None if season is None else season.ended_at
        at = self._clock.now() if ended_at is None else ended_at
        return PublicTable(
            request, season, tuple(every), tuple(to_show(rows)), ranked, at, is_indexed
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
        now = self._clock.now()
        async with self._database.snapshot() as reading:
            named = await rating_queries.of_key(reading, key)
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
            places = list[PublicPlace]()
            for each in rated[:MOST_PLACES]:
                own = await rating_queries.own(reading, each.table, each.scope, named.user)
                above = 0 if own is None else own.above
                season = by_scope[each.scope]
                ended_at = None if season is None else season.ended_at
                places += [
                    PublicPlace(each.table.ruleset, season, row, ended_at or now)
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


def _season_and_scope(every: list[Season], period: Period) -> tuple[Season | None, Scope | None]:
    """Return the requested season, and the scope of its ratings."""
    if period is Span.ALL_TIME:
        return None, ALL_TIME
    if period is Span.RUNNING:
        return (every[-1], every[-1].id) if every else (None, None)
    for season in every:
        if season.number == period:
            return season, season.id
    raise NoSuchSeason(str(period), len(every))
