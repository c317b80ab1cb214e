"""Compiled or not, the kernel gives the same answers."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def answers(mode: str, disable_jit: str = "0") -> list[str]:
    """What a fresh process prints, in which any warning is an error."""
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.game.kernel_answers", mode],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": disable_jit},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.splitlines()


needs_numba = pytest.mark.skipif(
    find_spec("numba") is None, reason="numba, the extra `fast`, is not installed"
)


@needs_numba
def test_compiled_kernel_and_plain_python_agree() -> None:
    plain, compiled = answers("plain"), answers("compiled")
    assert plain[0] == "compiled False"
    assert compiled[0] == "compiled True"
    assert plain[1:] == compiled[1:]
    assert "perft classic 3 42900" in plain
    assert "perft seam 2 555660" in plain
    assert len(plain) > 4_000


@needs_numba
def test_kernel_stays_plain_where_numba_may_not_compile() -> None:
    assert answers("compiled", disable_jit="1") == answers("plain")


def test_kernel_is_plain_where_numba_was_not_imported_first() -> None:
    program = "import bot.game, sys; print('numba' in sys.modules, bot.game.compiled.COMPILED)"
    ran = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert ran.stdout == "False False\n"
