"""Prints as JSON how fast the engine is once numba has compiled it, for `bench_engine`."""

import importlib
import json
import sys

from tests.bench.figures import Effort


def main(effort: Effort) -> None:
    # The engine is compiled where numba was imported before it.
    importlib.import_module("numba")
    bench = importlib.import_module("tests.bench.bench_engine")
    json.dump(bench.compiled_figures(bench.SECONDS * effort.value), sys.stdout)


if __name__ == "__main__":
    main(Effort[sys.argv[1]])
