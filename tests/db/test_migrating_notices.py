"""A database from before notices were one person's, with some waiting and some sent."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.db.database import Database
from bot.db.migrations import migrate, migrations
from bot.db.program import Counter, allot
from bot.features.challenges import queries as challenge_queries
from bot.features.matches import queries as match_queries
from bot.features.notifications import queries as notification_queries
from bot.features.notifications.queries import Notice, NoticeKind, NoticeState
from bot.features.settings import preference_queries
from bot.features.settings.preferences import Placing, Preferences
from bot.game import Seat
from bot.match.clock import DAY
from bot.match.draft import AskOption
from bot.match.identity import ChallengeId, MatchId, MessageId, UserId
from tests.match.table import GRAY, LATER, NOON, ORANGE

BEFORE = [migration for migration in migrations() if migration.version == 1]
WRITTEN = Path(__file__).with_name("version_1.sql").read_text()
"""Rows that the program itself wrote at version 1."""

BEGUN, OFFERED, OFFERED_BY_GRAY, OFFERED_UNSAID, DRAFTED, RESIGNED = map(MatchId, range(1, 7))
DECLINED, OPEN = ChallengeId(7), ChallengeId(8)
WAITING, STALE = NoticeState.WAITING, NoticeState.STALE


@pytest.fixture
async def migrated(path: Path) -> AsyncIterator[Database]:
    """The file as it was, brought up to date."""
    opened = await Database.open(path)
    await migrate(opened, BEFORE)
    await opened.close()
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(WRITTEN)
    opened = await Database.open(path)
    await migrate(opened, migrations())
    yield opened
    await opened.close()


async def owed(database: Database, number: MatchId) -> list[Notice]:
    async with database.reading() as reading:
        return await notification_queries.of_match(reading, number)


def people(owed: list[Notice]) -> list[tuple[NoticeKind, UserId, NoticeState]]:
    return [(each.kind, each.user, each.state) for each in owed]


async def test_word_of_a_match_that_begins_becomes_one_for_each(migrated: Database) -> None:
    begun = await owed(migrated, BEGUN)
    assert people(begun) == [
        (NoticeKind.BEGUN, ORANGE, WAITING),
        (NoticeKind.REMINDER, ORANGE, WAITING),
        (NoticeKind.BEGUN, GRAY, WAITING),
    ]
    assert begun[1].wanted_at == begun[1].due_at
    assert NOON < begun[1].due_at < NOON + 3 * DAY


async def test_waiting_word_becomes_that_of_whom_it_was_for(migrated: Database) -> None:
    assert people(await owed(migrated, OFFERED_BY_GRAY)) == [
        (NoticeKind.TURN, GRAY, WAITING),
        (NoticeKind.REMINDER, GRAY, WAITING),
        (NoticeKind.DRAW_OFFERED, ORANGE, WAITING),
    ]
    assert people(await owed(migrated, OFFERED_UNSAID)) == [
        (NoticeKind.TURN, ORANGE, WAITING),
        (NoticeKind.REMINDER, ORANGE, WAITING),
        (NoticeKind.DRAW_OFFERED, GRAY, WAITING),
    ]
    assert people(await owed(migrated, RESIGNED)) == [
        (NoticeKind.TURN, GRAY, STALE),
        (NoticeKind.OVER, GRAY, WAITING),
        (NoticeKind.OVER, ORANGE, WAITING),
    ]
    async with migrated.reading() as reading:
        (declined,) = await notification_queries.of_challenge(reading, DECLINED)
    assert (declined.kind, declined.user) == (NoticeKind.DECLINED, ORANGE)


async def test_a_sent_word_still_goes_when_it_is_answered(migrated: Database) -> None:
    async with migrated.writing() as writing:
        offered = NoticeKind.DRAW_OFFERED
        await notification_queries.offer_answered(writing, OFFERED, LATER, offered)
        await notification_queries.answered(writing, OFFERED, LATER)
        stale = await notification_queries.of_match(writing, OFFERED)
    assert people(stale) == [
        (NoticeKind.TURN, GRAY, STALE),
        (NoticeKind.DRAW_OFFERED, GRAY, STALE),
    ]
    assert [each.message for each in stale] == [MessageId(8000), MessageId(8001)]
    assert {each.due_at for each in stale} == {LATER}


async def test_matches_and_challenges_stand_as_they_stood(migrated: Database) -> None:
    async with migrated.reading() as reading:
        for number, by in ((OFFERED, Seat.ORANGE), (OFFERED_BY_GRAY, Seat.GRAY)):
            match = await match_queries.find(reading, number)
            assert match is not None
            assert match.draw_offered_by is by
            assert match.clock.deadline == NOON + 3 * DAY
        drafted = await match_queries.find(reading, DRAFTED)
        opened = await challenge_queries.find(reading, OPEN)
    assert drafted is not None
    assert isinstance(drafted.question, AskOption)
    assert opened is not None
    assert (opened.challenge.challenger, opened.challenge.friend) == (GRAY, ORANGE)


async def test_numbers_go_on_and_preferences_stay(migrated: Database) -> None:
    async with migrated.writing() as writing:
        taken = [each.id for each in await notification_queries.due(writing, LATER, 99)]
        assert await allot(writing, Counter.NOTICE) > max(taken)
        assert await preference_queries.find(writing, ORANGE) == Preferences(Placing.AT_ONCE)
