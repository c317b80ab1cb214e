"""The outbox in the database: messages to deliver, and records of those posted."""

from collections.abc import Mapping
from typing import Any, Final

from bot.db.database import Reading, Writing
from bot.db.statements import Statement, Statements, execute, load_queries
from bot.db.tables import Table
from bot.features.outbox.entries import KINDS, OutboxEntry, OutboxKind, Upkeep
from bot.jobs.backoff import LANDING, again, at_once
from bot.jobs.homes import all_but, served_elsewhere
from bot.jobs.jobs import deliver_by
from bot.match.identity import ChannelId, GuildId, Instant, MessageId, Revision

QUERIES: Final = load_queries(__file__)

OUTBOX: Final = Table("outbox", OutboxEntry, key=("kind", "subject"))


def show(
    writing: Writing,
    kind: OutboxKind,
    subject: int,
    guild: GuildId | None,
    revision: Revision,
    due_at: Instant,
) -> Statements:
    """Return the statements that schedule showing a subject at a revision, by then.

    A message belongs to a server, whose process delivers it, or to direct messages.
    """
    return Statements(
        QUERIES.show_entry(
            writing.connection,
            kind=kind.name,
            subject=subject,
            guild_id=guild,
            revision=revision,
            due_at=due_at,
        ),
        deliver_by(writing, due_at),
    )


def adopt(writing: Writing, entry: OutboxEntry) -> Statements:
    """Return the statements that keep up to date a message that is posted already.

    It takes the place of the one that shows the same subject.
    """
    return Statements(OUTBOX.upsert(writing.connection, entry), deliver_by(writing, entry.due_at))


def posted_changed(
    writing: Writing, kind: OutboxKind, subject: int, revision: Revision, due_at: Instant
) -> Statement[int]:
    """Return the statement that has the message of a subject edited by then, if there is one."""
    return QUERIES.posted_entry_changed(
        writing.connection, kind=kind.name, subject=subject, revision=revision, due_at=due_at
    )


def changed(
    writing: Writing, kind: OutboxKind, subjects: Statement[Any], due_at: Instant
) -> Statements:
    """Return the statements that raise the revisions of all subjects that a query finds."""
    return Statements(
        QUERIES.entries_changed(
            writing.connection, kind=kind.name, subjects=subjects, due_at=due_at
        ),
        deliver_by(writing, due_at),
    )


async def plan(
    writing: Writing, kind: OutboxKind, guild: GuildId, shown: Revision, due_at: Instant
) -> None:
    """Schedule a server's next message, in place of the one that was planned.

    The revision `shown` was posted before.
    """
    await execute(
        QUERIES.plan_entry(
            writing.connection,
            kind=kind.name,
            guild_id=guild,
            shown_revision=shown,
            due_at=due_at,
        ),
        deliver_by(writing, due_at),
    )


async def cancel(writing: Writing, kind: OutboxKind, subject: int) -> None:
    """Stop delivering an entry; its row stays, so that it is not posted twice."""
    entry = await find(writing, kind, subject)
    if entry is not None:
        settled = {"revision": entry.shown_revision, "attempts": 0}
        await OUTBOX.change(writing.connection, settled, kind=kind.name, subject=subject)


def find(reading: Reading, kind: OutboxKind, subject: int) -> Statement[OutboxEntry | None]:
    """Query an entry, if it exists."""
    return OUTBOX.find(reading.connection, kind=kind.name, subject=subject)


async def of_message(reading: Reading, kind: OutboxKind, message: MessageId) -> OutboxEntry | None:
    """Return the entry of a kind that a message shows, if there is one."""
    found = await OUTBOX.find_all(reading.connection, message_id=message, kind=kind.name)
    return found[0] if found else None


def show_anew(writing: Writing, kind: OutboxKind, due: Mapping[int, Instant]) -> Statements:
    """Return the statements that schedule edits of subjects' messages without a new revision.

    `due` says by when. Entries without a message stay as they are.
    """
    connection = writing.connection
    return Statements(
        *(
            QUERIES.entry_to_show_anew(connection, kind=kind.name, subject=subject, due_at=due_at)
            for subject, due_at in due.items()
        ),
        *(deliver_by(writing, first) for first in sorted(due.values())[:1]),
    )


def show_messages_anew(writing: Writing, messages: Statement[Any], due_at: Instant) -> Statements:
    """Return the statements that have all messages edited that a query finds."""
    return Statements(
        QUERIES.messages_to_show_anew(writing.connection, messages=messages, due_at=due_at),
        deliver_by(writing, due_at),
    )


def show_message_anew(writing: Writing, message: MessageId, due_at: Instant) -> Statements:
    """Return the statements that have a message edited at no new revision, if it has an entry."""
    return Statements(
        QUERIES.message_to_show_anew(writing.connection, message_id=message, due_at=due_at),
        deliver_by(writing, due_at),
    )


def due(reading: Reading, now: Instant, most: int) -> Statement[list[OutboxEntry]]:
    """Return the statement that lists due entries, the longest due first."""
    found = QUERIES.entries_due(reading.connection, **served_elsewhere(reading), now=now, most=most)
    return found.all_readable(OutboxEntry)


async def claim(writing: Writing, entry: OutboxEntry, now: Instant) -> OutboxEntry | None:
    """Claim an entry until its next attempt is due; return it as it is then.

    Return None if another process has claimed or delivered it, or if it rests.
    """
    claimed, found = await execute(
        QUERIES.claim_entry(
            writing.connection,
            kind=entry.kind,
            subject=entry.subject,
            now=now,
            until=at_once(now),
            again_at=again(now, entry.attempts),
        ),
        OUTBOX.find(writing.connection, kind=entry.kind, subject=entry.subject),
    )
    return found if claimed else None


def change(writing: Writing, entry: OutboxEntry, **columns: object) -> Statement[int]:
    """Return the statement that changes an entry, unless its revision rose since the claim."""
    return OUTBOX.change(
        writing.connection,
        columns,
        kind=entry.kind,
        subject=entry.subject,
        attempts=entry.attempts,
    )


def change_claimed(writing: Writing, claimed: OutboxEntry, **columns: object) -> Statement[int]:
    """Return the statement that changes an entry if nothing has changed it since it was claimed.

    Each claim has a unique moment at which the entry is due again.
    """
    return OUTBOX.change(
        writing.connection,
        columns,
        kind=claimed.kind,
        subject=claimed.subject,
        attempts=claimed.attempts,
        due_at=claimed.due_at,
    )


def give_up_edit(writing: Writing, claimed: OutboxEntry, **columns: object) -> Statement[int]:
    """Return the statement that changes an entry whose message can't be edited.

    It changes nothing if the revision rose since the claim, or if another message shows the entry.
    """
    edited = {} if claimed.message is None else {"message_id": claimed.message}
    return OUTBOX.change(
        writing.connection,
        columns,
        kind=claimed.kind,
        subject=claimed.subject,
        attempts=claimed.attempts,
        **edited,
    )


def record(writing: Writing, entry: OutboxEntry, **columns: object) -> Statement[int]:
    """Return the statement that records facts about an entry's message."""
    return OUTBOX.change(writing.connection, columns, kind=entry.kind, subject=entry.subject)


def record_posting(writing: Writing, posting: OutboxEntry, **columns: object) -> Statement[int]:
    """Return the statement that records facts about a message, if that is still being posted."""
    return OUTBOX.change(
        writing.connection,
        columns,
        kind=posting.kind,
        subject=posting.subject,
        after_id=posting.after,
        digest=posting.digest,
    )


async def shown(
    writing: Writing,
    entry: OutboxEntry,
    channel: ChannelId | None,
    message: MessageId | None,
    revision: Revision,
    rests_until: Instant,
) -> bool:
    """Record which message shows an entry at a revision; `None` if none is needed.

    Return False, and record nothing, if since the claim of `entry` another message has taken its
    place, or is being posted. If its revision has risen since then, it stays due to be edited.
    """
    kind = KINDS[entry.kind]
    recorded = await QUERIES.entry_shown(
        writing.connection,
        kind=entry.kind,
        subject=entry.subject,
        channel_id=channel,
        message_id=message,
        revision=revision,
        rests_until=rests_until,
        recurs=int(kind.next_at is not None),
        is_edited=int(kind.upkeep is not Upkeep.POST),
        claimed_message=entry.message or 0,
        claimed_after=entry.after or 0,
        claimed_due_at=entry.due_at,
        claimed_attempts=entry.attempts,
    )
    if recorded and message is not None and kind.posted is not None:
        await kind.posted(writing, entry, message)
    return bool(recorded)


def next_due(reading: Reading) -> Statement[Instant | None]:
    """Query when the first entry is due."""
    return QUERIES.next_entry_due(reading.connection).first(Instant)


async def next_planned(reading: Reading) -> Instant | None:
    """Return when the first message that is posted by the calendar is due."""
    planned = [kind for kind in KINDS.values() if kind.next_at is not None]
    moments = await execute(
        *(
            QUERIES.next_of_kind_due(reading.connection, kind=kind.name).first(Instant)
            for kind in planned
        )
    )
    return min((each for each in moments if each is not None), default=None)


async def resume(writing: Writing, shard: int, now: Instant) -> None:
    """Make the claimed but undelivered entries of a shard due at once.

    What may have been posted rests until it must have arrived.
    """
    landed = Instant(now + LANDING)
    await QUERIES.resume_entries(
        writing.connection, **all_but(writing, shard), now=now, landed=landed
    )


def retry(writing: Writing, now: Instant, guild: GuildId | None = None) -> Statement[int]:
    """Return the statement that makes failed entries due now, in one server or in all."""
    return QUERIES.entries_tried_again(writing.connection, now=now, guild_id=guild)


def retry_in(writing: Writing, guild: GuildId, now: Instant) -> Statement[int]:
    """Return the statement that makes failed entries of a server due now."""
    return retry(writing, now, guild)
