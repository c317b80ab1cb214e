"""The playground's bot is restarted however it ends, and is off only when it is switched off."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot.cli.directors import OfflineDirector
from bot.cli.keeper import BotKeeper, Child
from bot.cli.playground import host_playground
from playground import Limits, Playground
from playground.page import PageServer, ProcessState
from tests.kit.waiting import until

pytestmark = pytest.mark.process
PATIENCE = 120.0
UNHURRIED = Limits(answer_within=PATIENCE)
"""Discord's three seconds may be too few on a busy machine."""


class WatchedPage(PageServer):
    """A page that records the states of the bot."""

    def __init__(self, playground: Playground) -> None:
        super().__init__(playground)
        self.shown: list[ProcessState] = []

    def show(self, state: ProcessState, process: int = 0) -> None:
        self.shown.append(state)
        super().show(state, process)


@dataclass
class KeptBot:
    """A bot that is kept running, and its keeper."""

    playground: Playground
    page: WatchedPage
    child: Child
    keeper: BotKeeper
    database: Path
    processes: list[int] = field(default_factory=list)

    async def another(self) -> int:
        """Wait until the bot runs as a new process and is connected."""
        await until(self._is_another, within=PATIENCE)
        assert self.child.process_id is not None
        self.processes.append(self.child.process_id)
        return self.child.process_id

    def _is_another(self) -> bool:
        return (
            self.playground.is_connected
            and self.child.process_id not in (None, *self.processes)
            and self.page.shown[-1] is ProcessState.RUNNING
        )


@pytest.fixture
async def kept(tmp_path: Path) -> AsyncIterator[KeptBot]:
    async with keeping_in(tmp_path) as kept:
        yield kept


@asynccontextmanager
async def keeping_in(folder: Path) -> AsyncIterator[KeptBot]:
    playground, database = Playground(bot_name="boop", limits=UNHURRIED), folder / "boop.sqlite3"
    page = WatchedPage(playground)
    playground.mount(page.routes())
    async with playground:
        child = Child(
            token=playground.token,
            api=playground.api,
            database=database,
            control=folder / "control.json",
        )
        keeper = BotKeeper([child], page, database)
        await keeper.begin()
        task = asyncio.create_task(keeper.keep())
        kept = KeptBot(playground, page, child, keeper, database)
        await kept.another()
        try:
            yield kept
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            await child.stop()
            await page.close()


@pytest.mark.night
async def test_a_bot_that_dies_or_is_killed_or_restarted_on_request_runs_again(
    kept: KeptBot,
) -> None:
    os.kill(kept.processes[0], signal.SIGKILL)
    await kept.another()
    await kept.keeper.kill(0)
    await kept.another()
    await kept.keeper.restart(0)
    await kept.another()
    assert len(set(kept.processes)) == 4


@pytest.mark.night
async def test_a_bot_that_is_switched_off_stays_off_while_time_passes(kept: KeptBot) -> None:
    await kept.keeper.switch_off(0)
    await until(lambda: kept.page.shown[-1] is ProcessState.OFF, within=PATIENCE)
    assert (kept.child.process_id, kept.playground.is_connected) == (None, False)
    night = OfflineDirector(kept.database)
    before = await night.now()
    assert await night.until_deadline() is None
    assert await night.advance(86400) == pytest.approx(before + 86400, abs=PATIENCE)
    await kept.keeper.switch_on(0)
    await kept.another()
    # The world's clock follows the bot's, which was moved while the bot was off.
    assert kept.playground.world.clock.now() == pytest.approx(before + 86400, abs=2 * PATIENCE)


@pytest.mark.night
async def test_a_bot_that_does_not_start_is_tried_again(kept: KeptBot) -> None:
    kept.child._environment["BOOP_TOKEN"] = "broken"
    await kept.keeper.kill(0)
    tries = len(kept.page.shown)
    await until(lambda: kept.page.shown[tries:].count(ProcessState.STARTING) > 1, within=PATIENCE)
    kept.child._environment["BOOP_TOKEN"] = kept.playground.token
    await kept.another()


@pytest.mark.night
@pytest.mark.skipif(not Path("/proc").exists(), reason="finds the bot's process in /proc")
async def test_the_playground_outlives_its_bot(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # The owner's settings of the bot on a server don't apply to a single process on a file.
    monkeypatch.setenv("BOOP_PROCESSES", "3")
    stop = asyncio.Event()
    playing = asyncio.ensure_future(host_playground(0, tmp_path / "kept.sqlite3", stop))
    opened = "Open http"
    await until(lambda: playing.done() or opened in capsys.readouterr().out, within=PATIENCE)
    [child] = children_of(os.getpid(), "--until-input-ends")
    os.kill(child, signal.SIGKILL)
    await until(
        lambda: playing.done() or bool({*children_of(os.getpid(), "--until-input-ends")} - {child}),
        within=PATIENCE,
    )
    assert not playing.done()
    stop.set()
    await playing


def children_of(parent: int, argument: str) -> list[int]:
    """Return the child processes that were started with this argument."""
    found = []
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            after_name = (folder / "stat").read_text().rpartition(")")[2].split()
            given = (folder / "cmdline").read_text().split("\0")
        except OSError:
            continue
        if int(after_name[1]) == parent and argument in given:
            found.append(int(folder.name))
    return found
