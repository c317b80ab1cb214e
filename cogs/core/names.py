"""People's names for where Discord shows no mention: thread titles, menus and autocomplete."""

import asyncio
from collections import OrderedDict
from collections.abc import Iterable
from typing import Any, Final

import discord

from bot.match.identity import GuildId, UserId, is_former
from bot.text import gettext
from bot.text.sanitizing import sanitized
from cogs.core.discord_codes import FAILURES
from cogs.core.words import former_player

KEPT: Final = 5000
LONGEST: Final = 32
SOON: Final = 1.5
"""Seconds in which Discord may be asked for names, for all of them together."""


class Names:
    """The names of people met lately. Nothing hangs on them, so they live in memory alone."""

    def __init__(self) -> None:
        self._names: OrderedDict[UserId, str] = OrderedDict()
        self._accounts: dict[UserId, str] = {}

    def note(self, person: discord.abc.User) -> UserId:
        """Remember a person's name, and return their id."""
        user = UserId(person.id)
        self._names[user] = _plain(person.display_name)
        self._names.move_to_end(user)
        self._accounts[user] = _plain(person.name)
        if len(self._names) > KEPT:
            oldest, _ = self._names.popitem(last=False)
            self._accounts.pop(oldest, None)
        return user

    def known(self, user: UserId) -> str | None:
        """Return a name without asking Discord for it."""
        return former_player() if is_former(user) else self._names.get(user)

    def forget(self, user: UserId) -> None:
        """Forget a person's name."""
        self._names.pop(user, None)
        self._accounts.pop(user, None)

    def account(self, user: UserId) -> str | None:
        """Return the name of an account, which is in plain letters, where `known` gives one."""
        return self._accounts.get(user)

    async def of(self, client: discord.Client, user: UserId) -> str:
        """Return a name, asked of Discord if need be; somebody who is gone is `someone`."""
        return await self.asked(client, user) or gettext("someone")

    async def asked(self, client: discord.Client, user: UserId) -> str | None:
        """Return a name, asked of Discord if need be; none of somebody who is gone."""
        known = self.known(user)
        if known is None:
            try:
                self.note(await client.fetch_user(user))
            except FAILURES:
                return None
            known = self._names.get(user)
        return known

    async def learn(self, client: discord.Client, users: Iterable[UserId]) -> None:
        """Ask Discord for names, for `SOON` seconds; who is asked for in vain has none this time.

        The answers that come later are there the next time.
        """
        asked = [asyncio.create_task(self.asked(client, user)) for user in users]
        if asked:
            await asyncio.wait(asked, timeout=SOON)


NAMES: Final = Names()
"""The names that this process has met."""


def noted(interaction: discord.Interaction[Any]) -> UserId:
    """Return the id of the person who asked, and remember their name."""
    return NAMES.note(interaction.user)


def _plain(name: str) -> str:
    """Bound a name and take from it what would break a title or a menu."""
    return sanitized(name, LONGEST) or "someone"


LONGEST_SERVER = 60


def server_name(client: discord.Client, guild: GuildId) -> str:
    """Return a server's name as it can stand in a message."""
    found = client.get_guild(guild)
    if found is None:
        return gettext("A server that I've left")
    return discord.utils.escape_markdown(sanitized(found.name, LONGEST_SERVER))
