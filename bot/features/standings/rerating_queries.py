"""All ratings of a server and ruleset at once, as they are when they are computed anew."""

import asyncio
import sqlite3
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from bot.db.database import Reading, Writing
from bot.db.statements import execute
from bot.features.standings import season_queries
from bot.features.standings.queries import (
    QUERIES,
    Table,
    count,
    insert_step_rows,
    keep,
    rating_of,
    step_row,
)
from bot.features.standings.rating import PlayerRating, Scope
from bot.features.standings.rerating import RatedResult, RatingStep, RatingTable
from bot.features.standings.season import Listing
from bot.match.identity import GuildId, Instant, MatchId, PlayerKey
from bot.match.score import Score

Place = tuple[Scope, PlayerKey]
Shown = Mapping[Place, int | None]
Rows = list[sqlite3.Row]


@dataclass(frozen=True, slots=True)
class Computed:
    """What a table's results make of its ratings, and by what points each player is ranked."""

    steps: list[RatingStep]
    rated: RatingTable
    shown: Shown


@dataclass(frozen=True, slots=True)
class Standing:
    """All rows of a table as they stood at one moment, and by what to tell whether they still do.

    They are read in one trip each and looked at in a thread, for there may be many of them.
    """

    table: Table
    state: tuple[object, ...]
    results: Rows
    listings: Rows
    ended: Mapping[Scope, Instant]
    steps: Rows
    ratings: Rows
    counts: Rows
    meetings: Rows


@dataclass(frozen=True, slots=True)
class Differing:
    """Where what stands is not what was computed: what is to be written, and what is to go.

    `counts` says by how much players at a number of points are to be more.
    """

    wrong_steps: list[RatingStep]
    gone_steps: list[dict[str, object]]
    wrong_ratings: Mapping[Place, tuple[PlayerRating, int | None]]
    gone_ratings: list[dict[str, object]]
    counts: Mapping[tuple[Scope, int], int]
    wrong_meetings: list[dict[str, object]]
    gone_meetings: list[dict[str, object]]

    @property
    def rows(self) -> int:
        """How many rows are not right; one that stands wrongly is one, though it is replaced."""
        steps = {_key(step_row(step)) for step in self.wrong_steps}
        steps |= {_key(row) for row in self.gone_steps}
        pairs = {_pair(row) for row in (*self.wrong_meetings, *self.gone_meetings)}
        ratings = len(self.wrong_ratings) + len(self.gone_ratings)
        return len(steps) + ratings + len(self.counts) + len(pairs)


async def tables(reading: Reading) -> list[Table]:
    """List the servers and rulesets in which anything was rated."""
    rows = QUERIES.rating_tables(reading.connection)
    return [Table(GuildId(row["guild_id"]), row["ruleset"]) async for row in rows]


async def standing(reading: Reading, table: Table) -> Standing:
    """Read all rows of a table, in a snapshot or a transaction."""
    where = {"guild_id": table.guild, "ruleset": table.ruleset}
    connection = reading.connection
    every = await season_queries.of_server(reading, table.guild)
    return Standing(
        table,
        await state(reading, table),
        await QUERIES.rated_results_of(connection, **where),
        await QUERIES.listings_of(connection, **where),
        {season.id: season.ended_at for season in every if season.ended_at is not None},
        await QUERIES.rating_steps_of(connection, **where),
        await QUERIES.ratings_of_table(connection, **where),
        await QUERIES.rating_counts_of(connection, **where),
        await QUERIES.meetings_of_table(connection, **where),
    )


async def state(reading: Reading, table: Table) -> tuple[object, ...]:
    """Return numbers that change with whatever a table is computed from."""
    where = {"guild_id": table.guild, "ruleset": table.ruleset}
    return tuple(await QUERIES.state_of_table(reading.connection, **where))


async def of_match(reading: Reading, match: MatchId) -> tuple[Table, RatedResult] | None:
    """Return the result of a match, if it was rated."""
    row = await QUERIES.rated_result_of(reading.connection, match_id=match)
    if row is None:
        return None
    return Table(GuildId(row["guild_id"]), row["ruleset"]), result_of(row)


async def void(writing: Writing, match: MatchId, now: Instant) -> bool:
    """Note that a result does not count. False when it was noted before, or never rated."""
    voided: int = await QUERIES.void_rated_result(writing.connection, match_id=match, voided_at=now)
    return voided == 1


def listings_in(standing: Standing) -> dict[PlayerKey, Listing]:
    """Return who of the players stands on leaderboards."""
    return {PlayerKey(row["player_key"]): Listing(row["listing"]) for row in standing.listings}


def placeless_in(standing: Standing) -> set[Place]:
    """Return those who are rated and have no place."""
    return {_place(row) for row in standing.ratings if row["shown"] is None}


def differing(standing: Standing, computed: Computed) -> Differing:
    """Compare what was computed with what stands."""
    return Differing(
        *_differing_steps(standing, computed.steps),
        *_differing_ratings(standing, computed),
        _differing_counts(standing, computed),
        *_differing_meetings(standing, computed),
    )


async def put_right(writing: Writing, table: Table, different: Differing) -> None:
    """Write what was computed where something else stands."""
    # The rows of a long history are many, which other matches' buttons need not wait for.
    new = await asyncio.to_thread(lambda: [step_row(step) for step in different.wrong_steps])
    await execute(
        QUERIES.delete_rating_steps(writing.connection, different.gone_steps),
        insert_step_rows(writing, new),
        QUERIES.delete_ratings(writing.connection, different.gone_ratings),
        keep(writing, table, different.wrong_ratings),
        count(writing, table, different.counts),
        QUERIES.delete_meetings(writing.connection, different.gone_meetings),
        QUERIES.keep_meetings(writing.connection, different.wrong_meetings),
    )


def _differing_steps(
    standing: Standing, steps: list[RatingStep]
) -> tuple[list[RatingStep], list[dict[str, object]]]:
    """Return the steps that do not stand as they should, and the rows that go to make room."""
    stored = {_key(row): row for row in map(dict, standing.steps)}
    computed = {_key(row): (step, row) for step in steps for row in [step_row(step)]}
    wrong = {key: step for key, (step, row) in computed.items() if stored.get(key) != row}
    names = ("result_id", "scope", "player_key")
    gone = [
        {name: row[name] for name in names}
        for key, row in stored.items()
        if key in wrong or key not in computed
    ]
    return list(wrong.values()), gone


def _differing_ratings(
    standing: Standing, computed: Computed
) -> tuple[dict[Place, tuple[PlayerRating, int | None]], list[dict[str, object]]]:
    """Return the ratings that do not stand as they should, and those that should not stand."""
    stored = {_place(row): (rating_of(row), row["shown"]) for row in standing.ratings}
    right = {
        place: (rating, computed.shown[place]) for place, rating in computed.rated.ratings.items()
    }
    wrong = {place: kept for place, kept in right.items() if stored.get(place) != kept}
    where = {"guild_id": standing.table.guild, "ruleset": standing.table.ruleset}
    gone: list[dict[str, object]] = [
        {**where, "scope": scope, "player_key": player}
        for scope, player in stored
        if (scope, player) not in right
    ]
    return wrong, gone


def _differing_counts(standing: Standing, computed: Computed) -> dict[tuple[Scope, int], int]:
    """Return by how much players at a number of points are to be more, where they are not right."""
    changes: Counter[tuple[Scope, int]] = Counter()
    for (scope, _), points in computed.shown.items():
        if points is not None:
            changes[scope, points] += 1
    for row in standing.counts:
        changes[Scope(row["scope"]), int(row["shown"])] -= int(row["players"])
    return {place: change for place, change in changes.items() if change}


def _differing_meetings(
    standing: Standing, computed: Computed
) -> tuple[list[dict[str, object]], list[dict[str, object]]]:
    """Return the meetings that are not counted right, and the rows that go to make room."""
    where = {"guild_id": standing.table.guild, "ruleset": standing.table.ruleset}
    right: dict[tuple[object, ...], dict[str, object]] = {
        (scope, one, other): {
            **where,
            "scope": scope,
            "one_key": one,
            "other_key": other,
            "meetings": number,
        }
        for (scope, (one, other)), number in computed.rated.meetings.items()
    }
    stored = {_pair(row): row for row in map(dict, standing.meetings)}
    wrong = [row for pair, row in right.items() if stored.get(pair) != row]
    gone = [row for pair, row in stored.items() if right.get(pair) != row]
    for row in gone:
        del row["meetings"]
    return wrong, gone


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


def _pair(row: Mapping[str, object]) -> tuple[object, ...]:
    return row["scope"], row["one_key"], row["other_key"]


def _place(row: sqlite3.Row) -> Place:
    return Scope(row["scope"]), PlayerKey(row["player_key"])
