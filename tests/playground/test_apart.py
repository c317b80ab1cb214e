"""The playground works for any bot: it and its tests don't know the bot beside it."""

import re
from pathlib import Path

import pytest

import playground
from tests import kit

PACKAGE = Path(playground.__file__).parent
TESTS = Path(__file__).parent
KIT = Path(kit.__file__).parent
OURS = re.compile(
    r"^\s*(from|import) (bot|cogs|render|tests\.(?!(playground|kit)\b)\w+)\b", re.MULTILINE
)
OF_KIT = re.compile(r"^\s*(?:from|import) tests\.kit\.(\w+)", re.MULTILINE)


@pytest.mark.long
def test_nothing_in_the_playground_names_our_bot() -> None:
    named = []
    for path in PACKAGE.rglob("*"):
        if path.is_file() and path.suffix != ".pyc":
            text = path.read_bytes().decode(errors="ignore")
            named += re.findall(r".*\bboop\b.*", text, re.IGNORECASE)
    assert named == []


def test_the_tests_of_the_playground_import_nothing_of_our_bot() -> None:
    tests = {path: path.read_text(encoding="utf-8") for path in TESTS.rglob("*.py")}
    to_read = list(tests.values())
    while to_read:
        for name in OF_KIT.findall(to_read.pop()):
            path = KIT / f"{name}.py"
            if path not in tests:
                tests[path] = path.read_text(encoding="utf-8")
                to_read.append(tests[path])
    assert any(path.parent == KIT for path in tests)
    assert [path.name for path, text in tests.items() if OURS.search(text)] == []
