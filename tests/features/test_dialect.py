"""Every statement keeps to the SQL that SQLite and PostgreSQL both know."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import bot
import bot.services
from bot.db.migrations import migrations
from bot.db.tables import TABLES

ROOT = Path(bot.__file__).parent

FORBIDDEN = {
    "a scalar max or min; write CASE": (r"\b(max|min)\([^()]*(\([^()]*\)[^()]*)*,"),
    "IFNULL; write coalesce": r"\bifnull\(",
    "iif; write CASE": r"\biif\(",
    "INSERT OR; write ON CONFLICT": r"\b(INSERT|UPDATE) OR\b|\bREPLACE INTO\b",
    "a rowid": r"\b(rowid|oid|_rowid_)\b",
    "IS between values; write =": r"\bIS (NOT )?(?!NULL\b|NOT\b|DISTINCT\b)",
    "LIKE, which minds the case in PostgreSQL alone": r"\bI?LIKE\b(?! '%' \|\| :number)",
    "GLOB or REGEXP": r"\b(GLOB|REGEXP)\b",
    "SQLite's functions of time": r"\b(strftime|julianday|datetime|unixepoch)\(",
    "functions that PostgreSQL has not": r"\b(total|instr|printf|group_concat|typeof|hex)\(",
    "JSON functions, which differ": r"\bjson\w*\(",
    "round, which breaks ties otherwise in PostgreSQL": r"\bround\(",
    "a quoted name or text in double quotes": r"[\"`\[]",
    "==; write =": r"==",
    "LIMIT with a comma; write OFFSET": r"\bLIMIT :?\w+\s*,",
    "a bare parameter IS NULL, of whose type PostgreSQL knows nothing": r"(?<!\w)(?<!:):\w+ IS\b",
    "PRAGMA, AUTOINCREMENT, WITHOUT ROWID, STRICT": r"\b(PRAGMA|AUTOINCREMENT|WITHOUT|STRICT)\b",
    "a type that one of them has not": r"\b(REAL|BLOB|NUMERIC|DATETIME|VARCHAR|CLOB)\b",
}
_RESERVED = """
all analyse analyze and any array as asc asymmetric both case cast check collate column
constraint create default desc distinct do else end except fetch for foreign from grant group
having in initially intersect into lateral leading limit localtime not null offset on only or
order placing primary references returning select some symmetric table then to trailing union
unique user using variadic when where window with
"""
RESERVED = frozenset(_RESERVED.split())
"""Words that PostgreSQL does not accept as the name of a column or a table."""


def without_comments(text: str) -> str:
    return re.sub(r"--[^\n]*", "", text)


def statements() -> Iterator[tuple[str, str]]:
    for path in sorted(ROOT.rglob("*.sql")):
        if "schema" in path.relative_to(ROOT).parts:
            continue
        _, *parts = re.split(r"^-- name: ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
        for part in parts:
            name = re.match(r"\w+", part)
            assert name is not None
            yield name[0], without_comments(part.split("\n", 1)[1])
    for table in TABLES:
        yield f"insert into {table.name}", table.text_of("upsert", table.columns)
        yield f"find in {table.name}", table.text_of("find", table.key)
    for migration in migrations():
        yield f"migration {migration.version}", without_comments(migration.script)


@pytest.mark.parametrize("why", FORBIDDEN)
def test_no_statement_is_limited_to_one_dialect(why: str) -> None:
    pattern = re.compile(FORBIDDEN[why], re.IGNORECASE)
    found = {name: match[0] for name, text in statements() if (match := pattern.search(text))}
    assert found == {}, why


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("SELECT max(coalesce(a, 0), b) FROM c", "a scalar max or min; write CASE"),
        ("SELECT * FROM a WHERE b IS :c", "IS between values; write ="),
        ("SELECT 1 WHERE a LIKE 'b%'", "LIKE, which minds the case in PostgreSQL alone"),
        ("INSERT OR IGNORE INTO a VALUES (1)", "INSERT OR; write ON CONFLICT"),
    ],
)
def test_a_planted_statement_is_found(text: str, why: str) -> None:
    assert re.search(FORBIDDEN[why], text, re.IGNORECASE)


def test_only_bot_db_has_sql_for_one_dialect() -> None:
    named = [
        path.relative_to(ROOT).as_posix()
        for path in sorted(ROOT.rglob("*.py"))
        if "server_sql" in path.read_text(encoding="utf-8")
    ]
    assert named
    assert all(name.startswith("db/") for name in named), named


def test_sql_of_both_dialects_is_accepted() -> None:
    text = "SELECT max(a), coalesce(min(b), 0) FROM c WHERE d IS NOT NULL AND e IS NULL"
    assert not [
        why for why, pattern in FORBIDDEN.items() if re.search(pattern, text, re.IGNORECASE)
    ]


def test_no_name_is_a_reserved_word() -> None:
    script = "".join(migration.script for migration in migrations())
    tables = re.findall(r"CREATE TABLE (\w+)", script)
    columns = re.findall(
        r"^    (\w+) (?:TEXT|BIGINT|INTEGER|DOUBLE PRECISION)", script, re.MULTILINE
    )
    assert columns
    assert RESERVED.isdisjoint({*tables, *columns})
