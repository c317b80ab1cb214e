"""`python -m tests.fleet_kills`: kill processes of a fleet while users play, and check the result.

Three processes share the shards of a database on a PostgreSQL server. Meanwhile users play in six
servers, on six of the 16 shards. Again and again a process is killed (SIGKILL), asked to end
(SIGTERM), or stopped for longer than its lease and continued (SIGSTOP, SIGCONT), and then started
again.

No answered turn may be lost or played twice, no user notified twice, and no shard held by a dead
process for too long. At the end every board must show what the database says, and no notification
may be left. Ctrl-C ends it early, with the same report.

With `--buckets 1`, one shard may identify itself in five seconds, as for most bots, and requests
are limited as Discord limits them. No process may identify a shard earlier.
"""

import argparse
import asyncio
import itertools
import math
import os
import random
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack, closing, suppress
from pathlib import Path
from urllib.parse import urlsplit

import aiohttp

from bot.address import ServerAddress
from bot.cli.directors import ControlDirector
from bot.cli.errors import ChildEnded
from bot.cli.keeper import Child
from bot.jobs.fleet import RENEWAL
from playground import Answer, GatewayLimits, Playground, Rates, Server
from playground.interactions.registry import Limits
from tests.kills import LATE, PATIENCE, Players, Report, list_undone
from tests.kit import postgresql
from tests.kit.boards import board_differences, live_boards
from tests.kit.notifications import PingCounter
from tests.kit.raw_database import connect, rows_in
from tests.kit.tables import DESCRIPTION
from tests.kit.time_of_day import clock_from

PROCESSES = 3
SHARDS = 16
SERVERS = 6
LONGEST_LIFE = 3.0
"""Seconds between two kills at most."""
SESSIONS = 1_000_000
"""More starts than any run needs, however often processes are killed: none has to wait for a
day."""
ADOPTED_WITHIN = 20.0
"""Seconds after which others must have the shards of a process that ended."""
UNHURRIED = 30.0
"""Seconds in which everything must be in line at the end without moving a clock."""
ENDED = 0.15
"""The probability that a process is asked to end instead of killed."""
MOST_REFUSED = 10
"""How often processes may end before they are ready, and again as often per stopped process."""


NOTHING_DONE = ("My database", "I couldn't save", "I'm shutting down")
"""What answers say if nothing was stored."""


class FleetPlayers(Players):
    """Users who try again if they get no answer, because other processes take over."""

    async def _pair(self, pair: int) -> None:
        """Play until cancelled, independently of the other pairs."""
        while True:
            await super()._pair(pair)
            await asyncio.sleep(self.chance.uniform(0.2, 0.6))
            if known := self.live.get(pair):
                self.sync(known)

    def is_refused(self, answer: Answer) -> bool:
        """Return whether an answer says that nothing could be stored.

        A process that is stopped in a transaction may hold up the others for some seconds.
        """
        return any(sentence in answer.text for sentence in NOTHING_DONE)


class Fleet:
    """The processes, each of which is started again after it ends."""

    def __init__(self, playground: Playground, database: ServerAddress, folder: Path) -> None:
        self._playground = playground
        self._database = database
        more = {
            "BOOP_PROCESSES": str(PROCESSES),
            "BOOP_SHARDS": str(SHARDS),
            "BOOP_LOG_LEVEL": "warning",
        }
        # The first one sends its requests to an address that stands for Discord's.
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
        self._starting: dict[Child, asyncio.Task[ControlDirector]] = {}
        self.refused = 0
        """How often a process that was started ended before it was ready."""

    async def start(self) -> None:
        """Start all processes and wait until every shard is connected."""
        for child in self.children:
            self.start_again(child)
        await self.all_started()
        await self.wait_until_connected()

    async def wait_until_connected(self) -> None:
        """Wait until every shard is connected."""
        await self._playground.until(lambda: self._playground.is_connected, within=PATIENCE)

    async def wait_until_adopted(self, ended: int) -> None:
        """Wait until the others have removed an ended process and taken over its shards."""
        query = """
            SELECT 1 FROM processes WHERE process = :ended
            UNION ALL
            SELECT 1 FROM shards LEFT JOIN processes ON processes.number = shards.held_by
            WHERE processes.number IS NULL
        """.replace(":ended", str(ended))
        with closing(connect(self._database)) as connection:
            async with asyncio.timeout(PATIENCE):
                while connection.execute(query).fetchone():
                    connection.commit()
                    await asyncio.sleep(0.1)

    @property
    def running(self) -> list[Child]:
        """List the processes that are ready."""
        return [each for each in self.children if each.process_id and not self._is_starting(each)]

    def _is_starting(self, child: Child) -> bool:
        task = self._starting.get(child)
        return task is not None and not task.done()

    async def one_may_end(self) -> None:
        """Wait until a process may end and leave another one running."""
        while len(self.running) < PROCESSES - 1:
            self._restart_ended()
            starting = [task for task in self._starting.values() if not task.done()]
            await asyncio.wait(starting, return_when=asyncio.FIRST_COMPLETED)

    def start_again(self, child: Child) -> None:
        """Start an ended process while the others run, as a supervisor does."""
        self._starting[child] = asyncio.create_task(self._started(child))

    def _restart_ended(self) -> None:
        """Restart processes that ended by themselves, perhaps without time to renew leases."""
        for child in self.children:
            if child.process_id is None and not self._is_starting(child):
                if child in self._starting:
                    self._starting[child].result()
                self.start_again(child)

    async def _started(self, child: Child) -> ControlDirector:
        await child.stop()
        for _ in range(MOST_REFUSED):
            try:
                return await child.start()
            except ChildEnded:
                # The start may be refused while a stopped process holds up the database.
                self.refused += 1
                await asyncio.sleep(RENEWAL)
        return await child.start()

    async def all_started(self) -> list[ControlDirector]:
        """Wait until all processes run; return their directors.

        Raise the error of a start that failed.
        """
        self._restart_ended()
        return await asyncio.gather(*self._starting.values())

    async def end(self) -> None:
        """End all processes."""
        for task in self._starting.values():
            task.cancel()
        await asyncio.gather(*self._starting.values(), return_exceptions=True)
        for child in self.children:
            if child.process_id is not None:
                # A stopped process would not end otherwise.
                with suppress(ProcessLookupError):
                    os.kill(child.process_id, signal.SIGCONT)
            await child.kill()


def servers_of_shards(playground: Playground, count: int) -> list[Server]:
    """Make servers until `count` of them are on different shards, and invite the bot to each."""
    owner = playground.person("ada")
    servers: dict[int, Server] = {}
    for number in itertools.count():
        made = playground.add_server(f"Server {number}", owner)
        playground.world.moderation.invite_bot(made)
        servers.setdefault((made.id >> 22) % SHARDS, made)
        if len(servers) == count:
            return list(servers.values())
    raise AssertionError


async def kill_fleet(
    kills: int,
    at_once: int,
    folder: Path,
    seed: int,
    stops: int = 0,
    tell: Callable[[str], None] | None = None,
    buckets: int = SHARDS,
    within: float = math.inf,
    at_least: int = 0,
    adopted_within: float = ADOPTED_WITHIN,
    is_enough: Callable[[], bool] = lambda: False,
) -> Report:
    """Play until `kills` processes were killed or `within` seconds are over; report the faults.

    `stops` of the kills only stop a process, and the first one does. At least `at_least` are
    carried out however long that takes. Playing also ends before a kill at which `is_enough` is
    true. Shards whose numbers have the same remainder by `buckets` identify one after the other.
    """
    chance, report = random.Random(seed), Report()
    ways = ["stop"] * stops + ["kill"] * (kills - stops)
    later = ways[1:]
    chance.shuffle(later)
    ways = ["end" if way == "kill" and chance.random() < ENDED else way for way in ways[:1] + later]
    until = time.monotonic() + within
    async with AsyncExitStack() as stack:
        database = stack.enter_context(postgresql.server().database())
        playground = await stack.enter_async_context(
            Playground(
                description=DESCRIPTION,
                limits=Limits(answer_within=3.0),
                gateway_limits=GatewayLimits(starts_a_day=SESSIONS),
                shards=SHARDS,
                max_concurrency=buckets,
                rates=Rates() if buckets < SHARDS else None,
            )
        )
        pings = PingCounter(playground)
        playground.faults.answer_late("*", "*", LATE, times=sys.maxsize)
        servers = servers_of_shards(playground, SERVERS)
        fleet = Fleet(playground, database, folder)
        stack.push_async_callback(fleet.end)
        await fleet.start()
        players = FleetPlayers(playground, database, chance, report, at_once, servers)
        playing = asyncio.create_task(players.go_on())
        try:
            for way in ways:
                if is_enough() or (time.monotonic() > until and report.kills >= at_least):
                    break
                await asyncio.sleep(chance.uniform(0.0, LONGEST_LIFE))
                await fleet.one_may_end()
                child = chance.choice(fleet.running)
                report.adopted_within = max(report.adopted_within, await _end(fleet, child, way))
                report.kills += 1
                report.count(pings)
                report.faults += pings.missing(database)
                await fleet.wait_until_connected()
                fleet.start_again(child)
                if playing.done():
                    playing.result()
                if tell is not None and report.kills % 10 == 0:
                    tell(f"{report.summary()}; adopted within {report.adopted_within:.1f} s")
            given_up = time.monotonic() + PATIENCE
            # On a slow machine, all kills may come before the first turns.
            while report.turns < report.kills and time.monotonic() < given_up:
                await asyncio.wait([playing], timeout=0.1)
            if playing.done():
                playing.result()
        finally:
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
        await fleet.all_started()
        await fleet.wait_until_connected()
        players.sync_all()
        report.late = not await _is_in_line(playground, database, UNHURRIED)
        until = time.monotonic() + PATIENCE
        while (left := list_undone(playground, database, pings)) and time.monotonic() < until:
            for director in await fleet.all_started():
                with suppress(aiohttp.ClientError):
                    await director.advance(300.0)
        report.faults += left
        report.faults += await _unsent(database, await fleet.all_started())
        report.count(pings)
        report.judge()
        if early := playground.hub.starts.too_early:
            report.faults.append(f"shards identified themselves too early: {early}")
        if report.adopted_within > adopted_within:
            late = f"a shard was of one that had ended for {report.adopted_within:.0f} s"
            report.faults.append(late)
        if fleet.refused > MOST_REFUSED * (1 + stops):
            report.faults.append(f"processes ended {fleet.refused} times before they were ready")
        report.boards = len(live_boards(playground))
        playground.expect_valid()
    return report


async def _is_in_line(playground: Playground, database: ServerAddress, within: float) -> bool:
    """Wait at most `within` seconds until all boards are in line; return whether they are."""
    until = time.monotonic() + within
    while board_differences(playground, database):
        if time.monotonic() > until:
            return False
        await asyncio.sleep(1.0)
    return True


async def _unsent(database: ServerAddress, directors: Sequence[ControlDirector]) -> list[str]:
    """List the notifications that are due and have not been sent."""
    now = max([await each.now() for each in directors])
    query = "SELECT id, kind FROM notifications WHERE state = 'waiting' AND due_at < ?"
    rows = rows_in(database, query, now - UNHURRIED)
    return [f"notification {number} ({kind}) was never sent" for number, kind in rows]


async def _end(fleet: Fleet, child: Child, way: str) -> float:
    """End a process; return after how many seconds other processes had its shards.

    A process that was stopped for too long has to end by itself once it continues.
    """
    process = child.process_id
    if process is None:
        return 0.0
    since = time.monotonic()
    match way:
        case "kill":
            await child.kill()
        case "end":
            await child.stop()
            since = time.monotonic()
        case "stop":
            os.kill(process, signal.SIGSTOP)
    await fleet.wait_until_adopted(process)
    seconds = time.monotonic() - since
    if way == "stop":
        os.kill(process, signal.SIGCONT)
        async with asyncio.timeout(PATIENCE):
            await child.wait()
        await child.stop()
    return seconds


def main() -> None:
    """Read the arguments, kill processes, and print the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--stops", type=int, default=30)
    parser.add_argument("--matches", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--buckets", type=int, default=SHARDS)
    parser.add_argument("--minutes", type=float, default=math.inf, help="end after that many")
    arguments = parser.parse_args()
    interrupted = threading.Event()
    signal.signal(signal.SIGINT, lambda *_: interrupted.set())
    with tempfile.TemporaryDirectory() as folder:
        try:
            report = asyncio.run(
                kill_fleet(
                    *(arguments.kills, arguments.matches, Path(folder), arguments.seed),
                    *(arguments.stops, print, arguments.buckets, arguments.minutes * 60),
                    is_enough=interrupted.is_set,
                )
            )
        finally:
            postgresql.stop()
    late = "only once the clock was moved" if report.late else "by themselves"
    print(  # noqa: T201
        f"{report.summary()}; adopted within {report.adopted_within:.1f} s; boards in line {late}"
    )
    for fault in dict.fromkeys([*report.duplicates, *report.faults]):
        print(fault)  # noqa: T201
    sys.exit(1 if report.faults else 0)


if __name__ == "__main__":
    with clock_from():
        main()
