"""The bot as a separate process: ready, stopped, restarted, killed, and never orphaned."""

import asyncio
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.cli import keeper as child_module
from bot.cli.errors import ChildEnded, ChildSilent
from bot.cli.keeper import Child
from playground import Playground
from tests.kit.waiting import until

pytestmark = pytest.mark.process

PARENT = """
import asyncio, sys
from pathlib import Path
from bot.cli.keeper import Child
from playground import Playground

async def main(folder):
    async with Playground() as playground:
        child = Child(
            token=playground.token,
            api=playground.api,
            database=folder / "boop.sqlite3",
            control=folder / "control.json",
        )
        await child.start()
        print("ready", flush=True)
        await asyncio.Event().wait()

asyncio.run(main(Path(sys.argv[1])))
"""


@pytest.fixture
async def playground() -> AsyncIterator[Playground]:
    async with Playground() as playground:
        yield playground


@pytest.fixture
async def child(playground: Playground, tmp_path: Path) -> AsyncIterator[Child]:
    child = child_in(playground, tmp_path)
    yield child
    await child.kill()


def child_in(playground: Playground, folder: Path, **more: str) -> Child:
    return Child(
        token=more.pop("BOOP_TOKEN", playground.token),
        api=playground.api,
        database=folder / "boop.sqlite3",
        control=folder / "control.json",
        more=more,
    )


@pytest.mark.night
async def test_a_child_starts_obeys_and_stops_cleanly(playground: Playground, child: Child) -> None:
    assert child.process_id is None
    assert (await child.stop(), await child.kill(), await child.wait()) == (None, None, None)

    director = await child.start()

    assert child.process_id is not None
    assert playground.is_connected
    before = await director.run_due()
    assert await director.advance(3600) == pytest.approx(before + 3600, abs=60)
    assert await child.stop() == 0
    assert child.process_id is None


@pytest.mark.night
async def test_a_child_that_is_killed_starts_again_on_the_same_database(child: Child) -> None:
    await child.start()
    assert await child.kill() == -9
    await child.start()
    assert await child.stop() == 0


@pytest.mark.night
async def test_a_child_stops_cleanly_if_its_parent_is_killed(tmp_path: Path) -> None:
    parent = await asyncio.create_subprocess_exec(
        sys.executable, "-c", PARENT, str(tmp_path), stdout=PIPE
    )
    assert parent.stdout is not None
    assert await parent.stdout.readline() == b"ready\n"
    assert (tmp_path / "control.json").exists()

    parent.kill()
    await parent.wait()

    await until(lambda: not (tmp_path / "control.json").exists(), within=60)


async def test_a_child_that_is_not_ready_in_time_is_killed(
    playground: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(child_module, "PATIENCE", 0.05)
    child = child_in(playground, tmp_path)
    with pytest.raises(ChildSilent):
        await child.start()
    assert child.process_id is None


async def test_a_child_is_killed_when_its_start_is_cancelled(child: Child) -> None:
    start = asyncio.ensure_future(child.start())
    await until(lambda: child.process_id is not None, within=60)
    start.cancel()
    with pytest.raises(asyncio.CancelledError):
        await start
    assert child.process_id is None


@pytest.mark.night
async def test_invalid_settings_end_the_start(
    playground: Playground, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    child = child_in(playground, tmp_path, BOOP_LOG_LEVEL="loud", BOOP_DATABSE="x")
    with pytest.raises(ChildEnded) as ended:
        await child.start()
    assert ended.value.status == 2
    assert capfd.readouterr().err == (
        "boop: The settings are wrong:\n"
        "  BOOP_DATABSE isn't a setting of this bot. Did you mean BOOP_DATABASE?\n"
        "  BOOP_LOG_LEVEL is 'loud'; it must be one of 'debug', 'info', 'warning' or 'error'.\n"
    )
