"""Notifications in the database.

Each notification has one recipient. When it is due, it is sent, dropped, or postponed to the end of
the recipient's quiet hours.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import ClassVar, Final

from bot.db.database import Reading, Writing
from bot.db.program import Counter
from bot.db.statements import Statement, Statements, claim_rows, execute, load_queries, lock_rows
from bot.db.tables import Table, last_number, numbered
from bot.features.matches.outages import MatchRange, query_timed
from bot.features.notifications.kinds import PASSING, NotificationKind
from bot.jobs.backoff import SENDING
from bot.jobs.homes import all_but, served_elsewhere
from bot.jobs.jobs import Job
from bot.match.clock import Outage, Weekends
from bot.match.identity import (
    ChallengeId,
    ChannelId,
    Erasure,
    GuildId,
    Instant,
    MatchId,
    MessageId,
    Ply,
    UserId,
    is_former,
)

QUERIES: Final = load_queries(__file__)
NUMBERS: Final = Counter("notification")


class NotificationState(Enum):
    """The state of an open notification."""

    WAITING = "waiting"
    SENT = "sent"
    STALE = "stale"
    """Sent, and answered since: its message must be deleted."""


@dataclass(frozen=True, slots=True)
class Notification:
    """A notification that must be sent, or whose message may have to be deleted.

    `due_at` is when it is handled next. `wanted_at` is when a reminder would come without quiet
    hours, or the moment to which another notification was first postponed.
    """

    id: int
    kind: NotificationKind
    user: UserId
    match: MatchId | None
    challenge: ChallengeId | None
    ply: Ply
    state: NotificationState
    due_at: Instant
    wanted_at: Instant | None = None
    attempts: int = 0
    channel: ChannelId | None = None
    message: MessageId | None = None


@dataclass(frozen=True, slots=True)
class DailySummary(Job):
    """The daily list of the matches in which it is a user's turn."""

    kind: ClassVar[str] = "daily summary"
    user: UserId


NOTIFICATIONS: Final = Table("notifications", Notification, key=("id",), counter=NUMBERS)


def insert(
    writing: Writing,
    kind: NotificationKind,
    due_at: Instant,
    *,
    to: Sequence[UserId],
    match: MatchId | None = None,
    challenge: ChallengeId | None = None,
    ply: Ply = Ply(0),
) -> Statements:
    """Return the statements that enqueue a notification for each user, except former players."""
    notifications = [
        Notification(0, kind, user, match, challenge, ply, NotificationState.WAITING, due_at)
        for user in to
        if not is_former(user)
    ]
    return NOTIFICATIONS.insert_numbered(writing.connection, *notifications)


def of_match(reading: Reading, match: MatchId) -> Statement[list[Notification]]:
    """Return the statement that lists the open notifications of a match, due or not."""
    return QUERIES.notifications_of_match(reading.connection, match_id=match).all(Notification)


async def of_challenge(reading: Reading, challenge: ChallengeId) -> list[Notification]:
    """List the open notifications of a challenge."""
    query = QUERIES.notifications_of_challenge(reading.connection, challenge_id=challenge)
    return await query.all(Notification)


def of_user(reading: Reading, user: UserId) -> Statement[list[Notification]]:
    """Return the statement that lists the open notifications of a user."""
    query = QUERIES.notifications_of_user(
        reading.connection, **served_elsewhere(reading), user_id=user
    )
    return query.all(Notification)


def claim_of_user(writing: Writing, user: UserId) -> Statement[list[Notification]]:
    """Return the statement that locks a user's open notifications, but skips locked rows."""
    return claim_rows(of_user(writing, user))


def lock_of_user(writing: Writing, user: UserId) -> Statement[list[Notification]]:
    """Return the statement that locks a user's open notifications, and waits for other locks."""
    return lock_rows(of_user(writing, user))


async def due(reading: Reading, now: Instant, most: int) -> list[Notification]:
    """List up to `most` notifications that are due, the longest due first."""
    query = QUERIES.notifications_due(
        reading.connection, **served_elsewhere(reading), now=now, most=most
    )
    return await query.all(Notification)


def settle_offer(
    writing: Writing, match: MatchId, due_at: Instant, kind: NotificationKind
) -> Statement[int]:
    """Return the statement that settles an offer's notification.

    It drops an unsent notification, and makes a sent one stale.
    """
    return QUERIES.offer_notifications_answered(
        writing.connection, match_id=match, due_at=due_at, kind=kind.value
    )


def claim(writing: Writing, notification: int, again_at: Instant) -> Statement[int]:
    """Return the statement that claims a notification until `again_at`."""
    return QUERIES.claim_notification(writing.connection, id=notification, again_at=again_at)


def put_off(writing: Writing, notification: int, due_at: Instant) -> Statement[int]:
    """Return the statement that postpones a notification to a moment when it may be sent."""
    return QUERIES.notification_put_off(writing.connection, id=notification, due_at=due_at)


def record_sent(
    writing: Writing,
    notification: Notification,
    channel: ChannelId,
    message: MessageId,
    now: Instant,
) -> Statement[int]:
    """Return the statement that records the message of a notification.

    A notification that was answered in the meantime becomes stale at once.
    """
    return QUERIES.notification_sent(
        writing.connection,
        id=notification.id,
        channel_id=channel,
        message_id=message,
        now=now,
        passes=int(notification.kind in PASSING),
    )


def record_delivered(writing: Writing, notification: int) -> Statement[int]:
    """Return the statement that records a delivery that holds until it is withdrawn."""
    return QUERIES.notification_delivered(writing.connection, id=notification)


def record_settled(writing: Writing, notification: int) -> Statement[int]:
    """Return the statement that records that a notification is settled."""
    return QUERIES.notification_done(writing.connection, id=notification)


async def notifications_in_message(reading: Reading, message: MessageId) -> list[Notification]:
    """List the unanswered notifications in a message."""
    query = QUERIES.notifications_in_message(reading.connection, message_id=message)
    return await query.all(Notification)


async def is_pending_or_sent(reading: Reading, match: MatchId, kind: NotificationKind) -> bool:
    """Return whether a notification of this kind is pending, or sent and not withdrawn."""
    query = QUERIES.notifications_of_kind(reading.connection, match_id=match, kind=kind.value)
    return await query.one(int) > 0


def withdraw(writing: Writing, match: MatchId, kind: NotificationKind) -> Statement[int]:
    """Return the statement that withdraws the notifications of a kind about a match."""
    return QUERIES.notifications_withdrawn(writing.connection, match_id=match, kind=kind.value)


async def next_planned(reading: Reading) -> Instant | None:
    """Return when the next reminder or postponed notification is due."""
    return await QUERIES.next_planned(reading.connection).first(Instant)


def closed_since(reading: Reading, user: UserId) -> Statement[Instant | None]:
    """Query when a user's direct messages were last found closed; `None` if they were not."""
    return QUERIES.closed_since(reading.connection, user_id=user).first(Instant)


class ReminderState(Enum):
    """The state of a reminder that was not sent."""

    WAITING = "waiting"
    MUTED = "muted"
    """The user has turned off the reminder of this turn."""


def insert_reminder(
    writing: Writing, match: MatchId, ply: Ply, user: UserId, due_at: Instant, wanted_at: Instant
) -> Statements:
    """Return the statements that schedule the reminder of a turn, unless the user has one for it.

    The reminder is handled at `due_at`; without quiet hours, it would come at `wanted_at`.
    """
    reminder = QUERIES.insert_reminder(
        writing.connection,
        number=last_number(writing.connection, NUMBERS),
        id=0,
        user_id=user,
        match_id=match,
        ply=ply,
        due_at=due_at,
        wanted_at=wanted_at,
    )
    return numbered(reminder, NUMBERS)


async def state_of(reading: Reading, match: MatchId, user: UserId) -> ReminderState | None:
    """Return the state of the reminder of a user's turn; `None` if none is scheduled."""
    state = QUERIES.reminder_state(reading.connection, match_id=match, user_id=user)
    return await state.first(ReminderState)


async def erase(writing: Writing, erasure: Erasure) -> None:
    """Withdraw an erased user's notifications, and replace the user with a former player.

    The bot's messages stay in their direct messages, but the database forgets them.
    """
    connection, user = writing.connection, erasure.user
    who = {"user_id": user, "gone_id": erasure.former}
    await execute(
        QUERIES.withdraw_waiting_notifications(connection, user_id=user),
        QUERIES.withdraw_past_notifications(connection, user_id=user),
        QUERIES.unsay_notifications(connection, **who, now=erasure.at),
        QUERIES.unsay_stale_notifications(connection, **who),
    )


def retry(writing: Writing, now: Instant) -> Statement[int]:
    """Return the statement that makes failed notifications due now.

    Recently claimed notifications may be on their way, so they wait.
    """
    return QUERIES.notifications_tried_again(
        writing.connection,
        now=now,
        claimed_from=Instant(now + SENDING / 2),
        claimed_until=Instant(now + SENDING),
    )


def retry_in(writing: Writing, guild: GuildId, now: Instant) -> Statement[int]:
    """Return the statement that makes a server's failed notifications due now."""
    return QUERIES.notifications_hastened(writing.connection, guild_id=guild, now=now)


async def give_reminders_back(writing: Writing, outage: Outage, matches: MatchRange) -> None:
    """Postpone the reminders of some matches by an outage."""
    connection = writing.connection
    played, paused = (query_timed(writing, outage, matches, each) for each in Weekends)
    _, found = await execute(
        QUERIES.reminders_moved(connection, **matches.bounds, gap=outage.gap, matches=played),
        QUERIES.paused_reminders(connection, **matches.bounds, matches=paused).all(
            tuple[int, Instant]
        ),
    )
    moved = {
        number: {"due_at": outage.put_off(due_at, Weekends.PAUSED)} for number, due_at in found
    }
    await NOTIFICATIONS.change_each(connection, moved)


def next_due(reading: Reading) -> Statement[Instant | None]:
    """Return the statement that finds when the first notification is due."""
    return QUERIES.next_notification_due(reading.connection).first(Instant)


async def resume(writing: Writing, shard: int, now: Instant) -> None:
    """Make a shard's open notifications due at once, except reminders, which keep their time."""
    await QUERIES.resume_notifications(writing.connection, **all_but(writing, shard), now=now)


def is_recorded(reading: Reading, channel: ChannelId, message: MessageId) -> Statement[int | None]:
    """Return the statement that yields 1 if a message is an open notification, else None."""
    query = QUERIES.is_notification(reading.connection, channel_id=channel, message_id=message)
    return query.first(int)


async def said_in(reading: Reading, challenge: ChallengeId) -> list[tuple[ChannelId, MessageId]]:
    """List the messages that quote the reason for declining a challenge."""
    query = QUERIES.declined_by_messages(reading.connection, challenge_id=challenge)
    return await query.all(tuple[ChannelId, MessageId])
