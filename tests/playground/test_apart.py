"""The playground is for any bot: neither it nor its tests know the one beside it."""

import re
from pathlib import Path

import playground

PACKAGE = Path(playground.__file__).parent
TESTS = Path(__file__).parent
OURS = re.compile(r"^\s*(from|import) (bot|cogs|render|tests\.(?!playground\b)\w+)\b", re.MULTILINE)


def test_nothing_in_the_playground_names_our_bot() -> None:
    named = []
    for path in PACKAGE.rglob("*"):
        if path.is_file() and path.suffix != ".pyc":
            text = path.read_bytes().decode(errors="ignore")
            named += re.findall(r".*\bboop\b.*", text, re.IGNORECASE)
    assert named == []


def test_its_tests_import_nothing_of_ours() -> None:
    importing = [
        path.name for path in TESTS.rglob("*.py") if OURS.search(path.read_text(encoding="utf-8"))
    ]
    assert importing == []
