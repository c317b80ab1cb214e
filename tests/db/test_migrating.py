"""Each migration is applied and recorded once, in one transaction."""

import asyncio
import shutil
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import bot.db.migrations
from bot.address import DatabaseAddress
from bot.db.database import Database
from bot.db.errors import DatabaseUnusable, SchemaDiffers
from bot.db.migrations import DIGESTS, Migration, check_version, migrate, migrations, version_of
from bot.db.objects import (
    ON_SERVER,
    first_difference,
    objects_listed,
    objects_made_by,
    query_objects,
)
from bot.db.opening import open_database
from bot.match.clock import DAY
from tests.kit import postgresql
from tests.kit.matches import NOON
from tests.kit.thoroughness import sampled

OURS = Path(bot.db.migrations.__file__).with_name("schema")
NEXT = len(migrations()) + 1
LANDED = {
    1: "b7671baf94ddd1c4a8f837ea01508cca71b357804a2a0568d2cc1cf8faf15311",
    2: "785d477b3eb520cc4699877dca1fad9c2addd6522adae557a4754f91a2ab40c1",
    3: "ff59f3319c6ddfe83dae24d8c1ed45c12e6589dde6fa32298d35d0846a71b6d9",
    4: "1bb9deefaf6675ed53e9effe59c7c80fc800d1178422daf3e056c71ed1d0fe7b",
    5: "4aadd6af7ca21cb50c9e0a4584248787cf6c05a13839b80ebdefa178e2f4ea1d",
    6: "bd60c66f41809a638f0d435ed54dc0f1628ed109f1c25146d13209f3492447c8",
    7: "ccefa54db92f176662aa7d7d6caf7a0d110f05ee00e7f1ce79f668bd10def4e5",
    8: "8eb545975bbe57b729809f646a36ae956dd2376cefeaea2eaec70f40b0ca1d9f",
    9: "937c71a0aea37054432ea50a7dcda438f80bb884ca29dd4c7c52ff284b70e8a3",
    10: "19cf489f0be95b27d36a1f79f9d1ea9dac3d52149f84e7e6c8898fb4550e5141",
    11: "e6147accfa9a9234c88f1a8f5f0c9a740225a3beef512260517b98b8c8adb308",
    12: "2cb8ac9ce9e3c67d4aff90eaccb989bc1a9e6d55fc96d135320da069803c4119",
    13: "5f4ba2472f8cbb8b3c7d0d6af90560f4044d912d14f23e2168587676a9a9808d",
    14: "2d425188f11888336265a612e56f408297af0a29cd46e83954b03ac60e0fcd11",
    15: "e3f67fe5bb9aea986bc9143b72b3263ccb12c97e321946bf0bf20d3d166bdd02",
    16: "ea104891c6fdb06752140600c21c7450b7e881724f3d3e4e7d566360f4b0ecba",
    17: "1d523ff5db54ce9d3966e769fb8ebdf4c683f8c7b9e4c10c93cd47bfa5395f4d",
    18: "3311f3dbe20f7139957d85143f6b1df49a452b27812ee2dce724d55557e4c60d",
    19: "50436caac55d999486678d2fb784e878b03951394317cfe9fa2181b4d5e6db9d",
    20: "9836073612b5438ed027f4822dfb74b80b10e618c8f15eaec40cd120d3690ad8",
    21: "a547393a491dd4c3ebe4d1eaad060434ed5b01e52e790faa66899f41df6edfb9",
    22: "b7c0716f233057b149eda97a9fd7db7db58ea210d28424daa4c3ecfb60b1a684",
    23: "09e3d5a82cd357cb7500094fc6e964ef78141ff71847149d70a63423b0045dc8",
    24: "2ba51bcec8cf046da1d226c69d083f04b1a8c73bede8c8ce64efd128c219fc71",
    25: "0f048c4d4e7cbbbb58f47c1f4700cbbf27a057fde4c77c81baaca437d5b5517e",
    26: "46bbfe91fc80b5f588ee2eba72de9b17c1e40d937ea1415da2b723f6209b6ecc",
}
"""The digest of each migration that was ever on the main branch. Add one; never change one."""


async def rows(database: Database, text: str) -> list[tuple[object, ...]]:
    async with database.reading() as reading:
        return [tuple(row) for row in await reading.connection.ask(text)]


async def tables(database: Database) -> set[object]:
    in_file = "SELECT name FROM sqlite_master WHERE type = 'table'"
    stored = await rows(database, postgresql.TABLES if postgresql.IS_CHOSEN else in_file)
    return {name for (name,) in stored}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a copy of the bot's migrations, to which a test adds more."""
    return Path(shutil.copytree(OURS, tmp_path / "migrations"))


def test_migrations_are_numbered_without_gaps_and_named() -> None:
    known = migrations()
    assert [migration.version for migration in known] == list(range(1, len(known) + 1))
    assert all(migration.name.isidentifier() for migration in known)
    assert len(known) == len(list(OURS.glob("*.sql")))


async def test_migrations_are_applied_and_recorded(database: Database) -> None:
    recorded = await rows(database, "SELECT version, name, applied_at FROM migrations")
    assert [(version, name) for version, name, _ in recorded] == [
        (migration.version, migration.name) for migration in migrations()
    ]
    for *_, applied_at in recorded:
        assert isinstance(applied_at, float)
        # An earlier test may have made the template; its clock began at the same instant.
        assert NOON <= applied_at < NOON + DAY


async def test_migrating_again_changes_nothing(database: Database) -> None:
    before = await rows(database, "SELECT * FROM migrations")
    await migrate(database, migrations())
    assert await rows(database, "SELECT * FROM migrations") == before


async def test_only_missing_migrations_are_applied(database: Database, folder: Path) -> None:
    version = len(migrations()) + 1
    (folder / f"{version:04}_more.sql").write_text("CREATE TABLE more (a INTEGER);")
    await migrate(database, migrations(folder))
    assert await version_of(database) == version
    assert "more" in await tables(database)


@pytest.mark.parametrize(
    "fault",
    sampled(
        [
            "INSERT INTO nowhere VALUES (1);",
            "INSERT INTO counters VALUES ('match', 1);",
            "CREATE TABLE more (a INTEGER",
            f"INSERT INTO migrations VALUES ({NEXT}, 'too early', 0);",
        ],
        1,
    ),
)
async def test_a_failed_migration_leaves_nothing_behind(
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


@pytest.fixture
def empty(path: DatabaseAddress) -> Iterator[DatabaseAddress]:
    """An address without a database yet."""
    if isinstance(path, Path):
        yield path
        return
    with postgresql.server().empty_database() as address:
        yield address


async def test_a_database_stays_empty_if_the_first_migration_fails(
    empty: DatabaseAddress,
) -> None:
    database = await open_database(empty)
    with pytest.raises(DatabaseUnusable, match=r"migration 1 \(wrong\)"):
        await migrate(database, [Migration(1, "wrong", "CREATE TABLE a (b); nonsense;")])
    assert await tables(database) == set()
    await migrate(database, migrations())
    await database.close()


async def test_two_processes_may_migrate_at_once(empty: DatabaseAddress) -> None:
    """Both processes find a migration missing, and the second one then finds it applied."""
    first, second = await open_database(empty), await open_database(empty)
    await asyncio.gather(migrate(first, migrations()), migrate(second, migrations()))
    assert await version_of(first) == await version_of(second) == len(migrations())
    await first.close()
    await second.close()


async def test_a_database_may_be_migrated_while_its_version_is_checked(
    empty: DatabaseAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = await open_database(empty), await open_database(empty)
    await migrate(first, migrations()[:1])
    has_table = first.has_table

    async def has_table_and_is_migrated(name: str) -> bool:
        there = await has_table(name)
        if name == DIGESTS:
            await migrate(second, migrations())
        return there

    monkeypatch.setattr(first, "has_table", has_table_and_is_migrated)
    assert await check_version(first, migrations()) == len(migrations())
    await first.close()
    await second.close()


@pytest.mark.postgresql
async def test_objects_may_be_dropped_while_they_are_listed(empty: DatabaseAddress) -> None:
    """A server's functions don't find what its tables still list in an older snapshot."""
    first, second = await open_database(empty), await open_database(empty)
    await first.script("""
        CREATE TABLE a (b INTEGER DEFAULT 5);
        CREATE INDEX a_by_b ON a (b);
        CREATE TRIGGER a_is_same BEFORE UPDATE ON a
        FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger();
    """)
    async with first.snapshot() as reading:
        await reading.connection.ask("SELECT 1").one(int)
        await second.script("DROP TABLE a;")
        objects = await query_objects(reading.connection)
    assert objects == {"table a": "b integer", "index a_by_b": "", "trigger a_is_same": ""}
    await first.close()
    await second.close()


async def test_counters_start_at_zero(database: Database) -> None:
    assert await rows(database, "SELECT DISTINCT value FROM counters") == [(0,)]


def test_a_landed_migration_is_never_edited() -> None:
    assert {each.version: each.digest for each in migrations()} == LANDED


async def test_the_digest_of_each_migration_is_recorded(database: Database) -> None:
    recorded = await rows(database, "SELECT version, digest FROM migration_digests")
    assert sorted(recorded) == [(each.version, each.digest) for each in migrations()]


async def test_the_list_of_objects_of_the_first_schema_is_complete(
    empty: DatabaseAddress,
) -> None:
    """The list of objects is compared on a server, and the script's own text in a file."""
    database = await open_database(empty)
    await migrate(database, migrations()[:1])
    async with database.reading() as reading:
        objects = await query_objects(reading.connection)
    await database.close()
    listed = objects_listed(ON_SERVER.read_text(encoding="utf-8"))
    if isinstance(empty, Path):
        made = objects_made_by(migrations()[0].script)
        # Objects that a server itself makes for primary keys have no text in a file.
        listed = {name: "" for name in listed if not name.endswith("_pkey") and name[:3] != "seq"}
        assert {*made, "table migrations"} == {*objects} == {*listed}
    else:
        assert objects == listed


async def test_a_database_of_the_first_schema_gets_digests_once(empty: DatabaseAddress) -> None:
    database = await open_database(empty)
    await migrate(database, migrations()[:1])
    assert await check_version(database, migrations()) == 1
    await migrate(database, migrations())
    assert len(await rows(database, "SELECT digest FROM migration_digests")) == len(migrations())
    await database.close()


async def test_the_outbox_takes_over_digests_and_puzzles_that_are_planned_or_turned_off(
    empty: DatabaseAddress,
) -> None:
    database = await open_database(empty)
    await migrate(database, migrations()[:3])
    await database.script("""
        INSERT INTO weekly_digests VALUES (7, 1795424400.0, NULL), (8, 1795424400.0, 5.5);
        INSERT INTO puzzle_posts VALUES (7, 4.5, 20783), (8, NULL, NULL);
        INSERT INTO jobs (kind, key, due_at, lease, attempts, guild_id, home_id, payload)
        VALUES
            ('weekly digest', '7', 1796029200.0, 0, 3, 0, 7, '{"guild":7}'),
            ('daily puzzle', '7', 1795680000.0, 0, 0, 0, 7, '{"guild":7}'),
            ('daily puzzle', '8', 1795680001.0, 0, 0, 0, 8, '{"guild":8}'),
            ('time out', '7', 1795680001.0, 0, 0, 0, 8, '{"match":7}');
    """)
    await migrate(database, migrations()[:4])
    held = "kind, subject, guild_id, revision, shown_revision, due_at, attempts, lost_at"
    assert await rows(database, f"SELECT {held} FROM outbox ORDER BY kind, subject") == [
        ("daily puzzle", 7, 7, 20784, 20783, 1795680000.0, 0, 4.5),
        ("daily puzzle", 8, 8, 1, 0, 1795680001.0, 0, None),
        ("weekly digest", 7, 7, 1795424401, 1795424400, 1796029200.0, 0, None),
        ("weekly digest", 8, 8, 1795424400, 1795424400, 0.0, 0, 5.5),
    ]
    assert await rows(database, "SELECT kind FROM jobs") == [("time out",)]
    assert not {"weekly_digests", "puzzle_posts"} & await tables(database)
    await database.close()


@pytest.mark.parametrize(
    ("change", "difference"),
    sampled(
        [
            ("ALTER TABLE matches DROP COLUMN measured", "the table matches is different"),
            ("DROP INDEX matches_of_pair", "the index matches_of_pair is missing"),
            ("CREATE INDEX more ON matches (ply)", "the index more doesn't belong there"),
            ("CREATE TABLE more (a INTEGER)", "the table more doesn't belong there"),
            (
                "DROP INDEX jobs_due; CREATE INDEX jobs_due ON jobs (due_at)",
                "the index jobs_due is",
            ),
            ("DROP TABLE plans; CREATE VIEW plans AS SELECT 1 AS a", "plans"),
        ],
        0,
        4,
    ),
)
async def test_a_different_schema_with_the_same_number_is_refused_and_not_changed(
    empty: DatabaseAddress, change: str, difference: str
) -> None:
    database = await open_database(empty)
    await migrate(database, migrations()[:1])
    await database.script(f"{change};")
    before = await tables(database)
    with pytest.raises(SchemaDiffers) as caught:
        await migrate(database, migrations())
    assert caught.value.found.startswith("1, where the ")
    assert difference in caught.value.found
    assert "2dc28fdb" in caught.value.needed
    assert await tables(database) == before
    await database.close()


@pytest.mark.postgresql
async def test_a_server_table_without_its_options_is_a_different_table(
    empty: DatabaseAddress,
) -> None:
    database = await open_database(empty)
    await migrate(database, migrations()[:1])
    await database.script("ALTER TABLE matches RESET (fillfactor);")
    with pytest.raises(SchemaDiffers) as caught:
        await check_version(database, migrations())
    assert "the table matches is different" in caught.value.found
    await database.close()


@pytest.mark.postgresql
async def test_a_host_may_tune_how_a_server_vacuums_a_table(empty: DatabaseAddress) -> None:
    database = await open_database(empty)
    await migrate(database, migrations()[:1])
    for table in ("matches", "turns"):
        await database.script(f"ALTER TABLE {table} SET (autovacuum_vacuum_scale_factor = 0.05);")
    await migrate(database, migrations())
    assert await version_of(database) == migrations()[-1].version
    await database.close()


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE migration_digests SET digest = 'edited' WHERE version = 2",
        "DELETE FROM migration_digests WHERE version = 1",
    ],
)
async def test_a_database_of_another_migration_of_the_same_number_is_refused(
    empty: DatabaseAddress, change: str
) -> None:
    database = await open_database(empty)
    await migrate(database, migrations())
    async with database.writing() as writing:
        await writing.connection.ask(change)
    with pytest.raises(SchemaDiffers) as caught:
        await check_version(database, migrations())
    await database.close()
    version = caught.value.found[0]
    assert caught.value.found in (f"{version} (edited)", f"{version} (no digest)")
    assert caught.value.needed == f"{version} ({LANDED[int(version)][:12]})"


async def test_both_forms_of_an_edited_migration_lead_to_the_same_schema(
    empty: DatabaseAddress,
) -> None:
    """Migration 25 was on the main branch with another statement at its end for some hours."""
    landed = migrations()[24]
    more = """
UPDATE outbox
SET attempts = 1
WHERE kind = 'board' AND lost_at IS NOT NULL AND attempts = 0;
"""
    other = [*migrations()[:24], replace(landed, script=landed.script + more)]
    database = await open_database(empty)
    await migrate(database, other[:24])
    async with database.writing() as writing:
        await writing.connection.ask(
            """
            INSERT INTO outbox (kind, subject, part, revision, shown_revision, due_at, rests_until,
                attempts, lost_at)
            VALUES ('board', 1, 0, 3, 3, 5.0, 0.0, 0, 5.0)
            """
        )
    found = "SELECT shown_revision, attempts FROM outbox"
    await migrate(database, other)
    assert await rows(database, found) == [(2, 1)]
    await migrate(database, migrations())
    assert await rows(database, found) == [(2, 1)]
    assert await check_version(database, migrations()) == migrations()[-1].version
    await database.close()


async def test_an_edited_migration_is_refused(database: Database, folder: Path) -> None:
    first = folder / "0001_schema.sql"
    first.write_text(first.read_text().replace("measured TEXT", "measured TEXT NOT NULL"))
    with pytest.raises(SchemaDiffers):
        await migrate(database, migrations(folder))


def test_comments_and_line_breaks_do_not_change_a_schema() -> None:
    one = objects_made_by("CREATE TABLE a (b TEXT, c TEXT);")
    other = objects_made_by("CREATE TABLE a (\n    b TEXT, -- of no use\n    c TEXT);")
    assert first_difference(one, other) is None


@pytest.mark.sqlite
async def test_a_migrated_file_passes_the_checks_of_sqlite(database: Database, path: Path) -> None:
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    connection.close()
