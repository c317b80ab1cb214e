"""`python -m tests.fleet_kills`: kill processes of a fleet while people play, and see what is left.

Three processes share the shards of a database on a server of PostgreSQL's. Again and again one is
killed (SIGKILL), asked to end (SIGTERM), or stopped for longer than its lease and continued
(SIGSTOP, SIGCONT), and started again, while people in servers of all shards play. No answered turn
may be lost or played twice, no shard be nobody's for too long, and at the end every board must show
what the database says.
"""

import argparse
import asyncio
import itertools
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import AsyncExitStack, closing, suppress
from pathlib import Path
from urllib.parse import urlsplit

import aiohttp

from bot.address import ServerAddress
from bot.cli.errors import ChildEnded
from bot.cli.playground import Child, Director
from bot.jobs.fleet import RENEWAL
from playground import Answer, Playground, Server
from playground.interactions.registry import Limits
from tests.db import server
from tests.db.beside import beside
from tests.kills import PATIENCE, Players, Report
from tests.play.boards import live_boards, out_of_line
from tests.play.table import DESCRIPTION

PROCESSES = 3
SHARDS = 16
SERVERS = 6
LONGEST_LIFE = 3.0
"""Seconds between two kills at most."""
ADOPTED_WITHIN = 20.0
"""Seconds after which somebody must have connected a shard."""
ENDED, STOPPED = 0.15, 0.03
"""How often a process is asked to end, or stopped, instead of killed."""


class FleetPlayers(Players):
    """People who try again when nobody answers them: other processes take over."""

    async def go_on(self) -> None:
        """Play until cancelled."""
        while True:
            await super().go_on()
            self.sync_all()

    def is_refused(self, answer: Answer) -> bool:
        """Return whether an answer says that nothing could be stored.

        One that is stopped in a transaction may hold up the others for some seconds.
        """
        return "My database" in answer.text


class Fleet:
    """The processes, each of which is started again when it ends."""

    def __init__(self, playground: Playground, database: ServerAddress, folder: Path) -> None:
        self._playground = playground
        self._database = database
        more = {
            "BOOP_PROCESSES": str(PROCESSES),
            "BOOP_SHARDS": str(SHARDS),
            "BOOP_LOG_LEVEL": "warning",
        }
        # One of them sends its requests by an address that stands for Discord's.
        proxy = playground.api.removesuffix(urlsplit(playground.api).path)
        self.children = [
            Child(
                token=playground.token,
                api=playground.api,
                database=database,
                control=folder / f"control-{number}.json",
                more=more if number else {**more, "BOOP_DISCORD_PROXY": proxy},
            )
            for number in range(PROCESSES)
        ]
        self._starting: dict[Child, asyncio.Task[Director]] = {}

    async def start(self) -> None:
        """Start all and wait until every shard is connected."""
        for child in self.children:
            self.start_again(child)
        await self.all_started()
        await self.connected()

    async def connected(self) -> float:
        """Wait until every shard is connected; return for how many seconds one was not."""
        began = time.monotonic()
        await self._playground.until(lambda: self._playground.is_connected, within=PATIENCE)
        return time.monotonic() - began

    @property
    def running(self) -> list[Child]:
        """List those that are ready."""
        return [each for each in self.children if each.process_id and not self._is_starting(each)]

    def _is_starting(self, child: Child) -> bool:
        task = self._starting.get(child)
        return task is not None and not task.done()

    async def one_may_end(self) -> None:
        """Wait until another one would be left."""
        while len(self.running) < PROCESSES - 1:
            self._start_what_ended()
            starting = [task for task in self._starting.values() if not task.done()]
            await asyncio.wait(starting, return_when=asyncio.FIRST_COMPLETED)

    def start_again(self, child: Child) -> None:
        """Start one that has ended, beside what goes on, as whoever watches over it does."""
        self._starting[child] = asyncio.create_task(self._started(child))

    def _start_what_ended(self) -> None:
        """Start those again that have ended by themselves: they may have had no time to renew."""
        for child in self.children:
            if child.process_id is None and not self._is_starting(child):
                self.start_again(child)

    async def _started(self, child: Child) -> Director:
        await child.stop()
        while True:
            try:
                return await child.start()
            except ChildEnded:
                # It may be refused while one that is stopped holds up the database.
                await asyncio.sleep(RENEWAL)

    async def until_dropped(self, child: Child) -> None:
        """Wait until the others have dropped one that is stopped."""
        process = child.process_id
        asked = "SELECT 1 FROM processes WHERE process = ?"
        with closing(beside(self._database)) as connection:
            while connection.execute(asked, (process,)).fetchone():
                connection.commit()
                await asyncio.sleep(0.1)

    async def all_started(self) -> list[Director]:
        """Wait until all run, and return their directors. Raise what went wrong at a start."""
        self._start_what_ended()
        return await asyncio.gather(*self._starting.values())

    async def end(self) -> None:
        """End all."""
        for task in self._starting.values():
            task.cancel()
        await asyncio.gather(*self._starting.values(), return_exceptions=True)
        for child in self.children:
            if child.process_id is not None:
                # One that is stopped would not end otherwise.
                with suppress(ProcessLookupError):
                    os.kill(child.process_id, signal.SIGCONT)
            await child.kill()


def servers_of_shards(playground: Playground, wanted: int) -> list[Server]:
    """Make servers until so many are on different shards, and invite the bot to each."""
    owner = playground.person("ada")
    found: dict[int, Server] = {}
    for number in itertools.count():
        made = playground.add_server(f"Server {number}", owner)
        playground.world.moderation.invite_bot(made)
        found.setdefault((made.id >> 22) % SHARDS, made)
        if len(found) == wanted:
            return list(found.values())
    raise AssertionError


async def kill_fleet(
    kills: int,
    at_once: int,
    folder: Path,
    seed: int,
    stops: int = 0,
    tell: Callable[[str], None] | None = None,
) -> Report:
    """Play until so many were killed, `stops` of them only stopped; report the faults."""
    chance, report = random.Random(seed), Report()
    ways = ["stop"] * stops + ["kill"] * (kills - stops)
    chance.shuffle(ways)
    async with AsyncExitStack() as stack:
        database = stack.enter_context(server.server().database())
        playground = await stack.enter_async_context(
            Playground(
                description=DESCRIPTION,
                limits=Limits(answer_within=3.0),
                shards=SHARDS,
                max_concurrency=SHARDS,
            )
        )
        servers = servers_of_shards(playground, SERVERS)
        fleet = Fleet(playground, database, folder)
        stack.push_async_callback(fleet.end)
        await fleet.start()
        players = FleetPlayers(playground, database, chance, report, at_once, servers)
        playing = asyncio.create_task(players.go_on())
        try:
            for way in ways:
                await asyncio.sleep(chance.uniform(0.0, LONGEST_LIFE))
                await fleet.one_may_end()
                child = chance.choice(fleet.running)
                await _end(fleet, child, "end" if chance.random() < ENDED else way)
                report.kills += 1
                without = await fleet.connected()
                report.adopted_within = max(report.adopted_within, without)
                fleet.start_again(child)
                if playing.done():
                    playing.result()
                if tell is not None and report.kills % 10 == 0:
                    tell(f"{report.summary()}; adopted within {report.adopted_within:.1f} s")
        finally:
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
        await fleet.all_started()
        await fleet.connected()
        players.sync_all()
        until = time.monotonic() + PATIENCE
        while out_of_line(playground, database) and time.monotonic() < until:
            for director in await fleet.all_started():
                with suppress(aiohttp.ClientError):
                    await director.advance(300.0)
        report.faults += out_of_line(playground, database)
        report.boards = len(live_boards(playground))
        playground.expect_valid()
    return report


async def _end(fleet: Fleet, child: Child, way: str) -> None:
    """End a process; one that was stopped for too long has to end by itself."""
    match way:
        case "kill":
            await child.kill()
        case "end":
            await child.stop()
        case "stop":
            process = child.process_id
            if process is None:
                return
            os.kill(process, signal.SIGSTOP)
            await fleet.until_dropped(child)
            os.kill(process, signal.SIGCONT)
            await child.wait()
            await child.stop()


def main() -> None:
    """Read the arguments, kill, and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--stops", type=int, default=30)
    parser.add_argument("--matches", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        try:
            report = asyncio.run(
                kill_fleet(
                    wanted.kills, wanted.matches, Path(folder), wanted.seed, wanted.stops, print
                )
            )
        finally:
            server.stop()
    print(f"{report.summary()}; adopted within {report.adopted_within:.1f} s")  # noqa: T201
    if report.adopted_within > ADOPTED_WITHIN:
        report.faults.append(f"a shard was nobody's for {report.adopted_within:.0f} s")
    for fault in report.faults:
        print(fault)  # noqa: T201
    sys.exit(1 if report.faults else 0)


if __name__ == "__main__":
    main()
