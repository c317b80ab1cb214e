"""Compiling the engine. This imports nothing of the game, since numba must be imported first."""

import multiprocessing
import os
import threading

from bot.importing import import_if_possible


def compile_if_possible() -> None:
    """Import numba, where the extra `fast` is installed, for the kernel to be compiled with."""
    import_if_possible("numba")


def begin_worker() -> None:
    """Get a worker process ready, and have it end with the process that began it.

    Otherwise the workers of an arena that is killed would wait for ever: see
    docs/decisions/a-pool-of-our-own.md.
    """
    threading.Thread(target=_end_with_parent, name="parent", daemon=True).start()
    compile_if_possible()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
