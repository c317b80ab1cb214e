"""A full disk: users who act read one sentence, and everything works again once there is room.

The bot is a process of its own whose files may not grow, so SQLite's writes fail as they do on a
full disk.
"""

import asyncio
import os
import resource
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import aiohttp
import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route
from pydantic import SecretStr

from bot.cli.keeper import Child
from bot.cli.run import _excuse
from bot.config import Settings
from bot.db.errors import DatabaseUnwritable, NothingStored
from cogs.wording.refusals import sentence
from playground import Person, Playground, TextChannel
from tests.kit.health import child_of, fetch_health
from tests.kit.leaderboard_pages import free_port
from tests.kit.programs import ROOT
from tests.kit.server_matches import ServerMatch, start_match_between
from tests.kit.tables import DESCRIPTION
from tests.kit.time_of_day import python_path

pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(sys.platform != "linux", reason="limits of another process are Linux's"),
]

WORDS = sentence(NothingStored("disk I/O error"))
UNLIMITED = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
NO_ROOM = (0, resource.RLIM_INFINITY)
LIMITED = """
import os, resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
os.execv(sys.executable, [sys.executable, "-m", "bot", "run"])
"""


async def wait_for_health(port: int, status: int, words: str = "") -> None:
    """Wait until /healthz answers with this status and these words."""
    async with asyncio.timeout(60):
        while True:
            try:
                found, _, text = await fetch_health(port, "healthz")
            except aiohttp.ClientConnectionError:
                found, text = 0, ""
            if found == status and words in text:
                return
            await asyncio.sleep(0.05)


async def expect_unsaved(person: Person, server_match: ServerMatch) -> None:
    """Place a piece; expect a private answer that the turn can't be stored, and no other."""
    answer = await person.command("place", channel=server_match.place, square="d4")
    assert answer.text == WORDS
    assert answer.shown.ephemeral


def count_public_messages(playground: Playground, server_match: ServerMatch) -> int:
    """Count the messages that all users see."""
    messages = playground.world.messages.oldest_first(server_match.place.id)
    return sum(message.only_for is None for message in messages)


@asynccontextmanager
async def run_child(
    playground: Playground, folder: Path, port: int
) -> AsyncIterator[tuple[Child, int]]:
    child = child_of(folder, playground, port)
    await child.start()
    try:
        assert child.process_id is not None
        yield child, child.process_id
    finally:
        await child.stop()


@pytest.mark.night
async def test_users_are_told_of_a_full_disk_and_play_continues_afterwards(
    playground: Playground, tmp_path: Path
) -> None:
    port = free_port()
    async with run_child(playground, tmp_path, port) as (child, process):
        ada, bob = playground.person("ada"), playground.person("bob")
        server_match = await start_match_between(playground, ada, bob, playground.channel("games"))
        await server_match.play(["Kc3"])
        await server_match.wait_until_shown()
        resource.prlimit(process, resource.RLIMIT_FSIZE, NO_ROOM)
        await expect_unsaved(bob, server_match)
        await wait_for_health(port, 503, "nothing can be stored")
        # All work that was under way has ended.
        await asyncio.sleep(1)
        seen = count_public_messages(playground, server_match)
        helped = await ada.command("help", channel=server_match.place)
        assert not helped.failed
        # This is longer than the bot would take to end after the first lease that it could not
        # renew.
        await asyncio.sleep(6)
        assert child.process_id == process
        assert count_public_messages(playground, server_match) == seen
        resource.prlimit(process, resource.RLIMIT_FSIZE, UNLIMITED)
        await wait_for_health(port, 200)
        await server_match.play_one(bob, "Kd4")
        await server_match.wait_until_shown()


@pytest.mark.night
async def test_a_start_on_a_full_disk_waits_for_room_and_says_so(
    playground: Playground, database: Path, tmp_path: Path
) -> None:
    port = free_port()
    async with run_child(playground, tmp_path, port):
        games = playground.channel("games")
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        LIMITED,
        cwd=tmp_path,
        env={
            **os.environ,
            "PYTHONPATH": python_path(ROOT),
            "BOOP_TOKEN": playground.token,
            "BOOP_DISCORD_API": playground.api,
            "BOOP_DATABASE": str(database),
            "BOOP_CONTROL": str(tmp_path / "control.json"),
            "BOOP_HEALTH_PORT": str(port),
        },
    )
    try:
        await wait_for_health(port, 503, "nothing can be stored")
        answer = await wait_for_answer(playground.person("ada"), games)
        assert answer == WORDS
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, UNLIMITED)
        await wait_for_health(port, 200)
        ada, bob = playground.person("ada"), playground.person("bob")
        server_match = await start_match_between(playground, ada, bob, games)
        await server_match.play(["Kc3"])
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGTERM)
        assert await asyncio.wait_for(process.wait(), 60) == 0


async def test_an_excuse_ends_even_if_a_shard_cannot_be_connected(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """discord.py would try to connect the shard for ever."""
    identify, tried = DiscordWebSocket.identify, asyncio.Event()

    async def identify_all_but_second(connection: DiscordWebSocket) -> None:
        if connection.shard_id == 1:
            tried.set()
            # The connection's own thread would keep it alive.
            await connection.close()
            raise OSError
        await identify(connection)

    monkeypatch.setattr(DiscordWebSocket, "identify", identify_all_but_second)
    async with Playground(description=DESCRIPTION, shards=2, max_concurrency=2) as playground:
        monkeypatch.setattr(Route, "BASE", playground.api)
        settings = Settings(
            token=SecretStr(playground.token),
            discord_api=playground.api,
            database=tmp_path / "boop.sqlite3",
            shards=2,
        )
        async with asyncio.timeout(60), AsyncExitStack() as meanwhile:
            error = DatabaseUnwritable(settings.database, "disk I/O error")
            await _excuse(settings, error, meanwhile)
            await tried.wait()


async def wait_for_answer(person: Person, channel: TextChannel) -> str:
    """Send a command until the bot has connected and answers."""
    async with asyncio.timeout(60):
        while True:
            answer = await person.command("games", channel=channel)
            if not answer.failed:
                return answer.text
            await asyncio.sleep(0.1)
