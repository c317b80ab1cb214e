"""A pooler between the bot and the server may run each transaction on another connection."""

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack, ExitStack, closing
from random import Random

import pytest

from bot.address import ServerAddress
from bot.db.opening import open_database
from bot.features.standings.ratings import RebuildResult
from bot.jobs.leadership import Leadership
from bot.match.identity import UserId
from bot.services import Services
from tests.kit.clocks import StandingClock
from tests.kit.pooler import CONNECTIONS, pooler_to
from tests.kit.service_matches import begin, play_randomly, run_due_jobs, stored_turns

pytestmark = pytest.mark.postgresql

STATE = """
SELECT 'prepared ' || name FROM pg_prepared_statements
UNION ALL SELECT 'set ' || name FROM pg_settings
    WHERE source = 'session' AND name <> 'application_name' AND name <> 'client_encoding'
UNION ALL SELECT 'locked ' || mode FROM pg_locks
    WHERE pid = pg_backend_pid() AND locktype = 'advisory'
UNION ALL SELECT 'listens to ' || pg_listening_channels()
UNION ALL SELECT 'temporary ' || relname FROM pg_class WHERE relpersistence = 't'
"""
"""A query for what earlier users of a connection have left on it."""


@pytest.fixture
def pooler_address(path: ServerAddress) -> Iterator[ServerAddress]:
    with pooler_to(path) as address:
        yield address


async def test_matches_are_played_through_a_pooler_and_leave_nothing_on_its_connections(
    pooler_address: ServerAddress, path: ServerAddress, clock: StandingClock
) -> None:
    async with AsyncExitStack() as stack:
        hosts = []
        for number in range(2):
            database = await open_database(pooler_address)
            stack.push_async_callback(database.close)
            hosts.append(Services(database, Leadership(database), clock, Random(number)))

        async def live(number: int) -> None:
            host = hosts[number % len(hosts)]
            match = await begin(host, UserId(1000 + 2 * number), UserId(1001 + 2 * number))
            played = await play_randomly(host, match.id, Random(number), 12)
            assert len(stored_turns(path, match.id)) == played.ply

        await asyncio.gather(*(live(number) for number in range(4 * len(hosts))))
        await run_due_jobs(hosts[0])
        assert await hosts[1].ratings.check() == RebuildResult(0, 0, 0)
        assert leftovers(pooler_address) == []


def leftovers(pooler_address: ServerAddress) -> list[str]:
    """List what is left on the pooler's connections, which are all held at once."""
    import psycopg

    found: list[str] = []
    with ExitStack() as held:
        for _ in range(CONNECTIONS):
            # Each stays in its transaction until the end, so the next gets another connection.
            connection = held.enter_context(
                closing(psycopg.connect(pooler_address.url, prepare_threshold=None))
            )
            found += [name for (name,) in connection.execute(STATE)]
    return found
