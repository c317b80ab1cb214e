"""The director's actions: time, the bot's processes, its requests, the server and its people."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import TYPE_CHECKING, Final

import aiohttp

from playground.page.direction import Director, ProcessKeeper
from playground.page.faults import FAULTS, MOST
from playground.page.moderating import ModeratorActions
from playground.page.request import Request
from playground.people import CannotDo

if TYPE_CHECKING:
    from playground.playground import Playground

LONGEST_LEAP: Final = 365 * 86400.0
_APART: Final = 1.0
"""Seconds by which the two clocks may differ: a leap takes a moment."""

SEEDED: Final = ("league", "cup", "ladder")
"""The competitions that can be started as if they had been under way for a while."""

A_MOMENT: Final = 1.0
"""Time stops for something due only if that is at least this many seconds ahead."""


class DirectorActions:
    """Does the actions of the director's bar, each of which returns its result as a sentence.

    The world's clock and the bot's move together, the world's first. So the bot's messages about
    something due carry that time, and a quiet thread is archived before them.
    """

    def __init__(self, playground: Playground) -> None:
        self._playground = playground
        self._moderating = ModeratorActions(playground)
        self._moving = asyncio.Lock()
        self.director: Director | None = None
        self.keeper: ProcessKeeper | None = None
        self.processes = 1
        self.ahead = 0.0

    async def do(self, name: str, request: Request) -> str:
        """Do an action. Raise `CannotDo` if there is none of that name, or if it is refused."""
        actions: dict[str, Callable[[Request], Awaitable[str]]] = {
            "advance": self._advance,
            "seed": self._seed,
            "next deadline": self._to_next_deadline,
            "restart": self._restart,
            "kill": self._kill,
            "switch off": self._switch_off,
            "switch on": self._switch_on,
            "plan": self._plan,
            "forget plans": self._forget_plans,
        }
        if action := actions.get(name):
            return await action(request)
        return self._moderating.do(name, request)

    async def set_director(self, director: Director | None) -> None:
        """Set who moves the bot's clock from now on; put forward the clock that is behind."""
        async with self._moving:
            self.director = director
            if director is not None:
                behind = self._playground.world.clock.now() - await director.now()
                if behind > _APART:
                    await director.advance(behind)
                elif behind < -_APART:
                    self._pass_time(-behind)

    async def _advance(self, request: Request) -> str:
        """Let time pass, but stop when something is due, so that people see it happen."""
        seconds = request.number("seconds", 1, LONGEST_LEAP)
        async with self._moving:
            director = self._require_director()
            left = await self._seconds_left(director)
            if left is None or not A_MOMENT <= left < seconds:
                return await self._leap(director, seconds)
            return f"{await self._leap(director, left)} Time stops here, for something is due."

    async def _to_next_deadline(self, request: Request) -> str:
        async with self._moving:
            director = self._require_director()
            seconds = await self._seconds_left(director)
            if seconds is None:
                raise CannotDo("nothing is due: no challenge and no turn is waiting")
            return await self._leap(director, seconds)

    async def _seed(self, request: Request) -> str:
        """Start a tournament or a ladder of all people of a server, in one of its channels."""
        kind = request.text("kind")
        if kind not in SEEDED:
            raise CannotDo(f"{kind!r} is none of {', '.join(SEEDED)}")
        server, channel = self._moderating.channel_of(request)
        people = [each for each in server.members.values() if not each.user.is_bot]
        async with self._moving:
            director = self._require_director()
            try:
                refused = await director.seed(
                    kind, server.id, channel.id, [each.user.id for each in people]
                )
            except aiohttp.ClientError as error:
                raise _unreachable(error) from error
        if refused is not None:
            raise CannotDo(refused.rstrip("."))
        return f"A {kind} of {len(people)} has started in # {channel.name}."

    async def _seconds_left(self, director: Director) -> float | None:
        """Return how many seconds are left until something is due."""
        try:
            return await director.until_deadline()
        except aiohttp.ClientError as error:
            raise _unreachable(error) from error

    async def _leap(self, director: Director, seconds: float) -> str:
        self._pass_time(seconds)
        try:
            await director.advance(seconds)
        except aiohttp.ClientError as error:
            raise _unreachable(error) from error
        words = _length(seconds)
        return f"{words[0].upper()}{words[1:]} went by."

    def _pass_time(self, seconds: float) -> None:
        self.ahead += seconds
        self._playground.world.pass_time(seconds)

    async def _restart(self, request: Request) -> str:
        keeper, process = self._require_keeper(request)
        await keeper.restart(process)
        return f"{self._name(process)} has shut down and is starting again."

    async def _kill(self, request: Request) -> str:
        keeper, process = self._require_keeper(request)
        await keeper.kill(process)
        return f"{self._name(process)} was killed and is starting again."

    async def _switch_off(self, request: Request) -> str:
        keeper, process = self._require_keeper(request)
        await keeper.switch_off(process)
        return f"{self._name(process)} is off."

    async def _switch_on(self, request: Request) -> str:
        keeper, process = self._require_keeper(request)
        await keeper.switch_on(process)
        return f"{self._name(process)} is starting."

    def _name(self, process: int) -> str:
        return "The bot" if self.processes == 1 else f"Process {process + 1}"

    async def _plan(self, request: Request) -> str:
        name, times = request.text("fault"), int(request.number("times", 1, MOST))
        if name not in FAULTS:
            raise CannotDo(f"{name!r} is none of {', '.join(FAULTS)}")
        words, fault = FAULTS[name]
        self._playground.faults.plan("*", "*", fault, times=times)
        which = "next request" if times == 1 else f"next {times} requests"
        return f"The bot's {which}: {words}."

    async def _forget_plans(self, request: Request) -> str:
        self._playground.faults.clear()
        return "The bot's requests are answered as they should be."

    def _require_director(self) -> Director:
        if self.director is None:
            raise CannotDo("no one can move the bot's clock now")
        return self.director

    def _require_keeper(self, request: Request) -> tuple[ProcessKeeper, int]:
        """Return the keeper of the bot's processes, and the number of the requested one."""
        if self.keeper is None:
            raise CannotDo("the bot was not started by this playground")
        return self.keeper, int(request.number("process", 0, self.processes - 1))


def _unreachable(error: aiohttp.ClientError) -> CannotDo:
    return CannotDo(f"the bot did not do it: {error}")


def _length(seconds: float) -> str:
    """Return a span of time in words, to the minute."""
    span = timedelta(minutes=round(seconds / 60))
    if not span:
        return "less than a minute"
    hours, minutes = divmod(span.seconds // 60, 60)
    parts = ((span.days, "day"), (hours, "hour"), (minutes, "minute"))
    return " ".join(f"{count} {word}{'s' * (count != 1)}" for count, word in parts if count)
