"""The sweeper: it takes as long as it takes, and the bot is known to be there meanwhile."""

import asyncio

from bot.db.program import Remembered
from bot.match.identity import Instant, MatchId, Seconds
from bot.match.match import Match
from playground import Limits
from tests.play.sitting import sit_down
from tests.play.table import Table

WITHIN = 120.0
"""Seconds in which what is waited for comes, on however slow a machine."""
A_WHILE = 50.0
"""Seconds: three of them would be an outage."""


async def heartbeat(table: Table) -> float:
    return float(await table.services.recall(Remembered.HEARTBEAT) or 0.0)


async def known_to_be_there(table: Table, since: Instant) -> None:
    """Wait until a heartbeat is noted that is later than some moment."""
    async with asyncio.timeout(WITHIN):
        while True:
            if await heartbeat(table) >= since:
                return
            await asyncio.sleep(0.05)


async def test_a_sweep_that_takes_long_is_no_outage(table: Table) -> None:
    playground = table.playground
    playground.interactions.limits = Limits(answer_within=WITHIN)
    ada, bob = playground.person("ada"), playground.person("bob")
    sitting = await sit_down(playground, ada, bob, playground.channel("games"))
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def take_long() -> bool:
        begun.set()
        await go_on.wait()
        return False

    table.bot.sweepers.append(take_long)
    sweep = asyncio.ensure_future(table.bot.sweep())
    await asyncio.wait_for(begun.wait(), WITHIN)
    before = await match_of(table, sitting.number)
    for _ in range(4):
        table.clock.advance(Seconds(A_WHILE))
        await known_to_be_there(table, table.clock.now())
    go_on.set()
    await asyncio.wait_for(sweep, WITHIN)
    await table.bot.sweep()
    assert (await match_of(table, sitting.number)).clock.deadline == before.clock.deadline


async def match_of(table: Table, number: int) -> Match:
    return await table.services.matches.find(MatchId(number))
