"""The outbox in the database: messages to deliver, and records of those posted."""

from collections.abc import Mapping
from typing import Any, Final, TypeVar

from bot.db.codecs import register
from bot.db.database import Reading, Writing
from bot.db.statements import Statement, Statements, execute, load_queries
from bot.db.tables import Table
from bot.features.outbox.entries import AT_ANY_TIME, KINDS, OutboxEntry, OutboxKind, Upkeep
from bot.jobs.backoff import LANDING, at_once, claim_expiry
from bot.jobs.homes import all_but, served_elsewhere
from bot.jobs.jobs import deliver_by
from bot.match.identity import ChannelId, GuildId, Instant, MessageId, Revision
from bot.match.terms import Home, VenueKind

QUERIES: Final = load_queries(__file__)

Entry = TypeVar("Entry", bound=OutboxEntry)


def _column(home: Home) -> int | None:
    # Not `server_of`: another kind of home needs a value of its own here, beside NULL.
    return None if home is VenueKind.DIRECT else home


def _write_home(home: Home) -> tuple[int | None]:
    return (_column(home),)


def _read_home(guild: int | None) -> Home:
    return VenueKind.DIRECT if guild is None else GuildId(guild)


register(Home, _write_home, _read_home, columns=("guild_id",))
OUTBOX: Final = Table("outbox", OutboxEntry, key=("kind", "subject", "part"))


def show(
    writing: Writing,
    kind: OutboxKind,
    subject: int,
    home: Home,
    revision: Revision,
    due_at: Instant,
) -> Statements:
    """Return the statements that schedule showing a subject at a revision, by `due_at`."""
    return Statements(
        QUERIES.show_entry(
            writing.connection,
            kind=kind.name,
            subject=subject,
            guild_id=_column(home),
            revision=revision,
            due_at=due_at,
        ),
        deliver_by(writing, due_at),
    )


def adopt(writing: Writing, entry: OutboxEntry) -> Statements:
    """Return the statements that hand a message that is already posted over to the outbox.

    The message replaces the one that shows the same subject.
    """
    return Statements(OUTBOX.upsert(writing.connection, entry), deliver_by(writing, entry.due_at))


def insert(writing: Writing, *entries: OutboxEntry) -> Statement[int]:
    """Return the statement that stores new entries."""
    return OUTBOX.insert(writing.connection, *entries)


def insert_new(writing: Writing, entry: OutboxEntry) -> Statement[int]:
    """Return the statement that stores an entry, unless it exists; it returns 0 then."""
    return OUTBOX.insert_new(writing.connection, entry)


def drop(
    writing: Writing, kind: OutboxKind, subject: int, part: int | None = None
) -> Statement[int]:
    """Return the statement that drops the entries of a subject, or one part."""
    return QUERIES.parts_dropped(writing.connection, kind=kind.name, subject=subject, part=part)


def forget(writing: Writing, entry: OutboxEntry) -> Statement[int]:
    """Return the statement that drops an entry for which nothing is left to do."""
    return OUTBOX.remove(writing.connection, entry)


def of_subject(reading: Reading, subject: int, *kinds: OutboxKind) -> Statement[list[OutboxEntry]]:
    """Return the statement that lists the entries of a subject, of up to four kinds."""
    names = [kind.name for kind in kinds] + [""] * (4 - len(kinds))
    return QUERIES.entries_of_subject(
        reading.connection,
        subject=subject,
        **dict(zip(("first", "second", "third", "fourth"), names, strict=True)),
    ).all(OutboxEntry)


def subject_changed(
    writing: Writing,
    kind: OutboxKind,
    subject: int,
    revision: Revision,
    due_at: Instant,
    *,
    stays_lost: bool,
) -> Statement[int]:
    """Return the statement that has all parts of a subject shown at a revision by `due_at`.

    Parts that Discord refused are tried again too, unless `stays_lost`: then they wait until they
    are due.
    """
    return QUERIES.subject_changed(
        writing.connection,
        kind=kind.name,
        subject=subject,
        revision=revision,
        due_at=due_at,
        stays_lost=int(stays_lost),
    )


def doubt(writing: Writing, kind: OutboxKind, subject: int, due_at: Instant) -> Statements:
    """Return the statements that have a subject shown again, even if Discord refused it before."""
    return Statements(
        QUERIES.subject_doubted(writing.connection, kind=kind.name, subject=subject, due_at=due_at),
        deliver_by(writing, due_at),
    )


def replace_parts(
    writing: Writing,
    kind: OutboxKind,
    old_kind: OutboxKind,
    subject: int,
    due_at: Instant,
    part: int | None = None,
) -> Statements:
    """Return the statements that drop a subject's entries, or one part, before it is shown anew.

    Each message becomes an entry of `old_kind`, which is due at `due_at`.
    """
    return Statements(
        QUERIES.parts_replaced(
            writing.connection,
            kind=kind.name,
            subject=subject,
            part=part,
            old_kind=old_kind.name,
            due_at=due_at,
        ),
        drop(writing, kind, subject, part),
    )


def move(writing: Writing, kind: OutboxKind, subject: int, home: Home) -> Statement[int]:
    """Return the statement that gives a subject another home, whose process delivers it."""
    column = {"guild_id": _column(home)}
    return OUTBOX.change(writing.connection, column, kind=kind.name, subject=subject)


def lose(writing: Writing, entry: OutboxEntry, now: Instant, due_at: Instant) -> Statement[int]:
    """Return the statement that marks an entry as refused until `due_at`, unless it is already."""
    return QUERIES.entry_lost(
        writing.connection,
        **_key(entry),
        message_id=entry.message or 0,
        lost_at=now,
        due_at=due_at,
    )


async def deliver_in(writing: Writing, kind: OutboxKind, channel: ChannelId, now: Instant) -> bool:
    """Make the entries of a kind in a channel due now; return whether any were due later."""
    due: int = await QUERIES.entries_due_in(
        writing.connection, kind=kind.name, channel_id=channel, now=now
    )
    if due:
        await deliver_by(writing, now)
    return due > 0


def posted_changed(
    writing: Writing, kind: OutboxKind, subject: int, revision: Revision, due_at: Instant
) -> Statement[int]:
    """Return the statement that has a subject's message, if there is one, edited by `due_at`."""
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

    `shown` is the revision that is posted already.
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
    rows = await OUTBOX.find_all(reading.connection, message_id=message, kind=kind.name)
    return rows[0] if rows else None


def show_anew(writing: Writing, kind: OutboxKind, due: Mapping[int, Instant]) -> Statements:
    """Return the statements that schedule edits of subjects' messages without a new revision.

    `due` has the time by which each subject is shown. Entries without a message stay as they are.
    """
    connection = writing.connection
    return Statements(
        *(
            QUERIES.entry_to_show_anew(connection, kind=kind.name, subject=subject, due_at=due_at)
            for subject, due_at in due.items()
        ),
        *(deliver_by(writing, first) for first in sorted(due.values())[:1]),
    )


def show_subjects_anew(
    writing: Writing,
    kind: OutboxKind,
    subjects: Statement[Any],
    due_at: Instant,
    part: int | None = None,
) -> Statements:
    """Return the statements that schedule edits of the messages of subjects that a query finds."""
    return Statements(
        QUERIES.subjects_to_show_anew(
            writing.connection, kind=kind.name, subjects=subjects, due_at=due_at, part=part
        ),
        deliver_by(writing, due_at),
    )


def show_messages_anew(
    writing: Writing, messages: Statement[Any] | MessageId, due_at: Instant
) -> Statements:
    """Return the statements that schedule edits of a message, or of all that a query finds.

    Their revisions stay the same. A message without an entry is left alone.
    """
    return Statements(
        QUERIES.messages_to_show_anew(writing.connection, messages=messages, due_at=due_at),
        deliver_by(writing, due_at),
    )


def due(reading: Reading, now: Instant, most: int) -> Statement[list[OutboxEntry]]:
    """Return the statement that lists due entries, the longest due first."""
    query = QUERIES.entries_due(reading.connection, **served_elsewhere(reading), now=now, most=most)
    return query.all_readable(OutboxEntry)


async def claim(writing: Writing, entry: Entry, now: Instant) -> Entry | None:
    """Claim an entry until its next attempt is due; return it as it is then.

    Return None if another process has claimed or delivered it, or if it rests.
    """
    claimed, found = await execute(
        QUERIES.claim_entry(
            writing.connection,
            **_key(entry),
            now=now,
            until=at_once(now),
            again_at=claim_expiry(now, entry.attempts),
        ),
        OUTBOX.find(writing.connection, **_key(entry)).first(type(entry)),
    )
    return found if claimed else None


def _key(entry: OutboxEntry) -> dict[str, str | int]:
    return dict(zip(OUTBOX.key, entry.key, strict=True))


def change(writing: Writing, entry: OutboxEntry, **columns: object) -> Statement[int]:
    """Return the statement that changes an entry, unless its revision rose since the claim."""
    return OUTBOX.change(writing.connection, columns, **_key(entry), attempts=entry.attempts)


def change_claimed(writing: Writing, claimed: OutboxEntry, **columns: object) -> Statement[int]:
    """Return the statement that changes an entry if nothing has changed it since it was claimed.

    Each claim has a unique moment at which the entry is due again.
    """
    return OUTBOX.change(
        writing.connection,
        columns,
        **_key(claimed),
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
        **_key(claimed),
        attempts=claimed.attempts,
        **edited,
    )


def record(writing: Writing, entry: OutboxEntry, **columns: object) -> Statement[int]:
    """Return the statement that records facts about an entry's message."""
    return OUTBOX.change(writing.connection, columns, **_key(entry))


def forget_message(writing: Writing, entry: OutboxEntry) -> Statement[int]:
    """Return the statement that records that an entry's message is gone.

    The entry is out of date then, so that another message is posted even after a kill.
    """
    gone = {"channel_id": None, "message_id": None, "shown_revision": entry.revision - 1}
    return OUTBOX.change(writing.connection, gone, **_key(entry), message_id=entry.message)


def record_posting(writing: Writing, posting: OutboxEntry, **columns: object) -> Statement[int]:
    """Return the statement that records facts about a message, if it is still being posted."""
    return OUTBOX.change(
        writing.connection,
        columns,
        **_key(posting),
        after_id=posting.after,
        digest=posting.digest,
    )


def record_shown(
    writing: Writing,
    entry: OutboxEntry,
    channel: ChannelId | None,
    message: MessageId | None,
    revision: Revision,
    rests_until: Instant = AT_ANY_TIME,
) -> Statement[int]:
    """Return the statement that records which message shows an entry; `None` if none is needed.

    It returns 0 and records nothing if another message has replaced the entry's since `entry` was
    claimed, or is being posted. The entry stays due if its revision has risen since the claim.
    """
    kind = KINDS[entry.kind]
    return QUERIES.entry_shown(
        writing.connection,
        **_key(entry),
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


async def shown(
    writing: Writing,
    entry: OutboxEntry,
    channel: ChannelId | None,
    message: MessageId | None,
    revision: Revision,
    rests_until: Instant = AT_ANY_TIME,
) -> bool:
    """Record which message shows an entry at a revision; return False if nothing was recorded."""
    kind = KINDS[entry.kind]
    recorded = await record_shown(writing, entry, channel, message, revision, rests_until)
    if recorded and message is not None and kind.posted is not None:
        await kind.posted(writing, entry, message)
    return bool(recorded)


def next_due(reading: Reading) -> Statement[Instant | None]:
    """Query when the first entry is due."""
    return QUERIES.next_entry_due(reading.connection).first(Instant)


def count_pending(reading: Reading, kind: OutboxKind) -> Statement[int]:
    """Return the statement that counts the entries of a kind that are out of date."""
    return QUERIES.entries_pending(reading.connection, kind=kind.name).one(int)


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

    An entry whose message may have been posted rests until that message must have arrived.
    """
    landed = Instant(now + LANDING)
    await QUERIES.resume_entries(
        writing.connection, **all_but(writing, shard), now=now, landed=landed
    )


def retry(writing: Writing, now: Instant, guild: GuildId | None = None) -> Statement[int]:
    """Return the statement that makes failed entries due now, in one server or in all.

    In one server, entries that Discord has refused are included.
    """
    return QUERIES.entries_tried_again(writing.connection, now=now, guild_id=guild)


def retry_in(writing: Writing, guild: GuildId, now: Instant) -> Statement[int]:
    """Return the statement that makes failed and refused entries of a server due now."""
    return retry(writing, now, guild)


def retry_subjects(
    writing: Writing, kind: OutboxKind, subjects: Statement[Any], now: Instant
) -> Statement[int]:
    """Return the statement that makes failed and refused entries of subjects due now."""
    return QUERIES.subjects_tried_again(
        writing.connection, kind=kind.name, subjects=subjects, now=now
    )
