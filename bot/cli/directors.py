"""The playground's control of its bot's clock: with one process, several, or none."""

import json
import random
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self

import aiohttp

from bot.address import DatabaseAddress
from bot.db.program import StoredValue
from bot.jobs.clock import MovableClock
from bot.match.identity import Seconds
from bot.services import Services, open_services
from bot.text import gettext

ANSWERS_WITHIN: Final = 30.0
"""Seconds after which a process that has not answered its director counts as hanging."""

APART: Final = 1.0
"""How far the clocks of processes may differ in seconds: they are read one after another."""


@dataclass(frozen=True, slots=True)
class ControlDirector:
    """The address of a bot's control socket, and its key."""

    address: str
    key: str

    @classmethod
    def from_file(cls, control: Path) -> Self | None:
        """Read the file that the bot writes when it is ready; None until then."""
        try:
            written = json.loads(control.read_text(encoding="utf-8"))
        except (FileNotFoundError, json.JSONDecodeError):
            return None
        return cls(written["address"], written["key"])

    async def now(self) -> float:
        """Return the epoch second of the bot's clock, after everything due is done."""
        return await self.run_due()

    async def advance(self, seconds: float) -> float:
        """Move the bot's clock forward by `seconds`; return its new epoch second."""
        return float((await self._ask("advance", {"seconds": seconds}))["now"])

    async def until_deadline(self) -> float | None:
        """Return the seconds until the next job is due; None if there is none."""
        left = (await self._ask("until-deadline", {}))["left"]
        return None if left is None else float(left)

    async def seed(self, kind: str, guild: int, channel: int, users: Sequence[int]) -> str | None:
        """Start a tournament under way; return why it is refused, or None."""
        facts = {"kind": kind, "guild": guild, "channel": channel, "users": list(users)}
        refused: str | None = (await self._ask("seed", facts))["refused"]
        return refused

    async def run_due(self) -> float:
        """Do everything that is due at once; return the epoch second of the bot's clock."""
        return float((await self._ask("run-due", {}))["now"])

    async def _ask(self, action: str, facts: Mapping[str, object]) -> Any:
        # aiohttp raises a `ClientError`, as for a refused connection, only for these timeouts.
        patience = aiohttp.ClientTimeout(
            total=None, sock_connect=ANSWERS_WITHIN, sock_read=ANSWERS_WITHIN
        )
        headers = {"Authorization": f"Bearer {self.key}"}
        async with (
            aiohttp.ClientSession(headers=headers, timeout=patience) as session,
            session.post(f"{self.address}/{action}", json=facts) as answer,
        ):
            answer.raise_for_status()
            return await answer.json()


@dataclass(frozen=True, slots=True)
class FleetDirector:
    """One control for the clocks of several processes, which show the same time."""

    directors: tuple[ControlDirector, ...]

    async def now(self) -> float:
        """Return the time of the clocks, after advancing those that are behind."""
        shown = [await each.now() for each in self.directors]
        for each, moment in zip(self.directors, shown, strict=True):
            if max(shown) - moment > APART:
                await each.advance(max(shown) - moment)
        return max(shown)

    async def advance(self, seconds: float) -> float:
        """Move the clocks forward by `seconds`; return their new epoch second."""
        return max([await each.advance(seconds) for each in self.directors])

    async def until_deadline(self) -> float | None:
        """Return how many seconds are left until something is due; None if nothing is."""
        return await self.directors[0].until_deadline()

    async def seed(self, kind: str, guild: int, channel: int, users: Sequence[int]) -> str | None:
        """Start a tournament under way; return why it is refused, or None."""
        return await self.directors[0].seed(kind, guild, channel, users)


@dataclass(frozen=True, slots=True)
class OfflineDirector:
    """The same control while the bot is off: the clock is then stored in the bot's database.

    What becomes due is done after the bot's next start, as after any downtime.
    """

    database: DatabaseAddress

    async def now(self) -> float:
        """Return the epoch second that the bot's clock would show."""
        async with self._open_services() as (_, clock):
            return clock.now()

    async def advance(self, seconds: float) -> float:
        """Move the clock forward; return its new epoch second."""
        async with self._open_services() as (services, clock):
            clock.advance(Seconds(seconds))
            await services.store_value(StoredValue.CLOCK_AHEAD, repr(float(clock.ahead)))
            return clock.now()

    async def until_deadline(self) -> float | None:
        """Return how many seconds are left until something is due; None if nothing is."""
        async with self._open_services() as (services, clock):
            deadline = await services.clocks.next_deadline()
            return None if deadline is None else max(0.0, deadline - clock.now())

    async def seed(
        self, _kind: str, _guild: int, _channel: int, _users: Sequence[int]
    ) -> str | None:
        """Refuse it: no tournament starts while the bot is off."""
        return gettext("The bot is off. Start it first.")

    @asynccontextmanager
    async def _open_services(self) -> AsyncIterator[tuple[Services, MovableClock]]:
        clock = MovableClock(Seconds(0.0))
        async with open_services(self.database, clock, random.SystemRandom()) as services:
            clock.advance(Seconds(await services.load_number(StoredValue.CLOCK_AHEAD) or 0.0))
            yield services, clock
