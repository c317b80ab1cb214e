"""The bot as an opponent: search for its turn when it is to move, and show the turn.

Each match in which the bot is to move has a job, so an interrupted search is not lost. After a
user's own turn is shown, the bot searches at once, without waiting for the job.
"""

import asyncio
from collections import Counter
from functools import partial
from typing import Final

import structlog
from discord.ext import commands

from bot.app import BoopBot
from bot.features.matches.jobs import BotAnswer
from bot.features.practice.engine_requests import get_ready
from bot.features.practice.opponent import BotPolicy
from bot.features.practice.service import is_fast
from bot.jobs.runner import JobPostponed, job
from bot.match.identity import Instant, MatchId, Seconds, UserId
from bot.match.match import Match
from bot.match.terms import VenueKind
from bot.workers.errors import PoolBusy, PoolClosed, ShareUsed
from cogs.delivery.answering import update_private_boards
from cogs.delivery.publishing import publish_match

MOST_AT_ONCE: Final = 64
"""How many jobs may search, or wait for a search, at the same time."""
MOST_OF_ONE: Final = 4
"""How many of these jobs may be for one user, so that others do not wait for them."""
ROOM_AFTER: Final = Seconds(2.0)
"""Seconds until a job is tried again if its user already has `MOST_OF_ONE`."""
COMPILING_LIMIT: Final = 900.0
"""How many seconds compiling may take: usually half a minute, but more on a slow machine."""
NO_USER: Final = UserId(0)
"""The user under whom the pool queues the engine's compilation."""

_log: Final = structlog.get_logger(__name__)


class OpponentCog(commands.Cog, name="Opponent"):
    """Searches for the bot's turns, and plays them."""

    def __init__(self, bot: BoopBot) -> None:
        self.bot = bot
        self._policy: Final = BotPolicy()
        self._answering: Final[dict[MatchId, asyncio.Task[None]]] = {}
        self._busy: Final[Counter[UserId]] = Counter()
        self._once_more: Final[set[MatchId]] = set()
        self._readying: asyncio.Task[None] | None = None

    async def cog_load(self) -> None:
        """Let the bot answer turns, and compile the engine if it is the fast one."""
        self.bot.wake_opponent = self.wake
        if is_fast():
            self._readying = asyncio.create_task(self._get_ready())

    async def cog_unload(self) -> None:
        """Cancel the searches. The process that takes over starts them again."""
        self._once_more.clear()
        tasks = [*self._answering.values(), *filter(None, [self._readying])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _get_ready(self) -> None:
        """Compile the engine ahead of time, because this takes half a minute after an update."""
        await self.bot.wait_until_ready()
        try:
            await self.bot.thinkers.run(NO_USER, get_ready, limit=COMPILING_LIMIT)
        except PoolClosed:
            pass
        except Exception:
            _log.exception("compiling the engine failed")

    @job(BotAnswer, at_once=MOST_AT_ONCE)
    async def answer(self, due: BotAnswer) -> Instant | None:
        """Act in a match if the bot is to act now; otherwise return when to try again, if ever."""
        match = await self.bot.services.matches.find(due.match)
        now = self.bot.services.clock.now()
        if match.answer_at is None or match.answer_at > now:
            return match.answer_at
        person = next(iter(match.people), NO_USER)
        if due.match not in self._answering and self._busy[person] >= MOST_OF_ONE:
            return Instant(now + ROOM_AFTER)
        try:
            await self._begin(due.match, person)
        except (PoolBusy, PoolClosed, ShareUsed) as busy:
            raise JobPostponed(repr(busy)) from busy
        return None

    def wake(self, match: Match) -> None:
        """Check a match at once after a user has acted in it."""
        for person in match.people:
            if match.id in self._answering:
                self._once_more.add(match.id)
            elif self._busy[person] < MOST_OF_ONE:
                self._begin(match.id, person).add_done_callback(_log_failure)

    def _begin(self, number: MatchId, person: UserId) -> asyncio.Task[None]:
        """Return the task that answers in a match; start one if none is running."""
        task = self._answering.get(number)
        if task is None:
            self._busy[person] += 1
            task = self._answering[number] = asyncio.create_task(self._answer(number, person))
            task.add_done_callback(lambda _: self._forget_task(number, person))
        return task

    def _forget_task(self, number: MatchId, person: UserId) -> None:
        del self._answering[number]
        self._busy[person] -= 1
        if not self._busy[person]:
            del self._busy[person]

    async def _answer(self, number: MatchId, person: UserId) -> None:
        """Act in a match until nothing is due, also if a user acts in it meanwhile."""
        is_done = False
        while not is_done:
            self._once_more.discard(number)
            while await self._did_one(number, person):
                pass
            is_done = number not in self._once_more

    async def _did_one(self, number: MatchId, person: UserId) -> bool:
        """Make one decision in a match and show it; return False if there is none to make."""
        opponents = self.bot.services.opponents
        situation = await opponents.situation(number)
        if situation is None:
            # Another process may have played the turn.
            async with self.bot.working():
                await update_private_boards(self.bot, number)
            return False
        decision = await self._policy.decide(situation, partial(self.bot.thinkers.run, person))
        async with self.bot.working():
            match = await opponents.do(situation, decision)
            if match is not None and _has_come_home(match):
                await publish_match(self.bot, number)
        return True


def _has_come_home(match: Match) -> bool:
    """Return whether a match has its venue yet: the code that starts a match finds one first."""
    return match.venue.channel is not None or match.venue.kind is VenueKind.DIRECT


def _log_failure(task: asyncio.Task[None]) -> None:
    """Log the error of an answer that no job awaits; the match's own job tries again."""
    if not task.cancelled() and (error := task.exception()) is not None:
        _log.info("turn of the bot not played yet", reason=repr(error))


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(OpponentCog(bot))
