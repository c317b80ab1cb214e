"""Tests have a time of day of their own, and no code reads another one."""

import ast
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.jobs.clock import SystemClock
from playground import Playground
from tests.kit.matches import NOON
from tests.kit.time_of_day import clock_from

ROOT = Path(__file__).parents[1]
OURS = ("bot", "cogs", "playground", "render", "tests")
A_MINUTE = 60.0


def test_each_test_begins_at_the_same_instant() -> None:
    for now in (time.time(), SystemClock().now()):
        assert NOON <= now < NOON + A_MINUTE


@pytest.mark.process
def test_a_process_that_a_test_starts_has_its_clock() -> None:
    read = [sys.executable, "-c", "import time; print(time.time())"]
    before = time.time()
    output = subprocess.run(read, capture_output=True, text=True, check=True).stdout
    assert before <= float(output) <= time.time()


def test_the_system_clock_is_restored_after_a_test() -> None:
    of_this_test, environment = time.time, dict(os.environ)
    with clock_from(NOON):
        assert time.time is not of_this_test
    assert time.time is of_this_test
    assert dict(os.environ) == environment


async def test_every_world_has_the_same_accounts_servers_and_channels() -> None:
    """Random draws depend on ids: puzzles, the bot's opponents."""
    worlds = [Playground().world for _ in range(2)]
    people = [[each.id for each in world.users.values() if not each.is_bot] for world in worlds]
    places = [(list(world.servers), list(world.places)) for world in worlds]
    assert people[0] == people[1]
    assert places[0] == places[1]


def test_time_of_day_is_read_at_the_time_of_use() -> None:
    """Code that keeps `time.time` itself would continue to read the machine's clock."""
    kept = [
        f"{file.relative_to(ROOT)}:{line}"
        for folder in OURS
        for file in sorted((ROOT / folder).rglob("*.py"))
        for line in _kept_in_file(file)
    ]
    assert kept == []


@pytest.mark.parametrize(
    "source",
    [
        "from time import time",
        "import time\nnow = time.time",
        "import time\nclass A:\n    def f(self, clock=time.time): pass",
        "import time\nBEGUN = time.time()",
    ],
)
def test_code_that_stores_the_system_time_is_found(source: str) -> None:
    assert list(_kept_in(ast.parse(source)))


def _kept_in_file(file: Path) -> Iterator[int]:
    text = file.read_text(encoding="utf-8")
    # Most files name neither, and parsing all of them takes seconds.
    if "time.time" in text or "from time " in text:
        yield from _kept_in(ast.parse(text))


def _kept_in(module: ast.Module) -> Iterator[int]:
    """Yield the lines that keep `time.time`, or a reading of it, at import."""
    waiting: list[ast.AST] = [module]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.ImportFrom) and node.module == "time":
            yield from (node.lineno for each in node.names if each.name == "time")
        if isinstance(node, ast.Attribute) and ast.unparse(node) == "time.time":
            yield node.lineno
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            # The body runs later; the defaults are evaluated now.
            waiting += [*node.args.defaults, *filter(None, node.args.kw_defaults)]
        else:
            waiting += ast.iter_child_nodes(node)
