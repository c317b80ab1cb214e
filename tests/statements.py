"""Record the statements that tests execute on PostgreSQL, and choose tests that execute all.

As a pytest plugin (`-p tests.statements`) it records the statements of each test in the folder
`STATEMENTS_FOLDER`. `python -m tests.statements` runs the tests of features with it, and writes to
`tests/on_postgresql.txt` the tests that together execute every statement in little time;
`.ci/postgresql` runs them. `python -m tests.statements FOLDER` fails if the tests of that folder
left out a query.
"""

import json
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import wraps
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any, Final

import pytest

import bot
from bot.db.statements import Statement, StatementAdapter, load_queries

CHOSEN: Final = Path(__file__).with_name("on_postgresql.txt")
ROOT: Final = Path(__file__).parent.parent
NOT_EACH_TIME: Final = frozenset(
    f"{file}: {name}"
    for file, names in (
        ("bot/db/program.sql", "set_number_allotted"),
        ("bot/features/challenges/queries.sql", "last_listed_by"),
        ("bot/features/matches/outages.sql", "ends_of_time"),
        ("bot/features/matches/queries.sql", "hurry_match matches_live"),
        (
            "bot/features/notifications/queries.sql",
            "declined_by_messages is_notification notification_delivered",
        ),
        ("bot/features/standings/curves.sql", "rating_of_match"),
        ("bot/features/standings/seasons.sql", "titles_of_season"),
    )
    for name in names.split()
)
"""Queries that only `.ci/long` executes on PostgreSQL, by its journeys; each run prepares them.

The list may only shrink.
"""
_BEGIN: Final = 0.05
"""Seconds that each test takes in addition to its own."""


@dataclass(slots=True)
class StatementsOfTest:
    """The statements that a test function executed on the server, and how long it took."""

    seconds: float = 0.0
    texts: set[str] = field(default_factory=set)
    queries: set[str] = field(default_factory=set)


_asked: Final[dict[str, StatementsOfTest]] = defaultdict(StatementsOfTest)
_at_work: Final = [StatementsOfTest()]
_QUERIES_IN: Final[dict[str, frozenset[str]]] = {}
"""The queries of .sql files in each text; a text may contain another query's text."""


def queries() -> dict[str, str]:
    """Return the name of each query in a .sql file by its text."""
    files = [
        each for each in Path(bot.__file__).parent.rglob("*.sql") if "schema" not in each.parts
    ]
    return {
        getattr(read_from, name).sql: f"{file.relative_to(ROOT)}: {name}"
        for file in sorted(files)
        for read_from in (load_queries(str(file)),)
        for name in read_from.available_queries
        if not name.endswith("_cursor")
    }


def pytest_configure() -> None:
    """Record each statement that is made from a query, and each that is sent."""
    from bot.db.pipelines import PipelineConnection

    for name in ("select", "insert_update_delete"):
        make = getattr(StatementAdapter, name)
        setattr(StatementAdapter, name, _recording_queries(make))
    pipeline = PipelineConnection._pipeline

    async def recorded(
        self: PipelineConnection,
        statements: Sequence[Statement[Any]],
        before: str = "",
        after: str = "",
    ) -> list[Any]:
        for each in statements:
            _at_work[0].texts.add(each.server_text)
            _at_work[0].queries |= _QUERIES_IN.get(each.sql, frozenset())
        return await pipeline(self, statements, before, after)

    PipelineConnection._pipeline = recorded  # type: ignore[method-assign]


def _recording_queries(make: Any) -> Any:
    @wraps(make)
    def recorded(self: Any, connection: Any, name: str, sql: str, values: Any, *more: Any) -> Any:
        made = make(self, connection, name, sql, values, *more)
        inner = (
            _QUERIES_IN.get(each.sql, ()) for each in values.values() if type(each) is Statement
        )
        _QUERIES_IN[made.sql] = frozenset({sql}).union(*inner)
        return made

    return recorded


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Record what a test executes and how long it takes."""
    _at_work[0] = asked = _asked[item.nodeid.partition("[")[0]]
    began = process_time()
    result = yield
    asked.seconds += process_time() - began + _BEGIN
    return result


def pytest_sessionfinish() -> None:
    """Write what was recorded in this process."""
    own = os.environ.get("PYTEST_XDIST_WORKER", "all")
    recorded = {
        name: [each.seconds, sorted(each.texts), sorted(each.queries)]
        for name, each in _asked.items()
    }
    Path(os.environ["STATEMENTS_FOLDER"], f"{own}.json").write_text(json.dumps(recorded), "utf-8")


def read(folder: Path) -> dict[str, StatementsOfTest]:
    """Return what all processes recorded."""
    found = defaultdict[str, StatementsOfTest](StatementsOfTest)
    for file in folder.glob("*.json"):
        for name, (seconds, texts, asked) in json.loads(file.read_text("utf-8")).items():
            found[name].seconds += seconds
            found[name].texts.update(texts)
            found[name].queries.update(asked)
    return found


def choose(asked: Mapping[str, StatementsOfTest]) -> list[str]:
    """Return tests that together execute every statement.

    Each next test is the one that adds most statements per second.
    """
    left = {text for each in asked.values() for text in each.texts}
    chosen = list[str]()
    while left:
        best = max(asked, key=lambda name: len(asked[name].texts & left) / asked[name].seconds)
        chosen.append(best)
        left -= asked[best].texts
    return sorted(chosen)


def missing(folder: Path) -> list[str]:
    """Return the names of the queries that should have been executed and were not."""
    asked = {query for each in read(folder).values() for query in each.queries}
    every = queries().items()
    return sorted(name for text, name in every if not (text in asked or name in NOT_EACH_TIME))


def main(arguments: list[str]) -> int:
    if arguments:
        left = missing(Path(arguments[0]))
        sys.stdout.writelines(f"not executed on PostgreSQL: {name}\n" for name in left)
        return 1 if left else 0
    with TemporaryDirectory() as folder:
        ours = {"BOOP_TEST_DATABASE": "postgresql", "STATEMENTS_FOLDER": folder}
        command = [sys.executable, "-m", "pytest", "-p", "tests.statements", "tests/features"]
        wanted = "not process and not night"
        subprocess.run([*command, "-m", wanted], check=True, env=os.environ | ours, cwd=ROOT)
        CHOSEN.write_text("".join(f"{each}\n" for each in choose(read(Path(folder)))), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
