"""Who is owed the rules: challengers and people at a match who were never brought them."""

from pathlib import Path
from random import Random

from bot.services import Services, open_services
from tests.features.clocks import StandingClock
from tests.features.hosting import begin, offer
from tests.match.table import GRAY, ORANGE, STRANGER


async def test_rules_are_owed_to_who_makes_a_challenge_until_they_are_told(
    services: Services,
) -> None:
    assert not await services.newcomers.owed(ORANGE)
    await offer(services)
    assert await services.newcomers.owed(ORANGE)
    assert not await services.newcomers.owed(GRAY)
    await services.newcomers.told(ORANGE)
    assert not await services.newcomers.owed(ORANGE)
    await offer(services)
    assert not await services.newcomers.owed(ORANGE)


async def test_rules_are_owed_from_the_first_match_until_they_are_told(services: Services) -> None:
    await begin(services)
    assert await services.newcomers.owed(ORANGE)
    assert await services.newcomers.owed(GRAY)
    assert not await services.newcomers.owed(STRANGER)
    await services.newcomers.told(ORANGE)
    await services.newcomers.told(ORANGE)
    assert not await services.newcomers.owed(ORANGE)
    assert await services.newcomers.owed(GRAY)
    await begin(services)
    assert not await services.newcomers.owed(ORANGE)


async def test_it_is_remembered_beyond_the_process(path: Path, clock: StandingClock) -> None:
    async with open_services(path, clock, Random(1)) as services:
        await begin(services)
        await services.newcomers.told(GRAY)
    async with open_services(path, clock, Random(1)) as services:
        assert not await services.newcomers.owed(GRAY)
        assert await services.newcomers.owed(ORANGE)
