"""Codecs: how values of a type are written to a column and read from it."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, NewType

Columns = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Codec:
    """How a value is stored in one column, or in several columns with names of their own."""

    write: Callable[[Any], Any]
    read: Callable[..., Any]
    columns: Columns = ()


def _unchanged(value: Any) -> Any:
    return value


def _integer(value: Any) -> int:
    return value if type(value) is int else int(value)


def _number(value: Any) -> float:
    return value if type(value) is float else float(value)


def _text(value: Any) -> str:
    if type(value) is str:
        return value
    raise ValueError(f"{value!r} is not text")


def _bytes(value: Any) -> bytes:
    if type(value) is bytes:
        return value
    raise ValueError(f"{value!r} is not bytes")


_CODECS: Final[dict[Any, Codec]] = {
    bool: Codec(_unchanged, bool),
    int: Codec(_unchanged, _integer),
    float: Codec(_unchanged, _number),
    str: Codec(_unchanged, _text),
    bytes: Codec(_unchanged, _bytes),
    object: Codec(_unchanged, _unchanged),
}


def register(
    kind: Any, write: Callable[[Any], Any], read: Callable[..., Any], columns: Columns = ()
) -> None:
    """Define how values of a type are stored in a column.

    With `columns`, values are stored in these columns instead of one with the field's name. Then
    `write` returns a tuple, and `read` takes one argument for each column.
    """
    if kind in _CODECS:
        raise AssertionError(f"{kind} is registered already")
    _CODECS[kind] = Codec(write, read, columns)


def codec_of(kind: Any) -> Codec | None:
    """Return the codec of a type; None for a type that has none, such as a dataclass."""
    if kind in _CODECS:
        return _CODECS[kind]
    if isinstance(kind, NewType):
        return codec_of(kind.__supertype__)
    if isinstance(kind, type) and issubclass(kind, Enum):
        by_value = {member.value: member for member in kind}
        return Codec(_value_of, by_value.__getitem__)
    return None


def _value_of(member: Enum) -> object:
    return member.value
