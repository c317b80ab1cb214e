"""Matches against the bot: begun at once, for the bot accepts every challenge to it."""

import os
from dataclasses import dataclass, replace
from importlib.util import find_spec
from typing import Final

from bot.db.database import Database, Reading, Writing
from bot.db.program import Counter, allot
from bot.engine import LEVELS
from bot.features.challenges import queries as challenge_queries
from bot.features.challenges.admission import Admission, server_of
from bot.features.challenges.challenging import Friend, answer, begin, offer, offer_rematch
from bot.features.challenges.errors import LevelNotOffered, TooManyPractices
from bot.features.challenges.policy import require_role
from bot.features.matches.writer import MatchWriter
from bot.features.practice import queries as practice_queries
from bot.features.practice.queries import LastPractised
from bot.features.settings import queries as settings_queries
from bot.game.chance import Chance
from bot.jobs.backoff import GRACE
from bot.jobs.clock import Clock
from bot.match.challenge import NO_PARTICULARS, Answer, Challenge, Particulars
from bot.match.identity import ChallengeId, Instant, MatchId, Place, RoleId, UserId
from bot.match.match import Match
from bot.match.practice import LevelNumber, Practice
from bot.match.terms import Stakes, Terms

MOST_LIVE: Final = 5
"""Matches against the bot that a person may have going on in a server."""


@dataclass(frozen=True, slots=True)
class Practised:
    """A challenge that the bot has accepted, and the match that it began."""

    challenge: Challenge
    match: Match


class Practising:
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
        place: Place,
        terms: Terms,
        particulars: Particulars = NO_PARTICULARS,
        roles: frozenset[RoleId] | None = frozenset(),
    ) -> Practised:
        """Begin a match against the bot, which is casual whatever else was said.

        `terms` say what is agreed on with the bot, or it is a `ValueError`; `roles` are the
        person's. Whoever asked shows the challenge, or else a job does. Raises
        `LevelNotOffered`, `MayNotPlay`, `NeedsRoleToPlay`, `RolesUnknown` or `TooManyPractices`.
        """
        terms = replace(terms, stakes=Stakes.CASUAL)
        now = self._clock.now()
        async with self._database.writing() as writing:
            await self._require_may_practise(writing, place, user, roles, terms.practice, now)
            number = ChallengeId(await allot(writing, Counter.CHALLENGE))
            friend = Friend(bot, is_bot=False, sees_channel=True)
            challenge = offer(number, user, friend, place, terms, now, particulars)
            return await self._begin(writing, challenge, now)

    async def rematch(
        self,
        writing: Writing,
        match: Match,
        user: UserId,
        place: Place,
        roles: frozenset[RoleId] | None,
        now: Instant,
    ) -> tuple[Challenge, Match]:
        """Begin the rematch of a match in a transaction, measured if the first was to be.

        Raises what `begin` and `bot.features.challenges.challenging.offer_rematch` raise.
        """
        number = ChallengeId(await allot(writing, Counter.CHALLENGE))
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
        place: Place,
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
        guild = server_of(place)
        await self._admission.require_not_banned(reading, guild, now, user)
        require_role(await settings_queries.find(reading, guild), roles)
        if await challenge_queries.practices_in(reading, user, guild) >= MOST_LIVE:
            raise TooManyPractices(MOST_LIVE)

    async def _begin(self, writing: Writing, challenge: Challenge, now: Instant) -> Practised:
        """Keep a challenge to the bot as accepted, with the match that begins."""
        bot = challenge.friend
        if bot is None:
            raise AssertionError(f"challenge {challenge.id} is to nobody")
        accepted = answer(challenge, bot, Answer.ACCEPT, now)
        number = MatchId(await allot(writing, Counter.MATCH))
        accepted, match = begin(accepted, number, None, self._chance, now)
        await challenge_queries.insert(writing, accepted, Instant(now + GRACE))
        match = await self._writer.begin(writing, match, now)
        return Practised(accepted, match)


def is_fast() -> bool:
    """Return whether the engine's processes compile it; the highest levels need it to be in time.

    numba is not imported for that, and may be told to compile nothing.
    """
    return find_spec("numba") is not None and os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")


def levels_offered() -> tuple[LevelNumber, ...]:
    """Return the levels that this machine can play, the weakest first."""
    fast = is_fast()
    return tuple(LevelNumber(level.number) for level in LEVELS if fast or not level.needs_fast)


FIRST_LEVEL: Final = LevelNumber(2)
"""For who never played the bot: one that somebody wins against who has just read the rules."""


class Habits:
    """Looks up what people played before."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def last(self, user: UserId, bot: UserId) -> LastPractised | None:
        """Return how a person played the bot last, by a level that is offered still or not."""
        async with self._database.reading() as reading:
            return await practice_queries.practised_last(reading, user, bot)

    async def agreed_on(self, user: UserId, match: Match) -> Practice:
        """Return what a person agreed on with the bot before a match, though it changed since.

        A match that was to be measured is measured no more after a hint. A `ValueError` for a
        match between people.
        """
        if match.bot is None:
            raise ValueError(f"the bot does not play in match {match.id}")
        async with self._database.reading() as reading:
            agreed = await challenge_queries.practice_agreed_on(reading, user, match.id)
        return agreed or match.bot.practice
