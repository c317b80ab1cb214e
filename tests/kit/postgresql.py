"""A PostgreSQL server in a temporary folder, with a migrated database for each test.

The first test that needs the server starts it. It listens only on a socket in its folder, and never
waits for the disk. It ends with the process of the tests, however that ends.
"""

import asyncio
import os
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from bot.address import DatabaseAddress, ServerAddress
from bot.cli.errors import NoPostgresql
from bot.cli.postgresql import Postgresql
from bot.db.migrations import migrate, migrations
from bot.db.opening import open_database

if TYPE_CHECKING:
    import psycopg

IS_CHOSEN: Final = os.environ.get("BOOP_TEST_DATABASE") == "postgresql"
"""Whether the tests of the database, of jobs and of features run on PostgreSQL."""
_CARELESS: Final = {
    "autovacuum": "off",
    "deadlock_timeout": "50ms",
    "log_checkpoints": "off",
    "log_min_messages": "log",
    "fsync": "off",
    "full_page_writes": "off",
    "max_wal_senders": "0",
    "shared_buffers": "32MB",
    "synchronous_commit": "off",
    "wal_level": "minimal",
}
_TEMPLATE: Final = "template"
_KEPT: Final = {"counters", "migrations", "migration_digests"}
"""Tables that have rows in an unused database."""
EMPTYING_KEPT: Final = 4
"""The most databases that keep a connection for emptying them. A test may use fifty databases."""
TABLES: Final = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"


class Server(Postgresql):
    """A PostgreSQL server that runs, unless a test halts it."""

    def __init__(self, settings: Mapping[str, str]) -> None:
        super().__init__(self.make_folder(), settings)
        self._clean: list[ServerAddress] = []
        self._names: dict[ServerAddress, str] = {}
        self._emptying: dict[ServerAddress, psycopg.Connection] = {}

    def follow(self) -> None:
        """Start again as a standby, which is read-only."""
        (self.folder / "data" / "standby.signal").touch()
        self.start()

    def run(self, statement: str) -> None:
        """Run a statement outside of a transaction, such as `CREATE DATABASE`."""
        import psycopg

        with psycopg.connect(self.address().url, autocommit=True) as connection:
            connection.execute(statement.encode())

    @contextmanager
    def database(self) -> Iterator[ServerAddress]:
        """Yield a migrated, unused database."""
        address = self._clean.pop() if self._clean else self._made()
        yield address
        # Emptying sixty tables takes a tenth of the time that it takes to create them.
        if self._emptied(address):
            self._clean.append(address)
        else:
            self.run(f"DROP DATABASE {self._names[address]} WITH (FORCE)")

    @contextmanager
    def empty_database(self) -> Iterator[ServerAddress]:
        """Yield an empty database."""
        self.run("CREATE DATABASE empty")
        try:
            yield self.address("empty")
        finally:
            self.run("DROP DATABASE empty WITH (FORCE)")

    def _made(self) -> ServerAddress:
        name = f"test_{len(self._names)}"
        self.run(f"CREATE DATABASE {name} TEMPLATE {_TEMPLATE}")
        address = self.address(name)
        self._names[address] = name
        return address

    def _emptied(self, address: ServerAddress) -> bool:
        """Delete every row; return False if a test has changed the set of tables."""
        import psycopg

        connection = self._emptying.pop(address, None)
        if connection is not None:
            # A test that closed all connections has closed this one too.
            with suppress(psycopg.OperationalError):
                return self._emptied_by(connection, address)
            connection.close()
        return self._emptied_by(psycopg.connect(address.url, autocommit=True), address)

    def stop(self) -> None:
        """Stop the server, and delete its files."""
        while self._emptying:
            self._emptying.popitem()[1].close()
        super().stop()

    def _emptied_by(self, connection: "psycopg.Connection", address: ServerAddress) -> bool:
        """Delete every row, and keep the connection: opening one takes 20 times as long."""
        tables = {name for (name,) in connection.execute(TABLES)}
        if tables != self._tables():
            connection.close()
            return False
        deleted = "".join(f"DELETE FROM {name};" for name in tables - _KEPT)
        connection.execute(
            f"""
            BEGIN;
            SET LOCAL session_replication_role = replica;
            {deleted}
            UPDATE counters SET value = 0;
            DELETE FROM migrations WHERE version > {migrations()[-1].version};
            DELETE FROM migration_digests WHERE version > {migrations()[-1].version};
            SELECT setval(seqrelid, seqstart, false) FROM pg_sequence;
            COMMIT;
            """.encode()
        )
        self._emptying[address] = connection
        while len(self._emptying) > EMPTYING_KEPT:
            self._emptying.pop(next(iter(self._emptying))).close()
        return True

    @cache  # noqa: B019 - it lives as long as the process
    def _tables(self) -> set[str]:
        import psycopg

        with psycopg.connect(self.address(_TEMPLATE).url) as connection:
            return {name for (name,) in connection.execute(TABLES)}


_RUNNING: Final[list[Server]] = []
_LENT: Final = ExitStack()
_PLACED: Final[dict[Path, ServerAddress]] = {}


def placed(path: Path) -> ServerAddress:
    """Return the database that replaces a file until `give_back`; make it if there is none yet."""
    if path not in _PLACED:
        _PLACED[path] = _LENT.enter_context(server().database())
    return _PLACED[path]


def standing_for(address: DatabaseAddress) -> DatabaseAddress:
    """Return the database that replaces a file, if there is one, else the given address."""
    return _PLACED.get(address, address) if isinstance(address, Path) else address


def give_back() -> None:
    """Give back all databases that replace files."""
    _PLACED.clear()
    _LENT.close()


def stop() -> None:
    """Stop the server of this process, if it has one; the next request starts another."""
    server.cache_clear()
    while _RUNNING:
        _RUNNING.pop().stop()


@cache
def server() -> Server:
    """Return the server of this process; skip the test if it can't be started."""
    begun = _begun(_CARELESS)
    _RUNNING.append(begun)
    begun.run(f"CREATE DATABASE {_TEMPLATE}")
    with ThreadPoolExecutor(1) as beside_any_loop:
        beside_any_loop.submit(lambda: asyncio.run(_migrate(begun.address(_TEMPLATE)))).result()
    return begun


@contextmanager
def careful_server() -> Iterator[Server]:
    """Yield a server with PostgreSQL's defaults, as hosts have: a commit waits for the disk."""
    begun = _begun({})
    try:
        yield begun
    finally:
        begun.stop()


@contextmanager
def own_server() -> Iterator[Server]:
    """Yield a server that a test may halt, and that standbys may follow."""
    begun = _begun(_CARELESS | {"synchronous_commit": "on", "wal_level": "replica"})
    try:
        yield begun
    finally:
        begun.stop()


def _begun(settings: Mapping[str, str]) -> Server:
    try:
        return Server(settings)
    except NoPostgresql as error:
        pytest.skip(f"PostgreSQL can't be used: {error.reason}")


async def _migrate(address: ServerAddress) -> None:
    database = await open_database(address)
    try:
        await migrate(database, migrations())
    finally:
        await database.close()
