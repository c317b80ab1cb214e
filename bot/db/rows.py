"""How dataclasses map to columns, derived once per type from the types of the fields.

A dataclass is written column by column: a number, a text or an enum in its own column, a nested
dataclass as columns of the same row, and an optional value as NULL. A field's column has the
field's name; for an ID (`UserId`) or a key (`PlayerKey`), `_id` or `_key` is appended. `describe`
and `register` define exceptions, beside the table's queries. Rows may have further columns, so a
query can join tables and name what it needs.
"""

import types
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass, replace
from operator import attrgetter
from typing import Any, Final, Generic, NewType, TypeVar, cast

from bot.db.codecs import Codec, Columns, codec_of
from bot.db.errors import UnreadableRow
from bot.errors import Refusal

Row = Sequence[Any]
Kind = TypeVar("Kind")
Read = Callable[[Row], Any]

_SUFFIXES: Final = {"Id": "_id", "Key": "_key"}
_UNREADABLE: Final = (ArithmeticError, AttributeError, LookupError, Refusal, TypeError, ValueError)


@dataclass(frozen=True, slots=True)
class Group:
    """Fields that are written to columns and read from them together.

    `write` takes the whole value and returns the contents of the columns; `read` takes these and
    returns the contents of the fields.
    """

    fields: tuple[str, ...]
    columns: Columns
    write: Callable[[Any], tuple[object, ...]]
    read: Callable[..., tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class ReadOnly:
    """A field that is read from a column which other code writes."""

    column: str


@dataclass(frozen=True, slots=True)
class WithoutColumn:
    """A field without a column: when read, it has its default."""


@dataclass(frozen=True, slots=True)
class PartialRow:
    """A dataclass with only some of its fields stored; the others have their defaults."""

    fields: tuple[str, ...]
    pattern: str = "{}"


Spec = str | ReadOnly | WithoutColumn | PartialRow
"""How a field is stored: a column's name, or with `{}` a pattern for the names inside it."""


class _RowPart:
    """Some fields of a dataclass, as columns.

    `filled` is a column that is never NULL, if there is one.
    """

    fields: tuple[str, ...]
    columns: Columns
    filled: str | None = None

    def write(self, value: Any, out: list[object]) -> None:
        """Append the contents of the columns for a value."""
        raise NotImplementedError

    def reader(self, places: Mapping[str, int]) -> Read:
        """Return a function that reads a field, or several, from rows with these columns."""
        raise NotImplementedError


_SPECS: Final[dict[Any, tuple[Mapping[str, Spec], tuple[Group, ...]]]] = {}
_TABLES: Final[dict[Any, str]] = {}
_MAPPINGS: Final[dict[Any, "RowMapping[Any]"]] = {}
_READERS: Final[dict[tuple[Any, Columns], Read]] = {}


def describe(kind: type, /, *groups: Group, **specs: Spec) -> None:
    """Define how fields of a dataclass are stored if that does not follow from their types."""
    if kind in _SPECS:
        raise AssertionError(f"{kind} is described already")
    _SPECS[kind] = (specs, groups)


def name_table(kind: type, table: str) -> None:
    """Name the table of a type, for messages about unreadable rows."""
    _TABLES[kind] = table


class RowMapping(Generic[Kind]):
    """How values of a dataclass are stored in the columns of a row."""

    def __init__(self, kind: type[Kind], parts: Sequence[_RowPart]) -> None:
        self.kind = kind
        self.parts = tuple(parts)
        self.columns: Columns = tuple(column for part in parts for column in part.columns)
        if len(set(self.columns)) < len(self.columns):
            raise AssertionError(f"fields of {kind} share a column: {self.columns}")
        self._holding: dict[Columns, tuple[_RowPart, ...]] = {}
        self._compared = [(attrgetter(*part.fields), part) for part in self.parts]

    def write(self, value: Kind) -> list[object]:
        """Return the contents of the columns for a value."""
        out: list[object] = []
        for part in self.parts:
            part.write(value, out)
        return out

    def written(self, value: Kind, columns: Columns) -> dict[str, object]:
        """Return some columns with their contents for a value."""
        parts = self._holding.get(columns)
        if parts is None:
            requested = set(columns)
            parts = tuple(part for part in self.parts if requested.intersection(part.columns))
            self._holding[columns] = parts
        found: dict[str, object] = {}
        for part in parts:
            out: list[object] = []
            part.write(value, out)
            found.update(zip(part.columns, out, strict=True))
        return {column: found[column] for column in columns}

    def changed(self, before: Kind, after: Kind) -> dict[str, object]:
        """Return the columns of the fields that differ, with their new contents."""
        changed: dict[str, object] = {}
        for read_fields, part in self._compared:
            one, other = read_fields(before), read_fields(after)
            if one is other or one == other:
                continue
            out: list[object] = []
            part.write(after, out)
            changed.update(zip(part.columns, out, strict=True))
        return changed

    def reader(self, places: Mapping[str, int]) -> Callable[[Row], Kind]:
        """Return a function that reads a value from rows with columns at these places."""
        kind = self.kind
        alone = {part.fields[0]: part.reader(places) for part in self.parts if len(part.fields) < 2}
        together = [
            (part.fields, part.reader(places)) for part in self.parts if len(part.fields) > 1
        ]
        declared = fields(cast("Any", kind))
        positional = [field.name for field in declared if field.init and not field.kw_only]
        if not together and list(alone) == positional:
            reads = tuple(alone.values())

            def read(row: Row) -> Kind:
                return kind(*[read(row) for read in reads])

            return read
        each = tuple(alone.items())

        def read_by_name(row: Row) -> Kind:
            found = {name: read(row) for name, read in each}
            for names, read in together:
                found.update(zip(names, read(row), strict=True))
            return kind(**found)

        return read_by_name


class _Column(_RowPart):
    """A field in a column of its own."""

    def __init__(self, field: str, column: str, codec: Codec, *, is_optional: bool) -> None:
        self.fields = (field,)
        self.columns: Columns = (column,)
        self.filled = None if is_optional else column
        self._field, self._column, self._codec = field, column, codec
        self._is_optional = is_optional

    def write(self, value: Any, out: list[object]) -> None:
        held = getattr(value, self._field)
        if held is None and self._is_optional:
            out.append(None)
        else:
            out.append(self._codec.write(held))

    def reader(self, places: Mapping[str, int]) -> Read:
        place, convert = places[self._column], self._codec.read
        if self._is_optional:

            def read_optional(row: Row) -> Any:
                found = row[place]
                return None if found is None else convert(found)

            return read_optional

        def read(row: Row) -> Any:
            return convert(row[place])

        return read


class _ReadOnlyColumn(_Column):
    """A field that is read from a column which other code writes."""

    def __init__(self, field: str, column: str, codec: Codec, *, is_optional: bool) -> None:
        super().__init__(field, column, codec, is_optional=is_optional)
        self.columns, self.filled = (), None

    def write(self, value: Any, out: list[object]) -> None:
        """Write nothing."""


class _ColumnGroup(_RowPart):
    """A field of a type that is stored in several columns."""

    def __init__(self, field: str, codec: Codec, *, is_optional: bool) -> None:
        self.fields = (field,)
        self.columns = codec.columns
        self.filled = None if is_optional else codec.columns[0]
        self._field, self._codec, self._is_optional = field, codec, is_optional

    def write(self, value: Any, out: list[object]) -> None:
        held = getattr(value, self._field)
        if held is None and self._is_optional:
            out.extend([None] * len(self.columns))
        else:
            out.extend(self._codec.write(held))

    def reader(self, places: Mapping[str, int]) -> Read:
        at = [places[column] for column in self.columns]
        convert, is_optional = self._codec.read, self._is_optional

        def read(row: Row) -> Any:
            found = [row[place] for place in at]
            return None if is_optional and found[0] is None else convert(*found)

        return read


class _EmbeddedPart(_RowPart):
    """A field that is a dataclass itself, as columns of the same row.

    An optional one is None if the first of its never-NULL columns is NULL.
    """

    def __init__(
        self, field: str, mapping: RowMapping[Any], pattern: str, *, is_optional: bool
    ) -> None:
        self.fields = (field,)
        self.columns: Columns = tuple(pattern.format(column) for column in mapping.columns)
        filled = next((part.filled for part in mapping.parts if part.filled), None)
        if filled is None and is_optional:
            raise AssertionError(f"no column of {mapping.kind} is always filled")
        self._key = None if filled is None else pattern.format(filled)
        self.filled = None if is_optional else self._key
        self._field, self._mapping, self._pattern = field, mapping, pattern
        self._is_optional = is_optional

    def write(self, value: Any, out: list[object]) -> None:
        held = getattr(value, self._field)
        if held is None and self._is_optional:
            out.extend([None] * len(self.columns))
            return
        for part in self._mapping.parts:
            part.write(held, out)

    def reader(self, places: Mapping[str, int]) -> Read:
        read = self._mapping.reader(_RenamedColumns(places, self._pattern))
        if not self._is_optional or self._key is None:
            return read
        place = places[self._key]

        def read_optional(row: Row) -> Any:
            return None if row[place] is None else read(row)

        return read_optional


class _GroupPart(_RowPart):
    """Fields that share columns."""

    def __init__(self, group: Group) -> None:
        self.fields, self.columns = group.fields, group.columns
        self._group = group

    def write(self, value: Any, out: list[object]) -> None:
        out.extend(self._group.write(value))

    def reader(self, places: Mapping[str, int]) -> Read:
        at, convert = [places[column] for column in self.columns], self._group.read
        is_alone = len(self.fields) == 1

        def read(row: Row) -> Any:
            found = convert(*[row[place] for place in at])
            return found[0] if is_alone else found

        return read


class _RenamedColumns(Mapping[str, int]):
    """The places of columns by their names inside an embedded value."""

    def __init__(self, places: Mapping[str, int], pattern: str) -> None:
        self._places, self._pattern = places, pattern

    def __getitem__(self, column: str) -> int:
        return self._places[self._pattern.format(column)]

    def __iter__(self) -> typing.Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


def mapping_of(kind: type[Kind]) -> RowMapping[Kind]:
    """Return how values of a dataclass are stored in rows. Raise `TypeError` if that is unknown."""
    mapping = _MAPPINGS.get(kind)
    if mapping is None:
        mapping = _MAPPINGS[kind] = _derive(kind)
    return mapping


def columns_of(value: object) -> dict[str, object]:
    """Return the columns of a value with their contents."""
    mapping = mapping_of(type(value))
    return dict(zip(mapping.columns, mapping.write(value), strict=True))


def _derive(kind: type[Kind]) -> RowMapping[Kind]:
    origin = typing.get_origin(kind) or kind
    if not is_dataclass(origin):
        raise TypeError(f"it is not defined how {kind} is stored in columns")
    hints = typing.get_type_hints(origin)
    held = dict(zip(getattr(origin, "__parameters__", ()), typing.get_args(kind), strict=False))
    specs, groups = _SPECS.get(origin, ({}, ()))
    unknown = {*specs, *(name for group in groups for name in group.fields)} - set(hints)
    if unknown:
        raise AssertionError(f"{origin} has no fields {unknown}")
    grouped = {group.fields[0]: group for group in groups}
    skipped = {name for group in groups for name in group.fields[1:]}
    parts: list[_RowPart] = []
    for field in fields(origin):
        name = field.name
        if name in grouped:
            parts.append(_GroupPart(grouped[name]))
        elif name not in skipped:
            spec = specs.get(name)
            if isinstance(spec, WithoutColumn):
                _require_default(origin, field)
                continue
            hint = hints[name]
            if hint in held:
                # The field has a type parameter; use the type that is filled in for it.
                hint = held[hint]
                if spec is None and codec_of(_without_none(hint)[0]) is None:
                    spec = f"{name}_{{}}"
            parts.append(_part_of(name, hint, held, spec))
    return RowMapping(cast("type[Kind]", origin), parts)


def _require_default(kind: Any, field: "Field[Any]") -> None:
    if field.default is MISSING and field.default_factory is MISSING:
        raise AssertionError(f"{kind}.{field.name} is not stored and has no default")


def _part_of(
    name: str, hint: Any, held: Mapping[Any, Any], spec: str | ReadOnly | PartialRow | None
) -> _RowPart:
    kind, is_optional = _without_none(hint)
    codec = codec_of(kind)
    if isinstance(spec, ReadOnly):
        if codec is None:
            raise AssertionError(f"{name} takes more than a column")
        return _ReadOnlyColumn(name, spec.column, codec, is_optional=is_optional)
    if codec is None:
        mapping = mapping_of(_filled_in(kind, held))
        if isinstance(spec, PartialRow):
            kept = [part for part in mapping.parts if set(part.fields) <= set(spec.fields)]
            partly = RowMapping(mapping.kind, kept)
            return _EmbeddedPart(name, partly, spec.pattern, is_optional=is_optional)
        return _EmbeddedPart(name, mapping, spec or "{}", is_optional=is_optional)
    if isinstance(spec, PartialRow):
        raise AssertionError(f"{name} is not a dataclass")
    if codec.columns:
        codec = replace(codec, columns=tuple((spec or "{}").format(each) for each in codec.columns))
        return _ColumnGroup(name, codec, is_optional=is_optional)
    return _Column(name, spec or name + _suffix_of(name, kind), codec, is_optional=is_optional)


def _filled_in(kind: Any, held: Mapping[Any, Any]) -> Any:
    """Return a generic type with its parameters filled in."""
    arguments = typing.get_args(kind)
    if not arguments:
        return kind
    return typing.get_origin(kind)[tuple(held.get(each, each) for each in arguments)]


def _suffix_of(name: str, kind: Any) -> str:
    if name == "id" or not isinstance(kind, NewType):
        return ""
    return next((suffix for end, suffix in _SUFFIXES.items() if kind.__name__.endswith(end)), "")


def _without_none(hint: Any) -> tuple[Any, bool]:
    """Return a type without None, and whether None was in it."""
    if typing.get_origin(hint) not in (typing.Union, types.UnionType):
        return hint, False
    every = typing.get_args(hint)
    rest = tuple(each for each in every if each is not types.NoneType)
    if len(rest) == len(every):
        return hint, False
    return typing.Union[rest], True  # noqa: UP007 - of a tuple


def reader_of(kind: Any, columns: Columns) -> Read:
    """Return a function that reads values of a type from rows with these columns.

    A dataclass is read by the names of its columns, a tuple by their order, and any other type is
    the only column. The function raises `UnreadableRow`.
    """
    reader = _READERS.get((kind, columns))
    if reader is None:
        reader = _READERS[kind, columns] = _guarded(kind, _builder_of(kind, columns))
    return reader


def _guarded(kind: Any, build: Read) -> Read:
    table = _TABLES.get(kind, getattr(kind, "__name__", str(kind)))

    def read(row: Row) -> Any:
        try:
            return build(row)
        except _UNREADABLE as error:
            raise UnreadableRow(table, str(row[0])) from error

    return read


def _builder_of(kind: Any, columns: Columns) -> Read:
    if kind is dict:
        return lambda row: dict(zip(columns, row, strict=True))
    if typing.get_origin(kind) is tuple:
        converts = [_convert_of(each) for each in typing.get_args(kind)]
        if len(converts) != len(columns):
            raise TypeError(f"{kind} is not what {columns} hold")
        return lambda row: tuple(
            [convert(found) for convert, found in zip(converts, row, strict=True)]
        )
    bare, _ = _without_none(kind)
    codec = codec_of(bare)
    if codec is None:
        places = {column: place for place, column in enumerate(columns)}
        try:
            return mapping_of(bare).reader(places)
        except KeyError as error:
            raise TypeError(f"{kind} needs the column {error}; there are {columns}") from error
    if codec.columns:
        places = {column: place for place, column in enumerate(columns)}
        at, convert_all = [places[column] for column in codec.columns], codec.read
        return lambda row: convert_all(*[row[place] for place in at])
    if len(columns) != 1:
        raise TypeError(f"{kind} is one column, not {columns}")
    convert = _convert_of(kind)
    return lambda row: convert(row[0])


def _convert_of(kind: Any) -> Callable[[Any], Any]:
    bare, is_optional = _without_none(kind)
    codec = codec_of(bare)
    if codec is None or codec.columns:
        raise TypeError(f"{kind} is not a single column")
    convert = codec.read
    if not is_optional:
        return convert
    return lambda found: None if found is None else convert(found)
