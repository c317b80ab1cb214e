"""What people and servers are called now, for what is read elsewhere than on Discord."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import discord

from bot.match.identity import GuildId, UserId
from bot.text.sanitizing import sanitized
from cogs.core.names import NAMES

EVERY: Final = 1.0
"""Seconds between two names that Discord is asked for on behalf of readers."""
MOST_WANTED: Final = 100
"""Names that wait to be asked for."""
MOST_IN_VAIN: Final = 5000
"""People whose name Discord did not give, who are not asked for again."""


class KnownNames:
    """Gives the names that this process has met; no reader waits for another to be asked for."""

    def __init__(self, client: discord.Client) -> None:
        self._client: Final = client
        self._wanted: asyncio.Queue[UserId] = asyncio.Queue(MOST_WANTED)
        self._requested: set[UserId] = set()

    def person(self, user: UserId) -> str | None:
        """Return a person's name, if it was met; else have it asked for, for the next reader."""
        known = NAMES.known(user)
        if known is None and user not in self._requested and not self._wanted.full():
            self._requested.add(user)
            self._wanted.put_nowait(user)
        return known

    def server(self, guild: GuildId) -> str | None:
        """Return a server's name, if the bot is in it."""
        found = self._client.get_guild(guild)
        return None if found is None else sanitized(found.name)

    async def ask(self) -> None:
        """Ask Discord for the names that are wanted, one after another, without haste."""
        while True:
            user = await self._wanted.get()
            await self._client.wait_until_ready()
            if await NAMES.fetch(self._client, user) is not None:
                self._requested.discard(user)
            elif len(self._requested) > MOST_IN_VAIN:
                self._requested.clear()
            await asyncio.sleep(EVERY)


@asynccontextmanager
async def known_names(client: discord.Client) -> AsyncIterator[KnownNames]:
    """Return names, and ask Discord for those that are wanted until the block ends."""
    names = KnownNames(client)
    asking = asyncio.create_task(names.ask())
    try:
        yield names
    finally:
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
