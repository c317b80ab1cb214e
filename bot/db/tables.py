"""Tables of dataclasses: insert, replace, change, find and delete rows as values."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, Final, Generic, TypeVar

from bot.db.rows import mapping_of, name_table
from bot.db.statements import NOTHING, Connection, Statement, Statements, count_of

Kind = TypeVar("Kind")
Columns = tuple[str, ...]

TABLES: Final[list["Table[Any]"]] = []
"""Every table of the program."""


class Table(Generic[Kind]):
    """A table in which each row is a value of a dataclass.

    `key` are the columns that identify a row. `computed` are columns that are written for queries
    and never read. A statement may also write columns that are in no field. `counter` names the row
    of `counters` that numbers the rows.
    """

    def __init__(
        self,
        name: str,
        kind: type[Kind],
        *,
        key: Columns,
        computed: Mapping[str, Callable[[Kind], object]] | None = None,
        counter: str | None = None,
    ) -> None:
        self.name = name
        self.counter = counter
        self.key = key
        self._kind = kind
        self._mapping = mapping_of(kind)
        self._computed = dict(computed or {})
        self._texts: dict[tuple[object, ...], str] = {}
        self.columns = (*self._mapping.columns, *self._computed)
        name_table(kind, name)
        TABLES.append(self)

    def insert(self, connection: Connection, *values: Kind, **more: object) -> Statement[int]:
        """Write a row for each value. `more` columns have the same value in every row."""
        return self._write("insert", connection, values, more)

    def insert_new(self, connection: Connection, *values: Kind, **more: object) -> Statement[int]:
        """Write a row for each value whose key does not exist yet; return how many were written."""
        return self._write("insert new", connection, values, more)

    def insert_numbered(self, connection: Connection, *values: Kind) -> Statements:
        """Write a row for each value, with the next numbers as IDs, which are not returned."""
        if self.counter is None:
            raise AssertionError(f"the rows of {self.name} are not numbered")
        rows = [
            {**dict(zip(self.columns, self._row(value, {}), strict=True)), "id": back}
            for back, value in zip(reversed(range(len(values))), values, strict=True)
        ]
        text = self.text_of("insert numbered", self.columns)
        return numbered(Statement(connection, text, rows, count_of), self.counter)

    def upsert(self, connection: Connection, *values: Kind, **more: object) -> Statement[int]:
        """Write a row for each value, replacing the one with the same key.

        Columns that are not written keep their contents.
        """
        return self._write("upsert", connection, values, more)

    def add(self, connection: Connection, *values: Kind) -> Statement[int]:
        """Write a row for each value, or add its numbers to those of the row with the same key."""
        return self._write("add", connection, values, {})

    def update(
        self, connection: Connection, before: Kind, after: Kind, **expected: object
    ) -> Statement[int]:
        """Write the differences to a row, if the `expected` columns hold these values.

        Only changed columns are written, because each index on a written column is updated too.
        """
        changed = self._mapping.changed(before, after)
        for column, compute in self._computed.items():
            if compute(before) != (value := compute(after)):
                changed[column] = value
        columns = self._mapping.written(after, self.key)
        return self.change(connection, changed or columns, **{**columns, **expected})

    def replace(
        self, connection: Connection, value: Kind, more: Mapping[str, object], **expected: object
    ) -> Statement[int]:
        """Replace a row, and write `more` columns, if the `expected` columns hold these values."""
        row = dict(zip(self.columns, self._row(value, {}), strict=True))
        found = {column: row.pop(column) for column in self.key}
        return self.change(connection, {**row, **more}, **{**found, **expected})

    def change(
        self, connection: Connection, columns: Mapping[str, object], **where: object
    ) -> Statement[int]:
        """Write columns of the rows in which other columns have these values."""
        return Statement(
            connection,
            self.text_of("change", tuple(columns), tuple(where)),
            {**columns, **_bound(where)},
            count_of,
        )

    def change_each(
        self, connection: Connection, changes: Mapping[object, Mapping[str, object]]
    ) -> Statement[int]:
        """Write the same columns of each row with one of these IDs, with the row's own values."""
        columns = tuple(next(iter(changes.values()), {self.key[0]: None}))
        rows = [{**changed, "where_id": number} for number, changed in changes.items()]
        return Statement(connection, self.text_of("change", columns, ("id",)), rows, count_of)

    def find(self, connection: Connection, **where: object) -> Statement[Kind | None]:
        """Query the row in which columns have these values, if there is one."""
        text = self.text_of("find", tuple(where))
        return Statement(connection, text, _bound(where), count_of).first(self._kind)

    def find_all(self, connection: Connection, **where: object) -> Statement[list[Kind]]:
        """Query all rows in which columns have these values, in no particular order."""
        text = self.text_of("find", tuple(where))
        return Statement(connection, text, _bound(where), count_of).all(self._kind)

    def delete(self, connection: Connection, **where: object) -> Statement[int]:
        """Delete the rows in which columns have these values."""
        return Statement(connection, self.text_of("delete", tuple(where)), _bound(where), count_of)

    def remove(self, connection: Connection, *values: Kind) -> Statement[int]:
        """Delete the rows with the keys of these values."""
        keys = [_bound(self._mapping.written(value, self.key)) for value in values]
        return Statement(connection, self.text_of("delete", self.key), keys, count_of)

    def _write(
        self,
        does: str,
        connection: Connection,
        values: tuple[Kind, ...],
        more: Mapping[str, object],
    ) -> Statement[int]:
        columns = (*self.columns, *(name for name in more if name not in self.columns))
        text = self.text_of(does, columns)
        rows = [dict(zip(columns, self._row(value, more), strict=False)) for value in values]
        return Statement(connection, text, rows[0] if len(rows) == 1 else rows, count_of)

    def _row(self, value: Kind, more: Mapping[str, object]) -> Iterable[object]:
        row = self._mapping.write(value)
        row += [compute(value) for compute in self._computed.values()]
        row += [held for name, held in more.items() if name not in self.columns]
        return row

    def text_of(self, does: str, columns: Columns, where: Columns = ()) -> str:
        """Return the SQL of a statement, which is composed once for the same arguments."""
        key = (does, columns, where)
        text = self._texts.get(key)
        if text is None:
            text = self._texts[key] = self._compose(*key)
        return text

    def _compose(self, does: str, columns: Columns, where: Columns) -> str:
        # The names come from fields and keyword arguments, never from input.
        if does == "find":
            return f"SELECT * FROM {self.name} WHERE {_equal(columns)}"  # noqa: S608
        if does == "delete":
            return f"DELETE FROM {self.name} WHERE {_equal(columns)}"  # noqa: S608
        if does == "change":
            sets = ", ".join(f"{column} = :{column}" for column in columns)
            return f"UPDATE {self.name} SET {sets} WHERE {_equal(where)}"  # noqa: S608
        given = {"id": _NUMBER.format(self.counter)} if does == "insert numbered" else {}
        values = ", ".join(given.get(column, f":{column}") for column in columns)
        text = f"INSERT INTO {self.name} ({', '.join(columns)})"
        text += f" VALUES ({values})"
        if does in ("insert", "insert numbered"):
            return text
        others = [column for column in columns if column not in self.key]
        text += f" ON CONFLICT ({', '.join(self.key)}) DO "
        if does == "insert new" or not others:
            return f"{text}NOTHING"
        sets = ", ".join(
            f"{column} = {self.name}.{column} + excluded.{column}"
            if does == "add"
            else f"{column} = excluded.{column}"
            for column in others
        )
        return f"{text}UPDATE SET {sets}"


_LAST: Final = "SELECT value FROM counters WHERE name = '{}'"
_NUMBER: Final = f"({_LAST}) - :id"
"""The number of a row; `id` is how many rows of the statement come after it."""
_ALLOT: Final = "UPDATE counters SET value = value + :numbers WHERE name = :name"


def last_number(connection: Connection, counter: str) -> Statement[int]:
    """Query the last allotted number, for `(:number) - :id` in a numbered statement."""
    return connection.ask(_LAST.format(counter)).one(int)


def numbered(statement: Statement[int], counter: str) -> Statements:
    """Return the statements that insert rows with the next numbers.

    In a file, the first statement raises the counter in `counters`. On a server each row takes its
    number from a sequence (`bot.db.program.sequences`).
    """
    rows = statement.parameters
    numbers = len(rows) if isinstance(rows, list) else 1
    values = {"name": counter, "numbers": numbers}
    allotted = Statement(statement.connection, _ALLOT, values, count_of).on_server(NOTHING)
    return Statements(allotted, statement.on_server(_from_sequence(statement.sql, counter)))


@cache
def _from_sequence(sql: str, counter: str) -> str:
    number = _NUMBER.format(counter)
    if number not in sql:
        raise ValueError(f"no {number} in {sql}")
    return sql.replace(number, f"nextval('{counter}_numbers')")


def _equal(columns: Columns) -> str:
    return " AND ".join(f"{column} = :where_{column}" for column in columns)


def _bound(where: Mapping[str, object]) -> dict[str, object]:
    return {f"where_{column}": value for column, value in where.items()}
