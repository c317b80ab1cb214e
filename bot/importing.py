"""Importing optional packages.

Nothing of ours is imported here, for numba must come before the kernel.
"""

import importlib
import sys
from contextlib import suppress
from typing import Final

_MOST_SAID: Final = 200
"""Characters of an error that are passed on."""


def import_if_possible(name: str) -> None:
    """Import a module where it is installed; one that is broken is reported on standard error.

    Whatever it raises: who starts a process is better off without an extra than without a process.
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
