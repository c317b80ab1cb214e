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
"""How long a user waits for their turn before they are asked to come again."""


class ExportsBusy(ServiceRefusal):
    """Other files are being written or sent."""

    message = N_("I'm already preparing a file. Try again in a minute.")


class Exports:
    """Limits exports to a few files at a time, with one reader of the database for all of them.

    Playing needs the readers too, and a file takes memory until Discord has it, however slow that
    is.
    """

    def __init__(self, patience: Seconds = PATIENCE) -> None:
        self._patience = patience
        self._files = asyncio.Semaphore(MOST_FILES)
        self._one = asyncio.Semaphore(1)

    @asynccontextmanager
    async def file(self) -> AsyncIterator[None]:
        """Take a slot for a file, which is written and sent in the block. Raise `ExportsBusy`."""
        async with self._room(self._files):
            yield

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for the only reader, and hold it for the block. Raise `ExportsBusy`."""
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
