"""All ratings of a server and ruleset at once, as they are when they are computed anew."""

import sqlite3
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from bot.match.identity import GuildId, Instant, MatchId
from bot.match.rating import PlayerKey, PlayerRating, Scope, Score
from bot.match.rerating import RatedResult, RatingStep, RatingTable
from bot.match.season import Listing
from bot.store.database import QUERIES, Reading, Writing, in_one_go
from bot.store.ratings import Table, count, insert_steps, keep, rating_of, step_row

Place = tuple[Scope, PlayerKey]
Shown = Mapping[Place, int | None]


@dataclass(frozen=True, slots=True)
class Computed:
    """What a table's results make of its ratings, and by what points each player is ranked."""

    steps: list[RatingStep]
    rated: RatingTable
    shown: Shown


@dataclass(frozen=True, slots=True)
class Differing:
    """Where what stands is not what was computed: what is to be written, and what is to go."""

    wrong_steps: list[RatingStep]
    gone_steps: list[dict[str, object]]
    wrong_ratings: Mapping[Place, tuple[PlayerRating, int | None]]
    gone_ratings: list[Place]

    @property
    def rows(self) -> int:
        """How many rows are not right; one that stands wrongly is one, though it is replaced."""
        steps = {_key(step_row(step)) for step in self.wrong_steps}
        steps |= {_key(row) for row in self.gone_steps}
        return len(steps) + len(self.wrong_ratings) + len(self.gone_ratings)


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


async def differing(reading: Reading, table: Table, computed: Computed) -> Differing:
    """Compare what was computed with what stands."""
    return Differing(
        *await _differing_steps(reading, table, computed.steps),
        *await _differing_ratings(reading, table, computed),
    )


async def put_right(
    writing: Writing, table: Table, computed: Computed, different: Differing
) -> None:
    """Write what was computed where something else stands, and count places and meetings anew."""
    where = {"guild_id": table.guild, "ruleset": table.ruleset}
    shown = computed.shown.items()
    counts = Counter((scope, points) for (scope, _), points in shown if points is not None)
    meetings = [
        {**where, "scope": scope, "one_key": one, "other_key": other, "meetings": number}
        for (scope, (one, other)), number in computed.rated.meetings.items()
    ]
    gone = [
        {**where, "scope": scope, "player_key": player} for scope, player in different.gone_ratings
    ]
    await in_one_go(
        QUERIES.delete_rating_steps(writing.connection, different.gone_steps),
        insert_steps(writing, different.wrong_steps),
        QUERIES.delete_ratings(writing.connection, gone),
        keep(writing, table, different.wrong_ratings),
        QUERIES.forget_rating_counts(writing.connection, **where),
        count(writing, table, counts),
        QUERIES.forget_meetings(writing.connection, **where),
        QUERIES.keep_meetings(writing.connection, meetings),
    )


async def _differing_steps(
    reading: Reading, table: Table, steps: list[RatingStep]
) -> tuple[list[RatingStep], list[dict[str, object]]]:
    """Give the steps that do not stand as they should, and the rows that go to make room."""
    rows = QUERIES.rating_steps_of(reading.connection, guild_id=table.guild, ruleset=table.ruleset)
    stored = {_key(dict(row)): dict(row) async for row in rows}
    computed = {_key(step_row(step)): step for step in steps}
    wrong = {key: step for key, step in computed.items() if stored.get(key) != step_row(step)}
    names = ("result_id", "scope", "player_key")
    gone = [
        {name: row[name] for name in names}
        for key, row in stored.items()
        if key in wrong or key not in computed
    ]
    return list(wrong.values()), gone


async def _differing_ratings(
    reading: Reading, table: Table, computed: Computed
) -> tuple[dict[Place, tuple[PlayerRating, int | None]], list[Place]]:
    """Give the ratings that do not stand as they should, and those that should not stand."""
    rows = QUERIES.ratings_of_table(reading.connection, guild_id=table.guild, ruleset=table.ruleset)
    stored = {
        (Scope(row["scope"]), PlayerKey(row["player_key"])): (rating_of(row), row["shown"])
        async for row in rows
    }
    right = {
        place: (rating, computed.shown[place]) for place, rating in computed.rated.ratings.items()
    }
    wrong = {place: kept for place, kept in right.items() if stored.get(place) != kept}
    return wrong, [place for place in stored if place not in right]


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
