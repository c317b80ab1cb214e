"""What people have still to be shown, and the notes of what they were.

Each piece of work is claimed before it is done: claiming puts it off until a later moment, so
that nobody else does it meanwhile and a failure is tried again, each time after a longer wait.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final
from weakref import WeakValueDictionary

from bot.host.changing import GRACE
from bot.host.clock import Clock
from bot.host.errors import NoSuchMatch
from bot.match.identity import ChallengeId, ChannelId, Instant, MatchId, MessageId, Revision
from bot.match.match import Match
from bot.store import beds, challenges, matches, notices
from bot.store.beds import BedMessage
from bot.store.challenges import PostedChallenge
from bot.store.database import Database
from bot.store.notices import Notice, NoticeKind
from bot.store.resuming import resume

FIRST_WAIT: Final = 5.0
LONGEST_WAIT: Final = 3600.0


@dataclass(frozen=True, slots=True)
class Due:
    """Where something is to be shown or told."""

    matches: tuple[MatchId, ...]
    challenges: tuple[ChallengeId, ...]


@dataclass(frozen=True, slots=True)
class MatchWork:
    """A match, its bed messages, and its notices that are not done with."""

    match: Match
    beds: tuple[BedMessage, ...]
    notices: tuple[Notice, ...]


class Outbox:
    """The rows that say what is shown, what lags behind, and what is owed."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._showing: WeakValueDictionary[MatchId, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def alone(self, number: MatchId) -> AsyncIterator[bool]:
        """Let one at a time show a match, so that what arrives last is what stands.

        Gives whether somebody else was waited for: what was read before may be old then.
        """
        # A lock is there as long as somebody holds it or waits for it.
        waited = number in self._showing
        async with self._showing.setdefault(number, asyncio.Lock()):
            yield waited

    async def resume(self) -> None:
        """Take up what the process before this one had claimed and did not come to."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            await resume(writing, now)

    async def due(self, most: int) -> Due:
        """List what is due, up to so many of each."""
        now = self._clock.now()
        async with self._database.reading() as reading:
            due_matches = [
                *await beds.unshown(reading, now, most),
                *await notices.matches_due(reading, now, most),
            ]
            due_challenges = [
                *await challenges.unshown(reading, now, most),
                *await notices.challenges_due(reading, now, most),
            ]
        return Due(tuple(dict.fromkeys(due_matches)), tuple(dict.fromkeys(due_challenges)))

    async def work_of(self, number: MatchId) -> MatchWork:
        """Give a match and what is shown and owed of it. Raises `NoSuchMatch`.

        The match is read last: a turn may be stored between two of the questions, and a notice
        must not be told of the match as it was before what the notice is about. One that was
        settled meanwhile cannot be claimed.
        """
        now = self._clock.now()
        async with self._database.reading() as reading:
            owed = await notices.of_match(reading, number, now)
            shown = await beds.of_match(reading, number)
            match = await matches.find(reading, number)
        if match is None:
            raise NoSuchMatch(number)
        return MatchWork(match, tuple(shown), tuple(owed))

    async def notices_of_challenge(self, number: ChallengeId) -> list[Notice]:
        """List what is owed of a challenge."""
        async with self._database.reading() as reading:
            return await notices.of_challenge(reading, number)

    async def claim_bed(self, bed: BedMessage) -> bool:
        """Take it on oneself to publish a bed. False when it is done or another's already."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            return await beds.claim(writing, bed.id, _at_once(now), _again(now, bed.attempts))

    async def claim_notice(self, notice: Notice) -> bool:
        """Take it on oneself to send a notice, or to delete one that is stale."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            return await notices.claim(writing, notice, _at_once(now), _again(now, notice.attempts))

    async def claim_challenge(self, posted: PostedChallenge) -> bool:
        """Take it on oneself to show what became of a challenge."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            return await challenges.claim(
                writing, posted.challenge.id, _at_once(now), _again(now, posted.attempts)
            )

    async def settle_home(self, number: MatchId, channel: ChannelId) -> None:
        """Note in which thread or channel the match lives."""
        async with self._database.writing() as writing:
            await matches.settle_home(writing, number, channel)

    async def bed_posted(
        self, number: MatchId, channel: ChannelId, message: MessageId, revision: Revision
    ) -> None:
        """Note a new message as the match's live bed; those before it are old."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            match = await matches.find(writing, number)
            if match is None:
                raise NoSuchMatch(number)
            await beds.retire(writing, number, now)
            await notices.withdraw(writing, number, NoticeKind.BED_LOST)
            await beds.insert(
                writing, number, channel, message, match.revision, revision, Instant(now + GRACE)
            )

    async def bed_found(self, number: MatchId, channel: ChannelId, message: MessageId) -> None:
        """Note a bed of the match that stands somewhere and is not known, as an old one."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            if all(bed.message != message for bed in await beds.of_match(writing, number)):
                await beds.insert_old(writing, number, channel, message, now)

    async def bed_shown(
        self, bed: BedMessage, channel: ChannelId, message: MessageId, revision: Revision
    ) -> None:
        """Note that a message shows the match as it was at that revision."""
        async with self._database.writing() as writing:
            await beds.shown(writing, bed.id, channel, message, revision)
            await notices.withdraw(writing, bed.match, NoticeKind.BED_LOST)

    async def show_again(self, number: MatchId) -> None:
        """Have the live bed shown anew though it may be up to date: it may have been deleted."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            await beds.doubt(writing, number, now)

    async def bed_stripped(self, bed: BedMessage) -> None:
        """Note that an old bed has no buttons any more, or is gone."""
        async with self._database.writing() as writing:
            await beds.forget(writing, bed.id)

    async def bed_lost(self, bed: BedMessage) -> None:
        """Mark a bed that cannot be delivered, and owe its players word of it.

        Once only, however often it is tried again, until it was shown.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            told = await notices.has_told(writing, bed.match, NoticeKind.BED_LOST)
            if await beds.lose(writing, bed.id) and not told:
                await notices.insert(writing, NoticeKind.BED_LOST, now, match=bed.match)

    async def challenge_shown(
        self, number: ChallengeId, message: MessageId, revision: Revision
    ) -> None:
        """Note which message shows a challenge."""
        async with self._database.writing() as writing:
            await challenges.shown(writing, number, message, revision)

    async def challenge_given_up(self, number: ChallengeId) -> None:
        """Note that a challenge's message cannot be shown or changed any more."""
        async with self._database.writing() as writing:
            await challenges.give_up(writing, number)

    async def notice_sent(self, notice: Notice, channel: ChannelId, message: MessageId) -> None:
        """Note the message of a notice."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            await notices.sent(writing, notice.id, channel, message, now)

    async def notice_told(self, notice: Notice) -> None:
        """Note that a notice was told in person, so that it is not told again."""
        async with self._database.writing() as writing:
            await notices.told(writing, notice.id)

    async def notice_done(self, notice: Notice) -> None:
        """Note that nothing more is to be done about a notice."""
        async with self._database.writing() as writing:
            await notices.done(writing, notice.id)


def _at_once(now: Instant) -> Instant:
    """Give the moment up to which work counts as due for whoever claims it.

    Those who have just done a deed claim its work within the grace that keeps the sweeper off.
    """
    return Instant(now + GRACE)


def _again(now: Instant, attempts: int) -> Instant:
    return Instant(now + GRACE + min(FIRST_WAIT * 2 ** min(attempts, 12), LONGEST_WAIT))
