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
"""A spreadsheet rounds numbers of more digits."""

_RUN: Final = re.compile('(^|[;,|\\t])(?=[\\s"]*[=+\\-@＝＋－＠﹦﹢﹣﹫]|[\\t\\r])')
"""The places before text that spreadsheets run as a formula.

They are at the beginning of a cell, and after a character that separates cells in some countries.
Where semicolons separate cells, quotes after a comma are ordinary characters. In East Asia,
full-width signs are read as the usual ones.
"""
_NUMBER: Final = re.compile(r"[\s.,:/’'()%e-]*\d[\s\d.,:/’'()%e-]*", re.IGNORECASE)
"""Text that a spreadsheet reads as a number, a date or a time, keeping only the value."""


def heading(columns: Sequence[Message]) -> bytes:
    """Begin a file; the mark at its start lets spreadsheets read names in all scripts."""
    return codecs.BOM_UTF8 + rows_of([[translate(each) for each in columns]])


def rows_of(rows: Iterable[Iterable[str | int]]) -> bytes:
    """Write rows in the current language.

    Raise `ValueError` for a number that a spreadsheet would round: an id is written by `user_cell`.
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
    """Return a text that people wrote as a cell that every spreadsheet shows as it is.

    An apostrophe precedes text that a spreadsheet would run as a formula or read as a number.
    """
    return f"'{text}" if _NUMBER.fullmatch(text) else _RUN.sub(r"\1'", text)


def user_cell(user: UserId) -> str:
    """Return a user's id as Discord mentions them, which no spreadsheet reads as a number."""
    return f"<@{user}>"


def moment_cell(instant: Instant | None) -> str:
    """Return a moment in UTC as spreadsheets read it; an empty text if there is none."""
    if instant is None:
        return ""
    return datetime.fromtimestamp(instant, UTC).strftime("%Y-%m-%d %H:%M:%S")


def _cell_value(cell: str | int) -> str | int:
    if isinstance(cell, int) and abs(cell) >= 10**MOST_DIGITS:
        raise ValueError(f"a spreadsheet rounds {cell}")
    return cell
