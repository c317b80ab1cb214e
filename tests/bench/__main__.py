"""Every benchmark in one run: `python -m tests.bench`.

Prints a table of figures, each with its budget and whether it is met. `--write` adds the table to
docs/benchmarks.md, with commit, machine and date. `--guard` measures less, without the two longest
benchmarks, and its exit status says whether a figure is far beyond its budget each time it is
measured. Names of benchmarks (`game`, `place` …) leave out the others.
"""

import argparse
import sys

from tests.bench.figures import Effort
from tests.bench.guarding import guard, measure, print_figures
from tests.bench.page import table_of, write_page
from tests.kit import postgresql

BENCHES = (
    *("game", "engine", "analysis", "render", "replay", "turn", "sweep", "ratings", "profile"),
    *("tournaments", "place", "away", "opponent", "loop", "rest", "first_paint", "viewers"),
)
LONGEST = ("growth", "page")
"""Benchmarks that take the time of all others even as a guard, so `.ci/long` guards them."""


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    every = (*LONGEST, *BENCHES)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"any of {', '.join(every)}")
    parser.add_argument("--write", action="store_true", help="add the table to the results page")
    parser.add_argument("--guard", action="store_true", help="fail where a budget is far away")
    options = parser.parse_args(arguments)
    if unknown := set(options.names) - set(every):
        parser.error(f"there is no benchmark {', '.join(sorted(unknown))}")
    names = options.names or (BENCHES if options.guard else every)
    try:
        if options.guard:
            return guard(names)
        figures = list(
            print_figures(figure for name in names for figure in measure(name, Effort.FULL))
        )
        if options.write:
            write_page(table_of(figures))
        return 0
    finally:
        postgresql.stop()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
