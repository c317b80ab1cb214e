"""Who can move the bot's clock: what the page needs of the program that runs the bot."""

from __future__ import annotations

from typing import Protocol


class Director(Protocol):
    """Moves the bot's clock; each gives the epoch second that it shows afterwards."""

    async def advance(self, seconds: float) -> float:
        """Let so many seconds pass."""
        ...

    async def next_deadline(self) -> float:
        """Let time pass until the next deadline."""
        ...
