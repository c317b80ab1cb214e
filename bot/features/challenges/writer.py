"""Writing changed challenges, with all consequences."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.db.database import Writing
from bot.features.challenges import queries as challenge_queries
from bot.features.challenges.challenging import answer, begin, expire
from bot.features.challenges.queries import QUERIES
from bot.features.matches import queries as match_queries
from bot.features.matches.writer import MatchWriter
from bot.features.settings.server import ServerSettings
from bot.game.chance import Chance
from bot.jobs.backoff import GRACE
from bot.match.challenge import Challenge, ChallengeAnswer, ChallengeState
from bot.match.identity import ChallengeId, GuildId, Instant, MessageId, Revision, UserId
from bot.match.match import Match

Consequence = Callable[[Writing, Challenge, Instant], Awaitable[None]]
"""Writes one feature's consequences of a challenge's new state, due at a moment."""


class ChallengeWriter:
    """Writes changed challenges, with all consequences."""

    def __init__(self, consequences: tuple[Consequence, ...]) -> None:
        self._consequences = consequences

    async def change(
        self,
        writing: Writing,
        challenge: Challenge,
        before: Revision,
        now: Instant,
        grace: float = GRACE,
    ) -> None:
        """Write the new state of a challenge whose revision was `before`."""
        show_at = Instant(now + grace)
        if not await challenge_queries.update(writing, challenge, before, show_at):
            raise AssertionError(f"challenge {challenge.id} changed inside a transaction")
        for consequence in self._consequences:
            await consequence(writing, challenge, show_at)

    async def close_all(self, writing: Writing, user: UserId, now: Instant) -> list[ChallengeId]:
        """Cancel a user's own challenges, decline those to them, and return the numbers of both."""
        closed = await QUERIES.open_challenges_of(writing.connection, user_id=user).all(ChallengeId)
        for number in closed:
            posted = await challenge_queries.find(writing, number)
            if posted is None:
                raise AssertionError(f"challenge {number} vanished inside a transaction")
            before = posted.challenge
            reply = ChallengeAnswer.CANCEL if before.challenger == user else ChallengeAnswer.DECLINE
            expired = expire(before, now)
            after = answer(before, user, reply, now) if expired is before else expired
            await self.change(writing, after, before.revision, now)
        return closed

    async def empty_list(
        self,
        writing: Writing,
        guild: GuildId,
        before: ServerSettings,
        settings: ServerSettings,
        now: Instant,
    ) -> None:
        """Cancel the challenges that stand only on a server's list if the list was removed."""
        if before.lobby_channel is None or settings.lobby_channel is not None:
            return
        for listed in await challenge_queries.waiting_in(writing, guild, now):
            if listed.is_listed:
                left = answer(listed, listed.challenger, ChallengeAnswer.CANCEL, now)
                await self.change(writing, left, listed.revision, now)


@dataclass(frozen=True, slots=True)
class AnsweredChallenge:
    """A challenge after an answer, and the match if it was accepted."""

    challenge: Challenge
    match: Match | None


class AnswerWriter:
    """Writes answered challenges, and begins the matches of those that were accepted."""

    def __init__(self, challenges: ChallengeWriter, matches: MatchWriter, chance: Chance) -> None:
        self._challenges = challenges
        self._matches = matches
        self._chance = chance

    async def write(
        self,
        writing: Writing,
        before: Challenge,
        answered: Challenge,
        message: MessageId | None,
        now: Instant,
    ) -> AnsweredChallenge:
        """Store an answered challenge, and begin its match if it was accepted.

        `message` shows the challenge, if it has a message.
        """
        match = None
        if answered.state is ChallengeState.ACCEPTED:
            number = await match_queries.allot_number(writing)
            earlier = None
            if answered.rematch_of is not None:
                earlier = await match_queries.find(writing, answered.rematch_of)
            answered, match = begin(answered, number, message, self._chance, now, earlier)
            match = await self._matches.begin(writing, match, now)
        await self._challenges.change(writing, answered, before.revision, now)
        return AnsweredChallenge(answered, match)
