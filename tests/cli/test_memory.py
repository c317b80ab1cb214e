"""What has survived a full collection is not examined again, except once in a while."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

PROGRAM = """
import gc
from bot.cli import memory

class Knot:
    def __init__(self):
        self.itself = self

memory.ALL_EXAMINED_EVERY = 3
memory.settle_memory()
memory.settle_memory()
at_start = gc.get_freeze_count()
knots = [Knot() for _ in range(1000)]
gc.collect()
print(gc.get_freeze_count() >= at_start + 1000)
knots.clear()
print(gc.collect() < 1000)
print(gc.get_freeze_count())
print(gc.collect() >= 1000)
"""


def test_survivors_are_examined_again_after_some_full_collections() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert ran.stdout.split() == ["True", "True", "0", "True"]


STARTED = """
import asyncio, gc, sys
from bot.cli import boop

def serve_nothing(work):
    work.close()
    print(gc.get_freeze_count())

asyncio.run = serve_nothing
boop(["run"], standalone_mode=False)
"""


@pytest.mark.process
def test_what_importing_has_made_is_not_examined_when_the_bot_is_ready() -> None:
    environment = {**os.environ, "BOOP_TOKEN": "token"}
    ran = subprocess.run(
        [sys.executable, "-c", STARTED],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert int(ran.stdout) > 100_000
