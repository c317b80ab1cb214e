"""When the threads of matches are looked at next."""

from bot.features.boards.threads import AGAIN_WITHIN
from bot.match.clock import DAY
from bot.services import Services
from tests.features.clocks import StandingClock
from tests.features.hosting import begin
from tests.match.table import ORANGE


async def test_a_thread_that_is_well_is_looked_at_again_in_a_day(
    services: Services, clock: StandingClock
) -> None:
    number = (await begin(services)).id
    clock.advance(DAY)
    claimed = await services.threads.claim(number)
    assert claimed is not None
    assert await services.threads.claim(number) is None, "somebody is at it"
    await services.threads.keep(number, claimed)
    clock.advance(DAY - 1)
    assert await services.threads.due(10) == []
    clock.advance(1)
    assert await services.threads.due(10) == [number]


async def test_a_thread_whose_look_failed_is_looked_at_again_soon(
    services: Services, clock: StandingClock
) -> None:
    number = (await begin(services)).id
    clock.advance(DAY)
    await services.threads.claim(number)
    assert await services.threads.due(10) == []
    clock.advance(AGAIN_WITHIN)
    assert await services.threads.due(10) == [number]


async def test_a_match_that_ends_while_its_thread_is_looked_at_is_named_after_its_result_soon(
    services: Services, clock: StandingClock
) -> None:
    number = (await begin(services)).id
    clock.advance(DAY)
    claimed = await services.threads.claim(number)
    assert claimed is not None
    await services.matches.resign(ORANGE, number)
    await services.threads.keep(number, claimed)
    assert await services.threads.due(10) == [number]


async def test_a_thread_that_falls_asleep_while_it_is_looked_at_is_woken_soon(
    services: Services, clock: StandingClock
) -> None:
    match = await begin(services)
    clock.advance(DAY)
    claimed = await services.threads.claim(match.id)
    assert claimed is not None
    assert match.venue.channel is not None
    assert await services.threads.fell_asleep(match.venue.channel)
    await services.threads.keep(match.id, claimed)
    assert await services.threads.due(10) == [match.id]
