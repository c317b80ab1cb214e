"""What can be asked and done about ratings outside of the matches that they come from."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Final

from bot.host.clock import Clock
from bot.host.listings import any_left_off
from bot.host.rating import first_rating, shown_points
from bot.host.seasons import season_at
from bot.match.challenge import Challenge
from bot.match.identity import Instant, MatchId, PlayerKey, UserId
from bot.match.rating import NEVER_RATED, AtStake, PlayerRating, Scope, at_stake
from bot.match.rerating import RatedResult, RatingTable, pair_of
from bot.match.season import Listing
from bot.match.terms import Stakes
from bot.store import players, ratings, rerating, seasons
from bot.store.database import Database, Reading, Writing
from bot.store.players import Player
from bot.store.ratings import Change, Table
from bot.store.rerating import Computed, Differing, Standing

TRIES: Final = 5
"""How often a history is computed while results come in, before they are made to wait."""


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
        async with voiding(self._database, number, now) as writing:
            return writing is not None

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


@asynccontextmanager
async def voiding(
    database: Database, number: MatchId, now: Instant
) -> AsyncIterator[Writing | None]:
    """Let a match not count, and lend the transaction in which what came after it is put right.

    Nothing is lent where the match was never rated, or does not count already. A long history is
    computed beside the writer, for others play on meanwhile; if what it is computed from changed
    by then, it is computed again, and at last while others wait.
    """
    for _ in range(TRIES):
        async with database.snapshot() as reading:
            found = await rerating.of_match(reading, number)
            if found is None or found[1].voided_at is not None:
                yield None
                return
            table, result = found
            standing = await rerating.standing(reading, table)
        voided = replace(result, voided_at=now)
        _, different = await asyncio.to_thread(_compared, standing, voided)
        async with database.writing() as writing:
            # A season whose time has come closes with this result in it.
            await season_at(writing, table.guild, now)
            if await rerating.state(writing, table) != standing.state:
                continue
            await rerating.void(writing, number, now)
            await rerating.put_right(writing, table, different)
            yield writing
            return
    async with database.writing() as writing:
        await season_at(writing, table.guild, now)
        if await rerating.void(writing, number, now):
            await _rebuild(writing, table)
            yield writing
        else:
            yield None


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
    standing = await rerating.standing(writing, table)
    results, different = await asyncio.to_thread(_compared, standing)
    await rerating.put_right(writing, table, different)
    return results, different.rows


async def _compare(reading: Reading, table: Table) -> tuple[int, int]:
    """Give the same two numbers, and put nothing right."""
    standing = await rerating.standing(reading, table)
    results, different = await asyncio.to_thread(_compared, standing)
    return results, different.rows


def _compared(standing: Standing, voided: RatedResult | None = None) -> tuple[int, Differing]:
    """Compute a table anew, as if a result were void; give how many results it has too."""
    table = RatingTable(standing.ended)
    steps = []
    for row in standing.results:
        result = rerating.result_of(row)
        if voided is not None and result.id == voided.id:
            result = voided
        steps += table.rate(result)
    computed = Computed(steps, table, _shown(table, standing))
    return len(standing.results), rerating.differing(standing, computed)


def _shown(rated: RatingTable, standing: Standing) -> dict[tuple[Scope, PlayerKey], int | None]:
    """Give the points by which each is ranked; who had a place when a season ended keeps it."""
    listings, placeless = rerating.listings_in(standing), rerating.placeless_in(standing)

    def listing_of(scope: Scope, player: PlayerKey) -> Listing:
        if scope not in standing.ended:
            return listings[player]
        return Listing.LEFT_OFF if (scope, player) in placeless else Listing.LISTED

    return {
        (scope, player): shown_points(rating, listing_of(scope, player))
        for (scope, player), rating in rated.ratings.items()
    }
