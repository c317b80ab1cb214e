"""The sweeper: what is due is done, whatever became of the process that should have done it.

A sweep can take minutes, so the heartbeat has a loop of its own.
"""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Final, TypeVar

import structlog
from discord.ext import commands, tasks

from bot.app import BoopBot
from bot.errors import NotStored
from bot.match.identity import ChallengeId, MatchId
from bot.ratelimits import HeldUp
from cogs.challenges.delivery import about_challenge, publish_all
from cogs.core.publishing import about_match

EVERY: Final = 2.0
"""Seconds between two looks at the outbox, and at whether a heartbeat is to be noted."""
BATCH: Final = 50
MOST_ROUNDS: Final = 40
"""Batches in one sweep at most, so that work which cannot be done does not fill the loop."""

Done = TypeVar("Done")

_log: Final = structlog.get_logger(__name__)


class Sweeping(commands.Cog):
    """Polls for what has run out, beds that lag behind, and notifications that are owed."""

    def __init__(self, bot: BoopBot) -> None:
        self.bot = bot
        self._one_sweep = asyncio.Lock()

    async def cog_load(self) -> None:
        """Begin to sweep."""
        self.bot.sweep = self.sweep
        self._loop.start()
        self._heart.start()

    async def cog_unload(self) -> None:
        """Stop sweeping."""
        self._loop.cancel()
        self._heart.cancel()

    async def sweep(self) -> None:
        """Do all that is due now, jobs first. Raise `NotStored` when nothing can be stored."""
        await self.bot.services.jobs.run_due()
        await self._sweep_what_is_no_job()

    async def _sweep_what_is_no_job(self) -> None:
        async with self._one_sweep:
            if self.bot.services.not_storing is not None:
                # What is shown and cannot be noted would be shown again in the next sweep.
                await self.bot.services.leadership.renew()
            for _ in range(MOST_ROUNDS):
                if not await self._round():
                    break

    async def beat(self) -> None:
        """Note that everybody can reach the bot, if they can."""
        if self.bot.is_connected():
            await self.bot.beat()

    async def _round(self) -> bool:
        """Do a batch of each kind of work; tell whether more may be due."""
        challenges, matches = await self._due()
        await publish_all(self.bot, challenges, matches)
        more = await self._sweep_the_rest()
        return more or len(matches) + len(challenges) >= BATCH

    async def _due(self) -> tuple[list[ChallengeId], list[MatchId]]:
        """List what is to be shown, without what is being shown: it may wait for minutes."""
        underway = self.bot.underway
        due = await self.bot.services.outbox.due(BATCH + len(underway))
        return (
            [number for number in due.challenges if about_challenge(number) not in underway],
            [number for number in due.matches if about_match(number) not in underway],
        )

    async def _run(self, work: Callable[[], Coroutine[Any, Any, Done]]) -> Done | HeldUp:
        """Do some work of a sweep, unless Discord has held it up since an earlier one."""
        if work in self.bot.underway:
            return HeldUp.BY_DISCORD
        return await self.bot.underway.run(work, work)

    async def _sweep_the_rest(self) -> bool:
        """Let the other cogs sweep; one that fails holds up no other."""
        more = False
        for sweeper in tuple(self.bot.sweepers):
            try:
                # It may end something by time, and what was shown before may have taken long.
                await self.beat()
                more |= await self._run(sweeper) is True
            except Exception:
                _log.exception("sweeper failed", sweeper=repr(sweeper))
        return more

    @tasks.loop(seconds=EVERY)
    async def _loop(self) -> None:
        try:
            await self._sweep_what_is_no_job()
        except NotStored:
            pass  # Whoever keeps the lead logs it.
        except Exception:
            _log.exception("sweep failed")

    @tasks.loop(seconds=EVERY)
    async def _heart(self) -> None:
        try:
            await self.beat()
        except NotStored:
            pass  # Whoever keeps the lead logs it.
        except Exception:
            _log.exception("heartbeat failed")

    @_heart.before_loop
    @_loop.before_loop
    async def _ready(self) -> None:
        await self.bot.wait_until_ready()


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(Sweeping(bot))
