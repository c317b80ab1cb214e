"""Seasons in the database."""

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.db.database import Reading, Writing
from bot.db.program import Counter, allot
from bot.db.statements import execute, load_queries
from bot.features.standings.rating import Scope
from bot.features.standings.season import Season, SeasonEnd, Title
from bot.jobs.jobs import schedule
from bot.match.identity import GuildId, Instant, PlayerKey, UserId

QUERIES: Final = load_queries(__file__)


@dataclass(frozen=True, slots=True)
class WonTitle:
    """A title of a season, and who won it; `None` for somebody who had themself deleted."""

    ruleset: str
    place: int
    user: UserId | None


async def running(reading: Reading, guild: GuildId) -> Season | None:
    """Return the season that a server is in, if one has begun."""
    row = await QUERIES.season_that_runs(reading.connection, guild_id=guild)
    return _season(row) if row else None


async def latest(reading: Reading, guild: GuildId) -> Season | None:
    """Return a server's latest season, be it over or not."""
    row = await QUERIES.latest_season(reading.connection, guild_id=guild)
    return _season(row) if row else None


async def of_server(reading: Reading, guild: GuildId) -> list[Season]:
    """List a server's seasons, the first one first."""
    rows = QUERIES.seasons_of_server(reading.connection, guild_id=guild)
    return [_season(row) async for row in rows]


async def begin(
    writing: Writing, guild: GuildId, number: int, began_at: Instant, ends_at: Instant | None
) -> Season:
    """Begin a season."""
    season = Season(Scope(await allot(writing, Counter.SEASON)), guild, number, began_at, ends_at)
    await execute(
        QUERIES.insert_season(
            writing.connection,
            id=season.id,
            guild_id=guild,
            number=number,
            began_at=began_at,
            ends_at=ends_at,
        ),
        schedule(writing, SeasonEnd(guild), ends_at),
    )
    return season


async def end(writing: Writing, season: Scope, ended_at: Instant) -> bool:
    """End a season. False when it had ended before."""
    ended: int = await QUERIES.end_season(writing.connection, id=season, ended_at=ended_at)
    return ended == 1


async def plan_end(writing: Writing, guild: GuildId, ends_at: Instant | None) -> None:
    """Let the season that runs end by itself then, or by hand alone."""
    await execute(
        QUERIES.plan_season_end(writing.connection, guild_id=guild, ends_at=ends_at),
        schedule(writing, SeasonEnd(guild), ends_at),
    )


async def rulesets(reading: Reading, season: Season) -> list[str]:
    """List the rulesets in which anybody was rated in a season."""
    rows = QUERIES.rulesets_of_season(
        reading.connection, guild_id=season.guild, season_id=season.id
    )
    return [row["ruleset"] async for row in rows]


async def bestow(
    writing: Writing, season: Scope, ruleset: str, places: Mapping[PlayerKey, int]
) -> None:
    """Keep who came first, second and third."""
    rows = [
        {"season_id": season, "ruleset": ruleset, "player_key": player, "place": place}
        for player, place in places.items()
    ]
    await QUERIES.insert_titles(writing.connection, rows)


async def titles(reading: Reading, guild: GuildId, player: PlayerKey) -> list[Title]:
    """List the titles that somebody won in a server, the first one first."""
    rows = QUERIES.titles_of_player(reading.connection, player_key=player, guild_id=guild)
    return [Title(int(row["number"]), row["ruleset"], int(row["place"])) async for row in rows]


async def begin_anew(writing: Writing, season: Season) -> None:
    """Write when a season that runs began, and when it ends by itself."""
    await execute(
        QUERIES.begin_season_anew(
            writing.connection, id=season.id, began_at=season.began_at, ends_at=season.ends_at
        ),
        schedule(writing, SeasonEnd(season.guild), season.ends_at),
    )


async def results(reading: Reading, season: Season) -> int:
    """Count the matches that were rated in a season, but for those that are void."""
    rated: int = await QUERIES.results_of_season(
        reading.connection, guild_id=season.guild, season_id=season.id
    )
    return rated


async def last_titled(reading: Reading, guild: GuildId) -> Scope | None:
    """Return the latest season of a server in which anybody won a title."""
    season: int | None = await QUERIES.last_titled_season(reading.connection, guild_id=guild)
    return None if season is None else Scope(season)


async def titles_of(reading: Reading, season: Scope) -> list[WonTitle]:
    """List who won titles in a season, by ruleset and place."""
    rows = QUERIES.titles_of_season(reading.connection, season_id=season)
    return [
        WonTitle(row["ruleset"], int(row["place"]), _user(row["user_id"])) async for row in rows
    ]


def _user(number: int | None) -> UserId | None:
    return None if number is None else UserId(number)


def _season(row: sqlite3.Row) -> Season:
    ends_at, ended_at = row["ends_at"], row["ended_at"]
    return Season(
        Scope(row["id"]),
        GuildId(row["guild_id"]),
        int(row["number"]),
        Instant(row["began_at"]),
        None if ends_at is None else Instant(ends_at),
        None if ended_at is None else Instant(ended_at),
    )
