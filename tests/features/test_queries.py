"""Each query of the .sql files can be prepared, is used, and walks over no whole table."""

import ast
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest

import bot
import bot.services
from bot.db.migrations import migrations
from bot.db.statements import load_queries
from bot.db.tables import TABLES, Table

ROOT = Path(bot.__file__).parent
FILES = sorted(path for path in ROOT.rglob("*.sql") if "schema" not in path.relative_to(ROOT).parts)
QUERIES = {
    name: getattr(queries, name)
    for queries in (load_queries(str(path)) for path in FILES)
    for name in queries.available_queries
    if not name.endswith("_cursor")
}
NAMES = list(QUERIES)
POLLED = {
    "entries_due": "outbox_due",
    "entries_pending": "outbox_due",
    "next_entry_due": "outbox_due",
    "notifications_due": "notifications_due",
    "notifications_of_user": "notifications_of_user",
    "notifications_in_message": "notifications_in_message",
    "jobs_behind": "jobs_due",
    "next_job": "jobs_due",
    "unclaimed_jobs": "jobs_due",
}
BY_NAME: list[Table[Any]] = sorted(TABLES, key=attrgetter("name"))
"""The tables in an order that does not depend on the order of imports."""

WHOLE_TABLES = {"leader", "processes", "shards", "counted", "(subquery-2)", "(subquery-3)", "timed"}
WHOLE_TABLES |= {"counters", "once"}
"""Tables of few rows, the few thousand numbers of points of one leaderboard, and rows that a query
groups before it counts them."""
WHOLE_TABLES |= {"sorts", "found", "own", "marks", "nearest", "played", "CONSTANT"}
"""The few dozen sorts of matches, and rows that a query has found by its indexes before."""
AT_THE_START = {
    "rulesets_kept",
    "rulesets_of_challenges",
    "rating_tables",
    "practised_by",
    "resume_jobs",
    "free_jobs",
    "servers_known",
}
"""Queries that run before a user waits for an answer, or only from the command line."""
OF_ONE_PERSON = re.compile("own_|forget_|unname_|kept_of")
"""Queries that run when a user exports or deletes their data, which is rare."""
SEEN_SELDOM = {"bans", "members", "moderations"}
"""Tables that stay small; in others, only an index of the few rows with words is walked over."""


def sql_of(name: str) -> str:
    text: str = QUERIES[name].sql
    return text


def parameters_of(name: str) -> dict[str, int]:
    return dict.fromkeys(re.findall(r"(?<!:):(\w+)", sql_of(name)), 1)


def open_in_memory() -> sqlite3.Connection:
    """Return a database with the schema, in memory."""
    connection = sqlite3.connect(":memory:")
    for migration in migrations():
        connection.executescript(migration.script)
    return connection


@pytest.fixture(scope="module")
def connection() -> Iterator[sqlite3.Connection]:
    """An empty database."""
    with closing(open_in_memory()) as connection:
        yield connection


@pytest.fixture(scope="module")
def history() -> Iterator[sqlite3.Connection]:
    """A database with a hundred thousand matches that are over."""
    with closing(open_in_memory()) as connection:
        fill_history(connection, 100_000)
        yield connection


@pytest.fixture(scope="module")
def finished() -> Iterator[sqlite3.Connection]:
    """A database with twenty thousand matches of one user, half of them in one server and half
    of one pair."""
    with closing(open_in_memory()) as connection:
        connection.execute(
            """
            WITH RECURSIVE numbers (id) AS (
                SELECT 1 UNION ALL SELECT id + 1 FROM numbers WHERE id < 20000
            )
            INSERT INTO matches (
                id, ruleset, rules_version, guild_id, origin_id, orange_id, gray_id, position, ply,
                repetitions, time_control, turn_began_at, outcome_why, revision, started_at,
                changed_at, ended_at, to_move, stakes, weekends, venue, orange_gave, gray_gave
            )
            SELECT
                id, 'classic', 1, 1 + id / 2 % 2, 70, 1 + id % 2, 2 - id % 2, '', 9,
                1, 'none', 0, 'resignation', 9, 0, 0, 0, 'o', 'casual', 'played', 'thread', 0, 0
            FROM numbers
            """
        )
        yield connection


@pytest.fixture(scope="module")
def plan_of(connection: sqlite3.Connection) -> Callable[[str], list[str]]:
    def plan(name: str) -> list[str]:
        rows = connection.execute(f"EXPLAIN QUERY PLAN {sql_of(name)}", parameters_of(name))
        return [row[3] for row in rows]

    return plan


@contextmanager
def transient(connection: sqlite3.Connection) -> Iterator[None]:
    """Undo all writes inside the block."""
    connection.execute("BEGIN")
    try:
        yield
    finally:
        connection.execute("ROLLBACK")


@pytest.mark.parametrize("name", NAMES)
def test_every_query_prepares_with_its_parameters_and_scans_no_table(
    plan_of: Callable[[str], list[str]], name: str
) -> None:
    declared = QUERIES[name].__signature__.parameters
    assert set(declared) - {"self"} == set(parameters_of(name))
    walks = [step for step in plan_of(name) if step.startswith("SCAN")]
    whole = WHOLE_TABLES
    if OF_ONE_PERSON.match(name):
        walks = [walk for walk in walks if not walk.endswith("_with_text")]
        whole = WHOLE_TABLES | SEEN_SELDOM
    assert name in AT_THE_START or {walk.split()[1] for walk in walks} <= whole, walks


@pytest.mark.parametrize("table", BY_NAME, ids=[table.name for table in BY_NAME])
def test_rows_are_written_and_found_by_key(
    connection: sqlite3.Connection, table: Table[Any]
) -> None:
    texts: tuple[str, ...] = (
        table.text_of("insert", table.columns),
        table.text_of("upsert", table.columns),
        table.text_of("change", table.columns, table.key),
        table.text_of("delete", table.key),
        table.text_of("find", table.key),
    )
    for text in texts:
        parameters = dict.fromkeys(re.findall(r":(\w+)", text), 1)
        connection.execute(f"EXPLAIN {text}", parameters)
        plan = connection.execute(f"EXPLAIN QUERY PLAN {text}", parameters)
        assert not [step for *_, step in plan if step.startswith("SCAN")]


def test_each_query_has_a_name_of_its_own() -> None:
    declared = [
        name
        for path in FILES
        for name in re.findall(r"^-- name: (\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    ]
    assert len(declared) == len(set(declared))


def test_each_query_is_used_once() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in ROOT.rglob("*.py"))
    uses = re.findall(r"QUERIES\.(\w+)\b", source)
    assert sorted(uses) == sorted(NAMES)


def calls_with_wrong_parameters(source: str) -> list[str]:
    """Return the calls of queries that do not pass exactly their parameters, with line numbers.

    What a mapping (`**values`) adds is not known; the keywords beside it must be parameters.
    """
    wrong = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="QUERIES"), attr=name)):
                keywords = {keyword.arg for keyword in node.keywords}
                missing = set[str]() if None in keywords else set(parameters_of(name)) - keywords
                unknown = keywords - set(parameters_of(name)) - {None}
                if len(node.args) != 1 or missing or unknown:
                    wrong.append(f"{node.lineno}: {ast.unparse(node)}")
    return wrong


@pytest.mark.parametrize("folder", ["bot", "tests"])
def test_each_call_of_a_query_passes_its_parameters(folder: str) -> None:
    """Keep what the types of a function would check, where a query is called without one."""
    wrong = {
        str(path): calls
        for path in sorted((ROOT.parent / folder).rglob("*.py"))
        if (calls := calls_with_wrong_parameters(path.read_text(encoding="utf-8")))
    }
    assert wrong == {}


@pytest.mark.parametrize(
    ("call", "is_right"),
    [
        ("QUERIES.turn_of_match(connection, match_id=1, ply=2).first(Turn)", True),
        ("QUERIES.turn_of_match(connection, match=1, ply=2).first(Turn)", False),
        ("QUERIES.turn_of_match(connection, match_id=1)", False),
        ("QUERIES.turn_of_match(connection, match_id=1, ply=2, seat='o')", False),
        ("QUERIES.turn_of_match(connection, 1, 2)", False),
        ("QUERIES.turn_of_match(connection, ply=2, **key)", True),
        ("QUERIES.turn_of_match(connection, plies=2, **key)", False),
    ],
)
def test_wrong_parameters_are_found(call: str, *, is_right: bool) -> None:
    assert (calls_with_wrong_parameters(call) == []) == is_right


@pytest.mark.parametrize(("name", "index"), POLLED.items())
def test_polling_reads_its_own_index(
    plan_of: Callable[[str], list[str]], name: str, index: str
) -> None:
    own = re.compile(rf"USING (COVERING )?INDEX {index}( |$)")
    assert any(own.search(step) for step in plan_of(name)), plan_of(name)


def test_finished_work_is_not_in_the_polled_indexes(connection: sqlite3.Connection) -> None:
    rows = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'index'")
    partial = {name for name, text in rows if text and "WHERE" in text}
    # A job that was done has no row.
    assert set(POLLED.values()) - {"jobs_due"} <= partial


def test_a_board_is_claimed_without_reading_every_challenge(
    plan_of: Callable[[str], list[str]],
) -> None:
    assert "SEARCH outbox USING INDEX outbox_being_posted (kind=?)" in plan_of(
        "challenge_being_posted"
    )


def test_the_match_of_a_thread_is_found_without_sorting(
    plan_of: Callable[[str], list[str]],
) -> None:
    assert len(plan_of("matches_of_channel")) == 1


def test_finished_matches_are_not_read_to_list_the_live_ones(
    plan_of: Callable[[str], list[str]],
) -> None:
    plan = " ".join(plan_of("matches_of_user"))
    for seat in ("orange", "gray"):
        assert f"matches_of_{seat} ({seat}_id=? AND outcome_why=?)" in plan


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("games_over_")])
def test_a_page_of_finished_matches_is_read_from_where_it_begins(
    plan_of: Callable[[str], list[str]], name: str
) -> None:
    plan = plan_of(name)
    searches = [step for step in plan if step.startswith("SEARCH")]
    assert len(searches) == 2
    assert all(re.search(r"\(\w+_id=\?.* AND id[<>]\?\)", step) for step in searches), plan
    assert not any("TEMP B-TREE" in step for step in plan), plan


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("games_over_")])
def test_a_page_costs_the_same_for_any_number_of_finished_matches(
    finished: sqlite3.Connection, name: str
) -> None:
    steps = 0

    def count() -> int:
        nonlocal steps
        steps += 1
        return 0

    asked = {**parameters_of(name), "opponent_id": 2, "guild_id": 1, "than": 10000, "most": 9}
    known = {key: value for key, value in asked.items() if key in parameters_of(name)}
    finished.set_progress_handler(count, 10)
    rows = finished.execute(sql_of(name), known).fetchall()
    finished.set_progress_handler(None, 0)
    assert len(rows) == 9
    assert steps < 500, f"{steps * 10} steps of SQLite's machine for nine rows"


def test_rulesets_of_a_season_are_listed_without_walking_over_its_players(
    connection: sqlite3.Connection,
) -> None:
    """Ten thousand players are rated in two rulesets in two seasons, and in one in a third."""
    with transient(connection):
        connection.execute(
            """
            WITH RECURSIVE numbers (id) AS (
                SELECT 1 UNION ALL SELECT id + 1 FROM numbers WHERE id < 10000
            )
            INSERT INTO ratings
            SELECT 1, names.ruleset, names.scope, id, 1500, 64, 0.06, 0, 1, 0, 0, 1, NULL
            FROM numbers
            CROSS JOIN (
                SELECT 'classic' AS ruleset, 1 AS scope UNION ALL SELECT 'seam', 1
                UNION ALL SELECT 'classic', 2 UNION ALL SELECT 'seam', 2
                UNION ALL SELECT 'seam', 3
            ) AS names
            """
        )
        steps = 0

        def count() -> int:
            nonlocal steps
            steps += 1
            return 0

        connection.set_progress_handler(count, 10)
        found = [
            connection.execute(
                sql_of("rulesets_of_season"), {"guild_id": 1, "season_id": season}
            ).fetchall()
            for season in (2, 3, 4)
        ]
        connection.set_progress_handler(None, 0)
    assert [[row[0] for row in rows] for rows in found] == [["classic", "seam"], ["seam"], []]
    assert steps < 100, f"{steps * 10} steps of SQLite's machine"


@pytest.mark.parametrize("name", ["history_before", "history_after"])
@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"ruleset": "scarce"},
        {"score": 0.5},
        {"ruleset": "seam", "stakes": "rated", "score": 0.0},
        {"stakes": "casual"},
    ],
    ids=str,
)
def test_a_page_of_history_costs_the_same_however_it_is_filtered(
    history: sqlite3.Connection, name: str, asked: dict[str, object]
) -> None:
    """The server has 100,000 matches, most of them of one sort."""
    steps = 0

    def count() -> int:
        nonlocal steps
        steps += 1
        return 0

    every = {"ruleset": "", "stakes": "", "score": -1.0, "than": 50_000, "most": 9}
    whole = {"guild_id": 1, "player_key": 0, "opponent_key": 0}
    history.set_progress_handler(count, 10)
    rows = history.execute(sql_of(name), {**every, **whole, **asked}).fetchall()
    history.set_progress_handler(None, 0)
    assert len(rows) == 9
    assert steps < 2500, f"{steps * 10} steps of SQLite's machine for nine rows"


def fill_history(connection: sqlite3.Connection, matches: int) -> None:
    """Insert matches into a server's history, every hundredth of a rare sort."""
    connection.execute(
        """
        WITH RECURSIVE numbers (id) AS (
            SELECT 1 UNION ALL SELECT id + 1 FROM numbers WHERE id < ?
        )
        INSERT INTO matches (
            id, ruleset, rules_version, guild_id, origin_id, orange_id, gray_id, position, ply,
            repetitions, time_control, turn_began_at, outcome_why, revision, started_at, changed_at,
            ended_at, to_move, stakes, weekends, venue, orange_gave, gray_gave
        )
        SELECT
            id, 'classic', 1, 1, 70, 1, 2, '', 9, 1, 'none', 0, 'resignation', 9, 0, 0, 0, 'o',
            'casual', 'played', 'thread', 0, 0
        FROM numbers
        """,
        [matches],
    )
    every = [
        (f"{ruleset} {stakes} {score}", ruleset, stakes, score)
        for ruleset in ("classic", "rows", "junior", "seam", "scarce")
        for stakes in ("casual", "rated")
        for score in (1.0, 0.5, 0.0)
    ]
    connection.executemany(
        "INSERT INTO history_sorts (sort, ruleset, stakes, score) VALUES (?, ?, ?, ?)", every
    )
    connection.executemany(
        "INSERT INTO histories VALUES (1, 0, 0, ?, ?)",
        (
            (every[number // 100 % len(every) if number % 100 == 0 else 0][0], number)
            for number in range(1, matches + 1)
        ),
    )
