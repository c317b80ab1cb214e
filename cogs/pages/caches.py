"""Caches for all readers of shared matches: animations, and requests for players' names."""

import asyncio
import time
from collections.abc import Iterable
from typing import Final

import structlog

from bot.app import BoopBot
from bot.bounded import BoundedDict
from bot.match.identity import UserId
from bot.workers.protocol import Assignment
from cogs.wording.names import NAMES, SOON
from render.replay import Animation, AnimationTooLong

_log: Final = structlog.get_logger(__name__)

MOST_ANIMATIONS: Final = 8
"""How many animations to keep for further readers; they take about 3 MB."""
LARGEST_KEPT: Final = 2**20
"""The largest animation that is kept, in bytes."""
READERS: Final = UserId(0)
"""Stands for all readers together, who have the limits of one user for animations."""
MOST_ASKED: Final = 500
"""How many users without a name are remembered."""
ASKED_EVERY: Final = 300.0
"""Seconds before asking Discord again for the name of the same user."""


class Animations:
    """The animations that readers requested last, and those in progress.

    An animation is finished even if its reader has given up; the next reader finds it.
    """

    def __init__(self, bot: BoopBot) -> None:
        self._bot = bot
        self._kept = BoundedDict[object, bytes](MOST_ANIMATIONS)
        self._making: dict[object, asyncio.Task[bytes | None]] = {}

    async def get(self, key: object, job: Assignment[Animation]) -> bytes | None:
        """Return an animation; None if it is too long."""
        if key in self._kept:
            return self._kept[key]
        task = self._making.get(key)
        if task is None:
            task = self._making[key] = asyncio.create_task(self._make(key, job))
            task.add_done_callback(self._log_failure)
        return await asyncio.shield(task)

    async def _make(self, key: object, job: Assignment[Animation]) -> bytes | None:
        try:
            made = await self._bot.animators.run(READERS, job)
        except AnimationTooLong:
            return None
        finally:
            self._making.pop(key, None)
        if len(made.gif) <= LARGEST_KEPT:
            self._kept[key] = made.gif
        return made.gif

    def _log_failure(self, task: asyncio.Task[bytes | None]) -> None:
        """Log an error, because all readers may have given up."""
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.info("animation not made for the web", reason=repr(error))


class PlayerNames:
    """Asks Discord for names of players that the bot does not know."""

    def __init__(self, bot: BoopBot) -> None:
        self._bot = bot
        self._asked_again_at = BoundedDict[UserId, float](MOST_ASKED)
        """When to ask Discord again for users whose names it did not return."""
        self._asking: dict[UserId, asyncio.Task[None]] = {}
        """The requests for names under way, which several readers may wait for."""

    async def learn(self, users: Iterable[UserId]) -> None:
        """Ask Discord for unknown names; if it has none, ask again after `ASKED_EVERY` seconds."""
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
