"""The memory of the bot's process: what it returns to the system, and what it collects."""

import ctypes
import gc
from contextlib import suppress
from typing import Final

LARGE: Final = 256 * 1024
"""The size in bytes from which freed memory is returned to the system at once."""
MOST_ARENAS: Final = 2
"""How many arenas the threads share: two of them draw pictures."""
_M_MMAP_THRESHOLD: Final = -3
_M_ARENA_MAX: Final = -8


def return_freed_memory() -> None:
    """Make glibc return the memory of pictures at once. Do nothing on other systems.

    By default, glibc raises its threshold with each picture that is freed, and then keeps the
    memory of pictures that lies between longer-lived objects: 11 MB after 1600 turns.
    """
    with suppress(OSError, TypeError, AttributeError):
        mallopt = ctypes.CDLL(None).mallopt
        mallopt(_M_MMAP_THRESHOLD, LARGE)
        mallopt(_M_ARENA_MAX, MOST_ARENAS)


COLLECTED_AFTER: Final = (700, 10, 2)
"""Python's thresholds of garbage collection, but with a full collection five times as often."""
ALL_EXAMINED_EVERY: Final = 200
"""How many full collections examine only newer objects before one examines all."""

_full_collections = 0


def exclude_imported_modules() -> None:
    """Exclude the modules' objects from garbage collection, without collecting garbage first.

    A collection takes a tenth of the time of all imports. The 0.7 MB of garbage among the objects
    are freed when a collection examines everything. `settle_memory` excludes what is imported
    later, such as the features' cogs.
    """
    gc.freeze()


def settle_memory() -> None:
    """Exclude from further garbage collections the objects that survive a full one, now and later.

    Examining all objects blocks the event loop for 20 ms; examining only new ones, for a few.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTED_AFTER)
    if _exclude_survivors not in gc.callbacks:
        gc.callbacks.append(_exclude_survivors)


def _exclude_survivors(phase: str, about: dict[str, int]) -> None:
    """Let the next full collection examine only newer objects, except once in a while.

    Excluded objects are still freed when nothing refers to them, unless they form a reference
    cycle.
    """
    global _full_collections
    if phase == "stop" and about["generation"] == 2:
        _full_collections += 1
        if _full_collections % ALL_EXAMINED_EVERY:
            gc.freeze()
        else:
            gc.unfreeze()
