"""The playground's bot as child processes that are stopped, restarted, killed and kept running."""

import asyncio
import contextlib
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import aiohttp
import structlog

from bot.address import DatabaseAddress, ServerAddress
from bot.cli.directors import ControlDirector, FleetDirector, OfflineDirector
from bot.cli.errors import ChildEnded, ChildSilent
from bot.match.identity import Seconds
from playground.page import PageServer, ProcessState

PATIENCE: Final = Seconds(120.0)
"""How many seconds the bot has to become ready, and to end."""

_GLANCE: Final = 0.02
"""Seconds between two checks for the file that says that the bot is ready."""

SHORTEST_PAUSE: Final = 1.0
LONGEST_PAUSE: Final = 30.0
"""Seconds before another attempt to start a bot that failed: the first and the longest pause."""

_log: Final = structlog.get_logger(__name__)


class Child:
    """`boop run` as a child process that dies with this one and writes to our log.

    It runs in its own session, so that Ctrl-C reaches only this process, which then ends both in
    order. Its standard input is a pipe that closes however this process dies.
    """

    def __init__(
        self,
        *,
        token: str,
        api: str,
        database: DatabaseAddress,
        control: Path,
        more: Mapping[str, str] | None = None,
    ) -> None:
        """Prepare to start the bot; `more` are further variables for it."""
        self._control = control
        self._environment = {
            **os.environ,
            "BOOP_TOKEN": token,
            "BOOP_DISCORD_API": api,
            "BOOP_DATABASE": database.url if isinstance(database, ServerAddress) else str(database),
            "BOOP_CONTROL": str(control),
            **(more or {}),
        }
        self._process: Process | None = None

    @property
    def process_id(self) -> int | None:
        """The process ID, while it runs."""
        process = self._process
        return None if process is None or process.returncode is not None else process.pid

    async def start(self) -> ControlDirector:
        """Start the bot and wait until it is ready.

        Raise `ChildEnded` or `ChildSilent`.
        """
        await asyncio.to_thread(self._control.unlink, missing_ok=True)
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "bot",
            "run",
            "--until-input-ends",
            stdin=PIPE,
            env=self._environment,
            start_new_session=True,
        )
        try:
            return await asyncio.wait_for(self._ready(self._process), PATIENCE)
        except TimeoutError:
            await self.kill()
            raise ChildSilent(PATIENCE, self._control) from None
        except asyncio.CancelledError:
            await self.kill()
            raise

    async def stop(self) -> int | None:
        """Ask the bot to end and wait until it has; return its exit status."""
        process = self._process
        if process is None:
            return None
        if process.returncode is None:
            process.terminate()
            try:
                await asyncio.wait_for(process.wait(), PATIENCE)
            except TimeoutError:
                process.kill()
        return await self._ended(process)

    async def kill(self) -> int | None:
        """End the bot at once, between any two of its instructions."""
        process = self._process
        if process is None:
            return None
        if process.returncode is None:
            process.kill()
        return await self._ended(process)

    async def restart(self) -> ControlDirector:
        """Stop the bot in order and start it again on the same database."""
        await self.stop()
        return await self.start()

    async def wait(self) -> int | None:
        """Wait until the bot ends; return its exit status."""
        return None if self._process is None else await self._process.wait()

    async def _ready(self, process: Process) -> ControlDirector:
        while True:
            if (director := ControlDirector.from_file(self._control)) is not None:
                return director
            if process.returncode is not None:
                raise ChildEnded(await self._ended(process))
            await asyncio.sleep(_GLANCE)

    async def _ended(self, process: Process) -> int:
        status = await process.wait()
        if process.stdin is not None:
            process.stdin.close()
        # Another task that waited for the same end may have started the next process.
        if self._process is process:
            self._process = None
        return status


class BotKeeper:
    """Keeps the bot's processes running and reports their states to the page.

    The actions on a process only end it, or set whether it should run; `keep` starts it again.
    """

    def __init__(
        self, children: Sequence[Child], page: PageServer, database: DatabaseAddress
    ) -> None:
        self._children: Final = tuple(children)
        self._page = page
        self._offline_director = OfflineDirector(database)
        self._directors: dict[int, ControlDirector] = {}
        self._one_direction = asyncio.Lock()
        self._should_run = [asyncio.Event() for _ in self._children]
        for each in self._should_run:
            each.set()
        page.set_keeper(self, len(self._children))

    async def begin(self) -> None:
        """Start the bot for the first time. Raise `ChildEnded` or `ChildSilent`."""
        try:
            async with asyncio.TaskGroup() as group:
                for process in range(len(self._children)):
                    group.create_task(self._begin(process))
        except ExceptionGroup as errors:
            raise errors.exceptions[0] from None

    async def keep(self) -> None:
        """Wait for processes to end and start them again, forever."""
        async with asyncio.TaskGroup() as group:
            for process in range(len(self._children)):
                group.create_task(self._keep(process))

    async def _begin(self, process: int) -> None:
        self._page.show(ProcessState.STARTING, process)
        self._directors[process] = await self._children[process].start()
        await self._redirect()
        self._page.show(ProcessState.RUNNING, process)

    async def _keep(self, process: int) -> None:
        pause, child = SHORTEST_PAUSE, self._children[process]
        while True:
            await child.wait()
            await child.stop()
            await self._wait_while_off(process)
            try:
                await self._begin(process)
            except (ChildEnded, ChildSilent) as error:
                _log.warning("the bot did not start", error=repr(error), again_in=pause)
                await asyncio.sleep(pause)
                pause = min(pause * 2, LONGEST_PAUSE)
            else:
                pause = SHORTEST_PAUSE

    async def _wait_while_off(self, process: int) -> None:
        """Leave a process off while it is switched off."""
        self._directors.pop(process, None)
        if not self._should_run[process].is_set():
            self._page.show(ProcessState.OFF, process)
        await self._redirect()
        await self._should_run[process].wait()
        await self._redirect()

    async def _redirect(self) -> None:
        """Let the running processes move the clock, or else the database if all are off.

        The database is free only when all processes have ended.
        """
        async with self._one_direction:
            directors = tuple(self._directors.values())
            are_all_off = all(
                not should_run.is_set() and child.process_id is None
                for should_run, child in zip(self._should_run, self._children, strict=True)
            )
            # A process that has just ended does not answer, and is soon left out.
            with contextlib.suppress(aiohttp.ClientError):
                if directors:
                    await self._page.set_director(FleetDirector(directors))
                else:
                    await self._page.set_director(self._offline_director if are_all_off else None)

    async def restart(self, process: int) -> None:
        """End a process in order; it is started again."""
        self._page.show(ProcessState.STARTING, process)
        await self._children[process].stop()

    async def kill(self, process: int) -> None:
        """Kill a process; it is started again."""
        self._page.show(ProcessState.STARTING, process)
        await self._children[process].kill()

    async def switch_off(self, process: int) -> None:
        """End a process in order and leave it off."""
        self._should_run[process].clear()
        await self._children[process].stop()

    async def switch_on(self, process: int) -> None:
        """Start a process that is off."""
        self._should_run[process].set()
