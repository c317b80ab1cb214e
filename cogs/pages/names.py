"""Names of players, which Discord is asked for when a page needs them."""

import asyncio
import time
from collections.abc import Iterable
from typing import Final

from bot.app import BoopBot
from bot.bounded import BoundedDict
from bot.match.identity import UserId
from cogs.wording.names import NAMES, SOON

MOST_KEPT: Final = 500
"""How many users without a name are remembered."""
ASKED_EVERY: Final = 300.0
"""Seconds before Discord is asked again for the name of the same user."""


class PlayerNames:
    """Asks Discord for the names of players, at most once in a while for each."""

    def __init__(self, bot: BoopBot) -> None:
        self._bot = bot
        self._asked_again_at = BoundedDict[UserId, float](MOST_KEPT)
        """When to ask Discord again for users whose names it did not return."""
        self._asking: dict[UserId, asyncio.Task[None]] = {}
        """The requests for names under way, which several readers may wait for."""

    async def learn(self, users: Iterable[UserId]) -> None:
        """Ask Discord for the names of users, at most once in a while for each."""
        now = time.monotonic()
        waited = [
            self._asking.get(user) or self._ask(user)
            for user in users
            if NAMES.outside(user) is None and self._asked_again_at.get(user, now) <= now
        ]
        if waited:
            # A reader who gives up must not cancel a request that others wait for.
            await asyncio.wait(waited, timeout=SOON)

    def _ask(self, user: UserId) -> asyncio.Task[None]:
        task = self._asking[user] = asyncio.create_task(self._learn(user))
        task.add_done_callback(lambda _: self._asking.pop(user))
        return task

    async def _learn(self, user: UserId) -> None:
        await NAMES.fetch(self._bot, user)
        if NAMES.outside(user) is None:
            self._asked_again_at[user] = time.monotonic() + ASKED_EVERY
