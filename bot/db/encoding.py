"""Statements in the form sent to PostgreSQL: numbered parameters, values as text with types.

The types are those of the values in Python, so that the server need not guess any.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, Final, NamedTuple

from psycopg.abc import Buffer
from psycopg.adapt import Loader

from bot.db.errors import StatementFailed
from bot.db.statements import Statement

_COMMENT: Final = re.compile(r"--[^\n]*")
_PARAMETER: Final = re.compile(r"(?<![\w:]):(\w+)")

_BIGINT, _TEXT, _DOUBLE, _UNKNOWN = 20, 25, 701, 0
"""PostgreSQL's type numbers."""
_WIDER: Final = {frozenset({_BIGINT, _DOUBLE}): _DOUBLE}


class Execution(NamedTuple):
    """An execution of a statement, ready to be sent: values as text, with their types."""

    number: int
    text: bytes
    values: tuple[bytes | None, ...]
    types: tuple[int, ...]


class NumberLoader(Loader):
    """Loads a number as an integer if it has no fraction, as sums of integers have none."""

    def load(self, data: Buffer) -> int | float:
        """Return a Python number."""
        text = bytes(data).decode()
        return int(text) if text.lstrip("-").isdecimal() else float(text)


@cache
def _numbered_parameters(sql: str, must_write: bool) -> tuple[bytes, tuple[str, ...]]:  # noqa: FBT001
    """Return the text for PostgreSQL, and the names of its `$1`, `$2` and so on.

    A statement that must write a row fails on the server if it does not, so that a commit in the
    same trip has no effect.
    """
    names: list[str] = []

    def numbered(match: re.Match[str]) -> str:
        if match[1] not in names:
            names.append(match[1])
        return f"${names.index(match[1]) + 1}"

    text = _PARAMETER.sub(numbered, _COMMENT.sub("", sql)).strip().rstrip(";")
    if must_write:
        text = f"WITH written AS ({text} RETURNING 1) SELECT 1 / count(*) FROM written"  # noqa: S608
    return text.encode(), tuple(names)


def executions_of(number: int, statement: Statement[Any]) -> Iterator[Execution]:
    """Yield the executions of a statement, ready to be sent."""
    text, names = _numbered_parameters(statement.server_text, statement.otherwise is not None)
    each = statement.parameters
    for parameters in each if isinstance(each, list) else (each,):
        values = [parameters[name] for name in names]
        try:
            types = tuple([_TYPE_OF[type(value)] for value in values])
        except KeyError:
            values = [_plain(value) for value in values]
            types = tuple([_TYPE_OF[type(value)] for value in values])
        dumped = tuple([None if value is None else str(value).encode() for value in values])
        yield Execution(number, text, dumped, _widened_types(statement.server_text, types))


_TYPE_OF: Final = {type(None): _UNKNOWN, int: _BIGINT, str: _TEXT, float: _DOUBLE}
"""The PostgreSQL type of each Python type. A value is sent as its `str()`."""


def _plain(value: object) -> object:
    """Convert a value of a subclass to its base class. Booleans are stored as 1 and 0."""
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float):
        return float(value)
    if value is None:
        return None
    raise TypeError(f"{value!r} is not a value of a column")


_TYPES: Final[dict[str, tuple[int, ...]]] = {}
"""The parameter types sent so far, by the text with named parameters.

With numbered parameters, different statements could have the same text.
"""


def _widened_types(text: str, types: tuple[int, ...]) -> tuple[int, ...]:
    """Return the parameter types for preparing a text, chosen so that it is seldom prepared again.

    A NULL keeps the type of the parameter's earlier values, and an integer is sent as a float if
    the parameter was a float before.
    """
    known = _TYPES.get(text)
    if known == types:
        return types
    if known is not None:
        types = tuple(map(_wider_type, known, types))
    _TYPES[text] = types
    return types


def _wider_type(one: int, other: int) -> int:
    if other in (one, _UNKNOWN):
        return one
    if one == _UNKNOWN:
        return other
    wider = _WIDER.get(frozenset({one, other}))
    if wider is None:
        raise StatementFailed("one parameter is a number here and a text there")
    return wider
