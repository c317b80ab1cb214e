"""Playing the bot: beginning matches, and practice ratings."""

import asyncio
import os
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from importlib.util import find_spec
from itertools import pairwise
from typing import Final

from bot.db.database import Database, Reading, Writing
from bot.db.statements import execute
from bot.engine import LEVELS
from bot.engine.lab.ladder import rating_of_level
from bot.features.challenges import queries as challenge_queries
from bot.features.challenges.admission import Admission
from bot.features.challenges.challenging import Friend, answer, begin, offer, offer_rematch
from bot.features.challenges.errors import LevelNotOffered, TooManyPractices
from bot.features.challenges.policy import require_role
from bot.features.matches import queries as match_queries
from bot.features.matches.writer import MatchChange, MatchWriter
from bot.features.practice import queries
from bot.features.practice import queries as practice_queries
from bot.features.practice.queries import KeptResult, LastPractice, LevelResults, Practiser
from bot.features.practice.ratings import (
    LevelRange,
    Levels,
    PracticeRating,
    PracticeResult,
    among,
    course,
    even_level,
    practised,
    score_of,
)
from bot.features.settings import queries as settings_queries
from bot.features.standings.glicko import Rating, is_provisional
from bot.game import Ruleset, newest_ruleset
from bot.game.chance import Chance
from bot.jobs.backoff import GRACE
from bot.jobs.clock import Clock
from bot.match.challenge import NO_PARTICULARS, Challenge, ChallengeAnswer, Particulars
from bot.match.identity import InServer, Instant, MatchId, RoleId, UserId
from bot.match.match import Match
from bot.match.terms import LevelNumber, Practice, Stakes, Terms


@dataclass(frozen=True, slots=True)
class CurrentPracticeRating:
    """A user's practice rating in a ruleset now, and its place among the levels."""

    ruleset: str
    rating: Rating
    among: LevelRange
    matches: int
    best: LevelNumber | None
    level_results: tuple[LevelResults, ...] = ()


@dataclass(frozen=True, slots=True)
class PracticeRebuildResult:
    """How many results were recomputed, and how many stored rows differed."""

    results: int
    different: int


class PracticeRatings:
    """Looks up practice ratings, and recomputes them."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def of(self, user: UserId) -> tuple[CurrentPracticeRating, ...]:
        """List a user's practice ratings, that of the ruleset with the most matches first.

        The caller checks who may see them.
        """
        now = self._clock.now()
        async with self._database.reading() as reading:
            ratings = await queries.of_user(reading, user)
            level_results = await queries.level_results(reading, user) if ratings else {}
        return tuple(
            _current_rating(ruleset, rating, level_results.get(ruleset, ()), now)
            for ruleset, rating in ratings.items()
        )

    async def of_match(self, number: MatchId) -> KeptResult | None:
        """Return how a match against the bot changed a practice rating; `None` if it did not."""
        async with self._database.reading() as reading:
            result = await queries.of_match(reading, number)
        return None if result is None else result.kept

    async def suggested_level(
        self, user: UserId, ruleset: Ruleset, offered: Sequence[LevelNumber]
    ) -> LevelNumber | None:
        """Return the offered level with the most even chances for a user.

        Return `None` if the user has no settled practice rating in the ruleset.
        """
        async with self._database.reading() as reading:
            whose = Practiser(user, ruleset.name)
            rating, _ = await queries.find(reading, whose)
        current = rating.at(self._clock.now())
        if is_provisional(current):
            return None
        return even_level(current, levels_of(ruleset, offered))

    async def rebuild(self) -> PracticeRebuildResult:
        """Recompute every practice rating from the results, and correct what differs."""
        async with self._database.reading() as reading:
            practisers = await queries.practisers(reading)
        results = different = 0
        for whose in practisers:
            async with self._database.writing() as writing:
                computed = await _recompute(writing, whose)
                await _correct(writing, computed)
            results += computed.results
            different += computed.different
        return PracticeRebuildResult(results, different)

    async def check(self) -> PracticeRebuildResult:
        """Recompute every practice rating, and change nothing."""
        results = different = 0
        async with self._database.snapshot() as reading:
            for whose in await queries.practisers(reading):
                computed = await _recompute(reading, whose)
                results += computed.results
                different += computed.different
        return PracticeRebuildResult(results, different)


def levels_of(ruleset: Ruleset, levels: Sequence[LevelNumber]) -> Levels:
    """Return the points of levels in a ruleset."""
    return {level: rating_of_level(ruleset, level) for level in levels}


def offered_levels_of(ruleset: Ruleset) -> Levels:
    """Return the points of the levels that this machine can play, in a ruleset."""
    return levels_of(ruleset, levels_offered())


async def find_practice_result(reading: Reading, number: MatchId) -> PracticeResult | None:
    """Return how a match against the bot changed a rating; `None` if it was never rated."""
    result = await queries.of_match(reading, number)
    return None if result is None else result.kept.result


@asynccontextmanager
async def voiding_practice(
    database: Database, number: MatchId, now: Instant
) -> AsyncIterator[Writing | None]:
    """Void the result of a match against the bot, and yield the transaction that does so.

    Yield `None` if the match was never measured, or is void already.
    """
    async with database.writing() as writing:
        result = await queries.of_match(writing, number)
        if result is None or not await queries.void(writing, number, now):
            yield None
            return
        await _correct(writing, await _recompute(writing, result.whose))
        yield writing


@dataclass(frozen=True, slots=True)
class _ComputedRating:
    """A practice rating as stored and as computed, with the results that differ."""

    whose: Practiser
    results: int
    wrong: list[KeptResult]
    stored: PracticeRating
    rating: PracticeRating

    @property
    def different(self) -> int:
        """How many rows are wrong."""
        return len(self.wrong) + (self.rating != self.stored)


async def _recompute(reading: Reading, whose: Practiser) -> _ComputedRating:
    """Recompute a practice rating. That takes a while for thousands of results."""
    stored, _ = await queries.find(reading, whose)
    kept = await queries.results_of(reading, whose)
    return await asyncio.to_thread(_compute, whose, kept, stored)


def _compute(whose: Practiser, kept: list[KeptResult], stored: PracticeRating) -> _ComputedRating:
    ratings = course(each.result for each in kept)
    right = [
        replace(each, before=_public_rating(before), after=_public_rating(after))
        for each, (before, after) in zip(kept, pairwise(ratings), strict=True)
    ]
    wrong = [each for each, stored in zip(right, kept, strict=True) if each != stored]
    return _ComputedRating(whose, len(kept), wrong, stored, ratings[-1])


def _public_rating(rating: PracticeRating) -> Rating:
    """Return a rating as stored with a result: without the volatility, which is never shown."""
    return Rating(rating.rating.points, rating.rating.deviation)


async def _correct(writing: Writing, computed: _ComputedRating) -> None:
    if computed.different:
        await queries.change(writing, computed.whose, computed.wrong)
        await queries.keep(writing, computed.whose, computed.rating, computed.results)


def _current_rating(
    name: str, rating: PracticeRating, level_results: tuple[LevelResults, ...], now: Instant
) -> CurrentPracticeRating:
    current = rating.at(now)
    place = among(current.points, offered_levels_of(newest_ruleset(name)))
    return CurrentPracticeRating(name, current, place, rating.matches, rating.best, level_results)


async def rate_practice(writing: Writing, change: MatchChange) -> None:
    """Rate the user whose match against the bot ends, if it counts."""
    match, now = change.after, change.now
    score = score_of(match) if change.ends else None
    if match.bot is None or score is None:
        return
    ruleset, level = match.position.ruleset, match.bot.practice.level
    whose = Practiser(match.seats.user_of(match.bot.seat.other), ruleset.name)
    before, results = await queries.find_to_change(writing, whose)
    result = PracticeResult(level, rating_of_level(ruleset, level), score, now)
    after = practised(before, result)
    kept = KeptResult(match.id, result, before.rating, after.rating, results + 1)
    await execute(
        queries.insert_result(writing, whose, kept),
        queries.keep(writing, whose, after, results + 1),
    )


MOST_LIVE: Final = 5
"""How many live matches against the bot a user may have in a server."""


@dataclass(frozen=True, slots=True)
class AcceptedPractice:
    """A challenge that the bot has accepted, and its match."""

    challenge: Challenge
    match: Match


class PracticeStarter:
    """Begins matches against the bot."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        chance: Chance,
        admission: Admission,
        writer: MatchWriter,
    ) -> None:
        self._database = database
        self._clock = clock
        self._chance = chance
        self._admission = admission
        self._writer = writer

    async def begin(
        self,
        user: UserId,
        bot: UserId,
        place: InServer,
        terms: Terms,
        particulars: Particulars = NO_PARTICULARS,
        roles: frozenset[RoleId] | None = frozenset(),
    ) -> AcceptedPractice:
        """Begin a match against the bot, which is always casual.

        `terms.practice` must be set, else raise `ValueError`; `roles` are the user's. The caller
        shows the challenge; if that fails, a job does so. Raise `LevelNotOffered`, `MayNotPlay`,
        `NeedsRoleToPlay`, `RolesUnknown` or `TooManyPractices`.
        """
        terms = replace(terms, stakes=Stakes.CASUAL)
        now = self._clock.now()
        async with self._database.writing() as writing:
            await self._require_may_practise(writing, place, user, roles, terms.practice, now)
            number = await challenge_queries.allot_number(writing)
            friend = Friend(bot, is_bot=False, sees_channel=True)
            challenge = offer(number, user, friend, place, terms, now, particulars)
            return await self._begin(writing, challenge, now)

    async def rematch(
        self,
        writing: Writing,
        match: Match,
        user: UserId,
        place: InServer,
        roles: frozenset[RoleId] | None,
        now: Instant,
    ) -> tuple[Challenge, Match]:
        """Begin the rematch of a match in a transaction, measured if the first was agreed to be.

        Raise what `begin` and `bot.features.challenges.challenging.offer_rematch` raise.
        """
        number = await challenge_queries.allot_number(writing)
        challenge = offer_rematch(number, match, user, place, now)
        agreed = await challenge_queries.practice_agreed_on(writing, user, match.id)
        if agreed is not None:
            challenge = replace(challenge, terms=replace(challenge.terms, practice=agreed))
        await self._require_may_practise(writing, place, user, roles, challenge.terms.practice, now)
        begun = await self._begin(writing, challenge, now)
        return begun.challenge, begun.match

    async def _require_may_practise(
        self,
        reading: Reading,
        place: InServer,
        user: UserId,
        roles: frozenset[RoleId] | None,
        practice: Practice | None,
        now: Instant,
    ) -> None:
        if practice is None:
            raise ValueError("nothing was agreed on with the bot")
        offered = levels_offered()
        if practice.level not in offered:
            raise LevelNotOffered(practice.level, offered)
        guild = place.guild
        await self._admission.require_not_banned(reading, guild, now, user)
        require_role(await settings_queries.find(reading, guild), roles)
        if await match_queries.count_against_bot_in(reading, user, guild) >= MOST_LIVE:
            raise TooManyPractices(MOST_LIVE)

    async def _begin(
        self, writing: Writing, challenge: Challenge, now: Instant
    ) -> AcceptedPractice:
        """Store a challenge to the bot as accepted, and begin its match."""
        bot = challenge.friend
        if bot is None:
            raise AssertionError(f"challenge {challenge.id} has no friend")
        accepted = answer(challenge, bot, ChallengeAnswer.ACCEPT, now)
        number = await match_queries.allot_number(writing)
        accepted, match = begin(accepted, number, None, self._chance, now)
        await challenge_queries.insert(writing, accepted, Instant(now + GRACE))
        match = await self._writer.begin(writing, match, now)
        return AcceptedPractice(accepted, match)


def is_fast() -> bool:
    """Return whether the engine's processes compile it, which the highest levels need.

    This does not import numba. An installed numba may be configured to compile nothing.
    """
    return find_spec("numba") is not None and os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")


def levels_offered() -> tuple[LevelNumber, ...]:
    """Return the levels that this machine can play, the weakest first."""
    fast = is_fast()
    return tuple(LevelNumber(level.number) for level in LEVELS if fast or not level.needs_fast)


FIRST_LEVEL: Final = LevelNumber(1)
"""The default level of users who never played the bot; everyone beats it."""


class Habits:
    """Looks up what users played last."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def last(self, user: UserId, bot: UserId) -> LastPractice | None:
        """Return how a user played the bot last, whether the level is still offered or not."""
        async with self._database.reading() as reading:
            return await practice_queries.practised_last(reading, user, bot)

    async def agreed_on(self, user: UserId, match: Match) -> Practice:
        """Return the terms that a user agreed on with the bot, even if they changed since.

        A hint makes a measured match unmeasured. Raise `ValueError` for a match between users.
        """
        if match.bot is None:
            raise ValueError(f"the bot does not play in match {match.id}")
        async with self._database.reading() as reading:
            agreed = await challenge_queries.practice_agreed_on(reading, user, match.id)
        return agreed or match.bot.practice
