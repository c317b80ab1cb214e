"""The hand on the clock of a bot in the playground: its control socket, or its database."""

import json
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp

from bot.host.clock import MovableClock
from bot.host.host import Host, open_host
from bot.match.identity import Seconds
from bot.store.program import Remembered


@dataclass(frozen=True, slots=True)
class Director:
    """Where a bot's control socket listens, and the key that it asks for."""

    address: str
    key: str

    @classmethod
    def from_file(cls, control: Path) -> "Director | None":
        """Read what the bot wrote when it was ready; None as long as it has not."""
        try:
            written = json.loads(control.read_text(encoding="utf-8"))
        except (FileNotFoundError, json.JSONDecodeError):
            return None
        return cls(written["address"], written["key"])

    async def now(self) -> float:
        """Give the epoch second that the bot's clock shows, once all that is due is done."""
        return await self.sweep()

    async def advance(self, seconds: float) -> float:
        """Move the bot's clock on by so many seconds; gives the epoch second it shows now."""
        return float((await self._ask("advance", {"seconds": seconds}))["now"])

    async def until_deadline(self) -> float | None:
        """Give how many seconds are left until something is due; None when nothing is."""
        left = (await self._ask("until-deadline", {}))["left"]
        return None if left is None else float(left)

    async def sweep(self) -> float:
        """Have everything that is due done at once; gives the epoch second of the bot's clock."""
        return float((await self._ask("sweep", {}))["now"])

    async def _ask(self, deed: str, facts: dict[str, float]) -> Any:
        async with (
            aiohttp.ClientSession(headers={"Authorization": f"Bearer {self.key}"}) as session,
            session.post(f"{self.address}/{deed}", json=facts) as answer,
        ):
            answer.raise_for_status()
            return await answer.json()


@dataclass(frozen=True, slots=True)
class NightDirector:
    """The same hand while the bot is off: the clock's place is in the database that it keeps.

    What falls due is done once the bot is there again, as after any night without it.
    """

    database: Path

    async def now(self) -> float:
        """Give the epoch second that the bot's clock would show."""
        async with self._opened() as (_, clock):
            return clock.now()

    async def advance(self, seconds: float) -> float:
        """Move the clock on; gives the epoch second it shows then."""
        async with self._opened() as (host, clock):
            clock.advance(Seconds(seconds))
            await host.remember(Remembered.CLOCK_AHEAD, repr(float(clock.ahead)))
            return clock.now()

    async def until_deadline(self) -> float | None:
        """Give how many seconds are left until something is due; None when nothing is."""
        async with self._opened() as (host, clock):
            deadline = await host.clocks.next_deadline()
            return None if deadline is None else max(0.0, deadline - clock.now())

    @asynccontextmanager
    async def _opened(self) -> AsyncIterator[tuple[Host, MovableClock]]:
        clock = MovableClock(Seconds(0.0))
        async with open_host(self.database, clock, random.SystemRandom()) as host:
            clock.advance(Seconds(await host.recall_number(Remembered.CLOCK_AHEAD) or 0.0))
            yield host, clock
