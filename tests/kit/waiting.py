"""Waiting for another process."""

import asyncio
from collections.abc import Callable

GLANCE = 0.02


async def until(condition: Callable[[], bool], within: float) -> None:
    """Check a condition repeatedly. Raise `TimeoutError` after that many seconds."""
    async with asyncio.timeout(within):
        while True:
            if condition():
                return
            await asyncio.sleep(GLANCE)
