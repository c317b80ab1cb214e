"""Three processes serve the page of a live match, and each tells its readers of every turn."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from bot.cli.keeper import Child
from cogs.core.actions import action_id
from playground import Playground
from playground.interactions.registry import Limits
from tests.kit import server
from tests.kit.match_pages import ADDRESS, go_on, reading, shared_live
from tests.kit.reading import free_port
from tests.kit.seats import sit_down
from tests.kit.servers import choose, owner_of, part
from tests.kit.tables import DESCRIPTION

pytestmark = [pytest.mark.process, pytest.mark.postgresql]
PROCESSES = 3


async def test_readers_of_every_process_are_told_of_each_turn_and_of_the_end(
    tmp_path: Path,
) -> None:
    async with AsyncExitStack() as stack:
        database = stack.enter_context(server.server().database())
        limits = Limits(answer_within=10.0)
        playground = await stack.enter_async_context(
            Playground(
                description=DESCRIPTION, limits=limits, shards=PROCESSES, max_concurrency=PROCESSES
            )
        )
        ports = [free_port() for _ in range(PROCESSES)]
        children = [
            Child(
                token=playground.token,
                api=playground.api,
                database=database,
                control=tmp_path / f"control-{number}.json",
                more={
                    "BOOP_PROCESSES": str(PROCESSES),
                    "BOOP_SHARDS": str(PROCESSES),
                    "BOOP_WEB_PORT": str(port),
                    "BOOP_WEB_HOST": "127.0.0.1",
                    "BOOP_PUBLIC_URL": ADDRESS,
                },
            )
            for number, port in enumerate(ports)
        ]
        for child in children:
            stack.push_async_callback(child.stop)
        await asyncio.gather(*(child.start() for child in children))
        panel = await part(playground, "news")
        await choose(panel, owner_of(playground), action_id("set", setting="match_pages"), "live")
        people = playground.person("ada"), playground.person("bob")
        sitting = await sit_down(playground, *people, playground.channel("games"))
        await sitting.play(["Kc3"])
        whole = (await shared_live(sitting)).rpartition("/")[0]
        readers = [
            await stack.enter_async_context(reading(f"http://127.0.0.1:{port}{whole}/events"))
            for port in ports
        ]
        for reader in readers:
            await reader.until(lambda reader=reader: reader.turns == ["Kc3"])
        await go_on(sitting, 1, "Kd4", "Ke5")
        for reader in readers:
            await reader.until(lambda reader=reader: len(reader.turns) == 3)
            assert reader.new == ["Kc3", "Kd4", "Ke5"]
        # One process is killed; its readers go on once it is back.
        await children[0].kill()
        await children[0].start()
        await go_on(sitting, 3, "Ka6")
        for reader in readers:
            await reader.until(lambda reader=reader: len(reader.turns) == 4)
            assert reader.new == ["Kc3", "Kd4", "Ke5", "Ka6"]
