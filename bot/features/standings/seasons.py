"""The seasons of a server, in the database."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import ClassVar, Final, NewType

from bot.db.database import Reading, Writing
from bot.db.program import Counter, allot
from bot.db.rows import describe
from bot.db.statements import execute, load_queries
from bot.db.tables import Table
from bot.features.standings.glicko import Scope
from bot.jobs.jobs import Job, schedule
from bot.match.clock import DAY
from bot.match.identity import GuildId, Instant, PlayerKey, UserId


class Listing(Enum):
    """Whether a player is on leaderboards. The values are stored."""

    LISTED = "listed"
    LEFT_OFF = "left off"


SeasonNumber = NewType("SeasonNumber", int)
"""Which of a server's seasons it is, from 1."""


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


LAST_TITLE: Final = 3
"""The last place that comes with a title."""


def end_of(began_at: Instant, days: int | None) -> Instant | None:
    """Return when a season of `days` days ends; `None` if it does not end by itself."""
    return None if days is None else Instant(began_at + days * DAY)


SOONEST: Final = DAY
"""The least time that a season has left after its length is changed."""


def planned_end(season: Season, days: int | None, now: Instant) -> Instant | None:
    """Return when the current season ends if seasons last `days` days.

    A season that would be over already ends a day later, so that the change can be undone.
    """
    end = end_of(season.began_at, days)
    return None if end is None else Instant(max(end, now + SOONEST))


QUERIES: Final = load_queries(__file__)
NUMBERS: Final = Counter("season")


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


async def end(writing: Writing, season: Scope, ended_at: Instant) -> bool:
    """End a season. Return False if it had ended before."""
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
