"""The playground's processes that share a database are stopped and started one by one."""

import asyncio
import socket

import pytest

from bot.cli.directors import APART, OfflineDirector
from bot.cli.keeper import BotKeeper
from bot.cli.playground import lend_processes
from playground import Playground
from playground.page import PageServer, ProcessState
from playground.page.request import Request
from tests.kit.waiting import until

pytestmark = [pytest.mark.night, pytest.mark.process, pytest.mark.postgresql]
PATIENCE = 120.0
RUNNING, OFF = ProcessState.RUNNING, ProcessState.OFF


async def test_processes_are_killed_and_switched_off_one_by_one_and_share_a_clock(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Two processes can't have the same health port as the owner's bot.
    with socket.create_server(("127.0.0.1", 0)) as taken:
        monkeypatch.setenv("BOOP_HEALTH_PORT", str(taken.getsockname()[1]))
        await _each_in_turn()


async def _each_in_turn() -> None:
    playground = Playground(shards=2, max_concurrency=2)
    page = PageServer(playground)
    playground.mount(page.routes())
    directing = page._stage.directing

    async def wait_for_states(*states: ProcessState) -> None:
        await until(
            lambda: (
                page._stage.states == list(states)
                and playground.is_connected is (RUNNING in states)
            ),
            within=PATIENCE,
        )

    async with playground, lend_processes(playground, None, 2) as (children, database):
        keeper = BotKeeper(children, page, database)
        await keeper.begin()
        keeping = asyncio.create_task(keeper.keep())
        try:
            await wait_for_states(RUNNING, RUNNING)
            before = children[0].process_id
            await keeper.kill(0)
            await until(lambda: children[0].process_id not in (None, before), within=PATIENCE)
            await wait_for_states(RUNNING, RUNNING)
            await keeper.switch_off(1)
            await wait_for_states(RUNNING, OFF)
            assert await directing.do("advance", Request({"seconds": 3600})) == "1 hour went by."
            await keeper.switch_on(1)
            await wait_for_states(RUNNING, RUNNING)
            assert directing.director is not None
            shown = [await each.now() for each in keeper._directors.values()]
            assert max(shown) - min(shown) < PATIENCE + APART
            assert max(shown) == pytest.approx(playground.world.clock.now(), abs=PATIENCE)
            for process in (0, 1):
                await keeper.switch_off(process)
            await wait_for_states(OFF, OFF)
            await until(lambda: isinstance(directing.director, OfflineDirector), within=PATIENCE)
            assert await directing.director.until_deadline() is None
        finally:
            keeping.cancel()
            await asyncio.gather(keeping, return_exceptions=True)
            await asyncio.gather(*(child.stop() for child in children))
            await page.close()
