"""Notices in the database: owed, claimed, sent, answered."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from bot.match.identity import ChallengeId, Instant, Ply
from bot.match.preferences import Preferences
from bot.match.reminding import Share
from bot.match.telling import DayMinute, QuietHours, Telling
from bot.store import challenges, clocks, notices, preferences, reminders
from bot.store.database import Database, Reading, Writing
from bot.store.notices import PASSING, Notice, NoticeKind, NoticeState
from bot.store.reminders import ReminderState
from tests.match.table import CHANNEL, GRAY, LATER, MESSAGE, NOON, ORANGE, challenge, match
from tests.store.keeping import ONE, keep

WAITING = NoticeState.WAITING


OF_A_TURN = (
    NoticeKind.BEGUN,
    NoticeKind.TURN,
    NoticeKind.REMINDER,
    NoticeKind.DAY_GIVEN,
    NoticeKind.AWAY,
    NoticeKind.BACK,
)
"""What is settled when the turn is played."""


async def owe(writing: Writing, kind: NoticeKind = NoticeKind.TURN) -> Notice:
    await notices.insert(writing, kind, NOON, to=(ORANGE,), match=ONE, ply=Ply(4))
    return (await notices.of_match(writing, ONE))[-1]


async def remind(writing: Writing, remind_at: Instant = LATER) -> None:
    await remind_by_share(writing, dict.fromkeys(Share, remind_at))


async def remind_by_share(writing: Writing, moments: Mapping[Share, Instant]) -> None:
    await reminders.insert(writing, ONE, Ply(4), ORANGE, NOON, moments)


async def moments(reading: Reading) -> list[tuple[Instant, Instant | None]]:
    return [(each.due_at, each.wanted_at) for each in await notices.of_match(reading, ONE)]


async def test_notice_is_found_as_it_was_owed(database: Database) -> None:
    await keep(database, match())
    async with database.writing() as writing:
        await challenges.insert(writing, challenge(), NOON)
        owed = await owe(writing)
        kind, made = NoticeKind.DECLINED, ChallengeId(1)
        await notices.insert(writing, kind, LATER, to=(GRAY,), challenge=made)
        (declined,) = await notices.of_challenge(writing, made)
        assert await notices.of_match(writing, ONE) == [owed]
        assert await notices.of_user(writing, ORANGE) == [owed]
        assert await notices.of_user(writing, GRAY) == [declined]
        assert await notices.due(writing, NOON, 5) == [owed]
        assert await notices.due(writing, LATER, 5) == [owed, declined]
        assert await notices.due(writing, LATER, 1) == [owed]
    assert owed == Notice(
        1, NoticeKind.TURN, ORANGE, ONE, None, Ply(4), WAITING, NOON, None, 0, None, None
    )
    assert declined == Notice(
        2, kind, GRAY, None, made, Ply(0), WAITING, LATER, None, 0, None, None
    )


async def test_each_person_is_owed_a_notice_of_their_own(database: Database) -> None:
    await keep(database, match())
    async with database.writing() as writing:
        await notices.insert(writing, NoticeKind.OVER, NOON, to=(ORANGE, GRAY), match=ONE)
        await owe(writing)
        found = await notices.of_match(writing, ONE)
    assert [(each.id, each.user) for each in found] == [(1, ORANGE), (2, GRAY), (3, ORANGE)]


async def test_claimed_notice_is_not_due_until_its_claim_runs_out(database: Database) -> None:
    await keep(database, match())
    async with database.writing() as writing:
        owed = await owe(writing)
        await notices.claim(writing, owed.id, LATER)
        assert await notices.due(writing, NOON, 5) == []
        assert await notices.due(writing, LATER, 5) == [replace(owed, due_at=LATER, attempts=1)]
        await notices.put_off(writing, owed.id, NOON)
        assert await notices.due(writing, NOON, 5) == [replace(owed, wanted_at=NOON)]
        await notices.done(writing, owed.id)
        assert await notices.of_match(writing, ONE) == []


@pytest.mark.parametrize("kind", OF_A_TURN)
async def test_answered_notice_that_was_not_sent_drops(
    database: Database, kind: NoticeKind
) -> None:
    await keep(database, match())
    async with database.writing() as writing:
        await owe(writing, kind)
        await remind(writing)
        await notices.answered(writing, ONE, LATER)
        assert await notices.of_match(writing, ONE) == []


@pytest.mark.parametrize("kind", OF_A_TURN)
async def test_answered_notice_that_was_sent_gets_stale(
    database: Database, kind: NoticeKind
) -> None:
    await keep(database, match())
    async with database.writing() as writing:
        owed = await owe(writing, kind)
        await notices.sent(writing, owed, CHANNEL, MESSAGE, NOON)
        assert await notices.of_match(writing, ONE) == []
        assert await notices.standing_in(writing, MESSAGE)
        await notices.answered(writing, ONE, LATER)
        assert not await notices.standing_in(writing, MESSAGE)
        (stale,) = await notices.of_match(writing, ONE)
    assert stale == replace(
        owed, state=NoticeState.STALE, due_at=LATER, channel=CHANNEL, message=MESSAGE
    )


async def test_notice_answered_on_its_way_is_stale_at_once(database: Database) -> None:
    await keep(database, match())
    async with database.writing() as writing:
        owed = await owe(writing)
        await notices.claim(writing, owed.id, LATER)
        await notices.answered(writing, ONE, LATER)
        await notices.sent(writing, owed, CHANNEL, MESSAGE, NOON)
        (stale,) = await notices.of_match(writing, ONE)
    assert (stale.state, stale.due_at) == (NoticeState.STALE, NOON)


async def test_notice_that_was_sent_twice_stands_once(database: Database) -> None:
    """Discord gives one message for one nonce, so a second sending may note the first's."""
    await keep(database, match())
    async with database.writing() as writing:
        owed = await owe(writing)
        for _ in range(2):
            await notices.sent(writing, owed, CHANNEL, MESSAGE, NOON)
        assert await notices.of_match(writing, ONE) == []
        await notices.answered(writing, ONE, LATER)
        (stale,) = await notices.of_match(writing, ONE)
    assert stale.state is NoticeState.STALE


@pytest.mark.parametrize("kind", [kind for kind in NoticeKind if kind not in PASSING])
async def test_other_notices_are_done_when_they_are_sent(
    database: Database, kind: NoticeKind
) -> None:
    await keep(database, match())
    async with database.writing() as writing:
        owed = await owe(writing, kind)
        await notices.answered(writing, ONE, LATER)
        assert await notices.of_match(writing, ONE) == [owed]
        await notices.sent(writing, owed, CHANNEL, MESSAGE, NOON)
        assert await notices.of_match(writing, ONE) == []


async def test_reminder_is_due_when_it_is_wanted(database: Database) -> None:
    await keep(database, match())
    async with database.writing() as writing:
        await remind(writing)
        assert await moments(writing) == [(LATER, LATER)]
        assert await notices.next_planned(writing) == LATER


async def test_reminder_of_somebody_with_quiet_hours_is_planned_at_once(database: Database) -> None:
    await keep(database, match())
    night = Telling(quiet=QuietHours(DayMinute(22 * 60), DayMinute(7 * 60)))
    async with database.writing() as writing:
        await preferences.keep(writing, ORANGE, Preferences(telling=night))
        await remind(writing)
        assert await moments(writing) == [(NOON, LATER)]


async def test_hushed_reminder_stays_away_until_the_turn_is_over(database: Database) -> None:
    await keep(database, match())
    async with database.writing() as writing:
        await remind(writing)
        assert await reminders.state_of(writing, ONE, ORANGE) is ReminderState.WAITING
        assert await reminders.state_of(writing, ONE, GRAY) is None
        await reminders.hush(writing, ONE, GRAY)
        await reminders.hush(writing, ONE, ORANGE)
        assert await reminders.state_of(writing, ONE, ORANGE) is ReminderState.HUSHED
        assert await notices.due(writing, LATER, 5) == []
        await clocks.settle_word(writing, ONE, NOON)
        await remind(writing)
        assert await notices.due(writing, LATER, 5) == []
        await reminders.unhush(writing, ONE, ORANGE, NOON)
        assert await moments(writing) == [(NOON, LATER)]
        await reminders.hush(writing, ONE, ORANGE)
        await notices.answered(writing, ONE, NOON)
        assert await reminders.state_of(writing, ONE, ORANGE) is None
        await remind(writing)
        assert await moments(writing) == [(LATER, LATER)]


async def test_what_a_person_prefers_anew_has_their_unsent_notices_looked_at(
    database: Database,
) -> None:
    await keep(database, match())
    async with database.writing() as writing:
        await remind(writing)
        sent = await owe(writing)
        await notices.sent(writing, sent, CHANNEL, MESSAGE, NOON)
        await notices.look_again(writing, GRAY, NOON)
        assert await moments(writing) == [(LATER, LATER)]
        await notices.look_again(writing, ORANGE, NOON)
        assert await moments(writing) == [(NOON, LATER)]
