"""The opponent: the bot answers where it is due, each match by itself, and shows what it did.

A match in which it owes an answer is a row with a moment, so nothing is lost with a thought: the
sweeper finds it again. Whoever has just been shown their own deed is answered without waiting for
that.
"""

import asyncio
from collections import Counter
from functools import partial
from typing import Final

import structlog
from discord.ext import commands

from bot.app import BoopBot
from bot.errors import NotStored
from bot.features.practice.bot_policy import Deciding
from bot.features.practice.engine_requests import get_ready
from bot.features.practice.service import is_fast
from bot.match.identity import MatchId, UserId
from bot.match.match import Match
from bot.match.terms import VenueKind
from bot.workers.errors import JobTimedOut, PoolBusy, PoolClosed, ShareUsed, WorkerLost
from cogs.core.publishing import publish_match

MOST_AT_ONCE: Final = 64
"""Matches that are thought about, or wait for that, as far as the sweeper begins them."""
MOST_OF_ONE: Final = 4
"""So many of them at most are one person's: others may have something due, too."""
REACH: Final = 200
"""Matches among which the sweeper looks for some of people who have none under way."""
LOST_TWICE: Final = 2
"""How often a thought may be lost with its process before its match is left alone for a while."""
COMPILING_LIMIT: Final = 900.0
"""Seconds that compiling may take: half a minute, but much longer on a small, busy machine."""
NOBODY: Final = UserId(0)
"""For whom the engine is got ready."""

_log: Final = structlog.get_logger(__name__)


class OpponentCog(commands.Cog, name="Opponent"):
    """Thinks, and plays what it has thought of."""

    def __init__(self, bot: BoopBot) -> None:
        self.bot = bot
        self._deciding: Final = Deciding()
        self._answering: Final[dict[MatchId, asyncio.Task[None]]] = {}
        self._busy: Final[Counter[UserId]] = Counter()
        self._once_more: Final[set[MatchId]] = set()
        self._lost: Final[Counter[MatchId]] = Counter()
        self._readying: asyncio.Task[None] | None = None

    async def cog_load(self) -> None:
        """Begin to answer."""
        self.bot.sweepers.append(self.sweep)
        self.bot.wake_opponent = self.wake
        if is_fast():
            self._readying = asyncio.create_task(self._get_ready())

    async def cog_unload(self) -> None:
        """Stop answering; what was under way is thought again by whoever goes on."""
        self.bot.sweepers.remove(self.sweep)
        self._once_more.clear()
        tasks = [*self._answering.values(), *filter(None, [self._readying])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _get_ready(self) -> None:
        """Have the engine compiled ahead: after an update that takes half a minute."""
        await self.bot.wait_until_ready()
        try:
            await self.bot.thinkers.run(NOBODY, get_ready, limit=COMPILING_LIMIT)
        except PoolClosed:
            pass
        except Exception:
            _log.exception("engine not compiled ahead")

    async def sweep(self) -> bool:
        """Begin to answer where it is due, without waiting for the answers."""
        for due in await self.bot.services.opponents.due(REACH):
            if len(self._answering) >= MOST_AT_ONCE:
                break
            self._begin(due.match, due.person)
        return False

    def wake(self, match: Match) -> None:
        """Look at once at a match in which somebody has just done something."""
        for person in match.people:
            self._begin(match.id, person)

    def _begin(self, number: MatchId, person: UserId) -> None:
        """Answer in a match, one thought at a time; a person's others wait for the sweeper."""
        if number in self._answering:
            self._once_more.add(number)
        elif self._busy[person] < MOST_OF_ONE:
            self._busy[person] += 1
            task = asyncio.create_task(self._answer(number, person))
            self._answering[number] = task
            task.add_done_callback(lambda _: self._ended(number, person))

    def _ended(self, number: MatchId, person: UserId) -> None:
        del self._answering[number]
        self._busy[person] -= 1
        if not self._busy[person]:
            del self._busy[person]
        if number in self._once_more:
            self._once_more.discard(number)
            self._begin(number, person)

    async def _answer(self, number: MatchId, person: UserId) -> None:
        """Do what is due in a match; what cannot be done now is found by the sweeper later."""
        try:
            while await self._did_one(number, person):
                pass
        except PoolClosed:
            self._once_more.discard(number)
        except (PoolBusy, ShareUsed) as busy:
            _log.info("thought put off", match=number, reason=repr(busy))
        except NotStored as error:
            _log.info("answer put off", match=number, reason=error.reason)
        except (WorkerLost, JobTimedOut) as lost:
            _log.warning("thought lost", match=number, reason=repr(lost))
            self._lost[number] += 1
            if self._lost[number] > LOST_TWICE:
                del self._lost[number]
                self.bot.services.opponents.set_aside(number)
        except Exception:
            # One match that cannot be read or thought about holds up no other.
            _log.exception("not answered", match=number)
            self.bot.services.opponents.set_aside(number)

    async def _did_one(self, number: MatchId, person: UserId) -> bool:
        """Decide one thing that is due in a match, and show it; false where nothing is."""
        opponents = self.bot.services.opponents
        situation = await opponents.situation(number)
        if situation is None:
            return False
        decision = await self._deciding.decide(situation, partial(self.bot.thinkers.run, person))
        self._lost.pop(number, None)
        async with self.bot.working():
            match = await opponents.do(situation, decision)
            if match is not None and _has_come_home(match):
                await publish_match(self.bot, number)
        return True


def _has_come_home(match: Match) -> bool:
    """Return whether a match has been shown where it lives: whoever begins it does that first."""
    return match.venue.channel is not None or match.venue.kind is VenueKind.DIRECT


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(OpponentCog(bot))
