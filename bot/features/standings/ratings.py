"""Rating a match in the transaction that ends it."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

from bot.db.database import Database, Reading, Writing
from bot.db.statements import execute
from bot.features.matches.writer import MatchChange
from bot.features.standings import player_queries, rerating_queries, seasons
from bot.features.standings import queries as rating_queries
from bot.features.standings.glicko import (
    ALL_TIME,
    NEVER_RATED,
    PlayerRating,
    PointsAtStake,
    RatedResult,
    RatingStep,
    RatingTable,
    Scope,
    at_stake,
    carried,
    pair_of,
    rated_pair,
    weight_of,
)
from bot.features.standings.listings import any_left_off, shown_points
from bot.features.standings.queries import QUERIES, Change, LeaderboardKey, Listing, Player
from bot.features.standings.rerating_queries import ComputedTable, RatingDifferences, StoredRatings
from bot.features.standings.seasons import season_at
from bot.jobs.clock import Clock
from bot.match.challenge import Challenge
from bot.match.ending import score_of
from bot.match.identity import Instant, MatchId, PlayerKey, UserId
from bot.match.match import Match
from bot.match.terms import Stakes, rating_kind


async def rate(writing: Writing, change: MatchChange) -> None:
    """Rate a match that ends, if it counts."""
    match, now = change.after, change.now
    score = score_of(match) if change.ends else None
    if score is None:
        return
    table = LeaderboardKey(
        match.venue.guild, rating_kind(match.position.ruleset, match.clock.control)
    )
    season = await season_at(writing, table.guild, now)
    orange, gray = await _players(writing, match)
    before = await _ratings_before(writing, table, season.id, orange.key, gray.key)
    # Taking a number blocks all other ratings, so it is taken late.
    number = await rating_queries.next_result(writing)
    result = RatedResult(number, season.id, now, orange.key, gray.key, score)
    steps = _steps(before, result)
    listings = {orange.key: orange.listing, gray.key: gray.listing}
    await execute(
        rating_queries.insert_result(writing, table, match.id, result),
        rating_queries.insert_steps(writing, steps),
        rating_queries.keep(writing, table, _points_shown(steps, listings)),
        rating_queries.count(writing, table, _point_counts(steps, listings)),
        rating_queries.count_meeting(
            writing, table, (ALL_TIME, season.id), pair_of(orange.key, gray.key)
        ),
    )


async def _players(writing: Writing, match: Match) -> tuple[Player, Player]:
    orange, gray = match.seats
    known = await player_queries.find_two_to_rate(writing, orange, gray)

    async def key_of(user: UserId) -> Player:
        return known.get(user) or await player_queries.insert(writing, user)

    return await key_of(orange), await key_of(gray)


@dataclass(frozen=True, slots=True)
class _RatingsBefore:
    """Two players' ratings before their match, by scope, orange's first."""

    ratings: Mapping[Scope, tuple[PlayerRating, PlayerRating]]
    meetings: Mapping[Scope, int]


async def _ratings_before(
    writing: Writing, table: LeaderboardKey, season: Scope, orange: PlayerKey, gray: PlayerKey
) -> _RatingsBefore:
    pair = pair_of(orange, gray)
    known = await rating_queries.of_two(writing, table, season, pair)
    met = await rating_queries.meetings(writing, table, season, pair)

    async def rating(scope: Scope, player: PlayerKey) -> PlayerRating:
        return known.get((scope, player)) or await first_rating(writing, table, scope, player)

    ratings = {
        scope: (await rating(scope, orange), await rating(scope, gray))
        for scope in (ALL_TIME, season)
    }
    return _RatingsBefore(ratings, met)


def _steps(before: _RatingsBefore, result: RatedResult) -> list[RatingStep]:
    weight = weight_of(before.meetings.get(result.season, 0))
    steps = []
    for scope, (orange, gray) in before.ratings.items():
        newly_met = not before.meetings.get(scope, 0)
        steps += rated_pair(result, scope, orange, gray, weight, newly_met=newly_met)
    return steps


async def first_rating(
    reading: Reading, table: LeaderboardKey, scope: Scope, player: PlayerKey
) -> PlayerRating:
    """Return a player's initial rating in a scope."""
    if scope == ALL_TIME:
        return NEVER_RATED
    last = await rating_queries.of_last_season(reading, table, scope, player)
    return carried(last) if last else NEVER_RATED


def _points_shown(
    steps: list[RatingStep], listings: dict[PlayerKey, Listing]
) -> dict[tuple[Scope, PlayerKey], tuple[PlayerRating, int | None]]:
    return {
        (step.scope, step.player): (step.after, shown_points(step.after, listings[step.player]))
        for step in steps
    }


def _point_counts(
    steps: list[RatingStep], listings: dict[PlayerKey, Listing]
) -> dict[tuple[Scope, int], int]:
    """Count how many players left and reached each number of points."""
    changes: Counter[tuple[Scope, int]] = Counter()
    for step in steps:
        for player, change in ((step.before, -1), (step.after, 1)):
            shown = shown_points(player, listings[step.player])
            if shown is not None:
                changes[step.scope, shown] += change
    return changes


@dataclass(frozen=True, slots=True)
class RebuildResult:
    """How many results were recomputed, and how many stored rows differed."""

    tables: int
    results: int
    different: int


@dataclass(frozen=True, slots=True)
class MatchRated:
    """How a match changed its players' ratings in its season.

    A void match changed nothing, unless its season was over before it was voided.
    """

    orange: Change | None
    gray: Change | None
    voided_at: Instant | None


@dataclass(frozen=True, slots=True)
class PointsOfBoth:
    """By how much a match would change the ratings of both players."""

    challenger: PointsAtStake
    friend: PointsAtStake


class Ratings:
    """Voids results, and recomputes ratings."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def void(self, number: MatchId) -> bool:
        """Void a match, and recompute the ratings after it.

        The table of a finished season stays as it is. Return False if the match was never rated, or
        is void already.
        """
        now = self._clock.now()
        async with voiding(self._database, number, now) as writing:
            return writing is not None

    async def of_match(self, number: MatchId) -> MatchRated | None:
        """Return how a match changed its players' season ratings; `None` if it was not rated."""
        async with self._database.reading() as reading:
            stored = await rerating_queries.of_match(reading, number)
            if stored is None:
                return None
            result = stored.result
            changes = await rating_queries.changes(reading, result.id, result.season)
        orange, gray = changes.get(result.orange), changes.get(result.gray)
        return MatchRated(orange, gray, result.voided_at)

    async def at_stake(self, challenge: Challenge) -> PointsOfBoth | None:
        """Return by how much a match would change the season's ratings if it ended now.

        Return `None` if the match is not rated, if it is not known who accepts, if one of the
        players is left off leaderboards, or if one was never rated: the first changes are large and
        mean little.
        """
        guild, friend = challenge.place.guild, challenge.friend
        if friend is None or challenge.terms.stakes is not Stakes.RATED:
            return None
        now = self._clock.now()
        table = LeaderboardKey(guild, rating_kind(challenge.terms.ruleset, challenge.terms.time))
        async with self._database.reading() as reading:
            if await any_left_off(reading, challenge.challenger, friend):
                return None
            one, other, met = await _of_two(reading, table, (challenge.challenger, friend))
        if NEVER_RATED in (one, other):
            return None
        return PointsOfBoth(at_stake(one, other, met, now), at_stake(other, one, met, now))

    async def rebuild(self) -> RebuildResult:
        """Recompute every rating from the results, and correct what differs."""
        return _total([await self._correct(table) for table in await self._tables()])

    async def check(self) -> RebuildResult:
        """Recompute every rating, and change nothing."""
        return _total([(await self._compare(table))[1:] for table in await self._tables()])

    async def _tables(self) -> list[LeaderboardKey]:
        async with self._database.reading() as reading:
            return await QUERIES.rating_tables(reading.connection).all(LeaderboardKey)

    async def _compare(self, table: LeaderboardKey) -> tuple[StoredRatings, int, RatingDifferences]:
        """Recompute a table without blocking writers: it may take longer than they would wait."""
        async with self._database.snapshot() as reading:
            as_stored = await rerating_queries.as_stored(reading, table)
        return as_stored, *(await asyncio.to_thread(_compare_recomputed, as_stored))

    async def _correct(self, table: LeaderboardKey) -> tuple[int, RatingDifferences]:
        """Recompute a table, again if results came in meanwhile, and write what differs."""
        while True:
            as_stored, results, different = await self._compare(table)
            async with self._database.writing() as writing:
                if await rerating_queries.state(writing, table) == as_stored.state:
                    await rerating_queries.put_right(writing, table, different)
                    return results, different


def _total(compared: Sequence[tuple[int, RatingDifferences]]) -> RebuildResult:
    results, rows = [each for each, _ in compared], [each.rows for _, each in compared]
    return RebuildResult(len(compared), sum(results), sum(rows))


async def find_result(reading: Reading, number: MatchId) -> RatedResult | None:
    """Return how a match between users changed ratings; `None` if it was never rated."""
    result = await rerating_queries.of_match(reading, number)
    return None if result is None else result.result


@asynccontextmanager
async def voiding(
    database: Database, number: MatchId, now: Instant
) -> AsyncIterator[Writing | None]:
    """Void a match, and yield the transaction that corrects the ratings after it.

    Yield `None` if the match was never rated, or is void already. A long history is computed
    outside of the transaction, because other matches are played meanwhile. If they change its
    results, it is computed again.
    """
    while True:
        async with database.snapshot() as reading:
            stored = await rerating_queries.of_match(reading, number)
            if stored is None or stored.result.voided_at is not None:
                yield None
                return
            table, result = stored.table, stored.result
            as_stored = await rerating_queries.as_stored(reading, table)
        voided = replace(result, voided_at=now)
        _, different = await asyncio.to_thread(_compare_recomputed, as_stored, voided)
        async with database.writing() as writing:
            # A season that is due ends here, with this result in it.
            await season_at(writing, table.guild, now)
            if await rerating_queries.state(writing, table) != as_stored.state:
                continue
            await rerating_queries.void(writing, number, now)
            await rerating_queries.put_right(writing, table, different)
            yield writing
            return


async def _of_two(
    reading: Reading, table: LeaderboardKey, users: tuple[UserId, UserId]
) -> tuple[PlayerRating, PlayerRating, int]:
    """Return the ratings of two users in the current season, and how often they have met in it."""
    season = await seasons.running(reading, table.guild)
    known = await player_queries.find_two(reading, *users)
    one, other = (known.get(user) for user in users)
    if season is None:
        return NEVER_RATED, NEVER_RATED, 0

    async def rating_of(player: Player | None) -> PlayerRating:
        if player is None:
            return NEVER_RATED
        pair = (player.key, player.key)
        rating = (await rating_queries.of_two(reading, table, season.id, pair)).get(
            (season.id, player.key)
        )
        return rating or await first_rating(reading, table, season.id, player.key)

    met = 0
    if one is not None and other is not None:
        pair = pair_of(one.key, other.key)
        met = (await rating_queries.meetings(reading, table, season.id, pair)).get(season.id, 0)
    return await rating_of(one), await rating_of(other), met


def _compare_recomputed(
    as_stored: StoredRatings, voided: RatedResult | None = None
) -> tuple[int, RatingDifferences]:
    """Recompute a table, as if a result were void; return the number of its results too."""
    table = RatingTable(as_stored.ended)
    steps = []
    for result in as_stored.results:
        counts = voided if voided is not None and result.id == voided.id else result
        steps += table.rate(counts)
    computed = ComputedTable(steps, table, _shown_ratings(table, as_stored))
    return len(as_stored.results), rerating_queries.differing(as_stored, computed)


def _shown_ratings(
    rated: RatingTable, as_stored: StoredRatings
) -> dict[tuple[Scope, PlayerKey], int | None]:
    """Return the points that rank each player; a player ranked at a season's end stays ranked."""
    listings, placeless = as_stored.listings, rerating_queries.placeless_in(as_stored)

    def listing_of(scope: Scope, player: PlayerKey) -> Listing:
        if scope not in as_stored.ended:
            return listings[player]
        return Listing.LEFT_OFF if (scope, player) in placeless else Listing.LISTED

    return {
        (scope, player): shown_points(rating, listing_of(scope, player))
        for (scope, player), rating in rated.ratings.items()
    }
