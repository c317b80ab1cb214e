"""Exporting files, a few at a time."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from bot.features.matches.errors import ServiceRefusal
from bot.match.identity import Seconds
from bot.text import N_

MOST_FILES: Final = 3
"""How many files are written or sent at the same time."""
PATIENCE: Final = Seconds(5)
"""How long a user waits for a slot before they are asked to try again later."""


class ExportsBusy(ServiceRefusal):
    """All slots stayed busy with other files."""

    message = N_("I'm already preparing a file. Try again in a minute.")


class Exports:
    """Limits exports to a few files at a time, which share one reader of the database.

    Playing needs the other readers, and each file takes memory until Discord has received it.
    """

    def __init__(self, patience: Seconds = PATIENCE) -> None:
        self._patience = patience
        self._files = asyncio.Semaphore(MOST_FILES)
        self._one = asyncio.Semaphore(1)

    @asynccontextmanager
    async def file(self) -> AsyncIterator[None]:
        """Hold a slot for the block, which writes and sends a file. Raise `ExportsBusy`."""
        async with self._room(self._files):
            yield

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Hold the only reader for the block. Raise `ExportsBusy`."""
        async with self._room(self._one):
            yield

    @asynccontextmanager
    async def _room(self, room: asyncio.Semaphore) -> AsyncIterator[None]:
        try:
            async with asyncio.timeout(self._patience):
                await room.acquire()
        except TimeoutError as error:
            raise ExportsBusy from error
        try:
            yield
        finally:
            room.release()
