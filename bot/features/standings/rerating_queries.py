"""All ratings of a server in a ruleset at once, to recompute and compare them."""

import asyncio
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from bot.db.database import Reading, Writing
from bot.db.rows import columns_of
from bot.db.statements import execute
from bot.features.standings import seasons
from bot.features.standings.glicko import RatedResult, RatingStep, RatingTable, Scope
from bot.features.standings.queries import (
    PAIRS,
    QUERIES,
    RATINGS,
    RESULTS,
    STEPS,
    LeaderboardKey,
    Listing,
    MeetingCount,
    StoredRating,
    StoredResult,
    StoredStep,
    count,
    stored_step,
)
from bot.match.identity import Instant, MatchId, PlayerKey

Place = tuple[Scope, PlayerKey]
Shown = Mapping[Place, int | None]
State = tuple[int | None, int, int, int]


@dataclass(frozen=True, slots=True)
class ComputedTable:
    """The ratings computed from a table's results, and the points that rank players."""

    steps: list[RatingStep]
    rated: RatingTable
    shown: Shown


@dataclass(frozen=True, slots=True)
class StoredRatings:
    """All rows of a table at one moment, with a way to detect that they have changed since.

    There may be many rows, so one trip reads each kind, and a thread compares them. `counts` says
    how many players have a number of points in a scope.
    """

    table: LeaderboardKey
    state: State
    results: list[RatedResult]
    listings: Mapping[PlayerKey, Listing]
    ended: Mapping[Scope, Instant]
    steps: list[StoredStep]
    ratings: list[StoredRating]
    counts: list[tuple[Scope, int, int]]
    meetings: list[MeetingCount]


@dataclass(frozen=True, slots=True)
class RatingDifferences:
    """Where stored rows differ from computed ones: what to write, and what to delete.

    `counts` says by how much the number of players with some points has to change.
    """

    wrong_steps: list[StoredStep]
    gone_steps: list[StoredStep]
    wrong_ratings: list[StoredRating]
    gone_ratings: list[StoredRating]
    counts: Mapping[tuple[Scope, int], int]
    wrong_meetings: list[MeetingCount]
    gone_meetings: list[MeetingCount]

    @property
    def rows(self) -> int:
        """How many rows are wrong; a replaced row counts once."""
        steps = {_key(step) for step in (*self.wrong_steps, *self.gone_steps)}
        pairs = {_pair(met) for met in (*self.wrong_meetings, *self.gone_meetings)}
        ratings = len(self.wrong_ratings) + len(self.gone_ratings)
        return len(steps) + ratings + len(self.counts) + len(pairs)


async def as_stored(reading: Reading, table: LeaderboardKey) -> StoredRatings:
    """Read all rows of a table, in a snapshot or a transaction."""
    where = columns_of(table)
    connection = reading.connection
    every = await seasons.of_server(reading, table.guild)
    return StoredRatings(
        table,
        await state(reading, table),
        await QUERIES.rated_results_of(connection, **where).all(RatedResult),
        dict(await QUERIES.listings_of(connection, **where).all(tuple[PlayerKey, Listing])),
        {season.id: season.ended_at for season in every if season.ended_at is not None},
        await QUERIES.rating_steps_of(connection, **where).all(StoredStep),
        await QUERIES.ratings_of_table(connection, **where).all(StoredRating),
        await QUERIES.rating_counts_of(connection, **where).all(tuple[Scope, int, int]),
        await QUERIES.meetings_of_table(connection, **where).all(MeetingCount),
    )


async def state(reading: Reading, table: LeaderboardKey) -> State:
    """Return numbers that change whenever the data behind a table changes."""
    query = QUERIES.state_of_table(reading.connection, **columns_of(table))
    return await query.one(tuple[int | None, int, int, int])


async def of_match(reading: Reading, match: MatchId) -> StoredResult | None:
    """Return the result of a match, or `None` if it was not rated."""
    return await RESULTS.find(reading.connection, match_id=match)


async def void(writing: Writing, match: MatchId, now: Instant) -> bool:
    """Record that a result is void. Return False if it was recorded before, or never rated."""
    voided: int = await QUERIES.void_rated_result(writing.connection, match_id=match, voided_at=now)
    return voided == 1


def placeless_in(as_stored: StoredRatings) -> set[Place]:
    """Return the rated players without a place."""
    return {(each.scope, each.player) for each in as_stored.ratings if each.shown is None}


def differing(as_stored: StoredRatings, computed: ComputedTable) -> RatingDifferences:
    """Compare computed rows with stored ones."""
    return RatingDifferences(
        *_differing_steps(as_stored, computed.steps),
        *_differing_ratings(as_stored, computed),
        _differing_counts(as_stored, computed),
        *_differing_meetings(as_stored, computed),
    )


async def put_right(writing: Writing, table: LeaderboardKey, different: RatingDifferences) -> None:
    """Replace stored rows that differ from the computed ones."""
    connection = writing.connection
    # A long history has many rows, for which the event loop must not wait.
    statements = await asyncio.to_thread(
        lambda: (
            STEPS.remove(connection, *different.gone_steps),
            STEPS.insert(connection, *different.wrong_steps),
            RATINGS.remove(connection, *different.gone_ratings),
            RATINGS.upsert(connection, *different.wrong_ratings),
            count(writing, table, different.counts),
            PAIRS.remove(connection, *different.gone_meetings),
            PAIRS.insert(connection, *different.wrong_meetings),
        )
    )
    await execute(*statements)


def _differing_steps(
    as_stored: StoredRatings, steps: list[RatingStep]
) -> tuple[list[StoredStep], list[StoredStep]]:
    """Return the steps that are wrong in the database, and those to delete first."""
    stored = {_key(step): step for step in as_stored.steps}
    computed = {_key(step): step for step in map(stored_step, steps)}
    wrong = [step for key, step in computed.items() if stored.get(key) != step]
    gone = [step for key, step in stored.items() if computed.get(key) != step]
    return wrong, gone


def _differing_ratings(
    as_stored: StoredRatings, computed: ComputedTable
) -> tuple[list[StoredRating], list[StoredRating]]:
    """Return the ratings that are wrong in the database, and those that should not exist."""
    stored = {(each.scope, each.player): each for each in as_stored.ratings}
    right = {
        (scope, player): StoredRating(
            as_stored.table, scope, player, rating, computed.shown[scope, player]
        )
        for (scope, player), rating in computed.rated.ratings.items()
    }
    wrong = [kept for place, kept in right.items() if stored.get(place) != kept]
    gone = [kept for place, kept in stored.items() if place not in right]
    return wrong, gone


def _differing_counts(
    as_stored: StoredRatings, computed: ComputedTable
) -> dict[tuple[Scope, int], int]:
    """Return by how much the wrong counts of players have to change."""
    changes: Counter[tuple[Scope, int]] = Counter()
    for (scope, _), points in computed.shown.items():
        if points is not None:
            changes[scope, points] += 1
    for scope, shown, players in as_stored.counts:
        changes[scope, shown] -= players
    return {place: change for place, change in changes.items() if change}


def _differing_meetings(
    as_stored: StoredRatings, computed: ComputedTable
) -> tuple[list[MeetingCount], list[MeetingCount]]:
    """Return the counts of matches that are wrong in the database, and those to delete first."""
    right = {
        (scope, one, other): MeetingCount(as_stored.table, scope, one, other, number)
        for (scope, (one, other)), number in computed.rated.meetings.items()
    }
    stored = {_pair(met): met for met in as_stored.meetings}
    wrong = [met for pair, met in right.items() if stored.get(pair) != met]
    gone = [met for pair, met in stored.items() if right.get(pair) != met]
    return wrong, gone


def _key(step: StoredStep) -> tuple[int, Scope, PlayerKey]:
    return step.result, step.scope, step.player


def _pair(met: MeetingCount) -> tuple[Scope, PlayerKey, PlayerKey]:
    return met.scope, met.one, met.other
