"""Notices in the database: owed, claimed, sent, answered."""

from dataclasses import replace

import pytest

from bot.match.identity import (
    ChallengeId,
    Instant,
    Ply,
)
from bot.store import challenges, notices
from bot.store.database import Database, Writing
from bot.store.notices import Notice, NoticeKind, NoticeState
from tests.match.table import (
    CHANNEL,
    LATER,
    MESSAGE,
    NOON,
    challenge,
    match,
)
from tests.store.keeping import ONE, keep

OF_A_TURN = (
    NoticeKind.TURN,
    NoticeKind.REMINDER,
    NoticeKind.DAY_GIVEN,
    NoticeKind.AWAY,
    NoticeKind.BACK,
)
"""What is settled when the turn is played."""


async def owe(writing: Writing, kind: NoticeKind = NoticeKind.TURN) -> Notice:
    await notices.insert(writing, kind, NOON, match=ONE, ply=Ply(4))
    return (await notices.of_match(writing, ONE, LATER))[-1]


async def test_notice_is_found_as_it_was_owed(database: Database) -> None:
    await keep(database, match())
    async with database.writing() as writing:
        await challenges.insert(writing, challenge(), NOON)
        owed = await owe(writing)
        await notices.insert(writing, NoticeKind.DECLINED, LATER, challenge=ChallengeId(1))
        (declined,) = await notices.of_challenge(writing, ChallengeId(1))
        assert await notices.of_match(writing, ONE, LATER) == [owed]
        assert await notices.matches_due(writing, LATER, 5) == [ONE]
        assert await notices.challenges_due(writing, NOON, 5) == []
        assert await notices.challenges_due(writing, LATER, 5) == [1]
    waiting = NoticeState.WAITING
    assert owed == Notice(1, NoticeKind.TURN, ONE, None, Ply(4), waiting, NOON, 0, None, None)
    assert declined == Notice(
        2, NoticeKind.DECLINED, None, ChallengeId(1), Ply(0), waiting, LATER, 0, None, None
    )


async def test_notice_is_claimed_by_one(database: Database) -> None:
    await keep(database, match())
    async with database.writing() as writing:
        owed = await owe(writing)
        assert not await notices.claim(writing, owed, Instant(NOON - 1), LATER)
        assert await notices.claim(writing, owed, NOON, LATER)
        assert not await notices.claim(writing, owed, NOON, LATER)
        assert await notices.matches_due(writing, NOON, 5) == []
        assert await notices.claim(writing, owed, LATER, LATER)
        await notices.done(writing, owed.id)
        assert not await notices.claim(writing, owed, LATER, LATER)
        assert await notices.of_match(writing, ONE, LATER) == []


@pytest.mark.parametrize("kind", OF_A_TURN)
async def test_answered_notice_that_was_not_sent_drops(
    database: Database, kind: NoticeKind
) -> None:
    await keep(database, match())
    async with database.writing() as writing:
        await owe(writing, kind)
        await notices.answered(writing, ONE, LATER)
        assert await notices.of_match(writing, ONE, LATER) == []


@pytest.mark.parametrize("kind", OF_A_TURN)
async def test_answered_notice_that_was_sent_gets_stale(
    database: Database, kind: NoticeKind
) -> None:
    await keep(database, match())
    async with database.writing() as writing:
        owed = await owe(writing, kind)
        await notices.sent(writing, owed.id, CHANNEL, MESSAGE, NOON)
        assert await notices.of_match(writing, ONE, LATER) == []
        await notices.answered(writing, ONE, LATER)
        (stale,) = await notices.of_match(writing, ONE, LATER)
    assert stale == replace(
        owed, state=NoticeState.STALE, due_at=LATER, channel=CHANNEL, message=MESSAGE
    )


async def test_notice_answered_on_its_way_is_stale_at_once(database: Database) -> None:
    await keep(database, match())
    async with database.writing() as writing:
        owed = await owe(writing)
        assert await notices.claim(writing, owed, NOON, LATER)
        await notices.answered(writing, ONE, LATER)
        await notices.sent(writing, owed.id, CHANNEL, MESSAGE, NOON)
        (stale,) = await notices.of_match(writing, ONE, LATER)
    assert (stale.state, stale.due_at) == (NoticeState.STALE, NOON)


async def test_notice_that_was_sent_twice_stands_once(database: Database) -> None:
    """Discord gives one message for one nonce, so a second sending may note the first's."""
    await keep(database, match())
    async with database.writing() as writing:
        owed = await owe(writing)
        for _ in range(2):
            await notices.sent(writing, owed.id, CHANNEL, MESSAGE, NOON)
        assert await notices.of_match(writing, ONE, LATER) == []
        await notices.answered(writing, ONE, LATER)
        (stale,) = await notices.of_match(writing, ONE, LATER)
    assert stale.state is NoticeState.STALE


@pytest.mark.parametrize("kind", [kind for kind in NoticeKind if kind not in OF_A_TURN])
async def test_other_notices_are_done_when_they_are_sent(
    database: Database, kind: NoticeKind
) -> None:
    await keep(database, match())
    async with database.writing() as writing:
        owed = await owe(writing, kind)
        await notices.answered(writing, ONE, LATER)
        assert await notices.of_match(writing, ONE, LATER) == [owed]
        await notices.sent(writing, owed.id, CHANNEL, MESSAGE, NOON)
        assert await notices.of_match(writing, ONE, LATER) == []
