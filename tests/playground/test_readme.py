"""The README of the playground: its example is a complete program."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import playground

README = Path(playground.__file__).with_name("README.md")


@pytest.mark.long
def test_the_example_runs_unchanged() -> None:
    [program] = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False
    )
    assert (done.returncode, done.stdout) == (0, "purr\n"), done.stderr
