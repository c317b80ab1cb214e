"""What people can do about their preferences."""

from collections.abc import Callable
from dataclasses import replace

from bot.match.identity import UserId
from bot.match.preferences import Placing, Preferences, Threats
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
        return await self._change(user, lambda before: replace(before, placing=placing))

    async def prefer_theme(self, user: UserId, theme: str | None) -> Preferences:
        """Let a person's private pictures look so from now on."""
        return await self._change(user, lambda before: replace(before, theme=theme))

    async def prefer_threats(self, user: UserId, threats: Threats) -> Preferences:
        """Let a person's private pictures point out threats from now on, or not."""
        return await self._change(user, lambda before: replace(before, threats=threats))

    async def _change(
        self, user: UserId, change: Callable[[Preferences], Preferences]
    ) -> Preferences:
        async with self._database.writing() as writing:
            preferred = change(await preferences.find(writing, user))
            await preferences.keep(writing, user, preferred)
        return preferred
