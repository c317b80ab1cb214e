"""CSV files that open in a spreadsheet by a double click."""

import ast
import csv
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.match.identity import UserId
from bot.text import ENGLISH, Language, speaking, translate, translations
from cogs.wording.spreadsheets import SEPARATOR, rows_of, text_cell, user_cell
from tests.kit.thoroughness import sampled

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("cell", ["a;=1+1", "a; +1", "a,-1", "a|@b", 'a;"=1', "a;＝1"])
def test_formulas_behind_a_separator_are_made_harmless_too(cell: str) -> None:
    split = next(each for each in cell if each in ";,|")
    before, after = cell.split(split)
    assert text_cell(cell) == f"{before}{split}'{after}"


@pytest.mark.parametrize("cell", ["a;b", "a, b", "a-b", "a=b", "smile ;)", "7of9", "x 12", "", "…"])
def test_harmless_cells_are_not_changed(cell: str) -> None:
    assert text_cell(cell) == cell


@pytest.mark.parametrize(
    "cell", ["=1+1", "+1", "-1", "@a", "\ta", "\ra", " =1", "＝1", "＋1", "－1", "＠a"]
)
def test_formulas_are_made_harmless(cell: str) -> None:
    assert text_cell(cell) == f"'{cell}"
    assert text_cell(f"a{cell}") == f"a{cell}"


@pytest.mark.parametrize(
    "cell",
    ["1234567890123456789", "007", "1e5", "1/2", "3.14", "1,5", "12:30", "2026-11-26", "５", "50%"],
)
def test_a_name_that_a_spreadsheet_would_read_as_a_number_stays_a_text(cell: str) -> None:
    assert text_cell(cell) == f"'{cell}"


@given(st.integers(0, 2**64 - 1).map(UserId))
def test_an_id_keeps_all_its_digits(user: UserId) -> None:
    cell = user_cell(user)
    with pytest.raises(ValueError, match="could not convert"):
        float(cell)
    assert cell == f"<@{int(user)}>"


@pytest.mark.parametrize("number", [10**15, -(10**15), 2**53, 2**63])
def test_a_number_that_a_spreadsheet_would_round_is_not_written(number: int) -> None:
    with pytest.raises(ValueError, match="rounds"):
        rows_of([["name", number]])
    assert rows_of([[10**15 - 1]]) == b"999999999999999\r\n"


@pytest.mark.parametrize("language", sampled([ENGLISH, *translations()], 0, 3, 7))
@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=12), min_size=2))
def test_a_written_file_reads_back(language: Language, row: list[str]) -> None:
    with speaking(language):
        cells = [text_cell(each) for each in row]
        text = rows_of([cells]).decode()
        separator = translate(SEPARATOR)
    assert list(csv.reader(io.StringIO(text, newline=""), delimiter=separator)) == [cells]


@pytest.mark.parametrize("language", [ENGLISH, *translations()])
def test_cells_are_separated_by_a_semicolon_where_decimals_have_a_comma(language: Language) -> None:
    babel = pytest.importorskip("babel")
    decimal = babel.Locale.parse(language, sep="-").number_symbols["latn"]["decimal"]
    with speaking(language):
        assert translate(SEPARATOR) == (";" if decimal == "," else ",")


def test_only_one_module_writes_csv_files() -> None:
    writers = {
        path.relative_to(ROOT).as_posix()
        for folder in ("bot", "cogs")
        for path in (ROOT / folder).rglob("*.py")
        if "csv" in (text := path.read_text("utf-8"))
        and any(
            isinstance(node, ast.Import) and any(each.name == "csv" for each in node.names)
            for node in ast.walk(ast.parse(text))
        )
    }
    assert writers == {"cogs/wording/spreadsheets.py"}
