"""The engine thinks the same whether compiled now, loaded from numba's files, or not compiled."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.kit.thoroughness import quick_or_thorough

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(
    find_spec("numba") is None, reason="numba, the extra `fast`, is not installed"
)


def answers(mode: str, kept: Path) -> list[str]:
    """Return what a fresh process prints. A warning is an error there; `kept` is numba's folder."""
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.engine.search_answers", mode],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "0", "NUMBA_CACHE_DIR": str(kept)},
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.splitlines()


def test_the_engine_thinks_the_same_whether_compiled_loaded_or_in_plain_python(
    tmp_path: Path,
) -> None:
    """In CI the engine has just been compiled; `.ci/long` compiles it here."""
    kept = Path(quick_or_thorough(os.environ.get("NUMBA_CACHE_DIR"), None) or tmp_path)
    plain = answers("plain", kept)
    fresh = answers("compiled", kept)
    again = answers("compiled", kept)
    played = answers("matches", kept)
    assert plain[0] == "compiled False"
    assert fresh[0] == again[0] == played[0] == "compiled True"
    assert plain[1:] == fresh[1:] == again[1:]
    assert len(plain) == 1 + 5 * 6 * 4
    assert [line.split()[0] for line in played[1:]] == [
        "classic",
        "rows",
        "junior",
        "seam",
        "scarce",
    ]
