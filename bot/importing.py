"""Importing optional packages.

Nothing of ours is imported here, because numba must come before the kernel.
"""

import importlib
import sys
from contextlib import suppress
from typing import Final

_MOST_SAID: Final = 200
"""How many characters of an error are shown."""


def import_if_possible(name: str) -> None:
    """Import a module if it is installed; a broken one is reported on standard error.

    Any exception is caught: a process without an extra is better than none.
    """
    try:
        importlib.import_module(name)
    except Exception as error:
        if isinstance(error, ModuleNotFoundError) and error.name == name:
            return
        words = " ".join(f"{type(error).__name__}: {error}".split())[:_MOST_SAID]
        with suppress(OSError):
            sys.stderr.write(f"boop: {name} is installed, but cannot be imported ({words}).\n")
            sys.stderr.flush()
