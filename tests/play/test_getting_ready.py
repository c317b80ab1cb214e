"""With the extra `fast`, the engine is compiled before the first user waits for an answer."""

import os
import shutil
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.kit.tables import open_table

AWAITED = ("search_root", "prevails")
TO_COMPILE = 240.0
"""Seconds that compiling may take on a busy machine."""


def cache_without_awaited(folder: Path) -> Path:
    """Return a cache folder for numba without the functions that the test waits for.

    It has the others if they were compiled before, because they take most of the time.
    """
    compiled, kept = folder / "compiled", os.environ.get("NUMBA_CACHE_DIR")
    if kept and Path(kept).is_dir():
        awaited = shutil.ignore_patterns(*(f"*{name}*" for name in AWAITED), "*.tmp.*")
        shutil.copytree(kept, compiled, ignore=awaited)
    return compiled


@pytest.mark.night
@pytest.mark.long
@pytest.mark.skipif(find_spec("numba") is None, reason="numba, the extra `fast`, is not installed")
async def test_the_engine_is_compiled_when_the_bot_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "0")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(cache_without_awaited(tmp_path)))
    async with open_table(tmp_path) as table:
        await table.playground.until(
            lambda: all(any((tmp_path / "compiled").rglob(f"*{name}*.nbi")) for name in AWAITED),
            within=TO_COMPILE,
        )
        assert len(table.bot.thinkers.processes) == 1
