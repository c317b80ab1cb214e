"""Three processes serve the page of a live match, and each tells its readers of every turn."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from bot.cli.keeper import Child
from cogs.core.actions import action_id
from playground import Playground
from tests.kit import postgresql
from tests.kit.leaderboard_pages import free_port
from tests.kit.match_pages import ADDRESS, follow_stream, play_more, share_live
from tests.kit.server_matches import start_match_between
from tests.kit.servers import choose, open_settings, owner_of
from tests.kit.tables import DESCRIPTION, PATIENT

pytestmark = [pytest.mark.night, pytest.mark.process, pytest.mark.postgresql]
PROCESSES = 3


async def test_readers_of_every_process_receive_turns_and_the_result(
    tmp_path: Path,
) -> None:
    async with AsyncExitStack() as stack:
        database = stack.enter_context(postgresql.server().database())
        playground = await stack.enter_async_context(
            Playground(
                description=DESCRIPTION, limits=PATIENT, shards=PROCESSES, max_concurrency=PROCESSES
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
        panel = await open_settings(playground, "web")
        await choose(panel, owner_of(playground), action_id("set", setting="match_pages"), "live")
        people = playground.person("ada"), playground.person("bob")
        server_match = await start_match_between(playground, *people, playground.channel("games"))
        await server_match.play(["Kc3"])
        whole = (await share_live(server_match)).rpartition("/")[0]
        readers = [
            await stack.enter_async_context(follow_stream(f"http://127.0.0.1:{port}{whole}/events"))
            for port in ports
        ]
        for reader in readers:
            await reader.until(lambda reader=reader: reader.turns == ["Kc3"])
        await play_more(server_match, 1, "Kd4", "Ke5")
        for reader in readers:
            await reader.until(lambda reader=reader: len(reader.turns) == 3)
            assert reader.received_turns == ["Kc3", "Kd4", "Ke5"]
        # One process is killed; its readers go on once it is back.
        await children[0].kill()
        await children[0].start()
        await play_more(server_match, 3, "Ka6")
        for reader in readers:
            await reader.until(lambda reader=reader: len(reader.turns) == 4)
            assert reader.received_turns == ["Kc3", "Kd4", "Ke5", "Ka6"]
