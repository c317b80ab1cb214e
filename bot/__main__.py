"""The program: `boop`, or `python -m bot`."""

import os
import signal
import sys
from types import FrameType

ENDED_BY_SIGTERM = 128 + signal.SIGTERM
"""The exit status that shells report for a program that a signal ended."""


def main() -> None:
    """Run the command line, which is imported only now."""
    if os.getpid() == 1:
        # The kernel ignores SIGTERM for PID 1 unless it has a handler.
        signal.signal(signal.SIGTERM, _end)
    from bot.cli import boop

    boop(prog_name="boop")


def _end(_number: int, _frame: FrameType | None) -> None:
    sys.exit(ENDED_BY_SIGTERM)


if __name__ == "__main__":
    main()
