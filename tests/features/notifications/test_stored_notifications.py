"""Notifications in the database: enqueued, claimed, sent, answered."""

from dataclasses import replace

from bot.db.database import Database, Reading, Writing
from bot.features.challenges import queries as challenge_queries
from bot.features.notifications import queries as notification_queries
from bot.features.notifications.kinds import PASSING, NotificationKind
from bot.features.notifications.queries import (
    QUERIES,
    Notification,
    NotificationState,
    ReminderState,
)
from bot.match.identity import ChallengeId, Instant, Ply
from tests.kit.matches import CHANNEL, GRAY, LATER, MESSAGE, NOON, ORANGE, challenge, match
from tests.kit.stored_matches import ONE, store

WAITING = NotificationState.WAITING


OF_A_TURN = (
    NotificationKind.BEGUN,
    NotificationKind.TURN,
    NotificationKind.REMINDER,
    NotificationKind.DAY_GIVEN,
    NotificationKind.AWAY,
    NotificationKind.BACK,
)
"""The kinds of notifications that are settled when the turn is played."""


async def enqueue(writing: Writing, kind: NotificationKind = NotificationKind.TURN) -> Notification:
    await notification_queries.insert(writing, kind, NOON, to=(ORANGE,), match=ONE, ply=Ply(4))
    return (await notification_queries.of_match(writing, ONE))[-1]


async def remind(writing: Writing, due_at: Instant = LATER) -> None:
    await notification_queries.insert_reminder(writing, ONE, Ply(4), ORANGE, due_at, LATER)


async def moments(reading: Reading) -> list[tuple[Instant, Instant | None]]:
    return [
        (each.due_at, each.wanted_at) for each in await notification_queries.of_match(reading, ONE)
    ]


async def test_a_notification_is_read_as_it_was_enqueued(database: Database) -> None:
    await store(database, match())
    async with database.writing() as writing:
        await challenge_queries.insert(writing, challenge(), NOON)
        pending = await enqueue(writing)
        kind, made = NotificationKind.DECLINED, ChallengeId(1)
        await notification_queries.insert(writing, kind, LATER, to=(GRAY,), challenge=made)
        (declined,) = await notification_queries.of_challenge(writing, made)
        assert await notification_queries.of_match(writing, ONE) == [pending]
        assert await notification_queries.of_user(writing, ORANGE) == [pending]
        assert await notification_queries.of_user(writing, GRAY) == [declined]
        assert await notification_queries.due(writing, NOON, 5) == [pending]
        assert await notification_queries.due(writing, LATER, 5) == [pending, declined]
        assert await notification_queries.due(writing, LATER, 1) == [pending]
    assert pending == Notification(
        pending.id,
        NotificationKind.TURN,
        ORANGE,
        ONE,
        None,
        Ply(4),
        WAITING,
        NOON,
        None,
        0,
        None,
        None,
    )
    assert declined == Notification(
        declined.id, kind, GRAY, None, made, Ply(0), WAITING, LATER, None, 0, None, None
    )
    assert pending.id < declined.id


async def test_each_player_has_a_separate_notification(database: Database) -> None:
    await store(database, match())
    async with database.writing() as writing:
        await notification_queries.insert(
            writing, NotificationKind.OVER, NOON, to=(ORANGE, GRAY), match=ONE
        )
        await enqueue(writing)
        notifications = await notification_queries.of_match(writing, ONE)
    assert [each.user for each in notifications] == [ORANGE, GRAY, ORANGE]
    assert len({each.id for each in notifications}) == len(notifications)


async def test_a_claimed_notification_is_not_due_until_its_claim_runs_out(
    database: Database,
) -> None:
    await store(database, match())
    async with database.writing() as writing:
        pending = await enqueue(writing)
        await notification_queries.claim(writing, pending.id, LATER)
        assert await notification_queries.due(writing, NOON, 5) == []
        assert await notification_queries.due(writing, LATER, 5) == [
            replace(pending, due_at=LATER, attempts=1)
        ]
        await notification_queries.put_off(writing, pending.id, NOON)
        assert await notification_queries.due(writing, NOON, 5) == [
            replace(pending, wanted_at=NOON)
        ]
        await notification_queries.record_settled(writing, pending.id)
        assert await notification_queries.of_match(writing, ONE) == []


async def test_answered_notifications_that_were_not_sent_drop(database: Database) -> None:
    await store(database, match())
    async with database.writing() as writing:
        for kind in OF_A_TURN:
            await enqueue(writing, kind)
        await remind(writing)
        await QUERIES.turn_notifications_answered(writing.connection, match_id=ONE, due_at=LATER)
        assert await notification_queries.of_match(writing, ONE) == []


async def test_answered_notifications_that_were_sent_get_stale(database: Database) -> None:
    await store(database, match())
    async with database.writing() as writing:
        answered = list[Notification]()
        for kind in OF_A_TURN:
            pending = await enqueue(writing, kind)
            await notification_queries.record_sent(writing, pending, CHANNEL, MESSAGE, NOON)
            assert await notification_queries.of_match(writing, ONE) == answered
            assert await notification_queries.notifications_in_message(writing, MESSAGE)
            await QUERIES.turn_notifications_answered(
                writing.connection, match_id=ONE, due_at=LATER
            )
            assert not await notification_queries.notifications_in_message(writing, MESSAGE)
            stale = NotificationState.STALE
            answered.append(
                replace(pending, state=stale, due_at=LATER, channel=CHANNEL, message=MESSAGE)
            )
        assert await notification_queries.of_match(writing, ONE) == answered


async def test_a_notification_that_was_sent_twice_is_stored_once(database: Database) -> None:
    """Discord makes one message for a nonce, so a second sending may record the first's."""
    await store(database, match())
    async with database.writing() as writing:
        pending = await enqueue(writing)
        for _ in range(2):
            await notification_queries.record_sent(writing, pending, CHANNEL, MESSAGE, NOON)
        assert await notification_queries.of_match(writing, ONE) == []
        await QUERIES.turn_notifications_answered(writing.connection, match_id=ONE, due_at=LATER)
        (stale,) = await notification_queries.of_match(writing, ONE)
    assert stale.state is NotificationState.STALE


async def test_other_notifications_are_done_when_they_are_sent(database: Database) -> None:
    await store(database, match())
    async with database.writing() as writing:
        for kind in (kind for kind in NotificationKind if kind not in PASSING):
            pending = await enqueue(writing, kind)
            await QUERIES.turn_notifications_answered(
                writing.connection, match_id=ONE, due_at=LATER
            )
            assert await notification_queries.of_match(writing, ONE) == [pending]
            await notification_queries.record_sent(writing, pending, CHANNEL, MESSAGE, NOON)
            assert await notification_queries.of_match(writing, ONE) == []


async def test_a_turn_has_one_reminder_that_is_unsent_or_holds(database: Database) -> None:
    await store(database, match())
    async with database.writing() as writing:
        await remind(writing)
        await remind(writing, NOON)
        assert await moments(writing) == [(LATER, LATER)]
        assert await notification_queries.next_planned(writing) == LATER


async def test_a_muted_reminder_is_not_due_until_the_turn_is_over(database: Database) -> None:
    await store(database, match())
    async with database.writing() as writing:
        await remind(writing)
        assert await notification_queries.state_of(writing, ONE, ORANGE) is ReminderState.WAITING
        assert await notification_queries.state_of(writing, ONE, GRAY) is None
        await QUERIES.reminders_muted(writing.connection, match_id=ONE, user_id=GRAY)
        await QUERIES.reminders_muted(writing.connection, match_id=ONE, user_id=ORANGE)
        assert await notification_queries.state_of(writing, ONE, ORANGE) is ReminderState.MUTED
        assert await notification_queries.due(writing, LATER, 5) == []
        await QUERIES.clock_notifications_settled(writing.connection, match_id=ONE, due_at=NOON)
        await remind(writing)
        assert await notification_queries.due(writing, LATER, 5) == []
        await QUERIES.reminders_unmuted(
            writing.connection, match_id=ONE, user_id=ORANGE, due_at=NOON
        )
        assert await moments(writing) == [(NOON, LATER)]
        await QUERIES.reminders_muted(writing.connection, match_id=ONE, user_id=ORANGE)
        await QUERIES.turn_notifications_answered(writing.connection, match_id=ONE, due_at=NOON)
        assert await notification_queries.state_of(writing, ONE, ORANGE) is None
        await remind(writing)
        assert await moments(writing) == [(LATER, LATER)]


async def test_what_a_person_prefers_again_has_their_unsent_notifications_looked_at(
    database: Database,
) -> None:
    await store(database, match())
    async with database.writing() as writing:
        await remind(writing)
        sent = await enqueue(writing)
        await notification_queries.record_sent(writing, sent, CHANNEL, MESSAGE, NOON)
        await QUERIES.notifications_of_user_looked_at_again(
            writing.connection, user_id=GRAY, now=NOON
        )
        assert await moments(writing) == [(LATER, LATER)]
        await QUERIES.notifications_of_user_looked_at_again(
            writing.connection, user_id=ORANGE, now=NOON
        )
        assert await moments(writing) == [(NOON, LATER)]
