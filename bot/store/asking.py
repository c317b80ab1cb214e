"""How aiosql asks aiosqlite: one trip to the connection's thread for each query.

aiosql's own adapter makes two or three, to execute, to fetch and to close. And one that is
cancelled between them leaves its cursor with the thread, so that the connection's next query
would still see the database as it was for the cancelled one.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from sqlite3 import Row

from aiosqlite import Connection

Parameters = Mapping[str, object]


class OneTrip:
    """An adapter for aiosql; the names and arguments of its methods are aiosql's."""

    is_aio_driver = True

    def process_sql(self, _name: str, _operation: object, sql: str) -> str:
        """Give the text as it is: SQLite reads `:name`."""
        return sql

    async def select(
        self, connection: Connection, _name: str, sql: str, parameters: Parameters, _record: None
    ) -> AsyncIterator[Row]:
        """Walk over the rows."""
        for row in await connection.execute_fetchall(sql, parameters):
            yield row

    async def select_one(
        self, connection: Connection, _name: str, sql: str, parameters: Parameters, _record: None
    ) -> Row | None:
        """Give the first row, if there is one."""
        rows = await connection.execute_fetchall(sql, parameters)
        return next(iter(rows), None)

    async def select_value(
        self, connection: Connection, _name: str, sql: str, parameters: Parameters
    ) -> object:
        """Give the first row's first column, if there is a row."""
        rows = await connection.execute_fetchall(sql, parameters)
        return next((row[0] for row in rows), None)

    async def insert_update_delete(
        self, connection: Connection, _name: str, sql: str, parameters: Parameters
    ) -> int:
        """Give how many rows were written. The cursor has nothing to fetch, so none is closed."""
        cursor = await connection.execute(sql, parameters)
        return cursor.rowcount

    async def insert_update_delete_many(
        self, connection: Connection, _name: str, sql: str, parameters: Sequence[Parameters]
    ) -> int:
        """Run a statement for each of the rows, and give how many were written."""
        cursor = await connection.executemany(sql, parameters)
        return cursor.rowcount
