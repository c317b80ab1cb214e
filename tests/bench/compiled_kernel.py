"""Prints as JSON how fast the kernel is when numba has compiled it, for `bench_game`."""

import importlib
import json
import sys

from tests.bench.figures import Effort


def main(effort: Effort) -> None:
    # The kernel is compiled if numba is imported before it.
    importlib.import_module("numba")
    bench = importlib.import_module("tests.bench.bench_game")
    json.dump(bench.kernel_rates(3, effort), sys.stdout)


if __name__ == "__main__":
    main(Effort[sys.argv[1]])
