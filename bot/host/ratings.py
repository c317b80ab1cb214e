"""What can be asked and done about ratings outside of the matches that they come from."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.host.clock import Clock
from bot.host.rating import shown_points
from bot.match.identity import Instant, MatchId
from bot.match.rating import PlayerKey, Scope
from bot.match.rerating import RatedResult, RatingStep, RatingTable
from bot.match.season import Listing
from bot.store import rerating, seasons
from bot.store.database import Database, Reading, Writing
from bot.store.ratings import Table
from bot.store.rerating import Computed


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What was computed anew: results of how many tables, and how many rows were not right."""

    tables: int
    results: int
    different: int


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
            found = await rerating.of_match(writing, number)
            if found is None or not await rerating.void(writing, number, now):
                return False
            await _rebuild(writing, found[0])
        return True

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
