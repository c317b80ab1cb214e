"""Cancelling a coroutine at chosen awaits, by asyncio's own means."""

import asyncio
from collections.abc import Coroutine, Generator
from typing import Any


class CancellingAwaitable:
    """Awaits a coroutine, and cancels the task at each wait whose index is in `waits`."""

    def __init__(self, action: Coroutine[Any, Any, Any], *waits: int) -> None:
        self._action = action
        self._waits = waits
        self.waited = 0

    def __await__(self) -> Generator[Any, Any, Any]:
        steps = self._action.__await__()
        sending: Any = None
        thrown: BaseException | None = None
        while True:
            try:
                waiting = steps.send(sending) if thrown is None else steps.throw(thrown)
            except StopIteration as end:
                return end.value
            if self.waited in self._waits:
                task = asyncio.current_task()
                assert task is not None
                task.cancel()
            self.waited += 1
            try:
                sending, thrown = (yield waiting), None
            except BaseException as error:
                thrown = error


async def cancel_at(action: Coroutine[Any, Any, Any], *waits: int) -> tuple[bool, int]:
    """Run an action in its own task; return whether it was cancelled and how often it waited."""
    awaiting = CancellingAwaitable(action, *waits)

    async def run() -> None:
        await awaiting

    task = asyncio.create_task(run())
    await asyncio.wait([task])
    if task.cancelled():
        return True, awaiting.waited
    task.result()
    return False, awaiting.waited
