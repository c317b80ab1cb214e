"""Runs a benchmark in a separate process that imports numba first, so that the code is compiled.

`python -m tests.bench.compiling BENCH EFFORT` prints the figures as JSON.
"""

import importlib
import json
import subprocess
import sys
from importlib.util import find_spec

from tests.bench.figures import Effort


def compiled(bench: str, effort: Effort) -> dict[str, tuple[float, str]]:
    """Return the figures of a benchmark's `compiled_figures`, or none without numba."""
    if find_spec("numba") is None:
        return {}
    ran = subprocess.run(
        [sys.executable, "-m", "tests.bench.compiling", bench, effort.name],
        capture_output=True,
        text=True,
        check=True,
    )
    data: dict[str, tuple[float, str]] = json.loads(ran.stdout)
    return data


def main(bench: str, effort: Effort) -> None:
    """Measure, and print the figures."""
    importlib.import_module("numba")
    module = importlib.import_module(f"tests.bench.{bench}")
    json.dump(module.compiled_figures(effort), sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1], Effort[sys.argv[2]])
