"""Jobs for the pool's tests; a worker finds them by their names."""

import os
import signal
import sys
import time
from pathlib import Path

from bot.workers.protocol import Report

GLANCE = 0.01


def add(one: int, other: int, report: Report) -> int:
    return one + other


def tell(parts: list[float], report: Report) -> str:
    for part in parts:
        report(part)
        time.sleep(0.06)  # reports that come closer together are left out
    return "told"


def who(report: Report) -> int:
    return os.getpid()


def loaded_modules(report: Report) -> list[str]:
    return list(sys.modules)


def settings(report: Report) -> list[str]:
    return [name for name in os.environ if name.startswith("BOOP_")]


def large(size: int, report: Report) -> bytes:
    return bytes(size)


def shout(report: Report) -> str:
    sys.stdout.write("into the log\n")
    sys.stdout.flush()
    return "said"


def fail(message: str, report: Report) -> None:
    raise LookupError(message)


class OwnError(Exception):
    """An exception that cannot be recreated from its arguments."""

    def __init__(self, one: str, other: str) -> None:
        super().__init__(one + other)


def fail_unexpectedly(report: Report) -> None:
    raise OwnError("strange", "ly")


def wait(begun: Path, until: Path, report: Report) -> int:
    """Report that the job has begun, and work until a file exists."""
    begun.write_text(str(os.getpid()), encoding="utf-8")
    while not until.exists():
        time.sleep(GLANCE)
    return os.getpid()


def die(times: int, folder: Path, report: Report) -> int:
    """Kill the process in each of that number of attempts; then return their number."""
    killed = len(list(folder.iterdir()))
    if killed < times:
        (folder / str(os.getpid())).touch()
        os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(60)
    return killed


def has_imported(name: str, report: Report) -> bool:
    return name in sys.modules
