"""Start another process on a file, and read its output."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bot.address import DatabaseAddress, ServerAddress

ROOT = Path(__file__).parents[2]


@contextmanager
def start_process(
    action: str, path: DatabaseAddress, seed: int = 0
) -> Iterator[subprocess.Popen[str]]:
    """Yield a new process, which is always killed at the end."""
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "tests.kit.host_process",
            action,
            path.url if isinstance(path, ServerAddress) else str(path),
            str(seed),
        ],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def read_line(process: subprocess.Popen[str]) -> str:
    """Return the next line of the process's output; empty if the process has ended."""
    assert process.stdout is not None
    return process.stdout.readline().strip()
