"""A bot that is told to stop finishes what it answers, and is gone within ten seconds."""

import asyncio
import os
import signal
import sqlite3
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path
from random import Random
from typing import Final

import pytest

from bot.app import CLOSING_PATIENCE, LAST_WORDS
from bot.cli.keeper import Child
from bot.jobs.clock import SystemClock
from bot.services import open_services
from playground import Answer, PlannedFault, Playground
from tests.kit.programs import ProgramResult, start_python, wait_for_end
from tests.kit.server_matches import ServerMatch, start_match_between
from tests.kit.tables import PATIENT
from tests.kit.waiting import until

pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(os.name != "posix", reason="Windows has no SIGTERM to send"),
]

CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"
PROMISED = 10.0
"""Seconds from the signal to the end of the process, which Docker allows."""
WITHIN = 40.0
"""Seconds for the same on a slow, busy machine."""


@asynccontextmanager
async def running_match(folder: Path) -> AsyncIterator[tuple[Playground, Child, ServerMatch]]:
    """Begin a match of two people on a bot that is a process of its own."""
    async with Playground(limits=PATIENT) as playground:
        child = Child(
            token=playground.token,
            api=playground.api,
            database=folder / "boop.sqlite3",
            control=folder / "control.json",
        )
        await child.start()
        try:
            ada, bob = playground.person("ada"), playground.person("bob")
            yield (
                playground,
                child,
                await start_match_between(playground, ada, bob, playground.channel("games")),
            )
        finally:
            await child.kill()


async def stop_during_answer(
    child: Child, plan: PlannedFault, answer: "asyncio.Task[Answer]"
) -> float:
    """Send the signal once the bot's answer is on its way; return the seconds until it ends."""
    await until(lambda: plan.hits > 0, within=60)
    assert not answer.done()
    assert child.process_id is not None
    os.kill(child.process_id, signal.SIGTERM)
    sent_at = time.monotonic()
    assert await asyncio.wait_for(child.wait(), 2 * WITHIN) == 0
    return time.monotonic() - sent_at


def count_turns(folder: Path) -> int:
    with closing(sqlite3.connect(folder / "boop.sqlite3")) as connection:
        count: int = connection.execute("SELECT count(*) FROM turns").fetchone()[0]
    return count


async def test_the_answer_to_a_command_is_finished(tmp_path: Path) -> None:
    async with running_match(tmp_path) as (playground, child, server_match):
        plan = playground.faults.delay("POST", CALLBACK, 1.5)
        placing = asyncio.create_task(
            server_match.orange.command("place", channel=server_match.place, square="c3")
        )
        assert await stop_during_answer(child, plan, placing) < WITHIN
        answer = await placing
        assert not answer.failed
        assert "Turn 1" in answer.text
        assert not (tmp_path / "boop.sqlite3-wal").exists()
    assert count_turns(tmp_path) == 1


@pytest.mark.night
async def test_an_answer_that_discord_never_accepts_does_not_delay_the_exit(tmp_path: Path) -> None:
    assert CLOSING_PATIENCE + LAST_WORDS < PROMISED
    async with running_match(tmp_path) as (playground, child, server_match):
        plan = playground.faults.delay("*", "*", 3600.0, times=1000)
        placing = asyncio.create_task(
            server_match.orange.command("place", channel=server_match.place, square="c3")
        )
        # Requests that are not answers are delayed, too.
        await until(lambda: count_turns(tmp_path) == 1, within=60)
        assert await stop_during_answer(child, plan, placing) < WITHIN
        playground.interactions.close()
        assert (await placing).failed
    assert count_turns(tmp_path) == 1


IsTime = Callable[[], bool]
HELD: Final = "INSERT INTO leader VALUES (1, 'token', 'attic', 41, ?)"


async def start_and_stop(folder: Path, playground: Playground, is_time: IsTime) -> ProgramResult:
    """Start a bot and send the signal at a moment of its start."""
    starting = await start_python(
        folder,
        "-m",
        "bot",
        "run",
        BOOP_TOKEN=playground.token,
        BOOP_DISCORD_API=playground.api,
        BOOP_CONTROL=str(folder / "control.json"),
    )
    try:
        await until(is_time, within=60)
        starting.terminate()
    finally:
        ended = await wait_for_end(starting)
    assert "Traceback" not in ended.errors
    return ended


@pytest.mark.night
async def test_a_signal_ends_the_bot_while_it_waits_for_the_lease_of_a_killed_one(
    tmp_path: Path,
) -> None:
    database = tmp_path / "boop.sqlite3"
    async with open_services(database, SystemClock(), Random(1)):
        pass
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute(HELD, [time.time() + 1000.0])
    async with Playground() as playground:
        lock = tmp_path / "boop.sqlite3.lock"
        ended = await start_and_stop(tmp_path, playground, lock.exists)
    assert ended.status == 0
    with closing(sqlite3.connect(database)) as connection:
        # The bot would have taken the lease at the end of its wait.
        assert connection.execute("SELECT machine FROM leader").fetchall() == [("attic",)]


@pytest.mark.night
async def test_a_signal_ends_the_bot_while_discord_does_not_answer_at_the_start(
    tmp_path: Path,
) -> None:
    async with Playground() as playground:
        plan = playground.faults.delay("GET", "/users/@me", 3600.0)
        ended = await start_and_stop(tmp_path, playground, lambda: plan.hits > 0)
    assert ended.status == 0
    with closing(sqlite3.connect(tmp_path / "boop.sqlite3")) as connection:
        assert connection.execute("SELECT count(*) FROM leader").fetchone() == (0,)
