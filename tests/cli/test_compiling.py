"""Commands that think for long compile the engine, so they import numba before the kernel."""

import subprocess
import sys
from pathlib import Path

import pytest

from bot.cli import COMPILED
from tests.kit.programs import run_boop
from tests.kit.thoroughness import sampled

NUMBA = """
import sys

sys.stderr.write("too late" if "bot.game.compiled" in sys.modules else "in time")


class config:
    DISABLE_JIT = True
"""


@pytest.fixture
def fake_numba(tmp_path: Path) -> Path:
    """Return a folder with a fake numba that reports its import and compiles nothing."""
    (tmp_path / "numba.py").write_text(NUMBA, encoding="utf-8")
    return tmp_path


@pytest.mark.process
@pytest.mark.parametrize("name", sampled(sorted(COMPILED), 1))
async def test_numba_is_imported_before_the_kernel(fake_numba: Path, name: str) -> None:
    shown = await run_boop(fake_numba, name, "--help")
    assert (shown.status, shown.errors) == (0, "in time")


@pytest.mark.night
@pytest.mark.process
async def test_other_commands_need_no_numba(fake_numba: Path) -> None:
    shown = await run_boop(fake_numba, "turns", "classic")
    assert (shown.status, shown.errors) == (0, "")


def test_starting_a_worker_does_not_import_the_kernel_first() -> None:
    code = "import sys, bot.cli.compiling; print('bot.game.compiled' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "False\n"
