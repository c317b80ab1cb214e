"""Matches in their players' direct messages: their boards, and the default match of a command."""

import pytest

from bot.features.boards.queries import BoardState
from bot.features.matches.errors import NoSuchMatch, SeveralMatches
from bot.features.notifications import queries as notification_queries
from bot.features.notifications.kinds import NotificationKind
from bot.features.replay.service import GoesOnElsewhere
from bot.jobs.backoff import GRACE
from bot.jobs.fleet import QUERIES as FLEET
from bot.match.identity import (
    ChannelId,
    Direct,
    GuildId,
    InServer,
    MessageId,
    Place,
    Revision,
    UserId,
)
from bot.match.terms import VenueKind
from bot.services import Services
from tests.kit.clocks import StandingClock
from tests.kit.matches import CHANNEL, GRAY, MESSAGE, ORANGE, PLACE, STRANGER
from tests.kit.service_matches import (
    begin,
    begin_in_direct_messages,
    board_messages_of,
    due_boards,
    play,
    viewer_at,
)

IN_PERSON = Direct(ORANGE, ChannelId(90))


async def test_a_posted_board_belongs_only_to_its_owner(services: Services) -> None:
    match = await begin_in_direct_messages(services)
    await services.boards.board_posted(match.id, CHANNEL, MESSAGE, match.revision, ORANGE)
    orange, gray = await board_messages_of(services, match)
    assert (gray.user, gray.lags, gray.state) == (GRAY, True, BoardState.LIVE)
    assert (orange.user, orange.lags, orange.message) == (ORANGE, False, MESSAGE)
    await play(services, match.id, "Kc3")
    assert all(board.lags for board in await board_messages_of(services, match))


async def test_a_match_leaves_direct_messages_once_and_its_players_are_notified(
    services: Services,
) -> None:
    match = await begin_in_direct_messages(services)
    await services.boards.board_posted(match.id, CHANNEL, MESSAGE, match.revision, ORANGE)
    for _ in range(2):
        await services.boards.leave_direct(match.id)
    left = await services.matches.find(match.id)
    assert (left.venue.kind, left.venue.channel) == (VenueKind.THREAD, None)
    new, old = await board_messages_of(services, match)
    assert (old.state, old.message, old.home) == (BoardState.OLD, MESSAGE, match.venue.guild)
    assert (new.user, new.state, new.message) == (None, BoardState.LIVE, None)
    kinds = [notification.kind for notification in await services.notifications.of_match(match.id)]
    assert kinds.count(NotificationKind.LEFT_DIRECT) == 2, "one to each"


async def test_a_board_posted_in_direct_messages_after_the_match_left_is_marked_as_old(
    services: Services,
) -> None:
    match = await begin_in_direct_messages(services)
    await services.boards.leave_direct(match.id)
    await services.boards.board_posted(match.id, CHANNEL, MESSAGE, match.revision, GRAY)
    live, old = await board_messages_of(services, match)
    assert (live.user, live.state) == (None, BoardState.LIVE)
    assert (old.state, old.message, old.home) == (BoardState.OLD, MESSAGE, match.venue.guild)


async def test_a_board_posted_in_a_channel_after_the_match_left_is_marked_as_old(
    services: Services,
) -> None:
    match = await begin(services)
    await services.boards.settle_venue(match.id, CHANNEL)
    assert await services.boards.move(match.id, CHANNEL, VenueKind.DIRECT, VenueKind.DIRECT)
    await services.boards.board_posted(match.id, CHANNEL, MESSAGE, match.revision)
    *apart, old = await board_messages_of(services, match)
    assert [(board.user, board.state) for board in apart] == [
        (ORANGE, BoardState.LIVE),
        (GRAY, BoardState.LIVE),
    ]
    assert (old.state, old.message) == (BoardState.OLD, MESSAGE)
    assert old.home is VenueKind.DIRECT


async def test_players_are_told_once_of_lost_boards_until_both_are_shown(
    services: Services,
) -> None:
    match = await begin_in_direct_messages(services)
    for revision in (1, 2):
        lost, other = await board_messages_of(services, match)
        await services.boards.board_shown(other, CHANNEL, MESSAGE, Revision(revision))
        await services.boards.board_lost(lost)
        if revision == 1:
            await play(services, match.id, "Kc3")
    kinds = [each.kind for each in await services.notifications.of_match(match.id)]
    assert kinds.count(NotificationKind.BOARD_LOST) == 2, "one to each"
    lost, _ = await board_messages_of(services, match)
    await services.boards.board_shown(lost, CHANNEL, MessageId(702), Revision(2))
    kinds = [each.kind for each in await services.notifications.of_match(match.id)]
    assert NotificationKind.BOARD_LOST not in kinds


async def test_boards_in_direct_messages_are_tried_again_when_their_server_may_show_the_match(
    services: Services,
) -> None:
    match = await begin_in_direct_messages(services)
    for lost in await board_messages_of(services, match):
        await services.boards.board_lost(lost)
    await services.absences.try_again(match.venue.guild)
    assert await due_boards(services) == [match.id]


async def test_in_direct_messages_a_match_that_is_played_there_comes_first(
    services: Services,
) -> None:
    elsewhere, apart = await begin(services), await begin_in_direct_messages(services)
    assert await services.matches.resolve_to_play(viewer_at(ORANGE, IN_PERSON), None) == apart
    assert await services.matches.resolve_to_see(viewer_at(GRAY, IN_PERSON), None) == apart
    await play(services, apart.id, "Kc3")
    assert await services.matches.resolve_to_play(viewer_at(ORANGE, IN_PERSON), None) == elsewhere
    again = [await begin_in_direct_messages(services) for _ in range(2)]
    with pytest.raises(SeveralMatches) as caught:
        await services.matches.resolve_to_play(viewer_at(ORANGE, IN_PERSON), None)
    assert list(caught.value.matches) == again


async def test_in_a_server_a_match_that_is_played_there_comes_first(
    services: Services,
) -> None:
    elsewhere = await begin(services)
    apart = await begin_in_direct_messages(services)
    assert await services.matches.resolve_to_play(viewer_at(ORANGE, PLACE), None) == elsewhere
    await play(services, elsewhere.id, "Kc3")
    assert await services.matches.resolve_to_play(viewer_at(ORANGE, PLACE), None) == apart


@pytest.mark.parametrize("place", [PLACE, IN_PERSON])
async def test_only_its_players_are_shown_a_match_in_direct_messages(
    services: Services, place: Place
) -> None:
    match = await begin_in_direct_messages(services)
    for resolve in (
        services.matches.resolve_to_see,
        services.matches.resolve_to_play,
        services.replays.resolve_to_replay,
    ):
        with pytest.raises(NoSuchMatch):
            await resolve(viewer_at(STRANGER, place), match.id)
    await services.matches.resign(ORANGE, match.id)
    with pytest.raises(NoSuchMatch):
        await services.replays.resolve_to_replay(viewer_at(STRANGER, place), match.id)


async def test_in_direct_messages_a_user_can_replay_matches_of_every_server(
    services: Services,
) -> None:
    match = await begin(services)
    with pytest.raises(GoesOnElsewhere):
        await services.replays.resolve_to_replay(viewer_at(STRANGER, PLACE), match.id)
    await services.matches.resign(ORANGE, match.id)
    latest = await services.replays.latest_of(ORANGE, IN_PERSON, 5)
    assert [each.id for each in latest] == [match.id]
    assert (
        await services.replays.resolve_to_replay(viewer_at(ORANGE, IN_PERSON), None)
    ).id == match.id
    assert await services.replays.latest_of(UserId(5), IN_PERSON, 5) == []


async def test_a_match_in_direct_messages_is_shown_by_the_process_that_receives_those(
    services: Services, clock: StandingClock
) -> None:
    """Once the match has left direct messages, the process with its server's shard shows it."""
    database = services.leadership._database
    match = await begin_in_direct_messages(services, InServer(GuildId(1 << 22), CHANNEL))
    clock.advance(GRACE)
    async with database.writing() as writing:
        for shard, process in enumerate((2, 1)):
            await FLEET.make_shard(writing.connection, number=shard)
            await FLEET.shard_held(
                writing.connection, number=shard, held_by=process, served_by=process
            )

    async def due_in(process: int) -> tuple[bool, bool]:
        database.process = process
        async with database.reading() as reading:
            notified = await notification_queries.due(reading, clock.now(), 10)
        return match.id in await due_boards(services), bool(notified)

    assert (await due_in(1), await due_in(2)) == ((False, False), (True, True))
    await services.boards.leave_direct(match.id)
    clock.advance(GRACE)
    assert (await due_in(1), await due_in(2)) == ((True, True), (False, False))
