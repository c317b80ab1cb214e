"""What people can do about their preferences."""

from dataclasses import replace

from bot.match.identity import UserId
from bot.match.preferences import Placing, Preferences
from bot.store import preferences
from bot.store.database import Database


class PeoplesPreferences:
    """Looks preferences up and changes them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, user: UserId) -> Preferences:
        """Give what a person prefers."""
        async with self._database.reading() as reading:
            return await preferences.find(reading, user)

    async def prefer_placing(self, user: UserId, placing: Placing) -> Preferences:
        """Let a person place so from now on."""
        async with self._database.writing() as writing:
            preferred = replace(await preferences.find(writing, user), placing=placing)
            await preferences.keep(writing, user, preferred)
        return preferred
