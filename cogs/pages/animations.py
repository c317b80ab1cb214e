"""Animations of matches for readers on the web."""

import asyncio
from typing import Final

import structlog

from bot.app import BoopBot
from bot.bounded import BoundedDict
from bot.match.identity import UserId
from bot.workers.protocol import Assignment
from render.replay import Animation, AnimationTooLong

_log: Final = structlog.get_logger(__name__)

MOST_ANIMATIONS: Final = 8
"""How many animations are kept for further readers, which takes about 3 MB."""
LARGEST_KEPT: Final = 2**20
"""The largest animation that is kept, in bytes."""
READERS: Final = UserId(0)
"""The user for whom animations are made: all readers together, with one user's limits."""


class Animations:
    """The animations that readers requested last, and those in progress.

    Each is finished even if its reader has given up; the next reader finds it.
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
