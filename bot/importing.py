"""Importing optional packages.

Nothing of ours is imported here, because numba must come before the kernel.
"""

import gc
import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

_LONGEST_REASON: Final = 200
"""How many characters of an error are shown."""


@contextmanager
def collecting_later() -> Iterator[None]:
    """Collect no garbage within the block, as importing makes many objects and frees few.

    Collecting takes a tenth of the time of importing all modules.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def import_if_possible(name: str) -> None:
    """Import a module if it is installed; a broken one is reported on standard error.

    Any exception is caught: a process without an extra is better than none.
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
