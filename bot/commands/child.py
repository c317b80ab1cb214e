"""The bot as a process of its own, which can be stopped, restarted and killed."""

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from bot.commands.director import Director
from bot.commands.errors import ChildEnded, ChildSilent
from bot.match.identity import Seconds

PATIENCE: Final = Seconds(120.0)
"""Seconds that the bot gets to be ready, and as many to end."""

_GLANCE: Final = 0.02
"""Seconds between two looks at the file that says that the bot is ready."""


class Child:
    """`boop run` as a child process that dies with this one and writes its log where we do.

    It runs in a session of its own, so that Ctrl-C reaches this process alone, which then ends
    both in order. Its standard input is a pipe that closes however this process dies.
    """

    def __init__(
        self,
        *,
        token: str,
        api: str,
        database: Path,
        control: Path,
        more: Mapping[str, str] | None = None,
    ) -> None:
        """Say how the bot is to be started; `more` are further variables for it."""
        self._control = control
        self._environment = {
            **os.environ,
            "BOOP_TOKEN": token,
            "BOOP_DISCORD_API": api,
            "BOOP_DATABASE": str(database),
            "BOOP_CONTROL": str(control),
            **(more or {}),
        }
        self._process: Process | None = None

    @property
    def process_id(self) -> int | None:
        """The process, while it runs."""
        process = self._process
        return None if process is None or process.returncode is not None else process.pid

    async def start(self) -> Director:
        """Start the bot and wait until it is ready.

        Raises `ChildEnded` or `ChildSilent`.
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
        """Ask the bot to end and wait until it has; gives its exit status."""
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

    async def restart(self) -> Director:
        """Stop the bot in order and start it again on the same database."""
        await self.stop()
        return await self.start()

    async def wait(self) -> int | None:
        """Wait until the bot ends by itself or is ended; gives its exit status."""
        return None if self._process is None else await self._process.wait()

    async def _ready(self, process: Process) -> Director:
        while True:
            if (director := Director.from_file(self._control)) is not None:
                return director
            if process.returncode is not None:
                raise ChildEnded(await self._ended(process))
            await asyncio.sleep(_GLANCE)

    async def _ended(self, process: Process) -> int:
        status = await process.wait()
        if process.stdin is not None:
            process.stdin.close()
        # Another one may have been started by who waited for the end of this one too.
        if self._process is process:
            self._process = None
        return status
