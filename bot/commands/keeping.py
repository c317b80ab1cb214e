"""The bot of the playground, kept running: started anew however it ends, unless it is to be off."""

import asyncio
from pathlib import Path
from typing import Final

import structlog

from bot.commands.child import Child
from bot.commands.director import NightDirector
from bot.commands.errors import ChildEnded, ChildSilent
from playground.page import Desk, Standing

SHORTEST_PAUSE: Final = 1.0
LONGEST_PAUSE: Final = 30.0
"""Seconds before a bot that would not start is tried again: at first, and at most."""

_log: Final = structlog.get_logger(__name__)


class BotKeeper:
    """Keeps one child running and tells the desk how it stands.

    The deeds only end the process, or say whether there is to be one; `keep` does the rest.
    """

    def __init__(self, child: Child, desk: Desk, database: Path) -> None:
        self._child = child
        self._desk = desk
        self._night = NightDirector(database)
        self._wanted = asyncio.Event()
        self._wanted.set()
        desk.seat_keeper(self)

    async def begin(self) -> None:
        """Start the bot for the first time. Raises `ChildEnded` or `ChildSilent`."""
        self._desk.show(Standing.STARTING)
        await self._desk.seat_director(await self._child.start())
        self._desk.show(Standing.RUNNING)

    async def keep(self) -> None:
        """Wait for the bot to end and start it again, for ever."""
        pause = SHORTEST_PAUSE
        while True:
            await self._child.wait()
            await self._child.stop()
            await self._rest()
            try:
                await self.begin()
            except (ChildEnded, ChildSilent) as error:
                _log.warning("the bot did not start", error=repr(error), again_in=pause)
                await asyncio.sleep(pause)
                pause = min(pause * 2, LONGEST_PAUSE)
            else:
                pause = SHORTEST_PAUSE

    async def _rest(self) -> None:
        """Leave the bot off as long as it is to be."""
        await self._desk.seat_director(None)
        if self._wanted.is_set():
            return
        self._desk.show(Standing.OFF)
        await self._desk.seat_director(self._night)
        await self._wanted.wait()
        await self._desk.seat_director(None)

    async def restart(self) -> None:
        """End the bot in order; it is started again."""
        self._desk.show(Standing.STARTING)
        await self._child.stop()

    async def kill(self) -> None:
        """End the bot between any two of its instructions; it is started again."""
        self._desk.show(Standing.STARTING)
        await self._child.kill()

    async def switch_off(self) -> None:
        """End the bot in order and leave it off."""
        self._wanted.clear()
        await self._child.stop()

    async def switch_on(self) -> None:
        """Start a bot that is off."""
        self._wanted.set()
