"""Dumping and restoring a database on a server as docs/hosting.md describes."""

import asyncio
import re
import shlex
from asyncio.subprocess import PIPE
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.address import ServerAddress
from bot.cli.postgresql import program_of
from bot.db.transfer import tables
from bot.jobs import fleet, leadership
from bot.jobs.clock import elapsed
from bot.jobs.fleet import LEASE, LEASE_MARGIN, RENEWAL, Fleet
from bot.jobs.leadership import Process
from bot.services import Services, open_services
from tests.kit.clocks import StandingClock
from tests.kit.postgresql import server
from tests.kit.raw_database import connect
from tests.kit.service_matches import begin, play, stored_turns
from tests.kit.thoroughness import sampled

pytestmark = pytest.mark.postgresql

PAGE = Path(__file__).parents[2] / "docs" / "hosting.md"
ADDRESS = "postgresql://user@host/name"
FILE = "boop.dump"
SHARDS = 4
TURNS = ("Kc3", "Kd4", "Kf6", "Ka1")


@pytest.fixture
def restored() -> Iterator[ServerAddress]:
    with server().empty_database() as address:
        yield address


def program(name: str) -> Path:
    """Return a program of the server's version, because the one in PATH may be older."""
    found = Path(program_of("postgres") or "postgres").resolve().with_name(name)
    if not found.exists():
        pytest.skip(f"{name} isn't installed, which comes with Debian's package postgresql")
    return found


async def run_as_documented(name: str, address: ServerAddress, file: Path) -> None:
    """Run the documented command with this database and this file."""
    [command] = re.findall(rf"`{name} ([^`]+)`", PAGE.read_text(encoding="utf-8"))
    assert command.count(ADDRESS) == command.count(FILE) == 1
    arguments = [
        each.replace(ADDRESS, address.url).replace(FILE, str(file)) for each in shlex.split(command)
    ]
    running = await asyncio.create_subprocess_exec(
        program(name), *arguments, stdout=PIPE, stderr=PIPE
    )
    assert await running.communicate() == (b"", b"")
    assert running.returncode == 0


def rows_in(address: ServerAddress) -> dict[str, list[Any]]:
    """Return all rows of a database, including its lease and its migrations."""
    with closing(connect(address)) as connection:
        return {
            table: sorted(connection.execute(f"SELECT * FROM {table}").fetchall(), key=repr)
            for table in (*tables(), "leader", "migrations")
        }


async def serve_all(services: Services) -> None:
    """Let a process of a fleet serve all shards, after it has watched the others for long enough.

    Do nothing for a process that leads alone.
    """
    member = services.leadership
    if not isinstance(member, Fleet):
        return
    await member.share(SHARDS)
    with pytest.MonkeyPatch.context() as passing:
        for seconds in range(0, int(LEASE + LEASE_MARGIN + 2 * RENEWAL), int(RENEWAL)):
            passing.setattr(fleet, "elapsed", partial(_elapsed_plus, seconds))
            await member.renew()
            member.served = member.held
    await member.renew()
    assert len(member.served) == SHARDS


def _elapsed_plus(seconds: float) -> float:
    return elapsed() + seconds


@pytest.mark.parametrize(
    ("before", "after"),
    sampled([(1, 1), (2, 2), (1, 2), (2, 1)], 2),
    ids=["alone", "several", "alone, then several", "several, then alone"],
)
async def test_play_continues_in_a_restored_dump_of_a_database_in_use(
    path: ServerAddress,
    restored: ServerAddress,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    before: int,
    after: int,
) -> None:
    clock = StandingClock()
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(Process, "this", lambda: Process("another machine", 7))
        async with open_services(path, clock, Random(1), before) as services:
            await serve_all(services)
            number = (await begin(services)).id
            await play(services, number, *TURNS[:2])
            await run_as_documented("pg_dump", path, tmp_path / FILE)
            dumped = rows_in(path)
    await run_as_documented("pg_restore", restored, tmp_path / FILE)
    assert rows_in(restored) == dumped
    assert [len(dumped[each]) for each in ("leader", "processes", "shards")] == (
        [1, 0, 0] if before == 1 else [1, 1, SHARDS]
    )
    # The previous leader might live, so the next one would watch it for 16 s.
    monkeypatch.setattr(leadership, "LEASE", 0.1)
    monkeypatch.setattr(leadership, "LEASE_MARGIN", 0.0)
    monkeypatch.setattr(leadership, "LOOK_EVERY", 0.1)
    async with open_services(restored, clock, Random(2), after) as services:
        await serve_all(services)
        await play(services, number, *TURNS[2:])
        assert stored_turns(restored, number) == list(TURNS)
        assert (await begin(services)).id == number + 1
        mine = Process.this()
        led = rows_in(restored)
        assert [each[1:3] for each in led["processes"]] == (
            [] if after == 1 else [(mine.machine, mine.number)]
        )
