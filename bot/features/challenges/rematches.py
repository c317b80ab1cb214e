"""Rematches of finished matches."""

from typing import Protocol

from bot.db.database import Database, Writing
from bot.features.challenges import queries as challenge_queries
from bot.features.challenges.admission import Admission
from bot.features.challenges.challenging import answer, authorise_rematch, expire, offer_rematch
from bot.features.challenges.errors import RematchBegun, RematchCountered, RematchOffered
from bot.features.challenges.writer import AnsweredChallenge, AnswerWriter, ChallengeWriter
from bot.features.matches import queries as match_queries
from bot.features.matches.errors import NoSuchMatch
from bot.features.matches.writer import MatchWriter
from bot.game.chance import Chance
from bot.jobs.backoff import GRACE
from bot.jobs.clock import Clock
from bot.match.challenge import Challenge, ChallengeAnswer, ChallengeState
from bot.match.identity import InServer, Instant, MatchId, RoleId, UserId
from bot.match.match import Match


class RematchBot(Protocol):
    """Begins a rematch against the bot, which accepts at once."""

    async def __call__(
        self,
        writing: Writing,
        match: Match,
        user: UserId,
        place: InServer,
        roles: frozenset[RoleId] | None,
        now: Instant,
    ) -> tuple[Challenge, Match]:
        """Return the challenge, which the bot has accepted, and the new match."""


class Rematches:
    """Offers and accepts rematches."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        chance: Chance,
        admission: Admission,
        challenges: ChallengeWriter,
        writer: MatchWriter,
        rematch_bot: RematchBot,
    ) -> None:
        self._database = database
        self._clock = clock
        self._admission = admission
        self._challenges = challenges
        self._answers = AnswerWriter(challenges, writer, chance)
        self._rematch_bot = rematch_bot

    async def is_offered(self, number: MatchId) -> bool:
        """Return whether a rematch of a match is offered and not answered yet."""
        async with self._database.reading() as reading:
            posted = await challenge_queries.rematch_of(reading, number)
        return posted is not None and posted.challenge.state is ChallengeState.OPEN

    async def rematch(
        self,
        user: UserId,
        number: MatchId,
        place: InServer,
        roles: frozenset[RoleId] | None = frozenset(),
    ) -> AnsweredChallenge:
        """Offer a rematch of a finished match, or accept the opponent's offer.

        A new offer, which also replaces an expired one, is shown in `place`. The bot accepts at
        once. Raise `NoSuchMatch`, `NotAPlayer`, `MatchGoesOn`, `OpponentDeleted`,
        `RematchOffered`, `RematchCountered`, `RematchBegun`, and what `policy` raises; against the
        bot what `practice.service` raises.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            match = await match_queries.find(writing, number)
            if match is None:
                raise NoSuchMatch(number)
            authorise_rematch(match, user)
            posted = await challenge_queries.rematch_of(writing, number)
            if posted is not None:
                before = posted.challenge
                if before.state is ChallengeState.ACCEPTED:
                    raise RematchBegun(before)
                expired = expire(before, now)
                if expired is before:
                    if user == before.challenger:
                        raise RematchOffered(before)
                    if before.counters is not None:
                        raise RematchCountered(before)
                    answered = answer(before, user, ChallengeAnswer.ACCEPT, now, roles)
                    await self._admission.require_may_accept(writing, before, user, roles, now)
                    return await self._answers.write(writing, before, answered, posted.message, now)
                await self._challenges.change(writing, expired, before.revision, now)
            if match.bot is not None:
                return AnsweredChallenge(
                    *await self._rematch_bot(writing, match, user, place, roles, now)
                )
            opponent = match.opponent_of(user)
            await self._admission.require_may_rematch(
                writing, place.guild, user, roles, opponent, now
            )
            offered = await challenge_queries.allot_number(writing)
            challenge = offer_rematch(offered, match, user, place, now)
            await challenge_queries.insert(writing, challenge, Instant(now + GRACE))
            await challenge_queries.follow_rematch(writing, challenge, now)
        return AnsweredChallenge(challenge, None)
