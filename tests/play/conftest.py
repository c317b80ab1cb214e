from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from aiohttp import web_app

from cogs.wording.names import NAMES
from playground import Playground
from tests.kit import postgresql
from tests.kit.match_pages import Web, serve_match_pages
from tests.kit.server_matches import ServerMatch, start_match
from tests.kit.tables import DESCRIPTION, PATIENT, Table, limit_analyses, open_table
from tests.kit.time_limits import be_patient


@pytest.fixture(autouse=True)
def plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Disable numba's compiler in engine processes: compiling can take a minute the first time."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")


@pytest.fixture(autouse=True)
def patient_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set long time limits for the bot; tests of late answers set shorter ones."""
    be_patient(monkeypatch)


@pytest.fixture(autouse=True)
def quick_readers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Accept presses on a panel at once: the players of a test read faster than people do."""
    monkeypatch.setattr("cogs.matches.cog.READING_TIME", 0.0)


@pytest.fixture(autouse=True)
def forget_names() -> None:
    """Forget the names that the bot knows: ids are the same in every test."""
    NAMES.clear()


@pytest.fixture
def retry_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Retry soon after a failure, so that tests don't wait five seconds for it."""
    monkeypatch.setattr("bot.jobs.backoff.FIRST_WAIT", 0.5)
    monkeypatch.setattr("cogs.boards.outbox.AGAIN_AFTER", 0.1)


@pytest.fixture(autouse=True)
def _databases() -> Iterator[None]:
    """Give back the databases that stand for files, if the tests run on a database server."""
    yield
    postgresql.give_back()


@pytest.fixture
async def playground() -> AsyncIterator[Playground]:
    """A stand-in Discord for bots that a test starts; all of their requests must be valid."""
    async with Playground(description=DESCRIPTION, limits=PATIENT) as playground:
        yield playground
        playground.expect_valid()


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Return the path of the database for the bots that a test starts."""
    return tmp_path / "boop.sqlite3"


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    async with open_table(tmp_path) as table:
        limit_analyses(table)
        yield table
        expect_no_fault(table)
    # aiohttp caches the last thousand applications and everything they refer to: a stand-in
    # Discord, its messages and their pictures for each test.
    web_app._cached_build_middleware.cache_clear()


@pytest.fixture
async def web(table: Table) -> AsyncIterator[Web]:
    async with serve_match_pages(table) as web:
        yield web


@pytest.fixture
async def server_match(table: Table) -> ServerMatch:
    """Return a match in a thread, with ada at orange and bob at gray."""
    return await start_match(table.playground)


def expect_no_fault(table: Table) -> None:
    """Assert that no player was told of a fault of the bot itself."""
    world = table.playground.world
    for place in world.places:
        for message in world.messages.oldest_first(place):
            assert "went wrong" not in message.content, message.content
