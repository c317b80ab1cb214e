"""Seasons of a server: when they end, who gets titles, and what follows."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import ClassVar, Final, NewType

import structlog

from bot.db.database import Database, Reading, Writing
from bot.db.program import Counter, allot
from bot.db.rows import describe
from bot.db.statements import execute, load_queries
from bot.db.tables import Table
from bot.features.matches.errors import ServiceRefusal
from bot.features.settings import queries as settings_queries
from bot.features.settings.server import ServerSettings
from bot.features.standings import queries as rating_queries
from bot.features.standings.glicko import Scope
from bot.features.standings.queries import LeaderboardKey
from bot.jobs.clock import Clock
from bot.jobs.jobs import Job, schedule
from bot.jobs.runner import job
from bot.match.clock import DAY
from bot.match.identity import GuildId, Instant, PlayerKey, UserId
from bot.text import N_, Message

_log: Final = structlog.get_logger(__name__)
QUERIES: Final = load_queries(__file__)
NUMBERS: Final = Counter("season")
LAST_TITLE: Final = 3
"""The last place that comes with a title."""
SOONEST: Final = DAY
"""The least time that a season has left after its length is changed."""
MOST_TITLED: Final = 50
"""The most players with a title in one ruleset; more could tie only by arrangement."""

SeasonNumber = NewType("SeasonNumber", int)
"""The number of a season in its server, from 1."""


class Span(Enum):
    """The time that a leaderboard covers, if it is not a numbered season."""

    RUNNING = "now"
    """The current season."""
    ALL_TIME = "all"


Period = Span | SeasonNumber


@dataclass(frozen=True, slots=True)
class Season:
    """A season. `ends_at` is when it ends by itself, `ended_at` when it did end."""

    id: Scope
    guild: GuildId
    number: int
    began_at: Instant
    ends_at: Instant | None = None
    ended_at: Instant | None = None


@dataclass(frozen=True, slots=True)
class SeasonEnd(Job):
    """The scheduled end of a server's season."""

    kind: ClassVar[str] = "season end"
    guild: GuildId


@dataclass(frozen=True, slots=True)
class Title:
    """A place among the first three of a season in a ruleset."""

    season: int
    ruleset: str
    place: int


def end_of(began_at: Instant, days: int | None) -> Instant | None:
    """Return when a season of `days` days ends; `None` if it does not end by itself."""
    return None if days is None else Instant(began_at + days * DAY)


def planned_end(season: Season, days: int | None, now: Instant) -> Instant | None:
    """Return when the current season ends if seasons last `days` days.

    A season that would be over already ends a day later, so that the change can be undone.
    """
    ends_at = end_of(season.began_at, days)
    return None if ends_at is None else Instant(max(ends_at, now + SOONEST))


@dataclass(frozen=True, slots=True)
class WonTitle:
    """A title of a season and its winner; `None` if they have deleted their data."""

    ruleset: str
    place: int
    user: UserId | None


@dataclass(frozen=True, slots=True)
class KeptTitle:
    """A stored title."""

    season: Scope
    ruleset: str
    player: PlayerKey
    place: int


describe(KeptTitle, season="season_id")
describe(Title, season="number")
SEASONS: Final = Table("seasons", Season, key=("id",))
TITLES: Final = Table("titles", KeptTitle, key=("season_id", "ruleset", "player_key"))


async def running(reading: Reading, guild: GuildId) -> Season | None:
    """Return the current season of a server, if one has begun."""
    return await QUERIES.season_that_runs(reading.connection, guild_id=guild).first(Season)


async def of_server(reading: Reading, guild: GuildId) -> list[Season]:
    """List a server's seasons, the first one first."""
    return await QUERIES.seasons_of_server(reading.connection, guild_id=guild).all(Season)


async def begin(
    writing: Writing, guild: GuildId, number: int, began_at: Instant, ends_at: Instant | None
) -> Season:
    """Begin a season."""
    season = Season(Scope(await allot(writing, NUMBERS)), guild, number, began_at, ends_at)
    await execute(
        SEASONS.insert(writing.connection, season),
        schedule(writing, SeasonEnd(guild), ends_at),
    )
    return season


async def write_end(writing: Writing, season: Scope, ended_at: Instant) -> bool:
    """Write that a season has ended. Return False if it had ended before."""
    ended: int = await QUERIES.end_season(writing.connection, id=season, ended_at=ended_at)
    return ended == 1


async def rulesets(reading: Reading, season: Season) -> list[str]:
    """List the rulesets in which matches were rated in a season."""
    return await QUERIES.rulesets_of_season(
        reading.connection, guild_id=season.guild, season_id=season.id
    ).all(str)


async def award_badges(
    writing: Writing, season: Scope, ruleset: str, places: Mapping[PlayerKey, int]
) -> None:
    """Store the players who came first, second and third."""
    won = [KeptTitle(season, ruleset, player, place) for player, place in places.items()]
    await TITLES.insert(writing.connection, *won)


async def titles(reading: Reading, guild: GuildId, player: PlayerKey) -> list[Title]:
    """List the titles that a player won in a server, the first one first."""
    query = QUERIES.titles_of_player(reading.connection, player_key=player, guild_id=guild)
    return await query.all(Title)


async def results(reading: Reading, season: Season) -> int:
    """Count the matches that were rated in a season, except void ones."""
    return await QUERIES.results_of_season(
        reading.connection, guild_id=season.guild, season_id=season.id
    ).one(int)


@dataclass(eq=False, slots=True)
class SeasonOver(ServiceRefusal):
    """The season is over already, or never began."""

    message = N_("Season {number} is over already. `/season` shows the current one.")
    none_yet = N_("No season has begun here yet: the first rated match begins it.")

    number: int

    def choose_message(self) -> Message:
        """Return the sentence for a season that ended or never existed."""
        return self.message if self.number else self.none_yet


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
            return await of_server(reading, guild)

    async def end(self, guild: GuildId, number: int | None = None) -> Season:
        """End the current season, keep its table for good, and return the next season.

        `number` is the requested season, if there is one. Raise `SeasonOver` if another season is
        current, or none.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            season = await running(writing, guild)
            if season is None or number not in (None, season.number):
                raise SeasonOver(number or 0)
            return await _end_and_begin_next(writing, season, now)

    async def summary(self, guild: GuildId) -> SeasonSummary:
        """Return the facts about the current season and the last one's titles."""
        async with self._database.snapshot() as reading:
            every = await of_server(reading, guild)
            if not every:
                return SeasonSummary(None, 0, None, ())
            *earlier, current = every
            rated = await results(reading, current)
            last = await QUERIES.last_titled_season(reading.connection, guild_id=guild).first(Scope)
            season = next((each for each in earlier if last and each.id == last), None)
            won: list[WonTitle] = []
            if season is not None:
                query = QUERIES.titles_of_season(reading.connection, season_id=season.id)
                won = await query.all(WonTitle)
        return SeasonSummary(current, rated, season, tuple(won))

    @job(SeasonEnd)
    async def end_when_due(self, due: SeasonEnd) -> None:
        """End a season that is due."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            season = await running(writing, due.guild)
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
    season = await running(writing, guild)
    if season is not None:
        ends_at = planned_end(season, settings.season_days, now)
        await execute(
            QUERIES.plan_season_end(writing.connection, guild_id=guild, ends_at=ends_at),
            schedule(writing, SeasonEnd(guild), ends_at),
        )


async def season_at(writing: Writing, guild: GuildId, now: Instant) -> Season:
    """Return a server's current season; the first one begins with its first rated match."""
    season = await running(writing, guild)
    if season is None or (season.ends_at is not None and season.ends_at <= now):
        writing.require_alone()
    if season is None:
        days = (await settings_queries.find(writing, guild)).season_days
        return await begin(writing, guild, 1, now, end_of(now, days))
    return await _up_to(writing, season, now)


async def _up_to(writing: Writing, season: Season, now: Instant) -> Season:
    """End the season if it is due, and return the current one.

    A season without rated matches begins anew instead, so that a quiet year makes no empty seasons.
    """
    while season.ends_at is not None and season.ends_at <= now:
        if await results(writing, season):
            _log.info("season ended", guild=season.guild, number=season.number)
            season = await _end_and_begin_next(writing, season, season.ends_at)
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


async def _end_and_begin_next(writing: Writing, season: Season, now: Instant) -> Season:
    """End a season, and return the one that follows."""
    if not await write_end(writing, season.id, now):
        raise AssertionError(f"season {season.id} ended inside a transaction")
    for ruleset in await rulesets(writing, season):
        table = LeaderboardKey(season.guild, ruleset)
        first = await rating_queries.page(writing, table, season.id, 0, MOST_TITLED)
        places = {each.player: each.place for each in first if each.place <= LAST_TITLE}
        await award_badges(writing, season.id, ruleset, places)
    days = (await settings_queries.find(writing, season.guild)).season_days
    return await begin(writing, season.guild, season.number + 1, now, end_of(now, days))
