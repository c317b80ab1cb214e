"""With the extra `fast` the engine is compiled before the first person waits for an answer."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.play.table import laid_table

TO_COMPILE = 240.0
"""Seconds that compiling may take on a busy machine."""


@pytest.mark.skipif(find_spec("numba") is None, reason="numba, the extra `fast`, is not installed")
async def test_engine_is_compiled_when_the_bot_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "0")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "compiled"))
    async with laid_table(tmp_path) as table:
        await table.playground.until(
            lambda: all(
                any((tmp_path / "compiled").rglob(f"*{name}*.nbi"))
                for name in ("search_root", "prevails")
            ),
            within=TO_COMPILE,
        )
        assert len(table.bot.thinkers.processes) == 1
