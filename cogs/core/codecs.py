"""Codecs: how each type of argument is written into a custom id and read from it.

A client can forge anything that it sends. So every codec has limits, and reads only texts that it
would write: it refuses a number that is negative, huge or written unusually, and a word that no
enum has. This module has the codecs of types that several cogs use. A feature registers the codec
of its own type with `register`, next to the type's definition.
"""

import re
import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from functools import reduce
from operator import or_
from typing import Annotated, Any, Final, Union, get_args, get_origin, get_type_hints

from bot.engine.levels import LEVELS
from bot.errors import Refusal
from bot.features.competitions.decisions import DecisionId
from bot.features.puzzles.days import PuzzleDay
from bot.features.standings.seasons import SeasonNumber
from bot.game import (
    RULESETS,
    Entry,
    Square,
    Squares,
    Turn,
    entry_named,
    name_of,
    read_turn,
    square_named,
    write_turn,
)
from bot.game.position import MOST_TURNS
from bot.match.clock import TimeControl, read_time, write_time
from bot.match.identity import (
    ChallengeId,
    ChannelId,
    GuildId,
    MatchId,
    MessageId,
    Ply,
    Revision,
    RoleId,
    UserId,
)
from bot.match.terms import RATING_KINDS, LevelNumber

NOTHING: Final = "-"
"""The text for an argument that is None."""
LARGEST: Final = 10**15 - 1
"""The largest number of a match, a challenge or a revision."""
LARGEST_ID: Final = 2**63 - 1
"""The largest Discord id that a database can store."""
LAST_PAGE: Final = 99_999

_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,18}", re.ASCII)
_PART: Final = re.compile(r"[!-9;-~]+", re.ASCII)
"""One written value: printable, without spaces, and without the colon that separates values."""


class DecodeError(ValueError):
    """The codec would not have written this text."""


@dataclass(frozen=True, slots=True)
class ArgumentCodec:
    """Writes values of one type as `width` parts of a custom id, and reads them.

    `write` raises `TypeError` or `ValueError` for a value of another type. `read` raises
    `DecodeError`. `example` has the parts for one value of the type.
    """

    write: Callable[[Any], tuple[str, ...]]
    read: Callable[[Sequence[str]], Any]
    example: tuple[str, ...]

    @property
    def width(self) -> int:
        """The number of parts of a value."""
        return len(self.example)


@dataclass(frozen=True, slots=True)
class Bounds:
    """Limits a whole number, in `Annotated[int, Bounds(1, 366)]`."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Words:
    """Limits a text to given words, in `Annotated[str, Words(("now", "all"))]`."""

    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Members:
    """Limits an enum to some of its members, in `Annotated[Way, Members((Way.OFF, Way.PING))]`."""

    members: tuple[Enum, ...]


@dataclass(frozen=True, slots=True)
class FormText:
    """Limits the length of a text that is typed into a form, in `Annotated[str, FormText(40)]`."""

    longest: int


PageNumber = Annotated[int, Bounds(0, LAST_PAGE)]
"""The number of a page, counted from 0."""
EpochSeconds = Annotated[int, Bounds(0, 10**11)]
"""A moment in whole epoch seconds."""
RulesetName = Annotated[str, Words(tuple(dict.fromkeys(each.name for each in RULESETS)))]
RatingKindName = Annotated[str, Words(RATING_KINDS)]

_CODECS: Final[dict[Any, ArgumentCodec]] = {}


def register(
    kind: Any, write: Callable[[Any], str], read: Callable[[str], Any], *, example: str
) -> None:
    """Add a codec for a type that is written as one part.

    If `read` raises an error for an unknown text, the codec raises `DecodeError`.
    """
    _CODECS[kind] = one_part(write, read, example=example)


def register_numbers(*kinds: Any) -> None:
    """Add the codec of row numbers, which count from 1, for each of these types."""
    _CODECS.update(dict.fromkeys(kinds, whole_number(1, LARGEST)))


def register_parts(
    kind: Any,
    write: Callable[[Any], tuple[str, ...]],
    read: Callable[[Sequence[str]], Any],
    *,
    example: tuple[str, ...],
) -> None:
    """Add a codec for a type that is written as several parts."""
    _CODECS[kind] = _checked_codec(write, read, example)


def one_part(
    write: Callable[[Any], str], read: Callable[[str], Any], *, example: str
) -> ArgumentCodec:
    """Return the codec of a value that is written as one part.

    `read` must accept exactly the texts that `write` returns, so that each value has one text.
    """
    return _checked_codec(lambda value: (write(value),), lambda parts: read(parts[0]), (example,))


def _checked_codec(
    write: Callable[[Any], tuple[str, ...]],
    read: Callable[[Sequence[str]], Any],
    example: tuple[str, ...],
) -> ArgumentCodec:
    def written(value: Any) -> tuple[str, ...]:
        parts = write(value)
        for part in parts:
            if _PART.fullmatch(part) is None or part == NOTHING:
                raise ValueError(f"{part!r} cannot stand in a custom id")
        return parts

    def value_of(parts: Sequence[str]) -> Any:
        try:
            value = read(parts)
            is_canonical = written(value) == tuple(parts)
        except (ValueError, LookupError, TypeError, Refusal) as error:
            raise DecodeError(":".join(parts)) from error
        if not is_canonical:
            raise DecodeError(":".join(parts))
        return value

    codec = ArgumentCodec(written, value_of, example)
    codec.read(example)
    return codec


def codec_of(annotation: Any) -> ArgumentCodec:
    """Return the codec of an annotated type. Raise `TypeError` if there is none."""
    if annotation in _CODECS:
        return _CODECS[annotation]
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _bounded_codec(annotation, *arguments)
    if origin in (Union, types.UnionType):
        return _alternatives([each for each in arguments if each is not type(None)], arguments)
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return _members(annotation, tuple(annotation))
    if isinstance(annotation, type) and is_dataclass(annotation):
        return _parts_of(annotation)
    raise TypeError(f"an action cannot carry {annotation!r}: it has no codec")


def whole_number(least: int, most: int) -> ArgumentCodec:
    """Return the codec of a whole number within bounds."""

    def write(value: Any) -> str:
        if not isinstance(value, int) or isinstance(value, bool):
            raise TypeError(f"{value!r} is not a whole number")
        if not least <= value <= most:
            raise ValueError(f"{value} is not between {least} and {most}")
        return str(int(value))

    def read(text: str) -> int:
        if _NUMBER.fullmatch(text) is None:
            raise DecodeError(text)
        return int(text)

    return one_part(write, read, example=str(max(least, min(1, most))))


def _bounded_codec(annotation: Any, base: Any, *marks: Any) -> ArgumentCodec:
    for mark in marks:
        match mark:
            case Bounds(least, most) if base is int:
                return whole_number(least, most)
            case Words(words):
                return one_part(_word_in(words), _word_in(words), example=words[0])
            case Members(members):
                return _members(base, members)
            case FormText(longest):
                return _text_codec(longest)
            case ArgumentCodec():
                return mark
    raise TypeError(f"an action cannot carry {annotation!r}: it has no limits")


def _word_in(words: Sequence[str]) -> Callable[[Any], str]:
    def checked(word: Any) -> str:
        if word not in words:
            raise ValueError(f"{word!r} is not one of {words}")
        return str(word)

    return checked


def _text_codec(longest: int) -> ArgumentCodec:
    """Return the codec of a text that users type into a form. No custom id contains such a text."""

    def write(value: Any) -> tuple[str, ...]:
        raise ValueError(f"{value!r} belongs in a form, not in a custom id")

    def read(parts: Sequence[str]) -> str:
        [text] = parts
        if len(text) > longest:
            raise DecodeError(text)
        return text

    return ArgumentCodec(write, read, ("",))


def _members(kind: type[Enum], members: Sequence[Enum]) -> ArgumentCodec:
    by_text = {word_of(member): member for member in members}

    def write(value: Any) -> str:
        if value not in members:
            raise TypeError(f"{value!r} is not one of {members}")
        return word_of(value)

    return one_part(write, by_text.__getitem__, example=next(iter(by_text)))


def word_of(member: Enum) -> str:
    """Return the word for a member of an enum in a custom id or a menu."""
    return str(member.value).replace(" ", "-")


def _alternatives(kinds: Sequence[Any], arguments: Sequence[Any]) -> ArgumentCodec:
    """Return the codec of a union. The first codec that accepts a text reads it."""
    whole = _CODECS.get(reduce(or_, kinds))
    codecs = [codec_of(kind) for kind in kinds] if whole is None else [whole]
    is_optional = len(kinds) < len(arguments)
    width = codecs[0].width
    if any(codec.width != width for codec in codecs):
        raise TypeError(f"{kinds} are written as different numbers of parts")
    nothing = (NOTHING,) * width

    def write(value: Any) -> tuple[str, ...]:
        if value is None and is_optional:
            return nothing
        for codec in codecs[:-1]:
            try:
                return codec.write(value)
            except (TypeError, ValueError):
                continue
        return codecs[-1].write(value)

    def read(parts: Sequence[str]) -> Any:
        if is_optional and tuple(parts) == nothing:
            return None
        for codec in codecs[:-1]:
            try:
                return codec.read(parts)
            except DecodeError:
                continue
        return codecs[-1].read(parts)

    return ArgumentCodec(write, read, codecs[0].example)


def _parts_of(kind: type[Any]) -> ArgumentCodec:
    hints = get_type_hints(kind, include_extras=True)
    named = {each.name: codec_of(hints[each.name]) for each in fields(kind) if each.init}

    def write(value: Any) -> tuple[str, ...]:
        if not isinstance(value, kind):
            raise TypeError(f"{value!r} is not a {kind.__name__}")
        return tuple(
            part for name, codec in named.items() for part in codec.write(getattr(value, name))
        )

    def read(parts: Sequence[str]) -> Any:
        return kind(**read_parts(named, parts))

    return ArgumentCodec(
        write, read, tuple(part for codec in named.values() for part in codec.example)
    )


def read_parts(named: Mapping[str, ArgumentCodec], parts: Sequence[str]) -> dict[str, Any]:
    """Read a value for each name with its codec. Raise `DecodeError` if one cannot be read."""
    if len(parts) != sum(codec.width for codec in named.values()):
        raise DecodeError(":".join(parts))
    read, start = {}, 0
    for name, codec in named.items():
        read[name] = codec.read(parts[start : start + codec.width])
        start += codec.width
    return read


def _write_squares(squares: Any) -> str:
    return "".join(map(name_of, squares))


def _read_squares(text: str) -> Squares:
    if len(text) % 2:
        raise DecodeError(text)
    return tuple(square_named(text[start : start + 2]) for start in range(0, len(text), 2))


def _write_entry(entry: Any) -> str:
    return str(entry.name)


register_numbers(MatchId, ChallengeId, DecisionId)
_CODECS[Revision] = whole_number(0, LARGEST)
_CODECS.update(
    dict.fromkeys((UserId, GuildId, ChannelId, MessageId, RoleId), whole_number(1, LARGEST_ID))
)
_CODECS[Ply] = whole_number(0, MOST_TURNS)
_CODECS[PuzzleDay] = whole_number(0, LAST_PAGE)
_CODECS[SeasonNumber] = whole_number(1, LAST_PAGE)
_CODECS[LevelNumber] = whole_number(LEVELS[0].number, LEVELS[-1].number)
register(Square, name_of, square_named, example="c3")
register(Squares, _write_squares, _read_squares, example="b2c3d4")
register(Turn, write_turn, read_turn, example="Kc3")
register(Entry, _write_entry, entry_named, example="cd+")
register(TimeControl, write_time, read_time, example="none")
