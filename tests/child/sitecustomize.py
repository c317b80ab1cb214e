"""Set the clock of a process that a test starts: Python imports this before everything else.

`PYTHONPATH` leads here. The time of day is so far ahead of the monotonic clock, which all processes
of the machine share; the machine's time of day is never read.
"""

import os
import time

AHEAD = "TESTS_SECONDS_AHEAD"


def go_ahead(seconds: float) -> None:
    """Set `time.time()` ahead of `time.monotonic()`."""
    monotonic = time.monotonic
    time.time = lambda: monotonic() + seconds


if AHEAD in os.environ:
    go_ahead(float(os.environ[AHEAD]))
