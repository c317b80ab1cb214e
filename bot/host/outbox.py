"""What people have still to be shown, beds and challenges, and the notes of what they were.

Each piece of work is claimed before it is done: claiming puts it off until a later moment, so
that nobody else does it meanwhile and a failure is tried again, each time after a longer wait.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from weakref import WeakValueDictionary

from bot.host.claiming import GRACE, again, allowed_later, at_once
from bot.host.clock import Clock
from bot.host.errors import NoSuchMatch
from bot.host.leaving_direct import avoid, leave_direct
from bot.match.clock import DAY
from bot.match.identity import (
    ChallengeId,
    ChannelId,
    Instant,
    MatchId,
    MessageId,
    Ply,
    Revision,
    UserId,
)
from bot.match.match import Match
from bot.match.terms import HomeKind
from bot.store import beds, challenges, matches, notices, posts, venues
from bot.store.beds import BedMessage, BedState
from bot.store.challenges import PostedChallenge
from bot.store.database import Database, Writing
from bot.store.notices import NoticeKind
from bot.store.posts import PostId
from bot.store.resuming import resume


@dataclass(frozen=True, slots=True)
class Due:
    """Where something is to be shown, or to be told."""

    matches: tuple[MatchId, ...]
    challenges: tuple[ChallengeId, ...]


@dataclass(frozen=True, slots=True)
class MatchWork:
    """A match and its bed messages."""

    match: Match
    beds: tuple[BedMessage, ...]


class Outbox:
    """The rows that say what is shown and what lags behind."""

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
        """List what is to be shown now, up to so many of each."""
        now = self._clock.now()
        async with self._database.reading() as reading:
            return Due(
                tuple(await beds.unshown(reading, now, most)),
                tuple(await challenges.unshown(reading, now, most)),
            )

    async def work_of(self, number: MatchId) -> MatchWork:
        """Give a match and what is shown of it. Raises `NoSuchMatch`."""
        async with self._database.reading() as reading:
            shown = await beds.of_match(reading, number)
            match = await matches.find(reading, number)
        if match is None:
            raise NoSuchMatch(number)
        return MatchWork(match, tuple(shown))

    async def claim_bed(self, bed: BedMessage) -> bool:
        """Take it on oneself to publish a bed. False when it is done or another's already."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            return await beds.claim(writing, bed.id, at_once(now), again(now, bed.attempts))

    async def claim_challenge(self, posted: PostedChallenge) -> bool:
        """Take it on oneself to show what became of a challenge."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            return await challenges.claim(
                writing, posted.challenge.id, at_once(now), again(now, posted.attempts)
            )

    async def settle_home(
        self, number: MatchId, channel: ChannelId, kind: HomeKind = HomeKind.THREAD
    ) -> None:
        """Note in which thread or channel the match lives."""
        look_at = Instant(self._clock.now() + DAY)
        async with self._database.writing() as writing:
            await matches.settle_home(writing, number, channel, kind, look_at)

    async def leave_direct(self, number: MatchId) -> None:
        """Let a match that lived in direct messages live in a thread, and owe its players word."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            await leave_direct(writing, await _demanded(writing, number), now)

    async def live_in(self, channel: ChannelId) -> list[Match]:
        """List the live matches that live in a thread or channel."""
        async with self._database.reading() as reading:
            return await matches.live_in(reading, channel)

    async def move(
        self, number: MatchId, gone: ChannelId, place: ChannelId | None, kind: HomeKind
    ) -> bool:
        """Let a match go on elsewhere whose place is gone; in direct messages where none is named.

        It does not come back soon. Its bed there is gone or cannot be reached, so it is posted
        anew, and its players are owed word. False when it lives elsewhere already.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            match = await _demanded(writing, number)
            if match.home.channel != gone:
                return False
            if place is None:
                await matches.go_direct(writing, number)
            else:
                await matches.settle_home(writing, number, place, kind, Instant(now + DAY))
            await avoid(writing, number, gone, now)
            # Discord may only say that the channel is gone, and the bed in it come back with it.
            await beds.retire(writing, number, now)
            await beds.insert_first(writing, await _demanded(writing, number), now)
            await notices.withdraw(writing, number, NoticeKind.MOVED)
            await notices.insert(
                writing, NoticeKind.MOVED, now, to=match.people, match=number, ply=match.ply
            )
        return True

    async def venues_to_avoid(self, number: MatchId) -> frozenset[ChannelId | None]:
        """Return where a match could not be shown lately; `None` is direct messages."""
        async with self._database.reading() as reading:
            return await venues.to_avoid(reading, number, self._clock.now())

    async def bed_posted(
        self,
        number: MatchId,
        channel: ChannelId,
        message: MessageId,
        revision: Revision,
        user: UserId | None = None,
        post: PostId | None = None,
    ) -> None:
        """Note a new message as the match's live bed; those before it are old.

        `user` is the player in whose direct messages it is, if it is: the other's is left alone.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            if post is not None:
                await posts.forget(writing, post)
            match = await _demanded(writing, number)
            if user is not None and match.seat_of(user) is None:
                # They were deleted while this bed was being posted.
                await beds.insert_old(writing, number, channel, message, now)
                return
            await beds.revive(writing, number, message)
            if user is not None and match.home.kind is not HomeKind.DIRECT:
                # The match moved away while this bed was being posted.
                await beds.insert_old(writing, number, channel, message, now, user=user)
                return
            await beds.retire(writing, number, now, user=user)
            show_at = Instant(now + GRACE)
            await beds.insert(
                writing, number, channel, message, match.revision, revision, show_at, user=user
            )
            await _found_again(writing, number, user)

    async def bed_found(
        self,
        number: MatchId,
        channel: ChannelId,
        message: MessageId,
        user: UserId | None = None,
    ) -> None:
        """Note a bed of the match that stands somewhere and is not known, as an old one."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            match = await _demanded(writing, number)
            if user is not None and match.seat_of(user) is None:
                return
            if all(bed.message != message for bed in await beds.of_match(writing, number)):
                await beds.insert_old(writing, number, channel, message, now, user=user)

    async def bed_shown(
        self,
        bed: BedMessage,
        channel: ChannelId,
        message: MessageId,
        revision: Revision,
        posted: Ply | None = None,
        post: PostId | None = None,
    ) -> None:
        """Note that a message shows the match as it was at that revision.

        `posted` is how many turns were played when it was posted, if it is a new one. Where the
        bed was replaced while it was being posted, the new message is an old one at once.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            if post is not None:
                await posts.forget(writing, post)
            if posted is not None:
                await beds.revive(writing, bed.match, message)
            noted = await beds.shown(writing, bed.id, channel, message, revision, posted)
            if not noted and posted is not None:
                known = {each.message for each in await beds.of_match(writing, bed.match)}
                if message not in known:
                    await beds.insert_old(writing, bed.match, channel, message, now, user=bed.user)
                return
            await _found_again(writing, bed.match, bed.user)

    async def show_again(self, number: MatchId) -> None:
        """Have the live bed shown anew though it may be up to date: it may have been deleted."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            await beds.doubt(writing, number, now)

    async def bed_stripped(self, bed: BedMessage) -> None:
        """Note that an old bed has no buttons any more, or is gone."""
        async with self._database.writing() as writing:
            await beds.forget(writing, bed.id)

    async def strip_later(self, bed: BedMessage) -> None:
        """Leave an old bed as it is for longer: Discord refuses what would take its buttons."""
        again_at = allowed_later(self._clock.now(), bed.attempts)
        async with self._database.writing() as writing:
            await beds.put_off(writing, bed.id, again_at)

    async def strip_now(self, channel: ChannelId) -> bool:
        """Have the old beds in a channel stripped at once; return whether there are any."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            return await beds.strip_now(writing, channel, now)

    async def try_lost(self, most: int) -> bool:
        """Have lost beds tried again that are due, up to so many; tell whether there were any."""
        now = self._clock.now()
        async with self._database.reading() as reading:
            due = await beds.lost_due(reading, now, most)
        if due:
            async with self._database.writing() as writing:
                for number in due:
                    await beds.try_lost(writing, number, now)
        return bool(due)

    async def bed_lost(self, bed: BedMessage) -> None:
        """Mark a bed that cannot be delivered, and owe its players word of it.

        Once only, however often it is tried again, until it was shown. Of a match that is over
        they are told the result.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            told = await notices.has_told(writing, bed.match, NoticeKind.BED_LOST)
            again_at = allowed_later(now, bed.attempts)
            if await beds.lose(writing, bed.id, again_at) and not told:
                match = await matches.find(writing, bed.match)
                if match is None or match.outcome is not None:
                    return
                await notices.insert(
                    writing, NoticeKind.BED_LOST, now, to=match.people, match=bed.match
                )

    async def challenge_shown(
        self,
        number: ChallengeId,
        message: MessageId,
        revision: Revision,
        post: PostId | None = None,
    ) -> None:
        """Note which message shows a challenge.

        Where another one shows it already, that is looked for, and deleted.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            if post is not None:
                before = await challenges.find(writing, number)
                if before is None or before.message in (None, message):
                    await posts.forget(writing, post)
                else:
                    await posts.look_from(writing, post, now)
            await challenges.shown(writing, number, message, revision)

    async def challenge_given_up(self, number: ChallengeId) -> None:
        """Note that a challenge's message cannot be shown or changed any more."""
        async with self._database.writing() as writing:
            await challenges.give_up(writing, number)


async def _demanded(writing: Writing, number: MatchId) -> Match:
    match = await matches.find(writing, number)
    if match is None:
        raise NoSuchMatch(number)
    return match


async def _found_again(writing: Writing, number: MatchId, user: UserId | None) -> None:
    """Forget that a bed was lost; where each player has one, only if both show what they should."""
    if user is not None:
        for bed in await beds.of_match(writing, number):
            if bed.state is not BedState.OLD and bed.shown_revision < bed.revision:
                return
    await notices.withdraw(writing, number, NoticeKind.BED_LOST)
