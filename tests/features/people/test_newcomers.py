"""Who is owed the rules: challengers and people at a match who were never brought them."""

from pathlib import Path
from random import Random

from bot.services import Host, open_host
from tests.features.clocks import StandingClock
from tests.features.hosting import begin, offer
from tests.match.table import GRAY, ORANGE, STRANGER


async def test_rules_are_owed_to_who_makes_a_challenge_until_they_are_told(host: Host) -> None:
    assert not await host.newcomers.owed(ORANGE)
    await offer(host)
    assert await host.newcomers.owed(ORANGE)
    assert not await host.newcomers.owed(GRAY)
    await host.newcomers.told(ORANGE)
    assert not await host.newcomers.owed(ORANGE)
    await offer(host)
    assert not await host.newcomers.owed(ORANGE)


async def test_rules_are_owed_from_the_first_match_until_they_are_told(host: Host) -> None:
    await begin(host)
    assert await host.newcomers.owed(ORANGE)
    assert await host.newcomers.owed(GRAY)
    assert not await host.newcomers.owed(STRANGER)
    await host.newcomers.told(ORANGE)
    await host.newcomers.told(ORANGE)
    assert not await host.newcomers.owed(ORANGE)
    assert await host.newcomers.owed(GRAY)
    await begin(host)
    assert not await host.newcomers.owed(ORANGE)


async def test_it_is_remembered_beyond_the_process(path: Path, clock: StandingClock) -> None:
    async with open_host(path, clock, Random(1)) as host:
        await begin(host)
        await host.newcomers.told(GRAY)
    async with open_host(path, clock, Random(1)) as host:
        assert not await host.newcomers.owed(GRAY)
        assert await host.newcomers.owed(ORANGE)
