"""When the bot looks at the threads of matches next."""

from bot.features.matches.jobs import ThreadLook
from bot.match.clock import DAY
from bot.match.identity import ChannelId
from bot.match.terms import VenueKind
from bot.services import Services
from tests.kit.clocks import StandingClock
from tests.kit.matches import GUILD, ORANGE
from tests.kit.service_matches import begin, begin_in_channel, due_jobs, scheduled_jobs

FALLEN = ChannelId(404)


async def test_a_thread_is_checked_a_day_after_its_match_arrived(
    services: Services, clock: StandingClock
) -> None:
    match = await begin(services)
    clock.advance(DAY - 1)
    assert await due_jobs(services, ThreadLook) == []
    clock.advance(1)
    assert await due_jobs(services, ThreadLook) == [ThreadLook(match.id)]


async def test_channels_and_direct_messages_are_not_checked_as_threads(services: Services) -> None:
    await begin_in_channel(services)
    assert await scheduled_jobs(services, ThreadLook) == []
    match = await begin(services)
    assert match.venue.channel is not None
    await services.boards.move(match.id, match.venue.channel, VenueKind.DIRECT, VenueKind.DIRECT)
    assert await scheduled_jobs(services, ThreadLook) == []


async def test_the_thread_of_a_match_that_ends_is_named_after_its_result_soon(
    services: Services,
) -> None:
    match = await begin(services)
    await services.matches.resign(ORANGE, match.id)
    assert await due_jobs(services, ThreadLook) == [ThreadLook(match.id)]


async def test_an_archived_thread_is_checked_at_once(services: Services) -> None:
    match = await begin(services)
    assert match.venue.channel is not None
    await services.threads.check_archived(FALLEN)
    assert await due_jobs(services, ThreadLook) == []
    await services.threads.check_archived(match.venue.channel)
    assert await due_jobs(services, ThreadLook) == [ThreadLook(match.id)]


async def test_threads_are_checked_when_their_server_is_reachable_again(
    services: Services, clock: StandingClock
) -> None:
    match = await begin(services)
    await services.absences.begin(GUILD)
    clock.advance(60)
    assert await scheduled_jobs(services, ThreadLook) == []
    await services.absences.end(GUILD)
    assert await due_jobs(services, ThreadLook) == [ThreadLook(match.id)]
