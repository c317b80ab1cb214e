"""The heartbeat shows that the bot is there, however long its jobs take."""

import asyncio
from dataclasses import dataclass
from typing import ClassVar

import pytest

from bot.db.program import StoredValue
from bot.jobs.jobs import Job, schedule
from bot.jobs.runner import job
from bot.match.identity import Instant, Seconds
from bot.match.match import Match
from playground import Limits
from tests.kit.server_matches import start_match_between
from tests.kit.tables import Table

WITHIN = 120.0
"""Seconds to wait for an event, enough for a slow machine."""
A_WHILE = 50.0
"""Seconds; three times as many would be an outage."""


async def heartbeat(table: Table) -> float:
    return float(await table.services.load_value(StoredValue.HEARTBEAT) or 0.0)


async def wait_for_heartbeat(table: Table, since: Instant) -> None:
    """Wait until a heartbeat from this moment or later is recorded."""
    async with asyncio.timeout(WITHIN):
        while True:
            if await heartbeat(table) >= since:
                return
            await asyncio.sleep(0.05)


@dataclass(frozen=True, slots=True)
class Chore(Job):
    kind: ClassVar[str] = "chore that takes long"


class Slow:
    """A job that takes as long as a test wants."""

    def __init__(self) -> None:
        self.begun, self.go_on = asyncio.Event(), asyncio.Event()

    @job(Chore)
    async def do(self, _: Chore) -> None:
        self.begun.set()
        await self.go_on.wait()


@pytest.mark.long
async def test_a_long_job_is_not_an_outage(table: Table) -> None:
    playground, slow = table.playground, Slow()
    playground.interactions.limits = Limits(answer_within=WITHIN)
    ada, bob = playground.person("ada"), playground.person("bob")
    server_match = await start_match_between(playground, ada, bob, playground.channel("games"))
    table.services.jobs.add(slow)
    async with table.services._database.writing() as writing:
        await schedule(writing, Chore(), table.clock.now())
    await asyncio.wait_for(slow.begun.wait(), WITHIN)
    before = await match_of(table, server_match.number)
    for _ in range(4):
        table.clock.advance(Seconds(A_WHILE))
        await wait_for_heartbeat(table, table.clock.now())
    slow.go_on.set()
    await table.services.jobs.wait()
    await table.services.jobs.run_due()
    assert (await match_of(table, server_match.number)).clock.deadline == before.clock.deadline


async def match_of(table: Table, number: int) -> Match:
    return await table.match(number)
