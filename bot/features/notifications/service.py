"""Pending notifications: claiming them, deciding about them, and recording deliveries."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, assert_never

import structlog

from bot.db.database import Database, Writing
from bot.db.statements import Statement, defer, execute
from bot.features.matches import queries as match_queries
from bot.features.notifications import queries as notification_queries
from bot.features.notifications.kinds import ON_BOARD, PASSING, NotificationKind
from bot.features.notifications.policy import (
    Decision,
    NotificationRoute,
    PlainDecision,
    Postpone,
    Send,
    Sound,
    decide,
    is_delivered_by_board,
)
from bot.features.notifications.queries import (
    QUERIES,
    DailySummary,
    Notification,
    ReminderState,
)
from bot.features.notifications.quiet_hours import next_summary
from bot.features.notifications.subjects import (
    AudienceQuery,
    KnownAudience,
    Subject,
    guild_of,
    read_audience,
    read_subjects,
    without_message,
)
from bot.features.outbox import queries as outbox_queries
from bot.features.outbox.entries import OutboxEntry
from bot.features.settings import queries as settings_queries
from bot.features.settings.server import Pings
from bot.jobs.backoff import GRACE, SENDING, at_once, claim_expiry, retry_at
from bot.jobs.clock import Clock
from bot.jobs.jobs import deliver_by, schedule
from bot.jobs.runner import job
from bot.match.identity import (
    ChallengeId,
    ChannelId,
    Instant,
    MatchId,
    MessageId,
    Revision,
    UserId,
)
from bot.match.match import Match

_log: Final = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class ClaimedNotification:
    """A claimed notification, its subject, and the decision about it."""

    notification: Notification
    about: Subject
    decision: Send | PlainDecision


@dataclass(frozen=True, slots=True)
class _DueNotification:
    """A notification that is due, its subject, and the decision about it."""

    notification: Notification
    about: Subject
    decision: Decision


ShouldClaim = Callable[[_DueNotification], bool]


def is_on_board(item: ClaimedNotification | _DueNotification) -> bool:
    """Return whether a repost of the match's board delivers a notification."""
    return is_delivered_by_board(item.notification, without_message(item.about), item.decision)


class Notifications:
    """Claims notifications, decides about them, and records deliveries."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def of_match(self, number: MatchId) -> list[Notification]:
        """List the open notifications of a match, due or not."""
        async with self._database.reading() as reading:
            return await notification_queries.of_match(reading, number)

    async def of_challenge(self, number: ChallengeId) -> list[Notification]:
        """List the open notifications of a challenge, due or not."""
        async with self._database.reading() as reading:
            return await notification_queries.of_challenge(reading, number)

    async def take_of_match(self, number: MatchId, shown: Revision) -> list[ClaimedNotification]:
        """Claim the notifications of a match that are due, or in their grace period.

        Claim other due notifications of the same users, too, so that each user gets one message.
        If the match has a later revision than the boards show, its notifications wait until they
        are due.
        """
        now = self._clock.now()

        def should_claim(each: _DueNotification) -> bool:
            match = each.about
            is_ahead = isinstance(match, Match) and match.id == number and match.revision > shown
            return not is_on_board(each) and (not is_ahead or each.notification.due_at <= now)

        return await self._take_of(await self.of_match(number), should_claim)

    async def take_of_challenge(self, number: ChallengeId) -> list[ClaimedNotification]:
        """Claim the notifications of a challenge that are due, or in their grace period."""
        return await self._take_of(
            await self.of_challenge(number), lambda each: not is_on_board(each)
        )

    async def take_for_board(
        self, match: Match, owner: UserId | None = None
    ) -> list[ClaimedNotification]:
        """Claim the notifications that a repost of a match's board delivers.

        Claim none if the match has changed since it was read, because another board will show the
        change. `owner` is the user whose board it is, or None if all users see it.
        """

        def should_claim(item: _DueNotification) -> bool:
            about = item.about
            is_current = isinstance(about, Match) and about.revision == match.revision
            return is_current and item.notification in pending and is_on_board(item)

        pending = _on_board(await self.of_match(match.id), owner)
        return await self._take_of(pending, should_claim)

    async def delivered_by_board(
        self, match: Match, owner: UserId | None = None
    ) -> list[ClaimedNotification]:
        """List the notifications that a board of the match would deliver if it were posted now.

        This need not claim them, because they are not claimed elsewhere in the grace period.
        """
        now = self._clock.now()
        guild = guild_of(match)
        # A board notifies only the players, so read the facts about them in the trip that lists the
        # notifications.
        query = AudienceQuery(match.people, () if guild is None else (guild,))
        async with self._database.reading() as reading:
            notifications, *answers = await execute(
                notification_queries.of_match(reading, match.id), *query.statements(reading)
            )
        due = [each for each in _on_board(notifications, owner) if _may_be_taken(each, now)]
        decided = _decide_all(due, [match] * len(due), query.read(answers, now), now)
        return _to_deliver(each for each in decided if is_on_board(each))

    async def take_due(self, most: int) -> list[ClaimedNotification]:
        """Claim up to `most` due notifications, and all others that are due to the same users."""
        now = self._clock.now()
        async with self._database.reading() as reading:
            first = await notification_queries.due(reading, now, most)
        if not first:
            return []
        people = dict.fromkeys(notification.user for notification in first)

        async def act(
            writing: Writing, pending: list[list[Notification]]
        ) -> list[ClaimedNotification]:
            due = [
                notification
                for those in pending
                for notification in those
                if notification.due_at <= now
            ]
            due.sort(key=lambda notification: notification.id)
            return await self._take(writing, due, now, lambda _: True)

        return await self._database.transact(
            act,
            lambda writing: [notification_queries.claim_of_user(writing, user) for user in people],
        )

    async def _take_of(
        self, seen: Sequence[Notification], should_claim: ShouldClaim
    ) -> list[ClaimedNotification]:
        now = self._clock.now()
        numbers = {notification.id for notification in seen if _may_be_taken(notification, now)}
        if not numbers:
            return []
        people = sorted({notification.user for notification in seen if notification.id in numbers})

        async def act(
            writing: Writing, pending: list[list[Notification]]
        ) -> list[ClaimedNotification]:
            # Notifications that were settled or claimed meanwhile are missing here.
            due = [
                notification
                for those in pending
                for notification in those
                if notification.due_at <= now
                or (notification.id in numbers and _may_be_taken(notification, now))
            ]
            return await self._take(writing, due, now, should_claim)

        return await self._database.transact(
            act,
            # Do not skip locked rows: a claim elsewhere may be given back.
            lambda writing: [notification_queries.lock_of_user(writing, user) for user in people],
        )

    async def _take(
        self, writing: Writing, due: Sequence[Notification], now: Instant, should_claim: ShouldClaim
    ) -> list[ClaimedNotification]:
        """Claim or settle notifications that `should_claim` accepts; return those to deliver."""
        subjects = await read_subjects(writing, due)
        people = (notification.user for notification in due)
        audience = await read_audience(writing, people, subjects, now)
        decided = [each for each in _decide_all(due, subjects, audience, now) if should_claim(each)]
        await execute(
            *(_settle(writing, each.notification, each.decision, now) for each in decided)
        )
        return _to_deliver(decided)

    async def waiting_for(self, user: UserId) -> list[Match]:
        """List the live matches that wait for a user, the least time left first."""
        async with self._database.reading() as reading:
            live = await match_queries.live_of_user(reading, user)
        waiting = [match for match in live if match.awaits(user)]
        return sorted(waiting, key=lambda match: match.clock.deadline or float("inf"))

    @job(DailySummary)
    async def enqueue_summary(self, due: DailySummary) -> None:
        """Enqueue a user's daily list, if they still want one, and schedule the next."""
        now, user = self._clock.now(), due.user
        async with self._database.writing() as writing:
            preferences = (await settings_queries.find_preferences(writing, user)).notifications
            following = next_summary(preferences, now)
            if following is not None:
                await execute(
                    notification_queries.insert(writing, NotificationKind.DIGEST, now, to=(user,)),
                    deliver_by(writing, now),
                    schedule(writing, due, following),
                )

    async def enqueue_turns(self, user: UserId) -> None:
        """Notify a user of each match that waits for them: to move, or to press *Ready*."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            for match in await match_queries.live_of_user(writing, user):
                if match.awaits(user):
                    is_new = match.clock.awaits_ready
                    kind = NotificationKind.BEGUN if is_new else NotificationKind.TURN
                    await notification_queries.insert(
                        writing, kind, now, to=(user,), match=match.id, ply=match.ply
                    )
            await deliver_by(writing, now)

    async def sent(
        self,
        notifications: Iterable[Notification],
        channel: ChannelId,
        message: MessageId,
        post: OutboxEntry | None = None,
    ) -> None:
        """Record the one message that contains these notifications.

        If the message must be deleted later, because a notification in it passes, record the others
        as delivered now.
        """
        now = self._clock.now()
        notifications = sorted(notifications, key=_number)
        passes = any(notification.kind in PASSING for notification in notifications)

        async def act(writing: Writing, _: object) -> None:
            # The next delivery deletes notifications that were answered in the meantime.
            defer(deliver_by(writing, Instant(now + GRACE)))
            if post is not None:
                await outbox_queries.forget(writing, post)
            await execute(
                *(
                    notification_queries.record_sent(writing, notification, channel, message, now)
                    for notification in notifications
                ),
                *(
                    notification_queries.record_delivered(writing, notification.id)
                    for notification in notifications
                    if passes and notification.kind not in PASSING
                ),
            )

        await self._database.transact(act)

    async def put_back(self, failed: Iterable[Notification]) -> None:
        """Release notifications that could not be sent, with a growing delay between attempts."""
        now = self._clock.now()
        due = {each.id: retry_at(now, each.attempts) for each in sorted(failed, key=_number)}
        if not due:
            return

        async def act(writing: Writing, _: object) -> None:
            await execute(
                # Turns lock the match's row before those of notifications.
                deliver_by(writing, min(due.values())),
                *(
                    QUERIES.notification_put_back(
                        writing.connection, id=notification, due_at=due_at
                    )
                    for notification, due_at in due.items()
                ),
            )

        await self._database.transact(act)

    async def postpone(self, claimed: Iterable[Notification], until: Instant) -> None:
        """Postpone notifications to a later moment."""
        claimed = sorted(claimed, key=_number)

        async def act(writing: Writing, _: object) -> None:
            await execute(
                *(
                    notification_queries.put_off(writing, notification.id, until)
                    for notification in claimed
                )
            )

        await self._database.transact(act)

    def settle(
        self, delivered: Sequence[Notification]
    ) -> Callable[[Writing], list[Statement[int]]]:
        """Return the function that settles these in the transaction that records the message."""

        def statements(writing: Writing) -> list[Statement[int]]:
            return [
                notification_queries.record_settled(writing, notification.id)
                for notification in delivered
            ]

        return statements

    async def record_delivered(self, notification: Notification) -> None:
        """Record that a notification was delivered; it holds until it is withdrawn."""

        async def act(writing: Writing, _: object) -> None:
            await notification_queries.record_delivered(writing, notification.id)

        await self._database.transact(act)

    async def done(self, settled: Collection[Notification]) -> None:
        """Record that these notifications are settled."""
        if not settled:
            return
        settled = sorted(settled, key=_number)

        record = self.settle(settled)

        async def act(writing: Writing, _: object) -> None:
            await execute(*record(writing))

        await self._database.transact(act)

    async def notifications_in_message(self, message: MessageId) -> list[ClaimedNotification]:
        """List the unanswered notifications in a message."""
        async with self._database.reading() as reading:
            pending = await notification_queries.notifications_in_message(reading, message)
            subjects = await read_subjects(reading, pending)
        return [
            ClaimedNotification(notification, subject, Send(NotificationRoute.PLACE, Sound.SILENT))
            for notification, subject in zip(pending, subjects, strict=True)
            if not isinstance(subject, BaseException)
        ]

    async def reminder_of(self, user: UserId, number: MatchId) -> ReminderState | None:
        """Return the state of the reminder of a user's turn; `None` if none is scheduled."""
        async with self._database.reading() as reading:
            return await notification_queries.state_of(reading, number, user)

    async def mute(self, user: UserId, number: MatchId) -> None:
        """Stop reminding a user of their current turn in this match."""
        async with self._database.writing() as writing:
            await QUERIES.reminders_muted(writing.connection, match_id=number, user_id=user)

    async def unmute(self, user: UserId, number: MatchId) -> None:
        """Resume reminding a user of their current turn in this match."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            await QUERIES.reminders_unmuted(
                writing.connection, match_id=number, user_id=user, due_at=now
            )
            await deliver_by(writing, now)


def _number(notification: Notification) -> int:
    """Return the sort key that makes all transactions lock rows in the same order."""
    return notification.id


def _to_deliver(decided: Iterable[_DueNotification]) -> list[ClaimedNotification]:
    """Return the notifications that must be sent or deleted."""
    return [
        ClaimedNotification(each.notification, each.about, each.decision)
        for each in decided
        if isinstance(each.decision, Send) or each.decision is PlainDecision.UNSEND
    ]


def _decide_all(
    due: Sequence[Notification],
    subjects: Sequence[Subject | BaseException],
    audience: KnownAudience,
    now: Instant,
) -> list[_DueNotification]:
    """Decide about due notifications, each with its subject.

    A subject that cannot be read does not stop the other notifications.
    """
    decided = []
    for notification, subject in zip(due, subjects, strict=True):
        if isinstance(subject, BaseException):
            _log.error(
                "notification not decided", notification=notification.id, reason=repr(subject)
            )
            decided.append(_DueNotification(notification, None, PlainDecision.TRY_AGAIN))
            continue
        allowed = Pings.ALLOWED if (guild := guild_of(subject)) is None else audience.pings[guild]
        decision = decide(
            notification,
            without_message(subject),
            audience.listeners[notification.user],
            allowed,
            now,
        )
        decided.append(_DueNotification(notification, subject, decision))
    return decided


def _on_board(pending: Iterable[Notification], owner: UserId | None) -> list[Notification]:
    """Return the notifications that a board may deliver, to its owner if it has one."""
    return [each for each in pending if each.kind in ON_BOARD and owner in (None, each.user)]


def _may_be_taken(notification: Notification, now: Instant) -> bool:
    """Return whether a notification is due, or was never claimed and is in its grace period."""
    return notification.due_at <= (now if notification.attempts else at_once(now))


def _settle(
    writing: Writing, notification: Notification, decision: Decision, now: Instant
) -> Statement[int]:
    match decision:
        case Postpone(until):
            return notification_queries.put_off(writing, notification.id, until)
        case PlainDecision.DROP:
            return notification_queries.record_settled(writing, notification.id)
        case Send() | PlainDecision.UNSEND:
            return notification_queries.claim(writing, notification.id, Instant(now + SENDING))
        case PlainDecision.TRY_AGAIN:
            return notification_queries.claim(
                writing, notification.id, claim_expiry(now, notification.attempts)
            )
        case _:
            assert_never(decision)
