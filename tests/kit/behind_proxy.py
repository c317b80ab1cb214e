"""A table whose database is behind a proxy that can break, fall silent or be slow."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.db.errors import StorageFailing
from cogs.wording.refusals import sentence
from playground import Playground
from tests.kit.postgresql import server
from tests.kit.proxy import Proxy, open_proxy
from tests.kit.server_matches import ServerMatch, start_match_between
from tests.kit.tables import DESCRIPTION, PATIENT, Table, run_bot
from tests.play.conftest import expect_no_fault

NOT_STORED = sentence(StorageFailing("away"))
SLOW = 0.7
"""Seconds that a slow server takes for each answer; a turn and its board need several."""


@asynccontextmanager
async def match_behind_proxy() -> AsyncIterator[tuple[Table, Proxy, ServerMatch]]:
    """Seat two people at a table whose database is behind a proxy."""
    with server().database() as database:
        async with (
            open_proxy(database) as (proxy, address),
            Playground(description=DESCRIPTION, limits=PATIENT) as playground,
            run_bot(playground, address) as table,
        ):
            ada, bob = playground.person("ada"), playground.person("bob")
            yield (
                table,
                proxy,
                await start_match_between(playground, ada, bob, playground.channel("games")),
            )
            expect_no_fault(table)
            playground.expect_valid()


async def expect_unsaved(server_match: ServerMatch) -> None:
    """Do an action, and expect one private message that nothing can be stored."""
    before = [seen.text for seen in server_match.orange.look(server_match.place)]
    answer = await server_match.orange.command("place", channel=server_match.place, square="c3")
    assert answer.text == NOT_STORED
    assert answer.shown.ephemeral
    assert not answer.follow_ups
    after = [
        seen.text
        for seen in server_match.orange.look(server_match.place)
        if seen.id != answer.shown.id
    ]
    assert after == before
