"""Importing optional packages.

This module imports nothing from this project, because numba must be imported before the kernel.
"""

import gc
import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

_LONGEST_REASON: Final = 200
"""The most characters of an error that are shown."""


@contextmanager
def collecting_later() -> Iterator[None]:
    """Collect no garbage within the block: imports make many objects and free few.

    Collecting would take a tenth of the time of importing all modules.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def import_if_possible(name: str) -> None:
    """Import a module if it is installed. Report a broken module on standard error.

    Catch any exception: a process without an extra is better than none.
    """
    try:
        importlib.import_module(name)
    except Exception as error:
        if isinstance(error, ModuleNotFoundError) and error.name == name:
            return
        words = " ".join(f"{type(error).__name__}: {error}".split())[:_LONGEST_REASON]
        with suppress(OSError):
            sys.stderr.write(f"boop: {name} is installed, but cannot be imported ({words}).\n")
            sys.stderr.flush()
