"""What can be asked and done about ratings outside of the matches that they come from."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.host.clock import Clock
from bot.host.listings import any_left_off
from bot.host.rating import first_rating, shown_points
from bot.host.seasons import season_at
from bot.match.challenge import Challenge
from bot.match.identity import Instant, MatchId, UserId
from bot.match.rating import NEVER_RATED, AtStake, PlayerKey, PlayerRating, Scope, at_stake
from bot.match.rerating import RatedResult, RatingStep, RatingTable, pair_of
from bot.match.season import Listing
from bot.match.terms import Stakes
from bot.store import players, ratings, rerating, seasons
from bot.store.database import Database, Reading, Writing
from bot.store.players import Player
from bot.store.ratings import Change, Table
from bot.store.rerating import Computed


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What was computed anew: results of how many tables, and how many rows were not right."""

    tables: int
    results: int
    different: int


@dataclass(frozen=True, slots=True)
class MatchRated:
    """What a match made of its players' ratings in its season.

    A match that is void made nothing of them, unless its season was over before.
    """

    orange: Change | None
    gray: Change | None
    voided_at: Instant | None


@dataclass(frozen=True, slots=True)
class BothAtStake:
    """By how much a match would change the ratings of who challenges and of their friend."""

    challenger: AtStake
    friend: AtStake


class Ratings:
    """Voids results, and computes ratings anew."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def void(self, number: MatchId) -> bool:
        """Let a match not count, and compute anew what came after it.

        The table of a season that has ended stays as it is. False when the match was never rated,
        or does not count already.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            return await void_result(writing, number, now)

    async def of_match(self, number: MatchId) -> MatchRated | None:
        """Give what a match made of its players' ratings in its season; nothing if not rated."""
        async with self._database.reading() as reading:
            found = await rerating.of_match(reading, number)
            if found is None:
                return None
            _, result = found
            changes = await ratings.changes(reading, result.id, result.season)
        orange, gray = changes.get(result.orange), changes.get(result.gray)
        return MatchRated(orange, gray, result.voided_at)

    async def at_stake(self, challenge: Challenge) -> BothAtStake | None:
        """Give by how much a match would change ratings in the season, were it over now.

        Nothing where it is not rated, it is not known yet who accepts, or one of them is left off
        leaderboards.
        """
        guild, friend = challenge.place.guild, challenge.friend
        if guild is None or friend is None or challenge.terms.stakes is not Stakes.RATED:
            return None
        now = self._clock.now()
        table = Table(guild, challenge.terms.ruleset.name)
        async with self._database.reading() as reading:
            if await any_left_off(reading, challenge.challenger, friend):
                return None
            one, other, met = await _of_two(reading, table, (challenge.challenger, friend))
        return BothAtStake(at_stake(one, other, met, now), at_stake(other, one, met, now))

    async def rebuild(self) -> Rebuilt:
        """Compute every rating anew from the results, and put right what differs."""
        return await self._rebuilt(_rebuild)

    async def check(self) -> Rebuilt:
        """Compute every rating anew, and change nothing."""
        return await self._rebuilt(_compare)

    async def _rebuilt(
        self, rebuild: Callable[[Writing, Table], Awaitable[tuple[int, int]]]
    ) -> Rebuilt:
        async with self._database.reading() as reading:
            tables = await rerating.tables(reading)
        results = different = 0
        for table in tables:
            async with self._database.writing() as writing:
                counted, changed = await rebuild(writing, table)
            results += counted
            different += changed
        return Rebuilt(len(tables), results, different)


async def void_result(writing: Writing, number: MatchId, now: Instant) -> bool:
    """Let a match not count, and compute anew what came after it. False as of `Ratings.void`."""
    found = await rerating.of_match(writing, number)
    if found is None:
        return False
    # A season whose time has come closes with this result in it.
    await season_at(writing, found[0].guild, now)
    if not await rerating.void(writing, number, now):
        return False
    await _rebuild(writing, found[0])
    return True


async def _of_two(
    reading: Reading, table: Table, users: tuple[UserId, UserId]
) -> tuple[PlayerRating, PlayerRating, int]:
    """Give the ratings of two people in the season that runs, and how often they have met in it."""
    season = await seasons.running(reading, table.guild)
    known = await players.find_two(reading, *users)
    one, other = (known.get(user) for user in users)
    if season is None:
        return NEVER_RATED, NEVER_RATED, 0

    async def rating_of(player: Player | None) -> PlayerRating:
        if player is None:
            return NEVER_RATED
        pair = (player.key, player.key)
        found = (await ratings.of_two(reading, table, season.id, pair)).get((season.id, player.key))
        return found or await first_rating(reading, table, season.id, player.key)

    met = 0
    if one is not None and other is not None:
        pair = pair_of(one.key, other.key)
        met = (await ratings.meetings(reading, table, season.id, pair)).get(season.id, 0)
    return await rating_of(one), await rating_of(other), met


async def _rebuild(writing: Writing, table: Table) -> tuple[int, int]:
    """Compute a table anew; give how many results it has and how many rows were not right."""
    results, computed = await _computed_anew(writing, table)
    different = await rerating.differing(writing, table, computed)
    await rerating.put_right(writing, table, computed, different)
    return results, different.rows


async def _compare(reading: Reading, table: Table) -> tuple[int, int]:
    """Give the same two numbers, and put nothing right."""
    results, computed = await _computed_anew(reading, table)
    return results, (await rerating.differing(reading, table, computed)).rows


async def _computed_anew(reading: Reading, table: Table) -> tuple[int, Computed]:
    results = await rerating.results(reading, table)
    listings = await rerating.listings(reading, table)
    ended = {
        season.id: season.ended_at
        for season in await seasons.of_server(reading, table.guild)
        if season.ended_at is not None
    }
    # A long history takes a while, which other matches' buttons need not wait for.
    steps, rated = await asyncio.to_thread(_computed, results, ended)
    return len(results), Computed(steps, rated, _shown(rated, listings))


def _computed(
    results: list[RatedResult], ended: dict[Scope, Instant]
) -> tuple[list[RatingStep], RatingTable]:
    table = RatingTable(ended)
    return [step for result in results for step in table.rate(result)], table


def _shown(
    rated: RatingTable, listings: dict[PlayerKey, Listing]
) -> dict[tuple[Scope, PlayerKey], int | None]:
    return {
        (scope, player): shown_points(rating, listings[player])
        for (scope, player), rating in rated.ratings.items()
    }
