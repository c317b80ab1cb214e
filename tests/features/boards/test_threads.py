"""When the threads of matches are looked at next."""

from bot.features.boards.threads import AGAIN_WITHIN
from bot.match.clock import DAY
from bot.services import Host
from tests.features.clocks import StandingClock
from tests.features.hosting import begin
from tests.match.table import ORANGE


async def test_a_thread_that_is_well_is_looked_at_again_in_a_day(
    host: Host, clock: StandingClock
) -> None:
    number = (await begin(host)).id
    clock.advance(DAY)
    claimed = await host.threads.claim(number)
    assert claimed is not None
    assert await host.threads.claim(number) is None, "somebody is at it"
    await host.threads.keep(number, claimed)
    clock.advance(DAY - 1)
    assert await host.threads.due(10) == []
    clock.advance(1)
    assert await host.threads.due(10) == [number]


async def test_a_thread_whose_look_failed_is_looked_at_again_soon(
    host: Host, clock: StandingClock
) -> None:
    number = (await begin(host)).id
    clock.advance(DAY)
    await host.threads.claim(number)
    assert await host.threads.due(10) == []
    clock.advance(AGAIN_WITHIN)
    assert await host.threads.due(10) == [number]


async def test_a_match_that_ends_while_its_thread_is_looked_at_is_named_after_its_result_soon(
    host: Host, clock: StandingClock
) -> None:
    number = (await begin(host)).id
    clock.advance(DAY)
    claimed = await host.threads.claim(number)
    assert claimed is not None
    await host.matches.resign(ORANGE, number)
    await host.threads.keep(number, claimed)
    assert await host.threads.due(10) == [number]


async def test_a_thread_that_falls_asleep_while_it_is_looked_at_is_woken_soon(
    host: Host, clock: StandingClock
) -> None:
    match = await begin(host)
    clock.advance(DAY)
    claimed = await host.threads.claim(match.id)
    assert claimed is not None
    assert match.venue.channel is not None
    assert await host.threads.fell_asleep(match.venue.channel)
    await host.threads.keep(match.id, claimed)
    assert await host.threads.due(10) == [match.id]
