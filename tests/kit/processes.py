"""Starting another process on a file, and reading what it tells."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bot.address import DatabaseAddress, ServerAddress

ROOT = Path(__file__).parents[2]


@contextmanager
def another_process(
    action: str, path: DatabaseAddress, seed: int = 0
) -> Iterator[subprocess.Popen[str]]:
    """A process that is killed at the end in any case."""
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "tests.kit.another_process",
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


def next_line(process: subprocess.Popen[str]) -> str:
    """The next line that the process tells; empty when it has ended."""
    assert process.stdout is not None
    return process.stdout.readline().strip()
