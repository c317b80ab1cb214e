"""Which match a user means: the named one, the thread's, or the only one in the server."""

import pytest

from bot.features.matches.access import ChannelVisibility
from bot.features.matches.errors import (
    NoMatchHere,
    NoSuchMatch,
    NotYourTurnAnywhere,
    SeveralMatches,
)
from bot.game import read_turn
from bot.match.errors import NotAPlayer, NotYourTurn
from bot.match.identity import ChannelId, GuildId, InServer, MatchId
from bot.services import Services
from tests.kit.clocks import StandingClock
from tests.kit.matches import GRAY, ORANGE, PLACE, STRANGER, venue_of
from tests.kit.service_matches import begin, begin_in_channel, play, viewer_at

OTHER_GUILD = GuildId(8)
ELSEWHERE = InServer(OTHER_GUILD, ChannelId(80))
ANOTHER_CHANNEL = InServer(PLACE.guild, ChannelId(71))


async def test_a_named_match_is_found_from_any_place(services: Services) -> None:
    first, second = await begin(services), await begin(services)
    for place in (PLACE, ELSEWHERE, venue_of(second)):
        assert await services.matches.resolve_to_play(viewer_at(ORANGE, place), first.id) == first
        assert await services.matches.resolve_to_see(viewer_at(ORANGE, place), first.id) == first


async def test_an_unknown_match_number_is_refused(services: Services) -> None:
    for resolve in (services.matches.resolve_to_play, services.matches.resolve_to_see):
        with pytest.raises(NoSuchMatch):
            await resolve(viewer_at(ORANGE, PLACE), MatchId(9))


async def test_the_match_of_a_thread_is_found_there(services: Services) -> None:
    matches = [await begin(services) for _ in range(3)]
    for match in matches:
        for user in (ORANGE, GRAY, STRANGER):
            assert (
                await services.matches.resolve_to_play(viewer_at(user, venue_of(match)), None)
                == match
            )
            assert (
                await services.matches.resolve_to_see(viewer_at(user, venue_of(match)), None)
                == match
            )
        assert await services.matches.of_thread(venue_of(match)) == match


async def test_the_match_of_a_thread_is_found_there_when_it_is_over(services: Services) -> None:
    match = await begin(services)
    await begin(services)
    over = await services.matches.resign(GRAY, match.id)
    assert await services.matches.resolve_to_play(viewer_at(ORANGE, venue_of(match)), None) == over
    assert await services.matches.resolve_to_see(viewer_at(ORANGE, venue_of(match)), None) == over


async def test_a_channel_has_no_match_of_its_own(services: Services) -> None:
    await begin_in_channel(services)
    assert await services.matches.of_thread(PLACE) is None
    with pytest.raises(NoMatchHere):
        await services.matches.resolve_to_see(viewer_at(STRANGER, PLACE), None)


async def test_the_only_match_in_this_server_in_which_the_user_is_to_move_is_found(
    services: Services,
) -> None:
    on_turn = await begin(services)
    await play(services, (await begin(services)).id, "Kc3")
    await begin(services, guild=OTHER_GUILD)
    assert await services.matches.resolve_to_play(viewer_at(ORANGE, PLACE), None) == on_turn


async def test_a_user_who_is_to_move_in_several_matches_has_to_choose_one(
    services: Services,
) -> None:
    first, second = await begin(services), await begin_in_channel(services)
    await play(services, (await begin(services)).id, "Kc3")
    with pytest.raises(SeveralMatches) as caught:
        await services.matches.resolve_to_play(viewer_at(ORANGE, ANOTHER_CHANNEL), None)
    assert caught.value.matches == (first, second)
    with pytest.raises(SeveralMatches) as caught:
        await services.matches.resolve_to_see(viewer_at(ORANGE, ANOTHER_CHANNEL), None)
    assert len(caught.value.matches) == 3
    assert await services.matches.resolve_to_play(viewer_at(ORANGE, PLACE), None) == second, (
        "that match is played there"
    )
    assert await services.matches.resolve_to_see(viewer_at(ORANGE, PLACE), None) == second


async def test_the_only_match_is_refused_while_it_waits_for_the_opponent(
    services: Services,
) -> None:
    match = await play(services, (await begin(services)).id, "Kc3")
    await begin(services, guild=OTHER_GUILD)
    with pytest.raises(NotYourTurn) as caught:
        await services.matches.resolve_to_play(viewer_at(ORANGE, PLACE), None)
    assert caught.value.match == match
    assert await services.matches.resolve_to_see(viewer_at(ORANGE, PLACE), None) == match


async def test_several_matches_are_refused_while_they_all_wait_for_opponents(
    services: Services,
) -> None:
    waiting = [await play(services, (await begin(services)).id, "Kc3") for _ in range(2)]
    with pytest.raises(NotYourTurnAnywhere) as caught:
        await services.matches.resolve_to_play(viewer_at(ORANGE, PLACE), None)
    assert caught.value.matches == tuple(waiting)


async def test_a_match_that_is_over_or_of_another_server_is_not_found(services: Services) -> None:
    over = await begin(services)
    await services.matches.resign(ORANGE, over.id)
    await begin(services, guild=OTHER_GUILD)
    for resolve in (services.matches.resolve_to_play, services.matches.resolve_to_see):
        with pytest.raises(NoMatchHere):
            await resolve(viewer_at(ORANGE, PLACE), None)
        with pytest.raises(NoMatchHere):
            await resolve(viewer_at(STRANGER, ELSEWHERE), None)


async def test_a_stranger_sees_a_named_match_if_they_can_view_its_channel(
    services: Services,
) -> None:
    match = await begin(services)
    for place in (venue_of(match), PLACE):
        assert await services.matches.resolve_to_see(viewer_at(STRANGER, place), match.id) == match
    outside = viewer_at(STRANGER, PLACE, ChannelVisibility.HIDDEN)
    with pytest.raises(NoSuchMatch):
        await services.matches.resolve_to_see(outside, match.id)


async def test_looking_up_a_named_match_does_not_refuse_strangers(
    services: Services,
) -> None:
    match = await begin(services)
    assert await services.matches.resolve_to_play(viewer_at(STRANGER, PLACE), match.id) == match
    with pytest.raises(NotAPlayer):
        await services.matches.play(STRANGER, match.id, read_turn("Kc3"))


async def test_live_matches_are_listed_own_turn_first_and_longest_waiting_first(
    services: Services, clock: StandingClock
) -> None:
    begun = []
    for _ in range(4):
        begun.append((await begin(services)).id)
        clock.advance(1)
    for number in (begun[0], begun[2]):
        await play(services, number, "Kc3")
        clock.advance(1)
    live = await services.matches.live_of(ORANGE)
    assert [match.id for match in live] == [begun[1], begun[3], begun[0], begun[2]]
    live = await services.matches.live_of(GRAY)
    assert [match.id for match in live] == [begun[0], begun[2], begun[1], begun[3]]
