"""Compiling the engine. This imports nothing of the game, because numba must be imported first."""

import multiprocessing
import os
import threading

from bot.importing import import_if_possible


def compile_if_possible() -> None:
    """Import numba, if the extra `fast` is installed, so that the kernel is compiled."""
    import_if_possible("numba")


def begin_worker() -> None:
    """Prepare a worker process, and make it end with its parent.

    Otherwise the workers of a killed arena would wait forever: see
    docs/decisions/process-pool.md.
    """
    threading.Thread(target=_end_with_parent, name="parent", daemon=True).start()
    compile_if_possible()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
