"""The bot opens databases of earlier commits, or says what it found and what it needs."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.address import DatabaseAddress
from bot.cli.check_database import check_database
from bot.cli.findings import Mark
from bot.db.errors import SchemaDiffers
from bot.db.migrations import migrations, version_of
from bot.features.challenges.queries import CHALLENGE_MESSAGE
from bot.features.outbox import queries as outbox_queries
from bot.jobs.leading import open_led
from tests.db.kept import put_kept
from tests.kit.beside import change, rows_in
from tests.kit.server import server


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


def migrated_in(place: DatabaseAddress) -> list[tuple[int, str]]:
    return rows_in(place, "SELECT version, name FROM migrations ORDER BY version")


async def test_a_database_of_2dc28fdb_is_opened_and_brought_up_to_date(
    place: DatabaseAddress,
) -> None:
    put_kept("2dc28fdb", place)
    assert migrated_in(place) == [(1, "schema")]
    async with open_led(place) as (database, _):
        assert await version_of(database) == migrations()[-1].version
    # From now on, the digests of its migrations are compared.
    async with open_led(place) as (database, _), database.reading() as reading:
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
    async with open_led(place) as (database, _), database.reading() as reading:
        entries = {
            number: await outbox_queries.find(reading, CHALLENGE_MESSAGE, number)
            for number in range(1, 8)
        }
        posts = await reading.connection.ask("SELECT id FROM posts ORDER BY id").all(int)
        looks = "SELECT key FROM jobs WHERE kind = 'post look'"
        assert await reading.connection.ask(looks).all(str) == []
    shown, half_sent = entries[6], entries[7]
    assert shown is not None
    assert half_sent is not None
    assert (shown.message, shown.is_pending, shown.after) == (message, False, None)
    assert (half_sent.message, half_sent.is_pending, half_sent.attempts) == (None, True, 2)
    assert (half_sent.channel, half_sent.after, half_sent.digest) == (6, 42, "second")
    assert all(entry is not None and entry.guild for entry in entries.values())
    # The bot still searches for the boards and notifications that were half sent.
    assert posts == [15, 16, 17]


async def test_a_database_of_84920fac_is_refused_and_left_as_it_is(place: DatabaseAddress) -> None:
    put_kept("84920fac", place)
    with pytest.raises(SchemaDiffers) as caught:
        async with open_led(place):
            raise AssertionError("it was opened")
    assert caught.value.found.startswith("1, where the index ")
    assert caught.value.needed == "1 as of 25 November 2026 (2dc28fdb), or a later one"
    assert migrated_in(place) == [(1, "schema")]


@pytest.mark.parametrize(("commit", "mark"), [("84920fac", Mark.WRONG), ("2dc28fdb", Mark.WELL)])
def test_check_says_which_of_them_can_be_used(
    place: DatabaseAddress, commit: str, mark: Mark
) -> None:
    put_kept(commit, place)
    findings, _ = check_database(place)
    assert findings[0].mark is mark
    if mark is Mark.WRONG:
        assert (
            "has schema 1, where the index matches_by_deadline doesn't belong" in findings[0].text
        )
        assert "needs schema 1 as of 25 November 2026" in findings[0].text
