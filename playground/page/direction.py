"""Protocols for the program that shows the page: moving the bot's clock, running its processes."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Protocol


class Director(Protocol):
    """Moves the bot's clock, whether or not the bot runs."""

    async def now(self) -> float:
        """Return the epoch second that the bot's clock shows."""
        ...

    async def advance(self, seconds: float) -> float:
        """Let `seconds` pass; return the epoch second that the clock shows afterwards."""
        ...

    async def until_deadline(self) -> float | None:
        """Return how many seconds are left until something is due; None if nothing is."""
        ...

    async def seed(self, kind: str, guild: int, channel: int, users: Sequence[int]) -> str | None:
        """Start a tournament under way in a channel; return why it is refused, or None."""
        ...


class ProcessState(Enum):
    """The state of a process of the bot."""

    OFF = "off"
    STARTING = "starting"
    RUNNING = "running"


class ProcessKeeper(Protocol):
    """Runs the bot's processes, counted from 0.

    A method returns once the process has ended or is about to begin.
    """

    async def restart(self, process: int) -> None:
        """Shut a process down and start it again."""
        ...

    async def kill(self, process: int) -> None:
        """Kill a process without warning, and start it again as a server's supervisor would."""
        ...

    async def switch_off(self, process: int) -> None:
        """Shut a process down and leave it off."""
        ...

    async def switch_on(self, process: int) -> None:
        """Start a process that is off."""
        ...
