"""What people can do with challenges."""

from dataclasses import dataclass
from typing import Final

import structlog

from bot.game.chance import Chance
from bot.host.changing import GRACE, owe_word
from bot.host.clock import Clock
from bot.host.errors import NoSuchChallenge, NoSuchMatch
from bot.match.challenge import Answer, Challenge, ChallengeState
from bot.match.challenge_errors import RematchBegun, RematchOffered
from bot.match.challenging import Friend, answer, begin, expire, offer
from bot.match.identity import ChallengeId, Instant, MatchId, MessageId, Place, Revision, UserId
from bot.match.match import Match
from bot.match.note import Note
from bot.match.rematching import authorise_rematch, offer_rematch
from bot.match.terms import Terms
from bot.store import beds, challenges, matches, notices
from bot.store.challenges import PostedChallenge
from bot.store.database import Database, Writing
from bot.store.notices import NoticeKind
from bot.store.program import Counter, allot

_log: Final = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Answered:
    """A challenge after an answer, and the match when it was accepted."""

    challenge: Challenge
    match: Match | None


class Challenges:
    """Offers, answers and expiries."""

    def __init__(self, database: Database, clock: Clock, chance: Chance) -> None:
        self._database = database
        self._clock = clock
        self._chance = chance

    async def offer(
        self,
        challenger: UserId,
        friend: Friend | None,
        place: Place,
        terms: Terms,
        note: Note | None = None,
    ) -> Challenge:
        """Keep a challenge, to anyone if no friend is named.

        Whoever asked shows it, or else the sweeper does.

        Raises `ChallengedOneself`, `ChallengedBot` or `FriendCannotSee`.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            number = ChallengeId(await allot(writing, Counter.CHALLENGE))
            challenge = offer(number, challenger, friend, place, terms, now, note)
            await challenges.insert(writing, challenge, Instant(now + GRACE))
        return challenge

    async def find(self, number: ChallengeId) -> PostedChallenge:
        """Give a challenge and the message that shows it. Raises `NoSuchChallenge`."""
        async with self._database.reading() as reading:
            posted = await challenges.find(reading, number)
        if posted is None:
            raise NoSuchChallenge(number)
        return posted

    async def answer(
        self, user: UserId, number: ChallengeId, said: Answer, message: MessageId
    ) -> Answered:
        """Accept, decline or cancel; `message` is the challenge's, on which it was said.

        An answer that comes too late gives the challenge as expired. Raises `NoSuchChallenge`,
        and what `bot.match.challenging.answer` raises.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            posted = await challenges.find(writing, number)
            if posted is None:
                raise NoSuchChallenge(number)
            if posted.message is None:
                await challenges.shown(writing, number, message, posted.challenge.revision)
            return await self._answer(writing, posted.challenge, user, said, message, now)

    async def rematch(self, user: UserId, number: MatchId, place: Place) -> Answered:
        """Offer a rematch of a match that is over, or accept the one that the other has offered.

        `place` is where a new offer is shown. An offer that has run out gives way to a new one.
        Raises `NoSuchMatch`, `NotAPlayer`, `MatchGoesOn`, `RematchOffered` or `RematchBegun`.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            match = await matches.find(writing, number)
            if match is None:
                raise NoSuchMatch(number)
            authorise_rematch(match, user)
            posted = await challenges.rematch_of(writing, number)
            if posted is not None:
                before = posted.challenge
                if before.state is ChallengeState.ACCEPTED:
                    raise RematchBegun(before)
                expired = expire(before, now)
                if expired is before:
                    if user == before.challenger:
                        raise RematchOffered(before)
                    return await self._answer(
                        writing, before, user, Answer.ACCEPT, posted.message, now
                    )
                await self._update(writing, expired, before.revision, now)
            offered = ChallengeId(await allot(writing, Counter.CHALLENGE))
            challenge = offer_rematch(offered, match, user, place, now)
            await challenges.insert(writing, challenge, Instant(now + GRACE))
        return Answered(challenge, None)

    async def expire_due(self, most: int) -> list[ChallengeId]:
        """Let up to so many challenges run out whose time has come, and give their numbers."""
        now = self._clock.now()
        async with self._database.reading() as reading:
            due = await challenges.expired(reading, now, most)
        ended = []
        for number in due:
            try:
                await self._expire(number, now)
            except Exception:
                # One challenge that cannot be read holds up no other.
                _log.exception("challenge not ended", challenge=number)
            else:
                ended.append(number)
        return ended

    async def _expire(self, number: ChallengeId, now: Instant) -> None:
        async with self._database.writing() as writing:
            posted = await challenges.find(writing, number)
            if posted is None:
                return
            expired = expire(posted.challenge, now)
            if expired is not posted.challenge:
                await self._update(writing, expired, posted.challenge.revision, now)

    async def _answer(
        self,
        writing: Writing,
        challenge: Challenge,
        user: UserId,
        said: Answer,
        message: MessageId | None,
        now: Instant,
    ) -> Answered:
        answered = answer(challenge, user, said, now)
        match = None
        if answered.state is ChallengeState.ACCEPTED:
            match_number = MatchId(await allot(writing, Counter.MATCH))
            answered, match = begin(answered, match_number, message, self._chance, now)
            await _insert_match(writing, match, Instant(now + GRACE))
        await self._update(writing, answered, challenge.revision, now)
        return Answered(answered, match)

    async def _update(
        self, writing: Writing, challenge: Challenge, seen: Revision, now: Instant
    ) -> None:
        show_at = Instant(now + GRACE)
        if not await challenges.update(writing, challenge, seen, show_at):
            raise AssertionError(f"challenge {challenge.id} changed inside a transaction")
        kind = _NOTICES.get(challenge.state)
        if kind is not None:
            await notices.insert(writing, kind, show_at, challenge=challenge.id)


_NOTICES: Final = {
    ChallengeState.DECLINED: NoticeKind.DECLINED,
    ChallengeState.EXPIRED: NoticeKind.EXPIRED,
}


async def _insert_match(writing: Writing, match: Match, show_at: Instant) -> None:
    await matches.insert(writing, match)
    await beds.insert(writing, match.id, None, None, match.revision, Revision(0), show_at)
    await owe_word(writing, match, show_at)
