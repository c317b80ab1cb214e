"""Exporting files, one at a time."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

from bot.features.matches.errors import ServiceRefusal
from bot.match.identity import Seconds
from bot.text import N_

PATIENCE: Final = Seconds(5)
"""How long somebody waits for their turn before they are asked to come again."""


@dataclass(eq=False, slots=True)
class ExportsBusy(ServiceRefusal):
    """Another file is being written."""

    message = N_("I'm already preparing a file. Try again in a minute.")


class Exports:
    """Lets one export run at a time: each uses a reader of the database that play needs, too."""

    def __init__(self, patience: Seconds = PATIENCE) -> None:
        self._patience = patience
        self._one = asyncio.Semaphore(1)

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for a turn, and have it for the block. Raise `ExportsBusy`."""
        try:
            async with asyncio.timeout(self._patience):
                await self._one.acquire()
        except TimeoutError as error:
            raise ExportsBusy from error
        try:
            yield
        finally:
            self._one.release()
