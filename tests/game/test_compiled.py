"""The kernel gives the same answers whether it is compiled or not."""

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def fresh_process_output(mode: str) -> list[str]:
    """Return what a fresh process prints. A warning is an error there."""
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.game.kernel_answers", mode],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "0"},
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
def test_the_compiled_kernel_and_plain_python_agree() -> None:
    plain, compiled = fresh_process_output("plain"), fresh_process_output("compiled")
    assert plain[0] == "compiled False"
    assert compiled[0] == "compiled True"
    assert plain[1:] == compiled[1:]
    assert "perft classic 3 42900" in plain
    assert "perft seam 2 555660" in plain
    assert len(plain) > 27_000


COUNTS_THE_TABLE = """
import numba
from bot.game import compiled, perft
from tests.game.counting import rows
assert compiled.COMPILED
found = [str(row) for row in rows() if perft(row.position, row.depth) != row.sequences]
print(found, len(list(rows())))
"""


@needs_numba
def test_the_compiled_kernel_counts_the_whole_table() -> None:
    """This includes the largest counts, which take too long in plain Python."""
    ran = subprocess.run(
        [sys.executable, "-c", COUNTS_THE_TABLE],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "0"},
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    found, rows = ran.stdout.rsplit(" ", 1)
    assert (found, int(rows) > 80) == ("[]", True)


@needs_numba
def test_the_kernel_stays_plain_python_if_numba_is_disabled() -> None:
    program = "import numba; from bot.game import Position, compiled, perft; "
    program += "print(compiled.COMPILED, perft(Position(), 3))"
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout == "False 42900\n"


def test_the_kernel_is_plain_python_unless_numba_was_imported_first() -> None:
    program = "import bot.game, sys; print('numba' in sys.modules, bot.game.compiled.COMPILED)"
    ran = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert ran.stdout == "False False\n"


CALLER = """
from bot.game.called import called
from bot.game.compiled import njit

@njit
def caller(number):
    return called(number)
"""
CALLED = """
from bot.game.compiled import njit

@njit
def called(number):
    return number + {more}
"""


@pytest.mark.night
@needs_numba
def test_the_kernel_is_recompiled_if_a_function_that_it_calls_has_changed(
    tmp_path: Path,
) -> None:
    package = tmp_path / "bot" / "game"
    package.mkdir(parents=True)
    for folder in (package, package.parent):
        (folder / "__init__.py").touch()
    shutil.copy(ROOT / "bot" / "game" / "compiled.py", package)
    (package / "caller.py").write_text(CALLER)
    program = "import numba; from bot.game.caller import caller; print(caller(1))"
    environment = {name: value for name, value in os.environ.items() if "NUMBA" not in name}
    # Python compares bytecode with its source by size and whole seconds, and both may be equal
    # here.
    environment["PYTHONDONTWRITEBYTECODE"] = "1"
    for more, sum_of_both in ((1, "2"), (1, "2"), (5, "6")):
        (package / "called.py").write_text(CALLED.format(more=more))
        ran = subprocess.run(
            [sys.executable, "-c", program],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=True,
            timeout=300,
        )
        assert ran.stdout.strip() == sum_of_both
