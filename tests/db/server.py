"""A server of PostgreSQL's in a temporary folder, and a migrated database of it for each test.

It is begun when a test needs it first, listens on a socket in its folder alone, and cares for no
disk. It ends with the process of the tests, however that ends.
"""

import asyncio
import os
import pwd
import shutil
import subprocess
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Final

import pytest

from bot.address import DatabaseAddress, ServerAddress
from bot.db.migrations import migrate, migrations
from bot.db.opening import open_database
from bot.db.program import SEQUENCES

IS_CHOSEN: Final = os.environ.get("BOOP_TEST_DATABASE") == "postgresql"
"""Whether the tests of the database, of jobs and of features are run on PostgreSQL."""
_NOBODYS: Final = ("postgres", "nobody")
"""Who runs the server where we are root, whom PostgreSQL refuses."""
_CARELESS: Final = {
    "autovacuum": "off",
    "deadlock_timeout": "50ms",
    "log_checkpoints": "off",
    "log_min_messages": "log",
    "fsync": "off",
    "full_page_writes": "off",
    "listen_addresses": "",
    "max_connections": "50",
    "max_wal_senders": "0",
    "shared_buffers": "32MB",
    "synchronous_commit": "off",
    "wal_level": "minimal",
}
_UNTIL_INPUT_ENDS: Final = '"$@" & server=$!; cat >/dev/null; kill -QUIT $server; wait'
_TEMPLATE: Final = "template"
TABLES: Final = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"


def _program(name: str) -> str | None:
    """Find a program of PostgreSQL's, which Debian keeps beside the path."""
    beside = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda each: str(each))
    return shutil.which(name) or next((str(each) for each in reversed(beside)), None)


class Server:
    """A server that runs."""

    def __init__(self, folder: Path, process: subprocess.Popen[bytes]) -> None:
        self._folder = folder
        self._process = process
        self._clean: list[ServerAddress] = []
        self._names: dict[ServerAddress, str] = {}
        # A pipe that nobody reads would fill, and the server wait for ever.
        self._reading = threading.Thread(target=process.stderr.read, name="server")  # type: ignore[union-attr]
        self._reading.start()

    def address(self, name: str) -> ServerAddress:
        return ServerAddress(f"postgresql://boop@/{name}?host={self._folder}")

    def stop(self) -> None:
        """End it, and leave nothing of it."""
        if self._process.stdin is not None and self._process.stderr is not None:
            self._process.stdin.close()
            self._process.wait()
            self._reading.join()
            self._process.stderr.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def run(self, statement: str) -> None:
        """Run a statement that is about databases."""
        import psycopg

        with psycopg.connect(self.address("postgres").url, autocommit=True) as connection:
            connection.execute(statement.encode())

    @contextmanager
    def database(self) -> Iterator[ServerAddress]:
        """Lend a migrated database, as nobody has used it."""
        address = self._clean.pop() if self._clean else self._made()
        yield address
        # To empty sixty tables takes a tenth of what it takes to make them.
        if self._emptied(address):
            self._clean.append(address)
        else:
            self.run(f"DROP DATABASE {self._names[address]} WITH (FORCE)")

    @contextmanager
    def empty_database(self) -> Iterator[ServerAddress]:
        """Lend a database in which nothing is."""
        self.run("CREATE DATABASE empty")
        yield self.address("empty")
        self.run("DROP DATABASE empty WITH (FORCE)")

    def _made(self) -> ServerAddress:
        name = f"test_{len(self._names)}"
        self.run(f"CREATE DATABASE {name} TEMPLATE {_TEMPLATE}")
        address = self.address(name)
        self._names[address] = name
        return address

    def _emptied(self, address: ServerAddress) -> bool:
        """Delete every row; False where the tables are not what they were."""
        import psycopg

        with psycopg.connect(address.url, autocommit=True) as connection:
            tables = {name for (name,) in connection.execute(TABLES)}
            if tables != self._tables():
                return False
            deleted = "".join(
                f"DELETE FROM {name};" for name in tables - {"counters", "migrations"}
            )
            restarted = "".join(
                f"ALTER SEQUENCE {each.value}_numbers RESTART;" for each in SEQUENCES
            )
            connection.execute(
                f"""
                BEGIN;
                SET LOCAL session_replication_role = replica;
                {deleted}
                UPDATE counters SET value = 0;
                {restarted}
                DELETE FROM migrations WHERE version > {migrations()[-1].version};
                COMMIT;
                """.encode()
            )
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
    """Return the database that stands for a file until `give_back`, made if there is none yet."""
    if path not in _PLACED:
        _PLACED[path] = _LENT.enter_context(server().database())
    return _PLACED[path]


def standing_for(address: DatabaseAddress) -> DatabaseAddress:
    """Return the database that stands for a file, if one does."""
    return _PLACED.get(address, address) if isinstance(address, Path) else address


def give_back() -> None:
    """Let databases stand for no files any more."""
    _PLACED.clear()
    _LENT.close()


def stop() -> None:
    """Stop the server of this process, if it has one."""
    while _RUNNING:
        _RUNNING.pop().stop()


@cache
def server() -> Server:
    """Return the server of this process; whoever asks is skipped where there can be none."""
    initdb, postgres = _program("initdb"), _program("postgres")
    if initdb is None or postgres is None:
        pytest.skip("PostgreSQL is not installed")
    pytest.importorskip("psycopg", reason="the extra `postgres` is not installed")
    folder = Path(mkdtemp(prefix="boop-postgresql-"))
    user, group = _somebody_else(folder)
    data = str(folder / "data")
    subprocess.run(
        [initdb, "-D", data, "-U", "boop", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"],
        check=True,
        cwd=folder,
        stdout=subprocess.DEVNULL,
        user=user,
        group=group,
    )
    settings = [f"--{name}={value}" for name, value in _CARELESS.items()]
    process = subprocess.Popen(
        ["sh", "-c", _UNTIL_INPUT_ENDS, "sh", postgres, "-D", data, "-k", str(folder), *settings],
        cwd=folder,
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        user=user,
        group=group,
    )
    _wait_until_ready(process)
    begun = Server(folder, process)
    _RUNNING.append(begun)
    begun.run(f"CREATE DATABASE {_TEMPLATE}")
    with ThreadPoolExecutor(1) as beside_any_loop:
        beside_any_loop.submit(lambda: asyncio.run(_migrate(begun.address(_TEMPLATE)))).result()
    return begun


def _somebody_else(folder: Path) -> tuple[int | None, int | None]:
    """Return who runs the server, and give them the folder."""
    if os.getuid() != 0:
        return None, None
    known = {each.pw_name: each for each in pwd.getpwall()}
    who = next(known[name] for name in _NOBODYS if name in known)
    os.chown(folder, who.pw_uid, who.pw_gid)
    return who.pw_uid, who.pw_gid


def _wait_until_ready(process: subprocess.Popen[bytes]) -> None:
    """Read what the server says until it can be asked."""
    assert process.stderr is not None
    said: list[bytes] = []
    for line in process.stderr:
        said.append(line)
        if b"ready to accept connections" in line:
            return
    raise AssertionError(b"".join(said).decode())


async def _migrate(address: ServerAddress) -> None:
    database = await open_database(address)
    try:
        await migrate(database, migrations())
    finally:
        await database.close()
