"""Running the same work in several processes, each of which compiles the engine."""

import multiprocessing
import os
import threading
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import Any, TypeVar

from bot.cli.compiling import compile_if_possible

Result = TypeVar("Result")


def processes_or_cores(wanted: int | None) -> int:
    """Return how many processes are wanted; by default, one per core."""
    return wanted or os.cpu_count() or 1


def run_parallel(
    function: Callable[..., Result], calls: Sequence[tuple[Any, ...]], processes: int
) -> Generator[Result]:
    """Call a function with each of some arguments, and yield the results as they arrive.

    With one process, it is called in this one, in order.
    """
    if processes == 1:
        for arguments in calls:
            yield function(*arguments)
        return
    spawning = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, mp_context=spawning, initializer=_begin_worker) as pool:
        waiting = [pool.submit(function, *arguments) for arguments in calls]
        try:
            for done in as_completed(waiting):
                yield done.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _begin_worker() -> None:
    """Prepare a worker process, and make it end with its parent.

    Otherwise the workers of a killed program would wait forever: see
    docs/decisions/process-pool.md.
    """
    threading.Thread(target=_end_with_parent, name="parent", daemon=True).start()
    compile_if_possible()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
