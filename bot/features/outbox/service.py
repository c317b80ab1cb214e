"""The outbox: claim due messages, record posted ones, and back off after failures."""

from dataclasses import replace
from typing import Final

from bot.db.database import Database, Writing
from bot.db.statements import defer, execute
from bot.features.outbox import queries
from bot.features.outbox.entries import AT_ANY_TIME, KINDS, OutboxEntry, OutboxKind, Upkeep
from bot.features.outbox.queries import Entry
from bot.jobs.backoff import SENDING, allowed_later
from bot.jobs.clock import Clock
from bot.jobs.jobs import deliver_by
from bot.match.identity import ChannelId, Instant, MessageId, Revision, Seconds

MAY_ARRIVE: Final = Seconds(20.0)
"""How long a message may still take to appear after Discord's answer was lost."""


class Outbox:
    """Messages that the bot has to deliver."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def find(self, kind: OutboxKind, subject: int) -> OutboxEntry | None:
        """Return an entry, if there is one."""
        async with self._database.reading() as reading:
            return await queries.find(reading, kind, subject)

    async def due(self, most: int) -> list[OutboxEntry]:
        """List up to `most` entries that are due."""
        now = self._clock.now()
        async with self._database.reading() as reading:
            return await queries.due(reading, now, most)

    async def claim(self, entry: Entry) -> Entry | None:
        """Claim an entry; return None if it is claimed elsewhere or needs no delivery now."""
        now = self._clock.now()
        return await self._database.transact(lambda writing, _: queries.claim(writing, entry, now))

    async def forget(self, entry: OutboxEntry) -> None:
        """Drop an entry for which nothing is left to do."""

        async def act(writing: Writing, _: object) -> None:
            defer(queries.forget(writing, entry))

        await self._database.transact(act)

    async def message_gone(self, entry: Entry) -> Entry:
        """Record that an entry's message is gone; return the entry without it, to post another."""

        async def act(writing: Writing, _: object) -> None:
            defer(queries.forget_message(writing, entry))

        await self._database.transact(act)
        return replace(entry, channel=None, message=None)

    async def cancel(self, entry: OutboxEntry) -> None:
        """Record that there is nothing left to show, unless that has changed meanwhile."""
        settled = {"revision": entry.shown_revision, "attempts": 0}
        await self._database.transact(lambda writing, _: queries.change(writing, entry, **settled))

    async def begin(
        self, posting: OutboxEntry, lost_after: float = SENDING, claimed: OutboxEntry | None = None
    ) -> bool:
        """Record that a message is about to be posted, whose ID will be above `posting.after`.

        The entry rests for `lost_after` seconds. Then the message is searched for, by its digest.
        Return False, and record nothing, if the entry has changed since it was `claimed`.
        """
        posted_anew = KINDS[posting.kind].upkeep is Upkeep.POST
        revision = {"revision": posting.revision} if posted_anew else {}

        columns = {
            "channel_id": posting.channel,
            "message_id": None,
            "after_id": posting.after,
            "digest": posting.digest,
            "rests_until": self._clock.now() + lost_after,
            **revision,
        }

        async def act(writing: Writing, _: object) -> bool:
            if claimed is None:
                await queries.record(writing, posting, **columns)
                return True
            return await queries.change_claimed(writing, claimed, **columns) == 1

        return await self._database.transact(act)

    async def unanswered(self, entry: OutboxEntry, within: Seconds = MAY_ARRIVE) -> None:
        """Schedule a search for a message whose answer was lost; by then it must have arrived."""
        look_at = Instant(self._clock.now() + within)
        await self._database.transact(
            lambda writing, _: execute(
                queries.record_posting(writing, entry, rests_until=look_at),
                deliver_by(writing, look_at),
            )
        )

    async def not_there(self, entry: OutboxEntry) -> None:
        """Record that no message was posted: Discord refused it, or it was not found."""
        gone = {"after_id": None, "digest": None, "rests_until": AT_ANY_TIME}
        await self._database.transact(
            lambda writing, _: queries.record_posting(writing, entry, **gone)
        )

    async def shown(
        self,
        entry: OutboxEntry,
        revision: Revision,
        channel: ChannelId | None = None,
        message: MessageId | None = None,
    ) -> None:
        """Record that a message shows an entry at a revision, or that none is needed.

        Record nothing if another message has taken its place since `entry` was claimed. An edit
        begins the interval until the next, but a new message may be edited at once.
        """
        now, kind = self._clock.now(), KINDS[entry.kind]
        is_edited = message is not None and entry.message == message
        rests_until = Instant(now + kind.interval) if is_edited else AT_ANY_TIME

        async def act(writing: Writing, _: object) -> None:
            if await queries.shown(writing, entry, channel, message, revision, rests_until):
                await _settle(writing, kind, entry, revision, now)

        await self._database.transact(act)

    async def answered(
        self,
        kind: OutboxKind,
        subject: int,
        message: MessageId,
        revision: Revision,
        *,
        is_alone: bool,
    ) -> None:
        """Record that the answer to a click has edited a message to show a subject at a revision.

        `is_alone` says that no task was delivering the message meanwhile. If one was, or if a newer
        revision is recorded, the order of the two edits is unknown, so the message is edited once
        more. Record nothing if another message shows the subject.
        """
        now = self._clock.now()

        async def act(writing: Writing, _: object) -> None:
            entry = await queries.find(writing, kind, subject)
            if entry is None or entry.message not in (None, message):
                return
            if is_alone and entry.shown_revision <= revision:
                if await queries.shown(writing, entry, None, message, revision):
                    await _settle(writing, kind, entry, revision, now)
            else:
                await execute(queries.show_messages_anew(writing, message, now))

        await self._database.transact(act)

    async def refused(self, entry: OutboxEntry, *, is_gone: bool = False) -> bool:
        """Record that Discord refuses an entry for good, as far as the bot can tell.

        An entry of the calendar waits for its next date. One with `KEEP` is tried again, each time
        later. One with `EDIT` is given up until its next revision, or for good if its message
        `is_gone`. Return whether it is the first refusal.
        """
        now, kind = self._clock.now(), KINDS[entry.kind]

        async def act(writing: Writing, _: object) -> None:
            if kind.upkeep is Upkeep.EDIT:
                given_up = {"shown_revision": entry.revision, "after_id": None, "digest": None}
                gone = {"lost_at": now} if is_gone else {}
                await queries.give_up_edit(writing, entry, attempts=0, **given_up, **gone)
                return
            defer(queries.record(writing, entry, lost_at=entry.lost_at or now))
            await _put_off(writing, kind, entry, now)

        await self._database.transact(act)
        return entry.lost_at is None

    async def put_off(self, entry: OutboxEntry) -> None:
        """Put an entry off to its next date, or for at least an hour, each time longer."""
        now, kind = self._clock.now(), KINDS[entry.kind]
        await self._database.transact(lambda writing, _: _put_off(writing, kind, entry, now))


async def _put_off(writing: Writing, kind: OutboxKind, entry: OutboxEntry, now: Instant) -> None:
    if kind.next_at is not None:
        await _settle(writing, kind, entry, None, now)
    else:
        later = allowed_later(now, entry.attempts - 1)
        await queries.change(writing, entry, due_at=later)


async def _settle(
    writing: Writing, kind: OutboxKind, entry: OutboxEntry, revision: Revision | None, now: Instant
) -> None:
    """Plan the next message of an entry, if there is one."""
    if kind.next_at is None:
        return
    due_at = await kind.next_at(writing, entry, revision, now)
    await execute(
        queries.change(writing, entry, attempts=0, due_at=due_at), deliver_by(writing, due_at)
    )
