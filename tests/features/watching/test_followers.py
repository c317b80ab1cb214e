"""People who follow matches of others, from taking them up to being told how they ended."""

from pathlib import Path
from random import Random

import pytest

from bot.features.matches.due import TimeOut
from bot.features.matches.errors import NoSuchMatch
from bot.features.watching.queries import Follower
from bot.features.watching.service import MOST_FOLLOWED, FollowsOwnMatch, FollowsTooMany
from bot.match.clock import DAY
from bot.match.errors import MatchOver
from bot.match.identity import MatchId, UserId
from bot.services import Services, open_services
from tests.features.clocks import StandingClock
from tests.features.hosting import begin, play, run_due
from tests.match.table import GRAY, ORANGE, STRANGER

ONE = MatchId(1)
FRIEND = UserId(104)


async def followed(services: Services, user: UserId = STRANGER) -> list[int]:
    found, count = await services.followers.followed_by(user, 100, 0)
    assert count == len(found)
    return [match.id for match in found]


async def test_a_match_is_followed_once_however_often_one_asks(services: Services) -> None:
    await begin(services)
    for _ in range(2):
        match = await services.followers.follow(STRANGER, ONE)
        assert match.id == ONE
    assert await followed(services) == [1]
    assert await services.followers.follows(STRANGER, ONE)
    assert await services.followers.unfollow(STRANGER, ONE)
    assert not await services.followers.unfollow(STRANGER, ONE)
    assert not await services.followers.follows(STRANGER, ONE)
    assert await followed(services) == []


async def test_the_match_that_was_taken_up_last_is_listed_first(
    services: Services, clock: StandingClock
) -> None:
    for number in range(1, 5):
        await begin(services)
        clock.advance(10)
        await services.followers.follow(STRANGER, MatchId(number))
    assert await followed(services) == [4, 3, 2, 1]
    some, count = await services.followers.followed_by(STRANGER, 2, 1)
    assert ([match.id for match in some], count) == ([3, 2], 4)


async def test_own_finished_and_unknown_matches_are_not_followed(services: Services) -> None:
    await begin(services)
    for player in (ORANGE, GRAY):
        with pytest.raises(FollowsOwnMatch):
            await services.followers.follow(player, ONE)
    with pytest.raises(NoSuchMatch):
        await services.followers.follow(STRANGER, MatchId(2))
    await services.matches.resign(ORANGE, ONE)
    with pytest.raises(MatchOver):
        await services.followers.follow(STRANGER, ONE)
    assert await followed(services) == []


async def test_one_person_follows_a_bounded_number_of_matches(services: Services) -> None:
    for number in range(1, MOST_FOLLOWED + 2):
        await begin(services, UserId(1000 + number), UserId(2000 + number))
        if number <= MOST_FOLLOWED:
            await services.followers.follow(STRANGER, MatchId(number))
    beyond = MatchId(MOST_FOLLOWED + 1)
    with pytest.raises(FollowsTooMany):
        await services.followers.follow(STRANGER, beyond)
    await services.followers.follow(STRANGER, ONE)
    await services.followers.follow(FRIEND, beyond)
    await services.followers.unfollow(STRANGER, ONE)
    await services.followers.follow(STRANGER, beyond)


async def test_nobody_is_told_while_the_match_goes_on(
    services: Services, clock: StandingClock
) -> None:
    await begin(services)
    await services.followers.follow(STRANGER, ONE)
    await play(services, ONE, "Kc3", "Kd4")
    clock.advance(60)
    assert await services.followers.due(10) == []


async def test_each_follower_of_a_match_that_ends_is_owed_word_once(
    services: Services, clock: StandingClock
) -> None:
    for _ in range(2):
        await begin(services)
    for user in (STRANGER, FRIEND):
        await services.followers.follow(user, ONE)
    await services.followers.follow(STRANGER, MatchId(2))
    await services.matches.resign(ORANGE, ONE)
    assert await services.followers.due(10) == []
    clock.advance(60)
    due = await services.followers.due(10)
    assert due == [Follower(ONE, STRANGER, 0), Follower(ONE, FRIEND, 0)]
    assert await services.followers.due(1) == due[:1]
    assert await services.followers.claim(due[0])
    assert not await services.followers.claim(due[0])
    assert await services.followers.due(10) == due[1:]
    await services.followers.told(due[0])
    clock.advance(100_000)
    assert await services.followers.due(10) == due[1:]
    assert await followed(services) == [2]


async def test_followers_are_owed_word_of_a_match_that_ran_out_of_time(
    services: Services, clock: StandingClock
) -> None:
    await begin(services)
    await services.followers.follow(STRANGER, ONE)
    await play(services, ONE, "Kc3", "Kd4")
    clock.advance(4 * DAY)
    assert await run_due(services) == [TimeOut(ONE)]
    clock.advance(60)
    assert await services.followers.due(10) == [Follower(ONE, STRANGER, 0)]


async def test_who_could_not_be_told_is_told_later_and_later(
    services: Services, clock: StandingClock
) -> None:
    await begin(services)
    await services.followers.follow(STRANGER, ONE)
    await services.matches.resign(ORANGE, ONE)
    clock.advance(60)
    waits = []
    for _ in range(3):
        [due] = await services.followers.due(10)
        assert await services.followers.claim(due)
        waited = 0
        while not await services.followers.due(10):
            clock.advance(1)
            waited += 1
        waits.append(waited)
    assert waits == sorted(set(waits))


async def test_a_restart_frees_what_was_claimed_and_not_told(
    path: Path, clock: StandingClock
) -> None:
    async with open_services(path, clock, Random(1)) as services:
        await begin(services)
        await services.followers.follow(STRANGER, ONE)
        await services.matches.resign(ORANGE, ONE)
        clock.advance(60)
        for _ in range(2):
            [due] = await services.followers.due(10)
            assert await services.followers.claim(due)
            clock.advance(20)
        assert await services.followers.due(10)
        assert await services.followers.claim((await services.followers.due(10))[0])
        assert await services.followers.due(10) == []
    async with open_services(path, clock, Random(1)) as services:
        await services.followers.resume()
        assert await services.followers.due(10) == [Follower(ONE, STRANGER, 0)]
