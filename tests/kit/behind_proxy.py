"""A table whose database is behind a proxy, which can be cut, fall silent or be slow."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.db.errors import StorageFailing
from cogs.wording.refusals import sentence
from playground import Playground
from tests.kit.proxy import Proxy, proxy_to
from tests.kit.seats import Sitting, sit_down
from tests.kit.server import server
from tests.kit.tables import DESCRIPTION, PATIENT, Table, running_bot
from tests.play.conftest import expect_no_fault

WORDS = sentence(StorageFailing("away"))
SLOW = 0.7
"""Seconds that a slow server takes for each answer; a turn and its board need several."""


@asynccontextmanager
async def seated() -> AsyncIterator[tuple[Table, Proxy, Sitting]]:
    """Seat two people at a table whose database is behind a proxy."""
    with server().database() as database:
        async with (
            proxy_to(database) as (proxy, address),
            Playground(description=DESCRIPTION, limits=PATIENT) as playground,
            running_bot(playground, address) as table,
        ):
            ada, bob = playground.person("ada"), playground.person("bob")
            yield table, proxy, await sit_down(playground, ada, bob, playground.channel("games"))
            expect_no_fault(table)
            playground.expect_valid()


async def expect_unsaved(sitting: Sitting) -> None:
    """Act, and expect one private message that nothing can be stored."""
    before = [seen.text for seen in sitting.orange.look(sitting.place)]
    answer = await sitting.orange.command("place", channel=sitting.place, square="c3")
    assert answer.text == WORDS
    assert answer.shown.ephemeral
    assert not answer.follow_ups
    after = [seen.text for seen in sitting.orange.look(sitting.place) if seen.id != answer.shown.id]
    assert after == before
