"""Migrations: each applied and recorded in one transaction, once."""

import asyncio
import shutil
import sqlite3
import time
from hashlib import sha256
from pathlib import Path

import pytest

import bot.db.migrations
from bot.db.database import Database
from bot.db.errors import DatabaseUnusable
from bot.db.migrations import Migration, migrate, migrations, version_of
from bot.db.program import Counter

OURS = Path(bot.db.migrations.__file__).with_name("schema")
NEXT = len(migrations()) + 1


async def rows(database: Database, text: str) -> list[tuple[object, ...]]:
    async with database.reading() as reading:
        return [tuple(row) for row in await reading.connection.execute_fetchall(text)]


async def tables(database: Database) -> set[object]:
    found = await rows(database, "SELECT name FROM sqlite_master WHERE type = 'table'")
    return {name for (name,) in found}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with our own migrations, for more to be planted."""
    return Path(shutil.copytree(OURS, tmp_path / "migrations"))


DIGESTS = {
    "matches": "2db6a71cecaf81dd4aa4bc3b6bf02474ca854e302c0adf7d039052419e85e0e1",
    "over_days": "a6775ffa059728d8c1cdcddea119695fb851229caa673b752c8adb48ff8d8c90",
    "notices": "c8320d059c5de9ef3b3ba9a89eada951fae6a6991337508dcf2d5dbfdb55ded7",
    "vacations": "e2e56933880e92a5c4b7d6868fa0a09f59bc20cc868757c6647efe333a0b372c",
    "plans": "5f7dd21461a7f486f08397a6737dedf7ee8f2ab527f77ddb7bcf6e64e931a322",
    "followers": "3ce6eff8ffb8274c90a77995934522beb9a82b5b716b0f92af20a5443b49f070",
    "homes": "d9f4cab087434fe577b12deca5ece516c99def9a4039322be02dfe8bae0a7841",
    "settings": "b2dcabc495207872f3f75c4dd1c582aed273e044518b4bb7cbc2ec1f505128e9",
    "people": "0cfc8dfc530c4fcb0dedc09cbd44aa00caf21c0d69b30c2be7490074bc51462b",
    "departures": "f31d21dd85cdfd58c4699249b80ddaed33dc7ae5199bb18eef84f4bd14005537",
    "ratings": "c2ec8183accd59d982367183d61bd4faf796cc97c6d04093ce9eed4793b34f6e",
    "weekly_digests": "62aee7b36ecd0c250f8e5e4c8bb8bc3dbe7a603c981251da552d16fabdd9eb13",
    "privacy": "d65763e7c7038e959781ff223e2811ef27e0db48bca285df11070abc658712b6",
    "facts": "8ac4cb2b77aa71a655846eec73fee98cddd45b825c924159275dc6baee58d0f4",
    "absences": "ac0aad272e634788ec8b8feaf8569149d43c246c2ae261720b6b21a46306b27e",
    "practice": "cfc5fcc612f22b80a22ee4ff68af831b56f62ec6e76882b8d47981407afac3c1",
    "practice_ratings": "e9866d37a435d99aae96959f3d9384136882639f7a76483dec5c9cea8296830f",
    "hints": "3dc1695e37ec9bea3c3af699ead60e8f49db81abd08b61955eb2daf6ec334749",
    "analyses": "f30c6ad739259d5feaad3c7540bfbae6aabaf476c54c06fb397ace35b267aba5",
    "puzzles": "9cf91cba32a019f80d917b99ecc83be9321dbb6e7296913fe4c1105b544b7254",
    "reminders": "5186787c03cf1fc231765b84d3cd592f8f49ed06bd61231d3ed33419ea400b39",
    "venues": "a6b2082b21db1da63d83fdc36b6efedb89637135a75e606b2723e319451b57d9",
    "posts": "ad8c3f9acdb57c6421cee3017265bc8a0e6fc81439385d79675b7e9b017e9bc5",
    "posts_of_challenges": "2983c0728df86349eaffdbb883773daff832843fea2727e7f5382b17925e61e3",
    "jobs": "9f7b1cb4462d4b18ab79ffaf066bd260bc9b973d421dccb479ab6b620b540c21",
    "to_move": "73ac7ecc1ca09f84e810215fc9897de656b2dd8a8a2d755676ef7c07a9f7932e",
    "due_by_jobs": "5f5609a6e4d60198bdd11e652fa6a9aab752a444a9d7a7fe54e741cd4e8558e7",
    "looks_by_jobs": "b98658d2d6b1338370d6b2b70c68a705a242b973b727973c505bab1e4f8a0654",
    "log_by_jobs": "1f6cdf294141f7d905e41c98b4fe62234e67ec861ac9966c475ceb2ac605adeb",
}
"""Migrations that databases may have gone through: what they lack comes in a new one."""


def test_no_migration_is_edited_once_it_is_out() -> None:
    known = {each.name: sha256(each.script.encode()).hexdigest() for each in migrations()}
    assert known == DIGESTS


def test_migrations_are_numbered_without_gaps_and_named() -> None:
    known = migrations()
    assert [migration.version for migration in known] == list(range(1, len(known) + 1))
    assert all(migration.name.isidentifier() for migration in known)
    assert len(known) == len(list(OURS.iterdir()))


async def test_migrations_are_applied_and_recorded(database: Database) -> None:
    recorded = await rows(database, "SELECT version, name, applied_at FROM migrations")
    assert [(version, name) for version, name, _ in recorded] == [
        (migration.version, migration.name) for migration in migrations()
    ]
    for *_, applied_at in recorded:
        assert isinstance(applied_at, float)
        assert applied_at <= time.time()


async def test_migrating_again_changes_nothing(database: Database) -> None:
    before = await rows(database, "SELECT * FROM migrations")
    await migrate(database, migrations())
    assert await rows(database, "SELECT * FROM migrations") == before


async def test_only_what_is_missing_is_applied(database: Database, folder: Path) -> None:
    version = len(migrations()) + 1
    (folder / f"{version:04}_more.sql").write_text("CREATE TABLE more (a INTEGER);")
    await migrate(database, migrations(folder))
    assert await version_of(database) == version
    assert "more" in await tables(database)


@pytest.mark.parametrize(
    "fault",
    [
        "INSERT INTO nowhere VALUES (1);",
        "INSERT INTO counters VALUES ('match', 1);",
        "CREATE TABLE more (a INTEGER",
        f"INSERT INTO migrations VALUES ({NEXT}, 'too early', 0);",
    ],
)
async def test_nothing_stays_of_a_migration_that_fails(
    database: Database, folder: Path, fault: str
) -> None:
    before = await tables(database)
    planted = "CREATE TABLE planted (a INTEGER); UPDATE counters SET value = 9;" + fault
    (folder / f"{NEXT:04}_planted.sql").write_text(planted)
    (folder / f"{NEXT + 1:04}_after.sql").write_text("CREATE TABLE after (a INTEGER);")
    with pytest.raises(DatabaseUnusable, match=f"migration {NEXT}"):
        await migrate(database, migrations(folder))
    assert await tables(database) == before
    assert await version_of(database) == NEXT - 1
    assert await rows(database, "SELECT DISTINCT value FROM counters") == [(0,)]
    await migrate(
        database, [*migrations(), Migration(NEXT, "right", "CREATE TABLE b (a INTEGER);")]
    )
    assert "b" in await tables(database)


async def test_fresh_file_stays_empty_when_the_first_migration_fails(path: Path) -> None:
    database = await Database.open(path)
    with pytest.raises(DatabaseUnusable, match=r"migration 1 \(wrong\)"):
        await migrate(database, [Migration(1, "wrong", "CREATE TABLE a (b); nonsense;")])
    assert await tables(database) == set()
    await migrate(database, migrations())
    await database.close()


async def test_two_processes_may_migrate_at_once(path: Path) -> None:
    """Both see that a migration is missing; the one that comes second finds it applied."""
    first, second = await Database.open(path), await Database.open(path)
    await asyncio.gather(migrate(first, migrations()), migrate(second, migrations()))
    assert await version_of(first) == await version_of(second) == len(migrations())
    await first.close()
    await second.close()


async def test_counters_start_at_nothing(database: Database) -> None:
    expected = {(counter.value, 0) for counter in Counter}
    assert set(await rows(database, "SELECT * FROM counters")) == expected


async def test_file_reads_as_sqlite(database: Database, path: Path) -> None:
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    connection.close()
