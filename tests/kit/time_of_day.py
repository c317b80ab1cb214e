"""The clock of the tests: each begins at the same instant, not at the machine's time.

So no outcome depends on the day, the hour or the weekday of the run. All our code reads the time of
day by `time.time()`, and ruff refuses every other way. This module replaces that function, also in
processes that a test starts (`tests/child/sitecustomize.py`).
"""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from bot.match.identity import Instant
from tests.child.sitecustomize import AHEAD, go_ahead
from tests.kit.matches import NOON

CHILD: Final = Path(__file__).parents[1] / "child"
"""Python imports `sitecustomize` from here in a process that a test starts."""


@contextmanager
def clock_from(start: Instant = NOON) -> Iterator[None]:
    """Let the time of day run from an instant on, here and in processes that are started."""
    ahead = start - time.monotonic()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(time, "time", time.time)
        go_ahead(ahead)
        patched.setenv(AHEAD, repr(ahead))
        patched.setenv("PYTHONPATH", python_path(os.environ.get("PYTHONPATH")))
        yield


def python_path(*folders: Path | str | None) -> str:
    """Return the `PYTHONPATH` of a process that starts with the test's clock."""
    return os.pathsep.join(str(each) for each in (CHILD, *folders) if each)
