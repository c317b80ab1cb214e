"""Replays: whole records, who may see them, and the default match."""

import asyncio
from random import Random

import pytest

from bot.features.matches.errors import NoMatchHere, NoSuchMatch, SeveralMatches
from bot.features.replay import service as replay_service
from bot.features.replay.service import GoesOnElsewhere
from bot.game import Position, legal_turns, write_position
from bot.match.identity import ChannelId, GuildId, InServer, MatchId
from bot.services import Services
from tests.kit.matches import GRAY, ORANGE, PLACE, STRANGER, UP_TO_A_CHOICE, venue_of
from tests.kit.service_matches import begin, mover_of, place, play, play_randomly, viewer_at

OTHER_SERVER = InServer(GuildId(8), ChannelId(80))
ANOTHER_CHANNEL = InServer(PLACE.guild, ChannelId(71))


async def test_the_record_of_a_match_without_turns_is_its_start(services: Services) -> None:
    match = await begin(services)
    record = await services.replays.record(match.id)
    assert (record.match, record.start, record.steps) == (match, Position(), ())


async def test_a_record_leads_from_the_start_to_the_current_position(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replay_service, "AT_A_TIME", 10)
    match = await play_randomly(services, (await begin(services)).id, Random(11))
    record = await services.replays.record(match.id)
    assert record.match == match
    assert len(record.steps) == match.ply > 30
    position = record.start
    for step in record.steps:
        assert step.before == position
        position = step.after
    assert write_position(position) == write_position(match.position)
    assert record.steps[-1] == match.last
    assert record.turns[-1] == record.steps[-1].turn


async def test_a_record_leaves_out_a_draft(services: Services) -> None:
    match = await play(services, (await begin(services)).id, *UP_TO_A_CHOICE)
    await place(services, match.id, "Ka1")
    record = await services.replays.record(match.id)
    assert record.match.draft is not None
    assert len(record.steps) == len(UP_TO_A_CHOICE)


async def test_a_record_read_during_turns_is_consistent(services: Services) -> None:
    match = await begin(services)
    chance = Random(5)

    async def play_on() -> None:
        current = match
        for _ in range(40):
            turn = chance.choice(list(legal_turns(current.position)))
            current = (await services.matches.play(mover_of(current), match.id, turn)).match
            if current.outcome is not None:
                break

    playing = asyncio.create_task(play_on())
    while not playing.done():
        record = await services.replays.record(match.id)
        assert len(record.steps) == record.match.ply
    await playing


async def test_an_unknown_match_has_no_record(services: Services) -> None:
    with pytest.raises(NoSuchMatch):
        await services.replays.record(MatchId(9))


async def test_players_can_replay_their_match_from_anywhere(services: Services) -> None:
    match = await begin(services)
    for user in (ORANGE, GRAY):
        for here in (PLACE, venue_of(match), OTHER_SERVER):
            assert (
                await services.replays.resolve_to_replay(viewer_at(user, here), match.id) == match
            )


async def test_others_can_replay_a_live_match_only_where_it_is_played(services: Services) -> None:
    match = await begin(services)
    assert (
        await services.replays.resolve_to_replay(viewer_at(STRANGER, venue_of(match)), match.id)
        == match
    )
    assert (
        await services.replays.resolve_to_replay(viewer_at(STRANGER, venue_of(match)), None)
        == match
    )
    with pytest.raises(GoesOnElsewhere) as refused:
        await services.replays.resolve_to_replay(viewer_at(STRANGER, ANOTHER_CHANNEL), match.id)
    assert refused.value.match == match


async def test_members_of_the_server_can_replay_finished_matches(services: Services) -> None:
    match = await begin(services)
    over = await services.matches.resign(GRAY, match.id)
    assert (
        await services.replays.resolve_to_replay(viewer_at(STRANGER, ANOTHER_CHANNEL), match.id)
        == over
    )


async def test_matches_of_other_servers_are_hidden_from_others(services: Services) -> None:
    match = await begin(services)
    for _ in range(2):
        with pytest.raises(NoSuchMatch):
            await services.replays.resolve_to_replay(viewer_at(STRANGER, OTHER_SERVER), match.id)
        if (await services.matches.find(match.id)).outcome is None:
            await services.matches.resign(GRAY, match.id)


async def test_the_default_is_the_live_match_or_the_last_one(services: Services) -> None:
    with pytest.raises(NoMatchHere):
        await services.replays.resolve_to_replay(viewer_at(ORANGE, PLACE), None)
    first, second = await begin(services), await begin(services)
    with pytest.raises(SeveralMatches):
        await services.replays.resolve_to_replay(viewer_at(ORANGE, PLACE), None)
    over = await services.matches.resign(ORANGE, second.id)
    assert await services.replays.resolve_to_replay(viewer_at(ORANGE, PLACE), None) == first
    await services.matches.resign(ORANGE, first.id)
    assert await services.replays.resolve_to_replay(viewer_at(ORANGE, PLACE), None) == over
    with pytest.raises(NoMatchHere):
        await services.replays.resolve_to_replay(viewer_at(ORANGE, OTHER_SERVER), None)


async def test_the_latest_matches_of_the_server_include_finished_ones(
    services: Services,
) -> None:
    made = [await begin(services) for _ in range(3)]
    await begin(services, guild=OTHER_SERVER.guild)
    over = await services.matches.resign(ORANGE, made[2].id)
    assert await services.replays.latest_of(GRAY, PLACE, 2) == [over, made[1]]
    assert await services.replays.latest_of(STRANGER, PLACE, 2) == []


async def test_the_latest_match_of_each_server_is_found_among_many(
    services: Services,
) -> None:
    elsewhere = await begin(services, guild=OTHER_SERVER.guild)
    made = [await begin(services) for _ in range(3)]
    for person in (ORANGE, GRAY):
        found = await services.replays.latest_of_each_server(person, 2)
        assert found == [made[2], elsewhere]
    assert await services.replays.latest_of_each_server(STRANGER, 2) == []
