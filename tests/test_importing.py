"""The program works without a missing or broken package, and reports a broken one."""

import sys
from pathlib import Path

import pytest

from bot.importing import import_if_possible


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder whose modules can be imported."""
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def test_an_available_module_is_imported(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "an_extra.py").touch()
    import_if_possible("an_extra")
    assert sys.modules.pop("an_extra")
    assert capsys.readouterr().err == ""


def test_a_missing_optional_package_is_not_reported(capsys: pytest.CaptureFixture[str]) -> None:
    import_if_possible("an_extra_that_nobody_has")
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("raise ImportError('needs NumPy\\n 2.3 or less')", "ImportError: needs NumPy 2.3 or less"),
        (
            "import a_part_that_is_gone",
            "ModuleNotFoundError: No module named 'a_part_that_is_gone'",
        ),
        ("1 / 0", "ZeroDivisionError: division by zero"),
    ],
)
def test_a_broken_module_is_reported_in_one_line(
    folder: Path, capsys: pytest.CaptureFixture[str], source: str, words: str
) -> None:
    (folder / "broken_extra.py").write_text(source, encoding="utf-8")
    import_if_possible("broken_extra")
    assert "broken_extra" not in sys.modules
    expected = f"boop: broken_extra is installed, but cannot be imported ({words}).\n"
    assert capsys.readouterr().err == expected
