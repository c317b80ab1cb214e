"""`boop playground`, and `boop` alone without a token."""

import asyncio
import os
import re
import signal
import socket
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import aiohttp
import pytest

from bot.cli.errors import PortTaken
from bot.cli.playground import host_playground
from tests.kit.programs import file_names
from tests.kit.time_of_day import python_path
from tests.kit.waiting import until

pytestmark = pytest.mark.process

ROOT = Path(__file__).parents[2]

Boop = Callable[..., Awaitable[Process]]


@pytest.fixture
async def boop() -> AsyncIterator[Boop]:
    """Start programs, and end all of them after the test."""
    started: list[Process] = []
    ours = {name: text for name, text in os.environ.items() if not name.startswith("BOOP_")}

    async def start(folder: Path, *arguments: str, **settings: str) -> Process:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "bot",
            *arguments,
            cwd=folder,
            env={**ours, **settings, "PYTHONPATH": python_path(ROOT)},
            stdout=PIPE,
            stderr=PIPE,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def test_boop_without_a_command_runs_the_playground_until_a_signal(
    boop: Boop, tmp_path: Path
) -> None:
    process = await boop(tmp_path)
    assert process.stdout is not None
    async with asyncio.timeout(60):
        first_line = await process.stdout.readline()
        assert (
            first_line == b"There is no token in BOOP_TOKEN or .env, so this is the playground.\n"
        )
        line = (await process.stdout.readline()).decode()
        parsed = re.fullmatch(r"Open (http://127\.0\.0\.1:\d+/\S+) in your browser .*\n", line)
        assert parsed is not None, line
        async with (
            aiohttp.ClientSession() as session,
            session.get(parsed[1]) as answer,
        ):
            assert answer.status == 200
            assert answer.content_type == "text/html"
        process.send_signal(signal.SIGINT)
        output, journal = await process.communicate()
    assert (process.returncode, output) == (0, b"")
    assert b"Traceback" not in journal
    assert file_names(tmp_path) == set()


@pytest.mark.night
async def test_run_without_a_token_says_where_to_get_one(boop: Boop, tmp_path: Path) -> None:
    process = await boop(tmp_path, "run")
    output, errors = await process.communicate()
    assert (process.returncode, output) == (2, b"")
    assert errors.decode().startswith(
        "boop: The bot needs a token. Create an application at https://"
    )
    assert errors.count(b"\n") == 1


@pytest.mark.night
async def test_boop_without_a_command_runs_the_bot_if_a_token_is_set(
    boop: Boop, tmp_path: Path
) -> None:
    (tmp_path / ".env").write_text("BOOP_TOKEN=a.b.c\n")
    process = await boop(tmp_path, BOOP_DISCORD_API="http://127.0.0.1:1/api/v10")
    output, errors = await process.communicate()
    assert (process.returncode, output) == (2, b"")
    assert b"boop: Can't reach Discord:" in errors


@pytest.mark.night
@pytest.mark.skipif(sys.platform != "linux", reason="has only one address without a network")
async def test_the_page_is_served_on_the_network_with_a_warning_and_plays_on_the_given_database(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stop, output = asyncio.Event(), ""
    playing = asyncio.ensure_future(
        host_playground(0, tmp_path / "kept.sqlite3", stop, "127.0.0.2")
    )

    def is_said() -> bool:
        nonlocal output
        output += capsys.readouterr().out
        return "not encrypted" in output

    await until(lambda: playing.done() or is_said(), within=120)
    parsed = re.search(r"On your phone: (http://127\.0\.0\.2:\d+/\?key=\S+)", output)
    assert parsed is not None, output
    async with aiohttp.ClientSession() as session, session.get(parsed[1]) as answer:
        assert answer.status == 200
    stop.set()
    await playing
    assert "kept.sqlite3" in file_names(tmp_path)


@pytest.mark.night
async def test_several_processes_refuse_a_database_file(boop: Boop, tmp_path: Path) -> None:
    process = await boop(tmp_path, "playground", "--processes", "2", "--database", "kept.sqlite3")
    _, errors = await process.communicate()
    assert process.returncode == 2
    assert "--database is for one process" in errors.decode()


async def test_a_port_that_is_taken_is_refused() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(PortTaken) as refusal:
            await host_playground(port, None, asyncio.Event())
    assert refusal.value.port == port
