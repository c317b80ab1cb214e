"""The bot opens databases of earlier commits, or says what it found and what it needs."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.address import DatabaseAddress
from bot.cli.check_database import check_database
from bot.cli.findings import Severity
from bot.db.errors import SchemaDiffers
from bot.db.migrations import migrations, version_of
from bot.features.boards.posts import ANNOUNCEMENT, UNRECORDED
from bot.features.boards.queries import BOARD, NEW_BOARD, OLD_BOARD
from bot.features.challenges.queries import CHALLENGE_MESSAGE
from bot.features.outbox import queries as outbox_queries
from bot.features.outbox.entries import OutboxEntry, OutboxKind
from bot.jobs.database_opening import open_database_as_leader
from bot.match.terms import VenueKind
from tests.db.kept import put_kept
from tests.kit.postgresql import server
from tests.kit.raw_database import change, rows_in
from tests.kit.thoroughness import sampled


@pytest.fixture(
    params=[
        pytest.param(each, marks=getattr(pytest.mark, each)) for each in ("sqlite", "postgresql")
    ]
)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[DatabaseAddress]:
    """An address without a database yet, on each engine."""
    if request.param == "sqlite":
        yield tmp_path / "boop.sqlite3"
        return
    with server().empty_database() as address:
        yield address


def migrations_in(place: DatabaseAddress) -> list[tuple[int, str]]:
    return rows_in(place, "SELECT version, name FROM migrations ORDER BY version")


async def test_a_database_of_2dc28fdb_is_opened_and_brought_up_to_date(
    place: DatabaseAddress,
) -> None:
    put_kept("2dc28fdb", place)
    assert migrations_in(place) == [(1, "schema")]
    async with open_database_as_leader(place) as (database, _):
        assert await version_of(database) == migrations()[-1].version
    # From now on, the digests of its migrations are compared.
    async with open_database_as_leader(place) as (database, _), database.reading() as reading:
        found = await reading.connection.ask("SELECT digest FROM migration_digests").all(str)
    assert sorted(found) == sorted(each.digest for each in migrations())


HALF_SENT = """
    UPDATE challenges SET message_id = NULL, shown_revision = 0, attempts = 2 WHERE id = 7;
    INSERT INTO posts (id, guild_id, channel_id, challenge_id, digest, after_id, look_at)
    VALUES (90, 5, 6, 7, 'first', 41, 1.0), (91, 5, 6, 7, 'second', 42, 2.0);
    INSERT INTO jobs (kind, key, due_at, lease, attempts, guild_id, home_id, payload)
    VALUES ('post look', '91', 2.0, 0, 0, 0, 5, '{"post":91,"guild":5}')
"""
"""A challenge whose message was sent twice, and recorded neither time."""


async def test_the_outbox_takes_over_challenges_and_one_that_was_half_sent(
    place: DatabaseAddress,
) -> None:
    put_kept("2dc28fdb", place)
    [(message,)] = rows_in(place, "SELECT message_id FROM challenges WHERE id = 6")
    for statement in HALF_SENT.split(";"):
        change(place, statement)
    async with open_database_as_leader(place) as (database, _), database.reading() as reading:
        entries = {
            number: await outbox_queries.find(reading, CHALLENGE_MESSAGE, number)
            for number in range(1, 8)
        }
        looks = "SELECT key FROM jobs WHERE kind = 'post look'"
        assert await reading.connection.ask(looks).all(str) == []
    shown, half_sent = entries[6], entries[7]
    assert shown is not None
    assert half_sent is not None
    assert (shown.message, shown.is_pending, shown.after) == (message, False, None)
    assert (half_sent.message, half_sent.is_pending, half_sent.attempts) == (None, True, 2)
    assert (half_sent.channel, half_sent.after, half_sent.digest) == (6, 42, "second")
    assert all(
        entry is not None and entry.home is not VenueKind.DIRECT for entry in entries.values()
    )


BOARDS_LEFT = """
    INSERT INTO boards (
        id,
        match_id,
        channel_id,
        message_id,
        state,
        revision,
        shown_revision,
        show_at,
        attempts,
        user_id
    )
    VALUES
        (20, 1, 71, 81, 'old', 6, 5, 9.0, 2, NULL),
        (21, 5, 72, 82, 'old', 6, 5, 8.0, 0, 31),
        (22, 5, NULL, NULL, 'live', 2, 0, 7.0, 1, 31);
    UPDATE boards SET state = 'lost', attempts = 3 WHERE match_id = 3;
    INSERT INTO posts (id, guild_id, channel_id, match_id, digest, after_id, look_at)
    VALUES (90, NULL, 73, 5, NULL, 41, 50.0), (91, 5, 74, 3, 'announced', 42, 60.0)
"""
"""Boards that were replaced or lost or are personal, and messages that were half sent."""


async def test_the_outbox_takes_over_boards_and_messages_that_were_half_sent(
    place: DatabaseAddress,
) -> None:
    put_kept("2dc28fdb", place)
    for statement in BOARDS_LEFT.split(";"):
        change(place, statement)
    guilds = dict(rows_in(place, "SELECT id, guild_id FROM matches"))
    before = {
        row[0]: row[1:]
        for row in rows_in(
            place,
            "SELECT match_id, message_id, revision, shown_revision, show_at, attempts FROM boards "
            "WHERE state = 'live' AND user_id IS NULL",
        )
    }
    posts = rows_in(place, "SELECT id, match_id, digest FROM posts")
    boards = {(match, number) for number, match, digest in posts if match and digest is None}
    [(unrecorded, digest)] = [(each, what) for each, match, what in posts if match is None]
    async with open_database_as_leader(place) as (database, _), database.reading() as reading:

        async def entries_of(kind: OutboxKind) -> dict[tuple[int, int], OutboxEntry]:
            rows = await outbox_queries.OUTBOX.find_all(reading.connection, kind=kind.name)
            return {(each.subject, each.part): each for each in rows}

        live, old, new = (
            await entries_of(BOARD),
            await entries_of(OLD_BOARD),
            await entries_of(NEW_BOARD),
        )
        [announced], [left] = (
            (await entries_of(ANNOUNCEMENT)).items(),
            (await entries_of(UNRECORDED)).items(),
        )
        looks = "SELECT key FROM jobs WHERE kind = 'post look'"
        assert await reading.connection.ask(looks).all(str) == []

    for number, row in before.items():
        board = live[number, 0]
        shown = board.revision, board.shown_revision, board.due_at, board.attempts
        assert (board.message, *shown) == row
        assert (board.home, board.lost_at, board.after) == (guilds[number], None, None)
    lost, personal = live[3, 0], live[5, 31]
    assert lost.lost_at == lost.due_at
    assert (lost.message is not None, lost.attempts, lost.is_pending) == (True, 3, True)
    assert (personal.message, personal.is_pending) == (None, True)
    assert len(live) == len(before) + 2
    assert {key: (each.home, each.channel, each.due_at) for key, each in old.items()} == {
        (1, 81): (guilds[1], 71, 9.0),
        (5, 82): (guilds[5], 72, 8.0),
    }
    assert all(each.is_pending for each in old.values())
    assert set(new) == boards
    assert (new[5, 90].home, new[5, 90].channel) == (VenueKind.DIRECT, 73)
    assert new[5, 90].after == 41
    assert (new[5, 90].due_at, new[5, 90].rests_until) == (50.0, 30.0)
    assert (announced[0], announced[1].digest) == ((3, 91), "announced")
    assert (left[0], left[1].digest) == ((0, unrecorded), digest)
    assert all(each.is_pending for each in (*new.values(), announced[1], left[1]))


async def test_a_database_of_84920fac_is_refused_and_not_changed(place: DatabaseAddress) -> None:
    put_kept("84920fac", place)
    with pytest.raises(SchemaDiffers) as caught:
        async with open_database_as_leader(place):
            raise AssertionError("it was opened")
    assert caught.value.found.startswith("1, where the index ")
    assert caught.value.needed == "1 as of 25 November 2026 (2dc28fdb), or a later one"
    assert migrations_in(place) == [(1, "schema")]


@pytest.mark.parametrize(
    ("commit", "mark"), sampled([("84920fac", Severity.WRONG), ("2dc28fdb", Severity.WELL)], 0)
)
def test_check_says_which_kept_databases_can_be_used(
    place: DatabaseAddress, commit: str, mark: Severity
) -> None:
    put_kept(commit, place)
    findings, _ = check_database(place)
    assert findings[0].severity is mark
    if mark is Severity.WRONG:
        assert (
            "has schema 1, where the index matches_by_deadline doesn't belong" in findings[0].text
        )
        assert "needs schema 1 as of 25 November 2026" in findings[0].text
