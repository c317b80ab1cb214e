"""A database from before notices were one person's, with some waiting and some sent."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.match.identity import ChallengeId, MatchId
from bot.match.preferences import Placing, Preferences
from bot.store import notices, preferences
from bot.store.database import Database
from bot.store.migrating import migrate, migrations
from bot.store.notices import NoticeKind, NoticeState
from bot.store.program import Counter, allot
from tests.match.table import GRAY, LATER, ORANGE

BEFORE = [migration for migration in migrations() if migration.version <= 2]
DUE, SENT_TO, MESSAGE = 1000.0, 70, 800

NOTICES = [
    # number, kind, match, challenge, ply, state, message
    (1, "turn", 1, None, 0, "waiting", None),
    (2, "reminder", 1, None, 0, "waiting", None),
    (3, "turn", 2, None, 5, "sent", MESSAGE),
    (4, "reminder", 2, None, 5, "waiting", None),
    (5, "draw offered", 2, None, 5, "waiting", None),
    (6, "over", 3, None, 9, "waiting", None),
    (7, "turn", 3, None, 8, "stale", MESSAGE + 1),
    (8, "declined", None, 4, 0, "waiting", None),
    (9, "turn", 3, None, 7, "done", None),
]


@pytest.fixture
async def migrated(path: Path) -> AsyncIterator[Database]:
    """The file as it was, brought up to date."""
    opened = await Database.open(path)
    await migrate(opened, BEFORE)
    await opened.close()
    with closing(sqlite3.connect(path)) as connection, connection:
        _fill(connection)
    opened = await Database.open(path)
    await migrate(opened, migrations())
    yield opened
    await opened.close()


def _fill(connection: sqlite3.Connection) -> None:
    for number, offers in ((1, None), (2, "orange - 5 -"), (3, None)):
        _insert(
            connection,
            "matches",
            id=number,
            ruleset="classic",
            rules_version=1,
            guild_id=7,
            origin_id=70,
            orange_id=ORANGE,
            gray_id=GRAY,
            position="",
            ply=0,
            stands=1,
            time_control="none",
            turn_began_at=0.0,
            draw_offers=offers,
            revision=1,
            started_at=0.0,
            changed_at=0.0,
        )
    _insert(
        connection,
        "challenges",
        id=4,
        guild_id=7,
        channel_id=70,
        challenger_id=GRAY,
        starts="me",
        ruleset="classic",
        rules_version=1,
        time_control="none",
        offered_at=0.0,
        expires_at=0.0,
        state="declined",
        revision=1,
        shown_revision=1,
        show_at=0.0,
        attempts=0,
    )
    for number, kind, match, challenge, ply, state, message in NOTICES:
        _insert(
            connection,
            "notices",
            id=number,
            kind=kind,
            match_id=match,
            challenge_id=challenge,
            ply=ply,
            state=state,
            due_at=DUE,
            attempts=0,
            channel_id=None if message is None else SENT_TO,
            message_id=message,
        )
    connection.execute("UPDATE counters SET value = 9 WHERE name = 'notice'")
    _insert(connection, "preferences", user_id=ORANGE, placing="at-once", threats="hidden")


def _insert(connection: sqlite3.Connection, table: str, **columns: object) -> None:
    names, places = ", ".join(columns), ", ".join("?" * len(columns))
    connection.execute(
        f"INSERT INTO {table} ({names}) VALUES ({places})",
        list(columns.values()),
    )


async def test_waiting_notices_become_those_of_whom_they_were_for(migrated: Database) -> None:
    async with migrated.reading() as reading:
        begun = await notices.of_match(reading, MatchId(1))
        (declined,) = await notices.of_challenge(reading, ChallengeId(4))
        later = await notices.of_match(reading, MatchId(2))
        over = await notices.of_match(reading, MatchId(3))
    assert [(each.kind, each.user) for each in begun] == [
        (NoticeKind.BEGUN, ORANGE),
        (NoticeKind.REMINDER, ORANGE),
        (NoticeKind.BEGUN, GRAY),
    ]
    assert begun[1].wanted_at == begun[1].due_at == DUE
    assert (declined.kind, declined.user) == (NoticeKind.DECLINED, GRAY)
    assert [(each.kind, each.user) for each in later] == [
        (NoticeKind.REMINDER, GRAY),
        (NoticeKind.DRAW_OFFERED, GRAY),
    ]
    assert [(each.kind, each.user, each.state) for each in over] == [
        (NoticeKind.OVER, GRAY, NoticeState.WAITING),
        (NoticeKind.TURN, ORANGE, NoticeState.STALE),
        (NoticeKind.OVER, ORANGE, NoticeState.WAITING),
    ]


async def test_a_sent_notice_still_goes_when_it_is_answered(migrated: Database) -> None:
    async with migrated.writing() as writing:
        await notices.answered(writing, MatchId(2), LATER)
        stale, *_ = await notices.of_match(writing, MatchId(2))
    assert (stale.kind, stale.user, stale.message) == (NoticeKind.TURN, GRAY, MESSAGE)
    assert (stale.state, stale.due_at) == (NoticeState.STALE, LATER)


async def test_numbers_go_on_and_preferences_stay(migrated: Database) -> None:
    async with migrated.writing() as writing:
        taken = [each.id for each in await notices.due(writing, LATER, 99)]
        assert await allot(writing, Counter.NOTICE) > max(taken)
        assert await preferences.find(writing, ORANGE) == Preferences(Placing.AT_ONCE)
