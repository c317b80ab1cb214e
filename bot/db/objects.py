"""The objects of a database's schema, each with its definition as text."""

import re
import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Final

from bot.db.statements import Connection, Statement, StatementResult, rows_of

Objects = Mapping[str, str]
"""Definitions by the names of the objects, such as `table matches`."""

ON_SERVER: Final = Path(__file__).with_name("schema") / "server" / "0001_objects.txt"
"""The list of the objects that the first migration creates on a server, one a line.

In a file, SQLite itself keeps their definitions.
"""
_COMMENT: Final = re.compile(r"--[^\n]*")
_SPACE: Final = re.compile(r" ?([(),]) ?")
_IN_FILE: Final = """
SELECT type || ' ' || name, sql
FROM sqlite_master
WHERE sql IS NOT NULL AND substr(name, 1, 7) <> 'sqlite_'
"""
# Objects of extensions are not ours, and a host's vacuum settings do not count. Since version 18,
# NOT NULL is a constraint, too. A server has no definition of an index that another transaction has
# just dropped. No migration makes triggers, so their names are enough.
_ON_SERVER: Final = r"""
WITH ours AS (
    SELECT
        pg_class.oid,
        relname,
        relkind,
        (SELECT each FROM unnest(reloptions) AS each WHERE each LIKE 'fillfactor=%') AS fillfactor
    FROM pg_class INNER JOIN pg_namespace ON pg_class.relnamespace = pg_namespace.oid
    WHERE
        nspname = current_schema()
        AND NOT EXISTS (
            SELECT 1 FROM pg_depend WHERE pg_depend.objid = pg_class.oid AND deptype = 'e'
        )
),
columns AS (
    SELECT
        attrelid,
        string_agg(
            attname || ' ' || format_type(atttypid, atttypmod)
            || CASE WHEN attnotnull THEN ' NOT NULL' ELSE '' END
            || coalesce(' DEFAULT ' || pg_get_expr(adbin, adrelid), ''),
            ', ' ORDER BY attnum
        ) AS definition
    FROM pg_attribute LEFT JOIN pg_attrdef ON attrelid = adrelid AND attnum = adnum
    WHERE attnum > 0 AND NOT attisdropped
    GROUP BY attrelid
),
constraints AS (
    SELECT
        conrelid,
        string_agg(pg_get_constraintdef(oid), ', ' ORDER BY conname COLLATE "C") AS definition
    FROM pg_constraint
    WHERE contype <> 'n'
    GROUP BY conrelid
)
SELECT
    'table ' || relname,
    concat_ws('; ', columns.definition, constraints.definition, fillfactor)
FROM ours
LEFT JOIN columns ON ours.oid = columns.attrelid
LEFT JOIN constraints ON ours.oid = constraints.conrelid
WHERE relkind IN ('r', 'p', 'f')
UNION ALL
SELECT
    'index ' || relname,
    coalesce(regexp_replace(pg_get_indexdef(oid), ' ON (ONLY )?\S+\.', ' ON '), '')
FROM ours
WHERE relkind IN ('i', 'I')
UNION ALL
SELECT CASE relkind WHEN 'S' THEN 'sequence ' ELSE 'view ' END || relname, ''
FROM ours
WHERE relkind IN ('v', 'm', 'S')
UNION ALL
SELECT 'trigger ' || tgname, ''
FROM pg_trigger INNER JOIN ours ON tgrelid = ours.oid
WHERE NOT tgisinternal
"""


def query_objects(connection: Connection) -> Statement[Objects]:
    """Return the statement that lists the objects of a database."""
    return Statement(connection, _IN_FILE, {}, rows_of).on_server(_ON_SERVER).reading(_read)


def objects_made_by(script: str) -> Objects:
    """Return the objects that a script creates in a file."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(script)
        return _by_name(connection.execute(_IN_FILE).fetchall())


def objects_listed(text: str) -> Objects:
    """Return the objects of a list."""
    return _by_name(line.split(": ", 1) for line in text.splitlines())


def first_difference(objects: Objects, needed: Objects) -> str | None:
    """Describe the first object that is different, missing or superfluous; None if none is."""
    for name in sorted({*objects, *needed}):
        if name not in objects:
            return f"the {name} is missing"
        if name not in needed:
            return f"the {name} doesn't belong there"
        if objects[name] != needed[name]:
            return f"the {name} is different"
    return None


def _read(result: StatementResult) -> Objects:
    return _by_name(result.rows)


def _by_name(rows: Iterable[Iterable[str]]) -> Objects:
    """Return definitions by name, without comments, spaces and quotes, which have no meaning.

    Which names are quoted depends on the server's version.
    """
    return {name: _plain(text) for name, text in rows}


def _plain(text: str) -> str:
    return _SPACE.sub(r"\1", " ".join(_COMMENT.sub("", text).replace('"', "").split()))
