"""Running a coroutine in the fastest event loop that is installed."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from bot.importing import import_if_possible

_Result = TypeVar("_Result")


def run_in_loop(main: Coroutine[Any, Any, _Result]) -> _Result:
    """Run a coroutine until it ends, and return its result or raise its exception.

    The loop is uvloop's if the extra `fast` has installed it, and asyncio's otherwise.
    """
    uvloop = import_if_possible("uvloop")
    factory = None if uvloop is None else uvloop.new_event_loop
    with asyncio.Runner(loop_factory=factory) as runner:
        return runner.run(main)
