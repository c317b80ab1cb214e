import contextlib
import gc
import importlib
import os
import re
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Collection, Iterator
from functools import cache, partial
from itertools import combinations
from pathlib import Path
from typing import Final

import pytest
import structlog
from _pytest.mark.expression import Expression
from hypothesis import settings
from pytest_asyncio import is_async_test

import bot.text.po_files
from bot.address import DatabaseAddress
from bot.db.database import Database
from bot.db.opening import open_database
from bot.text import drop_catalogues
from tests.kit import postgresql
from tests.kit.catalogues import WriteCatalogue, write_catalogue_in
from tests.kit.template import create_database
from tests.kit.thoroughness import IS_THOROUGH, quick_or_thorough
from tests.kit.time_of_day import clock_from

# No test is about its own speed, and a test that is debugged or runs on a busy machine takes its
# time. `.ci/long` tries new random examples; elsewhere the same examples are tried each time.
settings.register_profile(
    "ours", deadline=None, derandomize=not IS_THOROUGH, max_examples=quick_or_thorough(20, 100)
)
settings.load_profile("ours")

# Tests check what users see, not the journal; the default form formats every local variable.
structlog.configure(
    processors=[
        structlog.stdlib.add_log_level,
        structlog.processors.format_exc_info,
        structlog.processors.KeyValueRenderer(key_order=["event"]),
    ]
)

# Tests create thousands of bots, Discords and modules. Looking for cycles after every 700 new
# objects, as Python does, takes a twelfth of a test's time.
gc.set_threshold(10_000, 10, 10)

_MEMORY: Final = Path("/dev/shm")
_MEMORY_WANTED: Final = 2 * 2**30

# Thousands of short-lived databases need not wait for a disk.
if _MEMORY.is_dir() and shutil.disk_usage(_MEMORY).free >= _MEMORY_WANTED:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(_MEMORY))

COVERED_ELSEWHERE: Final = frozenset(
    f"{name}.py"
    for name in (
        "cogs/wording/test_alt_text",
        "cogs/test_views",
        "engine/test_analysis",
        "engine/test_forced_wins",
        "engine/test_learning",
        "engine/test_levels",
        "engine/test_protocol",
        "engine/test_proving",
        "engine/test_puzzle_making",
        "engine/test_puzzles",
        "engine/test_reasons",
        "features/ladders/test_ladder_lives",
        "features/practice/test_practice_life",
        "features/test_killed",
        "features/tournaments/test_cup_lives",
        "features/tournaments/test_league_lives",
        "game/test_differential",
        "game/test_laws",
        "game/test_replayed_events",
        "match/test_life",
        "match/test_playing_on",
        "match/test_record",
        "match/test_timed_life",
        "play/page/test_accessible_match",
        "play/page/test_direct_in_browser",
        "play/page/test_director_in_browser",
        "play/page/test_match_in_browser",
        "play/test_at_once",
        "play/test_killed",
        "play/test_rulesets",
        "play/test_whole_matches",
        "playground/page/test_accessible",
        "playground/page/test_page_in_browser",
        "playground/page/test_side_by_side",
    )
)
"""Tests whose coverage is not measured. Other tests reach the same lines, and measuring makes these
repetitive tests take up to three times as long."""

UNMEASURED_PROCESSES: Final = COVERED_ELSEWHERE | {
    "cli/test_backup_commands.py",
    "cli/test_child.py",
    "cli/test_keeping.py",
    "cli/test_playground_command.py",
    "play/page/test_killed_in_browser.py",
    "play/test_public.py",
}
"""Tests that start bots as processes only to see them start and end; other tests measure those."""

SLOWEST: Final = (
    "play/test_fleet.py",
    "play/test_killed.py",
    "play/test_at_once.py",
    "features/test_killed.py",
    "features/ladders/test_ladder_lives.py",
    "features/tournaments/test_cup_lives.py",
    "features/tournaments/test_league_lives.py",
)
"""Tests that start first, so that the last of several workers does not work alone for long."""

SLOW: Final = frozenset({"process", "browser", "whole", "long"})
"""Markers of tests that have a command of their own; most of these tests wait for a browser or for
processes to start and end."""

QUICK: Final = " and ".join(f"not {each}" for each in (*sorted(SLOW), "night"))
"""The tests that run if neither a path nor a marker is given."""

SAYS_SLOW: Final = re.compile(rf"mark\.({'|'.join(sorted(SLOW))})\b")
"""Matches the source of a test file in which a test has one of these markers."""

WAITING_WORKERS: Final = 2
"""Workers in addition to one per core: tests that play over sockets wait half of their time."""

ON_BOTH_ENGINES: Final = frozenset({"db", "features", "jobs"})
"""Folders whose tests `BOOP_TEST_DATABASE=postgresql` runs on a server, except tests of files."""

DATABASES: Final = frozenset(
    {"path", "postgresql", "server", "services", "table", "temporary_database", "tmp_path"}
)
"""Names, of fixtures or in a test's module, that show that a test uses a database."""

_HERE: Final = Path(__file__).parent


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect tests, mark those whose coverage is not measured, and put the slowest first.

    Tests of one engine are deselected on the other engine. Tests that use no database are
    deselected on a server.
    """
    other = "sqlite" if postgresql.IS_CHOSEN else "postgresql"
    left_out = {each for each in items if each.get_closest_marker(other)}
    if postgresql.IS_CHOSEN:
        left_out |= {each for each in items if _needs_no_database(each)}
    config.hook.pytest_deselected(items=list(left_out))
    items[:] = [each for each in items if each not in left_out]
    passed_over = {_file(each) for each in items if _is_slow(each) and not _says_slow(each.path)}
    if passed_over:
        raise pytest.UsageError(f"a marker of {passed_over} has to be written in the file itself")
    for item in items:
        if _file(item) in COVERED_ELSEWHERE:
            item.add_marker("no_cover")
        if item.path.parent.name == "page" and is_async_test(item):
            # They share a browser, which belongs to one event loop.
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)
    items.sort(key=lambda item: _file(item) not in SLOWEST)


def pytest_configure(config: pytest.Config) -> None:
    """Run tests that start processes or a browser only by a command of their own."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        _measure_once(config)
    if sys.dont_write_bytecode:
        config.add_cleanup(_keep_bytecode_apart())
    config.add_cleanup(postgresql.stop)
    named = config.args_source is pytest.Config.ArgsSource.ARGS
    if not named and not config.option.markexpr:
        config.option.markexpr = QUICK


def _measure_once(config: pytest.Config) -> None:
    """Stop the coverage that a worker started as if our `-n` gave it workers of its own.

    The coverage that it starts as a worker would be stacked on top, and the first one would
    continue in the tests for which pytest-cov pauses.
    """
    begun = config.pluginmanager.get_plugin("_cov")
    if begun is not None and begun.cov_controller is not None:
        begun.cov_controller.cov.stop()


def _keep_bytecode_apart() -> Callable[[], None]:
    """Keep bytecode outside the tree; return a function that removes it.

    Without the bytecode, hundreds of processes would compile the bot, and each worker would compile
    all tests.
    """
    folder = tempfile.mkdtemp(prefix="boop-bytecode-")
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix = folder
    sys.dont_write_bytecode = False
    return lambda: shutil.rmtree(folder, ignore_errors=True)


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Have each worker import a different part of the tests first.

    pytest rewrites the `assert` statements and caches the result, which takes longer than
    everything else before the first test. If the workers went through the files in the same order,
    each would rewrite all of them.
    """
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if workers == 1:
        return
    own = int(os.environ["PYTEST_XDIST_WORKER"].removeprefix("gw"))
    folders = (session.config.rootpath / each for each in session.config.args)
    files = sorted(file for folder in folders for file in folder.rglob("test_*.py"))
    for file in files[own::workers]:
        name = ".".join(file.relative_to(_HERE.parent).with_suffix("").parts)
        # Collection reports what is wrong with the file.
        with contextlib.suppress(Exception, pytest.skip.Exception):
            importlib.import_module(name)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skip files without a marked test if only marked tests were asked for.

    Each worker would import all other files first, which takes as long as a hundred tests.
    """
    if not is_for_marked(config.option.markexpr) or not collection_path.name.startswith("test_"):
        return None
    return None if _says_slow(collection_path) else True


@cache
def is_for_marked(expression: str) -> bool:
    """Return whether an expression of markers excludes all tests that have no marker of `SLOW`."""
    if not expression:
        return False
    compiled = Expression.compile(expression)

    def has(markers: Collection[str], name: str, /, **_: object) -> bool:
        return name in markers

    others = set(re.findall(r"\w+", expression)) - SLOW
    return not any(
        compiled.evaluate(partial(has, markers))
        for count in range(len(others) + 1)
        for markers in combinations(others, count)
    )


@cache
def _says_slow(path: Path) -> bool:
    return SAYS_SLOW.search(path.read_text("utf-8")) is not None


def pytest_collection_finish() -> None:
    """Exclude modules and tests from garbage collection, because they live to the end."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes() -> None:
    """Let only pytest-cov measure the workers.

    As ordinary processes they would also measure themselves, and not pause in the tests for which
    pytest-cov pauses. The variable is set again for the processes that workers start.
    """
    for name in tuple(os.environ):
        if name.startswith("COVERAGE_PROCESS"):
            del os.environ[name]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Return how many workers share the tests by default."""
    cores = os.cpu_count() or 1
    return 2 * cores + 1 if is_for_marked(config.option.markexpr) else cores + WAITING_WORKERS


def _needs_no_database(item: pytest.Item) -> bool:
    """Return whether a test does the same with and without a server."""
    if not isinstance(item, pytest.Function) or item.get_closest_marker("postgresql"):
        return False
    return DATABASES.isdisjoint({*item.fixturenames, *vars(item.module)})


def _is_slow(item: pytest.Item) -> bool:
    return any(each.name in SLOW for each in item.iter_markers())


def _file(item: pytest.Item) -> str:
    # There are thousands of items, each asked twice, and cutting names is faster than comparing
    # paths.
    return item.nodeid.partition("::")[0].removeprefix("tests/")


@pytest.fixture(autouse=True)
def _clock() -> Iterator[None]:
    """Have each test begin at the same instant."""
    with clock_from():
        yield


@pytest.fixture(autouse=True)
def _unmeasured_processes(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Don't measure the processes that some tests start."""
    if _file(request.node) in UNMEASURED_PROCESSES:
        for name in tuple(os.environ):
            if name.startswith("COVERAGE_PROCESS"):
                monkeypatch.delenv(name)


@pytest.fixture
def without_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hide numba, which would stay in this process; programs of their own use it."""
    monkeypatch.setitem(sys.modules, "numba", None)


@pytest.fixture
def plain_python(without_numba: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run without numba, here and in processes that are started, because compiling takes long."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")


@pytest.fixture
def path(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[DatabaseAddress]:
    """Return the address of a test's database, on the engine that the tests run on."""
    if not postgresql.IS_CHOSEN or _file(request.node).split("/")[0] not in ON_BOTH_ENGINES:
        yield tmp_path / "boop.sqlite3"
        return
    with postgresql.server().database() as address:
        yield address


@pytest.fixture
async def database(path: DatabaseAddress) -> AsyncIterator[Database]:
    """Open a database on a real file, migrated as the program does it."""
    opened = await open_database(create_database(path))
    yield opened
    await opened.close()


@pytest.fixture
def write_catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[WriteCatalogue]:
    """Catalogues that the test writes, and no others."""
    folder = tmp_path / "locale"
    folder.mkdir()
    monkeypatch.setattr(bot.text.po_files, "LOCALE", folder)
    drop_catalogues()
    yield partial(write_catalogue_in, folder)
    drop_catalogues()
