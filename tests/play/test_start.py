"""Real processes: a start that cannot succeed, and a bot that is told to stop."""

import asyncio
import os
import signal
import sqlite3
import sys
from asyncio.subprocess import PIPE
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.cli.keeper import Child
from playground import Limits, Playground
from playground.gateway.codes import CloseCode
from tests.kit import tables
from tests.kit.thoroughness import sampled

pytestmark = pytest.mark.process

PATIENCE = 120.0
UNHURRIED = Limits(answer_within=PATIENCE)
"""People who wait as long as a slow machine takes; Discord itself gives three seconds."""


@dataclass(frozen=True, slots=True)
class ProcessEnd:
    """How a process ended, and what it said."""

    status: int
    output: str


async def run_bot(
    folder: Path, playground: Playground, *, token: str | None = None, database: Path | None = None
) -> ProcessEnd:
    """Run `boop run` until it ends by itself."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        "run",
        stderr=PIPE,
        env={
            **os.environ,
            "BOOP_TOKEN": token or playground.token,
            "BOOP_DISCORD_API": playground.api,
            "BOOP_DATABASE": str(database or folder / "boop.sqlite3"),
        },
    )
    _, output = await asyncio.wait_for(process.communicate(), PATIENCE)
    assert process.returncode is not None
    return ProcessEnd(process.returncode, output.decode())


def child_of(folder: Path, playground: Playground) -> Child:
    """Return a bot to start on the folder's database."""
    return Child(
        token=playground.token,
        api=playground.api,
        database=folder / "boop.sqlite3",
        control=folder / "control.json",
    )


@pytest.mark.night
@pytest.mark.parametrize(
    ("code", "text"),
    sampled(
        [
            (CloseCode.AUTHENTICATION_FAILED, "Discord refuses the token in BOOP_TOKEN."),
            (CloseCode.INVALID_SHARD, "stop all of them, and start them again with the same"),
            (CloseCode.SHARDING_REQUIRED, "Discord wants more shards for this bot."),
            (CloseCode.INVALID_VERSION, "it no longer serves this version of its API (code 4012)"),
            (CloseCode.INVALID_INTENTS, "Update this program, or report it"),
            (CloseCode.DISALLOWED_INTENTS, "this bot may not have the intents"),
        ],
        1,
    ),
)
async def test_a_connection_that_discord_ends_for_good_is_explained(
    tmp_path: Path, code: CloseCode, text: str
) -> None:
    async with Playground(limits=UNHURRIED) as playground:
        running = asyncio.create_task(run_bot(tmp_path, playground))
        await playground.until(lambda: playground.is_connected, within=PATIENCE)
        while not running.done():
            # A session that is sending just then may connect again without having read the reason.
            for session in playground.hub.roster.sessions:
                if session.connection is not None:
                    session.connection.close(code, "No.")
            await asyncio.wait({running}, timeout=1.0)
        ended = await running
    assert ended.status == 2
    assert text in ended.output
    assert "Traceback" not in ended.output


@pytest.mark.night
async def test_a_connection_that_discord_refuses_at_once_is_explained(tmp_path: Path) -> None:
    async with Playground(limits=UNHURRIED) as playground:
        playground.hub.refuse_version()
        ended = await run_bot(tmp_path, playground)
    assert ended.status == 2
    assert "(code 4012)" in ended.output
    assert "Traceback" not in ended.output


@pytest.mark.night
async def test_a_token_that_discord_refuses_is_reported_but_not_shown(tmp_path: Path) -> None:
    async with Playground(limits=UNHURRIED) as playground:
        ended = await run_bot(tmp_path, playground, token="wrong-token-wrong-token")
    assert ended.status == 2
    assert "token" in ended.output
    assert "wrong-token" not in ended.output
    assert "Traceback" not in ended.output


@pytest.mark.night
async def test_a_database_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "missing" / "boop.sqlite3"
    async with Playground(limits=UNHURRIED) as playground:
        ended = await run_bot(tmp_path, playground, database=folder)
    assert ended.status == 2
    assert str(folder) in ended.output
    assert "Traceback" not in ended.output


@pytest.mark.night
async def test_a_second_process_on_the_same_file_is_refused_and_the_first_plays_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # On a busy machine, the second process may take longer to start than a lease lasts.
    monkeypatch.setattr("bot.jobs.leadership.LEASE", PATIENCE)
    async with (
        Playground(limits=UNHURRIED) as playground,
        tables.run_bot(playground, tmp_path / "boop.sqlite3"),
    ):
        ended = await run_bot(tmp_path, playground)
        answer = await playground.person("ada").command("help", channel=playground.channel("games"))
        assert not answer.failed
    assert ended.status == 2
    assert str(os.getpid()) in ended.output
    assert "Traceback" not in ended.output


async def test_a_bot_that_has_lost_the_lead_ends_at_once(tmp_path: Path) -> None:
    async with Playground(limits=UNHURRIED) as playground:
        child = child_of(tmp_path, playground)
        await child.start()
        connection = sqlite3.connect(tmp_path / "boop.sqlite3")
        with connection:
            connection.execute("UPDATE leader SET token = 'another', machine = 'elsewhere'")
        connection.close()
        try:
            assert await asyncio.wait_for(child.wait(), PATIENCE) == 1
        finally:
            await child.kill()


@pytest.mark.night
async def test_an_unreachable_discord_is_reported(tmp_path: Path) -> None:
    async with Playground(limits=UNHURRIED) as playground:
        pass
    ended = await run_bot(tmp_path, playground)
    assert ended.status == 2
    assert "Discord" in ended.output
    assert "Traceback" not in ended.output


@pytest.mark.night
@pytest.mark.skipif(os.name != "posix", reason="Windows has no SIGTERM to send")
async def test_a_signal_ends_the_bot_during_play(
    tmp_path: Path,
) -> None:
    # There are no answers after the bot has ended.
    async with Playground(limits=Limits(answer_within=20.0)) as playground:
        child = child_of(tmp_path, playground)
        await child.start()
        ada, games = playground.person("ada"), playground.channel("games")
        asking = asyncio.create_task(
            ada.command("challenge", channel=games, opponent=playground.person("bob"))
        )
        await asyncio.sleep(0)
        assert child.process_id is not None
        os.kill(child.process_id, signal.SIGTERM)
        assert await child.wait() == 0
        answer = await asking
        await child.kill()
    connection = sqlite3.connect(tmp_path / "boop.sqlite3")
    stored = connection.execute("SELECT count(*) FROM challenges").fetchone()[0]
    connection.close()
    if answer.failed:
        # The bot may have stored it just before the end.
        assert stored in (0, 1)
    else:
        assert stored == (0 if "shutting down, so nothing was done" in answer.text else 1)


@pytest.mark.night
async def test_a_bot_whose_session_ended_reconnects_to_the_configured_address(
    tmp_path: Path,
) -> None:
    async with Playground(limits=UNHURRIED) as playground:
        child = child_of(tmp_path, playground)
        await child.start()
        ended = playground.hub.roster.sessions
        try:
            playground.hub.roster.invalidate()
            await playground.until(lambda: playground.hub.roster.is_connected, within=PATIENCE)
            assert not set(ended) & set(playground.hub.roster.sessions)
            ada, games = playground.person("ada"), playground.channel("games")
            assert not (await ada.command("help", channel=games)).failed
        finally:
            await child.stop()
