"""What can be asked and done about practice ratings outside of the matches that they come from."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from itertools import pairwise

from bot.db.database import Database, Reading, Writing
from bot.db.statements import execute
from bot.engine.lab.ladder import rating_of_level
from bot.engine.levels import LEVELS
from bot.features.matches.writer import MatchChange
from bot.features.practice import queries
from bot.features.practice.queries import (
    Fared,
    KeptResult,
    Practiser,
)
from bot.features.practice.rating import (
    Among,
    Levels,
    PracticeRating,
    PracticeResult,
    among,
    course,
    even_level,
    practised,
    score_of,
)
from bot.features.standings.glicko import Rating
from bot.features.standings.rating import is_provisional
from bot.game import Ruleset, newest_ruleset
from bot.jobs.clock import Clock
from bot.match.identity import Instant, MatchId, UserId
from bot.match.practice import LevelNumber


@dataclass(frozen=True, slots=True)
class PracticeStood:
    """Somebody's practice rating in a ruleset as it is now, and where it is among the levels."""

    ruleset: str
    rating: Rating
    among: Among
    matches: int
    best: LevelNumber | None
    fared: tuple[Fared, ...] = ()


@dataclass(frozen=True, slots=True)
class PracticeRebuilt:
    """What was computed anew: how many results, and how many rows were not right."""

    results: int
    different: int


class PracticeRatings:
    """Looks up practice ratings and computes them anew."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def of(self, user: UserId) -> tuple[PracticeStood, ...]:
        """List somebody's practice ratings, that of the ruleset with the most matches first.

        Who may see them is not asked here.
        """
        now = self._clock.now()
        async with self._database.reading() as reading:
            found = await queries.of_user(reading, user)
            fared = await queries.fared(reading, user) if found else {}
        return tuple(
            _stood(ruleset, rating, fared.get(ruleset, ()), now)
            for ruleset, rating in found.items()
        )

    async def of_match(self, number: MatchId) -> KeptResult | None:
        """Return what a match against the bot made of a practice rating; none if not measured."""
        async with self._database.reading() as reading:
            found = await queries.of_match(reading, number)
        return None if found is None else found.kept

    async def suggested_level(
        self, user: UserId, ruleset: Ruleset, offered: Sequence[LevelNumber]
    ) -> LevelNumber | None:
        """Return the level, of those offered, against which somebody's chances are nearest to even.

        Nothing of who has no practice rating in the ruleset, or one that is not settled.
        """
        async with self._database.reading() as reading:
            whose = Practiser(user, ruleset.name)
            rating, _ = await queries.find(reading, whose)
        stands = rating.at(self._clock.now())
        if is_provisional(stands):
            return None
        levels = levels_of(ruleset)
        return even_level(stands, {number: levels[number] for number in offered})

    async def rebuild(self) -> PracticeRebuilt:
        """Compute every practice rating anew from the results, and put right what differs."""
        async with self._database.reading() as reading:
            everybody = await queries.everybody(reading)
        results = different = 0
        for whose in everybody:
            async with self._database.writing() as writing:
                computed = await _computed(writing, whose)
                await _put_right(writing, computed)
            results += computed.results
            different += computed.different
        return PracticeRebuilt(results, different)

    async def check(self) -> PracticeRebuilt:
        """Compute every practice rating anew, and change nothing."""
        results = different = 0
        async with self._database.snapshot() as reading:
            for whose in await queries.everybody(reading):
                computed = await _computed(reading, whose)
                results += computed.results
                different += computed.different
        return PracticeRebuilt(results, different)


def levels_of(ruleset: Ruleset) -> Levels:
    """Return the points of all levels in a ruleset."""
    return {LevelNumber(level.number): rating_of_level(ruleset, level.number) for level in LEVELS}


async def find_practice_result(reading: Reading, number: MatchId) -> PracticeResult | None:
    """Return what a match against the bot did to a rating; nothing if it was never rated."""
    found = await queries.of_match(reading, number)
    return None if found is None else found.kept.result


@asynccontextmanager
async def voiding_practice(
    database: Database, number: MatchId, now: Instant
) -> AsyncIterator[Writing | None]:
    """Let a match count for no practice rating, and lend the transaction in which that is done.

    Nothing is lent where the match was never measured, or does not count already.
    """
    async with database.writing() as writing:
        found = await queries.of_match(writing, number)
        if found is None or not await queries.void(writing, number, now):
            yield None
            return
        await _put_right(writing, await _computed(writing, found.whose))
        yield writing


@dataclass(frozen=True, slots=True)
class _Computed:
    """A practice rating as it stands and as it should, with the results to be changed."""

    whose: Practiser
    results: int
    wrong: list[KeptResult]
    stored: PracticeRating
    rating: PracticeRating

    @property
    def different(self) -> int:
        """How many rows are not right."""
        return len(self.wrong) + (self.rating != self.stored)


async def _computed(reading: Reading, whose: Practiser) -> _Computed:
    """Compute a practice rating anew. It takes a while where there are thousands of results."""
    stored, _ = await queries.find(reading, whose)
    kept = await queries.results_of(reading, whose)
    return await asyncio.to_thread(_compute, whose, kept, stored)


def _compute(whose: Practiser, kept: list[KeptResult], stored: PracticeRating) -> _Computed:
    ratings = course(each.result for each in kept)
    right = [
        replace(each, before=_shown(before), after=_shown(after))
        for each, (before, after) in zip(kept, pairwise(ratings), strict=True)
    ]
    wrong = [each for each, stood in zip(right, kept, strict=True) if each != stood]
    return _Computed(whose, len(kept), wrong, stored, ratings[-1])


def _shown(rating: PracticeRating) -> Rating:
    """Return what is kept of a rating with a result: not the volatility, which nobody is told."""
    return Rating(rating.rating.points, rating.rating.deviation)


async def _put_right(writing: Writing, computed: _Computed) -> None:
    if computed.different:
        await queries.change(writing, computed.whose, computed.wrong)
        await queries.keep(writing, computed.whose, computed.rating, computed.results)


def _stood(
    name: str, rating: PracticeRating, fared: tuple[Fared, ...], now: Instant
) -> PracticeStood:
    stands = rating.at(now)
    place = among(stands.points, levels_of(newest_ruleset(name)))
    return PracticeStood(name, stands, place, rating.matches, rating.best, fared)


async def rate_practice(writing: Writing, change: MatchChange) -> None:
    """Rate whom the bot has played in a match that ends, if it counts."""
    match, now = change.after, change.now
    score = score_of(match) if change.ends else None
    if match.bot is None or score is None:
        return
    ruleset, level = match.position.ruleset, match.bot.practice.level
    whose = Practiser(match.seats.user_of(match.bot.seat.other), ruleset.name)
    before, results = await queries.find(writing, whose)
    result = PracticeResult(level, rating_of_level(ruleset, level), score, now)
    after = practised(before, result)
    kept = KeptResult(match.id, result, before.rating, after.rating, results + 1)
    await execute(
        queries.insert_result(writing, whose, kept),
        queries.keep(writing, whose, after, results + 1),
    )
