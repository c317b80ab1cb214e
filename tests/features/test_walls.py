"""A table belongs to the folder whose statements write it; what others read of it is listed.

SQLite itself says which tables a statement reads and writes. The list may only shrink. A feature
that needs another's rows calls a function of the table's owner. If the contracts forbid the import,
`bot.consequences` or `bot.services` hands it that function. A query may take a query of the owner
as a value; the two run as one statement, but each is counted by itself. SQL in Python strings is
counted as well, except what `bot.features.privacy` generates from its declaration of personal data.
"""

import ast
import re
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from functools import cache
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import Final

import pytest

from bot.db.statements import load_queries
from bot.db.tables import Table
from tests.features.test_queries import FILES, ROOT, open_in_memory

OF_PYTHON: Final = {"counters": "db", "migration_digests": "db"}
"""The owners of the tables that no `Table` declares and no .sql file fills."""
PERSONAL_DATA: Final = ROOT / "features" / "privacy" / "personal_data.py"
STORED_VALUE: Final = "servers"
"""The name of a value that `bot.db.program` stores; a table happens to have the same name."""

_DECLARED: Final = re.compile(r'\bTable\(\s*"(\w+)"')
_NUMBERED: Final = re.compile(r'\bCounter\("([\w ]+)"\)')
_IN_SQL: Final = re.compile(r"\b(?:FROM|JOIN|INTO|UPDATE|TABLE)\s+(\w+)")
_PARAMETER: Final = re.compile(r"(?<!:):(\w+)")
_WRITES: Final = (sqlite3.SQLITE_INSERT, sqlite3.SQLITE_UPDATE, sqlite3.SQLITE_DELETE)

Use = tuple[str, str]
"""A folder, and a table of another folder."""

MOST_READS: Final = 38
"""The number of reads across folders, which may only fall."""

READS_ACROSS: Final[dict[Use, tuple[int, str]]] = {
    ("boards", "challenges"): (1, "a match begins from the message of its challenge"),
    ("boards", "outbox"): (1, "a match begins once the message of its challenge was looked for"),
    ("digests", "match_statistics"): (1, "a digest names the closest match"),
    ("digests", "matches"): (4, "a digest tells of the matches of a week"),
    ("digests", "players"): (3, "ratings are kept by key"),
    ("matches", "plans"): (2, "a turn reads the match and its plans in one trip"),
    ("notifications", "challenges"): (6, "a notification may be about a challenge"),
    ("notifications", "matches"): (6, "a notification is about a match, and waits for its server"),
    ("profiles", "matches"): (2, "a history lists matches"),
    ("puzzles", "members"): (4, "puzzle lists mark players who have left"),
    ("puzzles", "players"): (4, "puzzle lists keep players by key"),
    ("standings", "matches"): (1, "moderators choose from rated matches"),
    ("standings", "members"): (2, "leaderboards mark players who have left"),
    ("watching", "matches"): (1, "spectators list the matches they watch"),
}
"""How many statements read another folder's table, and why."""


def folder_of(path: Path) -> str:
    """Return the folder that a module is in, among those of `bot` and of its features."""
    parts = path.relative_to(ROOT).parts
    return parts[1] if parts[0] == "features" else parts[0] if len(parts) > 1 else "app"


def texts() -> Iterator[tuple[Path, str]]:
    """Yield each module of the program with its text."""
    for path in sorted(ROOT.rglob("*.py")):
        yield path, path.read_text(encoding="utf-8")


def statements() -> Iterator[tuple[str, str]]:
    """Yield each statement of the .sql files with its folder."""
    for path in FILES:
        queries = load_queries(str(path))
        for name in queries.available_queries:
            if not name.endswith("_cursor"):
                yield folder_of(path), getattr(queries, name).sql


def only_owner(found: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return the folder of each name, and expect that no name is found in two folders."""
    owner = dict[str, str]()
    for name, folder in found:
        assert owner.setdefault(name, folder) == folder, f"{name}: {owner[name]} and {folder}"
    return owner


def owners_by(statements: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return the owner of each table: the folder that declares it and whose statements fill it."""
    declared = (
        (each, folder_of(path)) for path, text in texts() for each in _DECLARED.findall(text)
    )
    with closing(open_in_memory()) as connection:
        filled = [
            (table, folder)
            for folder, sql in statements
            for table in tables_used(connection, sql, (sqlite3.SQLITE_INSERT,))[1]
        ]
    return only_owner(chain(OF_PYTHON.items(), declared, filled))


@cache
def owners() -> dict[str, str]:
    return owners_by(statements())


def tables_used(
    connection: sqlite3.Connection, sql: str, writes: tuple[int, ...] = _WRITES
) -> tuple[set[str], set[str]]:
    """Return the tables that a statement reads, and those that it writes."""
    read, written = set[str](), set[str]()

    def allow(action: int, table: str | None, *_: object) -> int:
        if table is not None and action == sqlite3.SQLITE_READ:
            read.add(table)
        elif table is not None and action in writes:
            written.add(table)
        return sqlite3.SQLITE_OK

    connection.set_authorizer(allow)
    connection.execute(f"EXPLAIN {sql}", dict.fromkeys(_PARAMETER.findall(sql), 1))
    connection.set_authorizer(None)
    return read - written, written


def uses_across(statements: Iterable[tuple[str, str]]) -> tuple[Counter[Use], Counter[Use]]:
    """Return how many statements read, and how many write, a table of another folder."""
    reads, writes = Counter[Use](), Counter[Use]()
    with closing(open_in_memory()) as connection:
        for folder, sql in statements:
            for counted, tables in zip((reads, writes), tables_used(connection, sql), strict=True):
                counted.update((folder, each) for each in tables if is_across(folder, each))
    return reads, writes


def is_across(folder: str, table: str) -> bool:
    return owners().get(table, folder) != folder


def strings_in(text: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def reads_in_strings(folder: str, text: str) -> Counter[Use]:
    """Return how many strings of a module have SQL with a table of another folder."""
    return Counter(
        (folder, table)
        for string in strings_in(text)
        for table in set(_IN_SQL.findall(string))
        if is_across(folder, table)
    )


def tables_borrowed(folder: str, text: str, names: Mapping[str, object]) -> set[str]:
    """Return the tables of other folders whose `Table` a module with these names uses."""
    used = list[object]()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Name):
            used.append(names.get(node.id))
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            used.append(getattr(names.get(node.value.id), node.attr, None))
    return {each.name for each in used if isinstance(each, Table) and is_across(folder, each.name)}


def names_found(folder: str, text: str, names: Iterable[str]) -> set[str]:
    """Return those of the names that a module has as strings, or as names in SQL."""
    found = set[str]()
    for string in strings_in(text):
        found.update({string, *_IN_SQL.findall(string)}.intersection(names))
    return found - {STORED_VALUE}


def counters_in_schema() -> set[str]:
    with closing(open_in_memory()) as connection:
        return {name for (name,) in connection.execute("SELECT name FROM counters")}


def counters() -> dict[str, str]:
    """Return the owner of each counter."""
    return only_owner(
        (each, folder_of(path)) for path, text in texts() for each in _NUMBERED.findall(text)
    )


@pytest.mark.long
def test_every_table_has_one_owner() -> None:
    with closing(open_in_memory()) as connection:
        rows = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        tables = {name for (name,) in rows} - {"sqlite_sequence"}
    assert owners().keys() == tables


def test_every_counter_has_one_owner() -> None:
    assert counters().keys() == counters_in_schema()


@pytest.mark.long
def test_statements_write_the_tables_of_their_folder_and_read_what_is_listed() -> None:
    reads, writes = uses_across(statements())
    for path, text in texts():
        if path != PERSONAL_DATA:
            reads += reads_in_strings(folder_of(path), text)
    assert writes == {}
    assert reads == {use: count for use, (count, _) in READS_ACROSS.items()}
    assert reads.total() == MOST_READS


@pytest.mark.long
def test_features_find_and_write_rows_as_values_only_in_their_own_tables() -> None:
    for path, text in texts():
        # A program beside the bot may need more than the bot does.
        is_program = path.stem == "__main__"
        if path.relative_to(ROOT).parts[0] in ("features", "jobs") and not is_program:
            module = import_module(".".join(("bot", *path.relative_to(ROOT).with_suffix("").parts)))
            assert tables_borrowed(folder_of(path), text, vars(module)) == set(), path


@pytest.mark.parametrize("folder", ["db", "jobs"])
def test_packages_below_the_features_name_none_of_their_tables_and_counters(folder: str) -> None:
    below = ("db", "jobs")
    above = [name for name, owner in (owners() | counters()).items() if owner not in below]
    for path, text in texts():
        if folder_of(path) == folder:
            assert names_found(folder, text, above) == set(), path
    assert [use for use in READS_ACROSS if use[0] == folder and use[1] in above] == []


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT count(*) FROM matches WHERE guild_id = :guild_id",
        "WITH live AS (SELECT id FROM matches) SELECT * FROM live WHERE id = :id",
        "UPDATE hints SET ply = 1 WHERE match_id IN (SELECT id FROM matches)",
    ],
)
def test_a_statement_that_reads_across_is_found(sql: str) -> None:
    assert uses_across([("hints", sql)]) == ({("hints", "matches"): 1}, {})


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE matches SET revision = revision + 1 WHERE id = :id",
        "DELETE FROM matches WHERE id IN (SELECT match_id FROM hints)",
    ],
)
def test_a_statement_that_writes_across_is_found(sql: str) -> None:
    assert uses_across([("hints", sql)]) == ({}, {("hints", "matches"): 1})


def test_a_statement_that_fills_another_folders_table_is_found() -> None:
    sql = "INSERT INTO rules_shown (user_id, ruleset, shown_at) VALUES (:user_id, 'classic', 0)"
    with pytest.raises(AssertionError, match="rules_shown: people and hints"):
        owners_by([*statements(), ("hints", sql)])


def test_sql_in_a_string_that_reads_across_is_found() -> None:
    text = 'IS_THERE = f"EXISTS (SELECT 1 FROM matches WHERE {condition})"'
    assert reads_in_strings("hints", text) == {("hints", "matches"): 1}


@pytest.mark.parametrize(
    "text",
    [
        "from bot.features.matches.queries import MATCHES\ndrop = lambda: MATCHES.delete",
        "from bot.features.matches import queries\ndrop = lambda: queries.MATCHES.delete",
    ],
)
def test_a_table_that_is_used_by_another_folder_is_found(text: str) -> None:
    names = dict[str, object]()
    exec(text, names)
    assert tables_borrowed("hints", text, names) == {"matches"}
    assert tables_borrowed("matches", text, names) == set()


@pytest.mark.parametrize(
    "text", ['counted = ("matches", "turns")', 'asked = "SELECT max(id) FROM matches"']
)
def test_a_table_that_is_named_below_the_features_is_found(text: str) -> None:
    assert "matches" in names_found("db", text, ["matches"])
