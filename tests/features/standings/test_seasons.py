"""Seasons that are due while one of them cannot be ended."""

from bot.features.standings import seasons
from bot.features.standings.seasons import SeasonEnd
from bot.match.clock import DAY, HOUR
from bot.match.identity import GuildId, Instant
from bot.services import Services
from tests.kit.clocks import StandingClock
from tests.kit.matches import NOON

BROKEN, SOUND = GuildId(71), GuildId(72)


async def test_a_season_that_cannot_be_ended_blocks_no_other_and_is_retried(
    services: Services, clock: StandingClock
) -> None:
    for guild, ends_at in ((BROKEN, NOON + DAY), (SOUND, NOON + 2 * DAY)):
        await services.settings.change(guild, lambda before: before)
        async with services._database.writing() as writing:
            await seasons.begin(writing, guild, 1, NOON, Instant(ends_at))
    await set_venue(services, "attic")
    clock.advance(3 * DAY)
    assert await services.jobs.run_due() == [SeasonEnd(SOUND)]
    await set_venue(services, "thread")
    assert await services.jobs.run_due() == []
    clock.advance(HOUR)
    assert await services.jobs.run_due() == [SeasonEnd(BROKEN)]
    assert await services.jobs.run_due() == []


async def set_venue(services: Services, venue: str) -> None:
    """Write a venue into a server's row, whether it can be read or not."""
    async with services._database.writing() as writing:
        await writing.connection.ask(
            "UPDATE servers SET venue = :value1 WHERE guild_id = :value2",
            value1=venue,
            value2=BROKEN,
        )
