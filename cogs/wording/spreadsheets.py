"""CSV files that users open in a spreadsheet by a double click.

docs/decisions/csv-for-spreadsheets.md says why they are written in this way.
"""

import codecs
import csv
import io
import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Final

from bot.match.identity import Instant, UserId
from bot.text import NC_, Message, translate

# Translators: a semicolon where your language writes decimals with a comma (1,5), else a comma.
SEPARATOR: Final = NC_("separates the cells of a CSV file", ",")
MOST_DIGITS: Final = 15
"""The most digits of a number that a spreadsheet does not round."""

_RUN: Final = re.compile('(^|[;,|\\t])(?=[\\s"]*[=+\\-@＝＋－＠﹦﹢﹣﹫]|[\\t\\r])')
"""Matches the places before text that a spreadsheet would run as a formula.

They are at the beginning of a cell, and after any character that separates cells in some country.
If semicolons separate cells, quotes after a comma are ordinary characters. In East Asia,
spreadsheets read full-width signs as the usual ones.
"""
_NUMBER: Final = re.compile(r"[\s.,:/’'()%e-]*\d[\s\d.,:/’'()%e-]*", re.IGNORECASE)
"""Matches text that a spreadsheet would replace by the value of a number, a date or a time."""


def heading(columns: Sequence[Message]) -> bytes:
    """Return the beginning of a file: a byte order mark, and a row with the names of the columns.

    With the mark, spreadsheets read names in all scripts.
    """
    return codecs.BOM_UTF8 + rows_of([[translate(each) for each in columns]])


def rows_of(rows: Iterable[Iterable[str | int]]) -> bytes:
    """Return rows with the separator of the current language.

    Raise `ValueError` for a number that a spreadsheet would round. Use `user_cell` for a user's id.
    """
    out = io.StringIO()
    writer = csv.writer(
        out,
        delimiter=translate(SEPARATOR),
        lineterminator="\r\n",
        quoting=csv.QUOTE_NONNUMERIC,
    )
    writer.writerows([_cell_value(cell) for cell in row] for row in rows)
    return out.getvalue().encode()


def text_cell(text: str) -> str:
    """Return a user's text as a cell, so that no spreadsheet runs or converts it.

    Add an apostrophe before text that a spreadsheet would run as a formula or read as a number.
    """
    return f"'{text}" if _NUMBER.fullmatch(text) else _RUN.sub(r"\1'", text)


def user_cell(user: UserId) -> str:
    """Return a user's id as a mention, because no spreadsheet reads a mention as a number."""
    return f"<@{user}>"


def moment_cell(instant: Instant | None) -> str:
    """Return a moment in UTC, in a form that spreadsheets read; an empty text for None."""
    if instant is None:
        return ""
    return datetime.fromtimestamp(instant, UTC).strftime("%Y-%m-%d %H:%M:%S")


def _cell_value(cell: str | int) -> str | int:
    if isinstance(cell, int) and abs(cell) >= 10**MOST_DIGITS:
        raise ValueError(f"a spreadsheet rounds {cell}")
    return cell
