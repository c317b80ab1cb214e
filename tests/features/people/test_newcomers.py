"""Who needs the rules: challengers and people at a match who never had them."""

from pathlib import Path
from random import Random

from bot.game import ROWS
from bot.services import Services, open_services
from tests.features.clocks import StandingClock
from tests.features.hosting import begin, offer
from tests.match.table import GRAY, ORANGE, STRANGER


async def test_whoever_makes_a_challenge_needs_the_rules_until_they_have_them(
    services: Services,
) -> None:
    assert not await services.newcomers.needs_rules(ORANGE)
    await offer(services)
    assert await services.newcomers.needs_rules(ORANGE)
    assert not await services.newcomers.needs_rules(GRAY)
    await services.newcomers.rules_read(ORANGE)
    assert not await services.newcomers.needs_rules(ORANGE)
    await offer(services, ruleset=ROWS)
    assert not await services.newcomers.needs_rules(ORANGE)


async def test_whoever_plays_needs_the_rules_until_they_have_them(services: Services) -> None:
    await begin(services)
    assert await services.newcomers.needs_rules(ORANGE)
    assert await services.newcomers.needs_rules(GRAY)
    assert not await services.newcomers.needs_rules(STRANGER)
    await services.newcomers.rules_read(ORANGE)
    await services.newcomers.rules_read(ORANGE)
    assert not await services.newcomers.needs_rules(ORANGE)
    assert await services.newcomers.needs_rules(GRAY)
    await begin(services)
    assert not await services.newcomers.needs_rules(ORANGE)


async def test_it_is_remembered_beyond_the_process(path: Path, clock: StandingClock) -> None:
    async with open_services(path, clock, Random(1)) as services:
        await begin(services)
        await services.newcomers.rules_read(GRAY)
    async with open_services(path, clock, Random(1)) as services:
        assert not await services.newcomers.needs_rules(GRAY)
        assert await services.newcomers.needs_rules(ORANGE)
