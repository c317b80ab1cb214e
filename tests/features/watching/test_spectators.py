"""Users who watch matches of others, from the first look to the message about the end."""

import pytest

from bot.features.matches.errors import NoSuchMatch
from bot.features.watching.service import (
    MOST_WATCHED,
    SpectatorMessage,
    WatchesOwnMatch,
    WatchesTooMany,
)
from bot.jobs.jobs import Job
from bot.match.errors import MatchOver
from bot.match.identity import MatchId, UserId
from bot.services import Services
from tests.kit.clocks import StandingClock
from tests.kit.matches import GRAY, ORANGE, STRANGER
from tests.kit.service_matches import begin, due_jobs, play

ONE = MatchId(1)
FRIEND = UserId(104)


async def watched_matches(services: Services, user: UserId = STRANGER) -> list[int]:
    watched, count = await services.spectators.watched_by(user, 100, 0)
    assert count == len(watched)
    return [match.id for match in watched]


async def test_repeated_requests_watch_a_match_once(services: Services) -> None:
    await begin(services)
    for _ in range(2):
        match = await services.spectators.watch(STRANGER, ONE)
        assert match.id == ONE
    assert await watched_matches(services) == [1]
    assert await services.spectators.watches(STRANGER, ONE)
    assert await services.spectators.unwatch(STRANGER, ONE)
    assert not await services.spectators.unwatch(STRANGER, ONE)
    assert not await services.spectators.watches(STRANGER, ONE)
    assert await watched_matches(services) == []


async def test_the_most_recently_watched_match_is_listed_first(
    services: Services, clock: StandingClock
) -> None:
    for number in range(1, 5):
        await begin(services)
        clock.advance(10)
        await services.spectators.watch(STRANGER, MatchId(number))
    assert await watched_matches(services) == [4, 3, 2, 1]
    some, count = await services.spectators.watched_by(STRANGER, 2, 1)
    assert ([match.id for match in some], count) == ([3, 2], 4)


async def test_a_users_own_finished_and_unknown_matches_cannot_be_watched(
    services: Services,
) -> None:
    await begin(services)
    for player in (ORANGE, GRAY):
        with pytest.raises(WatchesOwnMatch):
            await services.spectators.watch(player, ONE)
    with pytest.raises(NoSuchMatch):
        await services.spectators.watch(STRANGER, MatchId(2))
    await services.matches.resign(ORANGE, ONE)
    with pytest.raises(MatchOver):
        await services.spectators.watch(STRANGER, ONE)
    assert await watched_matches(services) == []


@pytest.mark.long
async def test_one_person_follows_a_bounded_number_of_matches(services: Services) -> None:
    for number in range(1, MOST_WATCHED + 2):
        await begin(services, UserId(1000 + number), UserId(2000 + number))
        if number <= MOST_WATCHED:
            await services.spectators.watch(STRANGER, MatchId(number))
    beyond = MatchId(MOST_WATCHED + 1)
    with pytest.raises(WatchesTooMany):
        await services.spectators.watch(STRANGER, beyond)
    await services.spectators.watch(STRANGER, ONE)
    await services.spectators.watch(FRIEND, beyond)
    await services.spectators.unwatch(STRANGER, ONE)
    await services.spectators.watch(STRANGER, beyond)


async def due_messages(services: Services, clock: StandingClock) -> list[Job]:
    """List the messages to spectators that are due a while later."""
    clock.advance(60)
    await services.jobs.run_due()
    return await due_jobs(services, SpectatorMessage)


async def test_spectators_are_not_notified_during_the_match(
    services: Services, clock: StandingClock
) -> None:
    await begin(services)
    await services.spectators.watch(STRANGER, ONE)
    await play(services, ONE, "Kc3", "Kd4")
    assert await due_messages(services, clock) == []


async def test_each_spectator_of_a_match_that_ends_is_notified_once(
    services: Services, clock: StandingClock
) -> None:
    for _ in range(2):
        await begin(services)
    for user in (STRANGER, FRIEND):
        await services.spectators.watch(user, ONE)
    await services.spectators.watch(STRANGER, MatchId(2))
    await services.matches.resign(ORANGE, ONE)
    assert await due_jobs(services, SpectatorMessage) == []
    both = [SpectatorMessage(STRANGER, ONE), SpectatorMessage(FRIEND, ONE)]
    assert await due_messages(services, clock) == both
    clock.advance(100_000)
    assert await due_messages(services, clock) == both


async def test_a_user_whose_data_was_deleted_is_not_notified(
    services: Services, clock: StandingClock
) -> None:
    await begin(services)
    await services.spectators.watch(STRANGER, ONE)
    await services.matches.resign(ORANGE, ONE)
    assert await due_messages(services, clock) == [SpectatorMessage(STRANGER, ONE)]
    await services.privacy.delete(STRANGER)
    assert await due_messages(services, clock) == []
