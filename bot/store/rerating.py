"""All ratings of a server and ruleset at once, as they are when they are computed anew."""

import sqlite3
from collections import Counter
from collections.abc import Mapping

from bot.match.identity import GuildId, Instant, MatchId
from bot.match.rating import PlayerKey, PlayerRating, Scope, Score
from bot.match.rerating import RatedResult, RatingStep, RatingTable
from bot.match.season import Listing
from bot.store.database import QUERIES, Reading, Writing, in_one_go
from bot.store.ratings import Table, count, insert_steps, keep, rating_of, step_row

Place = tuple[Scope, PlayerKey]
Shown = Mapping[Place, int | None]


async def tables(reading: Reading) -> list[Table]:
    """List the servers and rulesets in which anything was rated."""
    rows = QUERIES.rating_tables(reading.connection)
    return [Table(GuildId(row["guild_id"]), row["ruleset"]) async for row in rows]


async def results(reading: Reading, table: Table) -> list[RatedResult]:
    """List all rated results in their order, those that were voided too."""
    rows = QUERIES.rated_results_of(reading.connection, guild_id=table.guild, ruleset=table.ruleset)
    return [result_of(row) async for row in rows]


async def of_match(reading: Reading, match: MatchId) -> tuple[Table, RatedResult] | None:
    """Give the result of a match, if it was rated."""
    row = await QUERIES.rated_result_of(reading.connection, match_id=match)
    if row is None:
        return None
    return Table(GuildId(row["guild_id"]), row["ruleset"]), result_of(row)


async def void(writing: Writing, match: MatchId, now: Instant) -> bool:
    """Note that a result does not count. False when it was noted before, or never rated."""
    voided: int = await QUERIES.void_rated_result(writing.connection, match_id=match, voided_at=now)
    return voided == 1


async def listings(reading: Reading, table: Table) -> dict[PlayerKey, Listing]:
    """Give who of the players stands on leaderboards."""
    rows = QUERIES.listings_of(reading.connection, guild_id=table.guild, ruleset=table.ruleset)
    return {PlayerKey(row["player_key"]): Listing(row["listing"]) async for row in rows}


async def replace_all(
    writing: Writing, table: Table, steps: list[RatingStep], rated: RatingTable, shown: Shown
) -> int:
    """Write what was computed where it is not what stands; give how many rows differed."""
    return (
        await _replace_steps(writing, table, steps)
        + await _replace_ratings(writing, table, rated.ratings, shown)
        + await _replace_counts(writing, table, rated, shown)
    )


async def _replace_steps(writing: Writing, table: Table, steps: list[RatingStep]) -> int:
    rows = QUERIES.rating_steps_of(writing.connection, guild_id=table.guild, ruleset=table.ruleset)
    stored = {_key(dict(row)): dict(row) async for row in rows}
    computed = {_key(step_row(step)): step for step in steps}
    wrong = [step for key, step in computed.items() if stored.get(key) != step_row(step)]
    gone = [
        row for key, row in stored.items() if key not in computed or row != step_row(computed[key])
    ]
    keys = ("result_id", "scope", "player_key")
    await QUERIES.delete_rating_steps(
        writing.connection, [{name: row[name] for name in keys} for row in gone]
    )
    await insert_steps(writing, wrong)
    return len({*map(_key, gone), *(_key(step_row(step)) for step in wrong)})


async def _replace_ratings(
    writing: Writing, table: Table, computed: Mapping[Place, PlayerRating], shown: Shown
) -> int:
    rows = QUERIES.ratings_of_table(writing.connection, guild_id=table.guild, ruleset=table.ruleset)
    stored = {
        (Scope(row["scope"]), PlayerKey(row["player_key"])): (rating_of(row), row["shown"])
        async for row in rows
    }
    right = {place: (rating, shown[place]) for place, rating in computed.items()}
    wrong = {place: kept for place, kept in right.items() if stored.get(place) != kept}
    gone = [place for place in stored if place not in right]
    await QUERIES.delete_ratings(
        writing.connection,
        [
            {
                "guild_id": table.guild,
                "ruleset": table.ruleset,
                "scope": scope,
                "player_key": player,
            }
            for scope, player in gone
        ],
    )
    await keep(writing, table, wrong)
    return len(wrong) + len(gone)


async def _replace_counts(writing: Writing, table: Table, rated: RatingTable, shown: Shown) -> int:
    """Count anew how many stand at each number of points, and who met whom how often.

    Nothing differs for being counted anew: these rows follow from the others.
    """
    counts = Counter((scope, points) for (scope, _), points in shown.items() if points is not None)
    meetings = [
        {
            "guild_id": table.guild,
            "ruleset": table.ruleset,
            "scope": scope,
            "one_key": pair[0],
            "other_key": pair[1],
            "meetings": number,
        }
        for (scope, pair), number in rated.meetings.items()
    ]
    where = {"guild_id": table.guild, "ruleset": table.ruleset}
    await in_one_go(
        QUERIES.forget_rating_counts(writing.connection, **where),
        count(writing, table, counts),
        QUERIES.forget_meetings(writing.connection, **where),
        QUERIES.keep_meetings(writing.connection, meetings),
    )
    return 0


def result_of(row: sqlite3.Row) -> RatedResult:
    """Read a result."""
    voided_at = row["voided_at"]
    return RatedResult(
        int(row["id"]),
        Scope(row["season_id"]),
        Instant(row["rated_at"]),
        PlayerKey(row["orange_key"]),
        PlayerKey(row["gray_key"]),
        Score(row["orange_score"]),
        None if voided_at is None else Instant(voided_at),
    )


def _key(row: Mapping[str, object]) -> tuple[object, ...]:
    return row["result_id"], row["scope"], row["player_key"]
