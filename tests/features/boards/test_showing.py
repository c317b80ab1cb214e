"""What an action leaves to show and send, which process claims it, and when it is done."""

import asyncio
from dataclasses import replace

import pytest

from bot.features.boards.posts import ANNOUNCEMENT, ANSWER_LOST_AFTER, ANSWERING
from bot.features.boards.queries import NEW_BOARD, BoardState
from bot.features.matches.errors import NoSuchMatch
from bot.features.notifications.kinds import NotificationKind
from bot.features.outbox.service import MAY_ARRIVE
from bot.jobs.backoff import FIRST_WAIT, GRACE, LANDING, LONGEST_WAIT
from bot.match.challenge import ChallengeAnswer
from bot.match.identity import ChannelId, InServer, MatchId, MessageId, Revision
from bot.match.match import Match
from bot.services import Services
from tests.kit.clocks import StandingClock
from tests.kit.matches import CHANNEL, GRAY, GUILD, MESSAGE, ORANGE, PLACE, UP_TO_A_CHOICE
from tests.kit.service_matches import begin, board_messages_of, due_boards, offer, place, play

NEW_MESSAGE = MessageId(901)


async def due_matches(services: Services) -> tuple[MatchId, ...]:
    return tuple(await due_boards(services))


async def begin_shown(services: Services) -> Match:
    """Begin a match whose board is in its channel."""
    match = await begin(services)
    await services.boards.board_posted(match.id, CHANNEL, MESSAGE, match.revision)
    return match


async def test_a_new_match_has_a_board_to_post(services: Services, clock: StandingClock) -> None:
    match = await begin(services)
    (board,) = await board_messages_of(services, match)
    assert (board.state, board.message, board.lags) == (BoardState.LIVE, None, True)
    assert await due_matches(services) == ()
    clock.advance(GRACE)
    assert await due_matches(services) == (match.id,)


async def test_boards_that_are_out_of_date_are_counted(services: Services) -> None:
    match = await begin_shown(services)
    assert (await services.snapshot()).boards_unshown == 0
    await play(services, match.id, "Kc3")
    assert (await services.snapshot()).boards_unshown == 1


async def test_a_turn_puts_the_board_into_the_outbox_after_the_grace_period(
    services: Services, clock: StandingClock
) -> None:
    match = await begin_shown(services)
    after = await play(services, match.id, "Kc3")
    (board,) = await board_messages_of(services, match)
    assert (board.revision, board.shown_revision) == (after.revision, match.revision)
    assert await due_matches(services) == ()
    clock.advance(GRACE)
    assert await due_matches(services) == (match.id,)


async def test_a_draft_changes_the_board_and_notifies_no_one(services: Services) -> None:
    match = await begin_shown(services)
    before = await play(services, match.id, *UP_TO_A_CHOICE)
    notifications = await services.notifications.of_match(match.id)
    drafted = await place(services, match.id, "Ka1")
    assert drafted.draft is not None
    (board,) = await board_messages_of(services, match)
    assert board.revision == drafted.revision == before.revision + 1
    assert await services.notifications.of_match(match.id) == notifications


async def test_a_match_begins_once_the_message_of_its_challenge_was_looked_for(
    services: Services, clock: StandingClock
) -> None:
    offered = await offer(services)
    entry = (await services.challenges.find(offered.id)).entry
    posting = replace(entry, channel=CHANNEL, after=MESSAGE, digest="a challenge")
    await services.outbox.begin(posting, ANSWER_LOST_AFTER)
    answered = await services.challenges.answer(GRAY, offered.id, ChallengeAnswer.ACCEPT)
    assert answered.match is not None
    (board,) = await board_messages_of(services, answered.match)
    clock.advance(ANSWERING)
    assert not await services.boards.claim_board(board)
    await services.outbox.unanswered(posting)
    clock.advance(MAY_ARRIVE)
    claimed = await services.outbox.claim(posting)
    assert claimed is not None
    assert not await services.boards.claim_board(board)
    await services.outbox.not_there(claimed)
    assert await services.boards.claim_board(board)


async def test_messages_of_a_dead_process_have_some_seconds_to_reach_discord(
    services: Services, clock: StandingClock
) -> None:
    match = await begin(services)
    await services.posts.begin(NEW_BOARD, PLACE, MESSAGE, match.id)
    await services.resume()
    (board,) = await board_messages_of(services, match)
    clock.advance(LANDING - 1)
    await services.resume()
    assert not await services.boards.claim_board(board)
    clock.advance(1)
    assert await services.boards.claim_board(board)


async def test_claims_back_off_and_a_change_begins_again(
    services: Services, clock: StandingClock
) -> None:
    match = await begin_shown(services)
    await play(services, match.id, "Kc3")
    clock.advance(GRACE)
    for attempt in range(14):
        (board,) = await board_messages_of(services, match)
        assert board.attempts == attempt
        assert await services.boards.claim_board(board)
        assert not await services.boards.claim_board(board)
        (board,) = await board_messages_of(services, match)
        wait = board.due_at - clock.moment
        assert wait == GRACE + min(FIRST_WAIT * 2**attempt, LONGEST_WAIT)
        clock.advance(wait)
    assert wait == GRACE + LONGEST_WAIT
    await play(services, match.id, "Kd4")
    (board,) = await board_messages_of(services, match)
    assert (board.attempts, board.due_at) == (0, clock.moment + GRACE)


async def test_the_next_process_takes_over_claims_at_once(services: Services) -> None:
    match = await begin(services)
    (board,) = await board_messages_of(services, match)
    assert await services.boards.claim_board(board)
    await services.resume()
    assert await due_boards(services) == [match.id]


async def test_unreadable_entries_wait_longer_after_each_attempt(
    services: Services, clock: StandingClock
) -> None:
    match = await begin(services)
    clock.advance(GRACE)
    for wait in (GRACE + FIRST_WAIT, GRACE + 2 * FIRST_WAIT):
        assert await due_boards(services) == [match.id]
        for _ in range(2):
            await services.boards.put_off_match(match.id)
        clock.advance(wait - 0.1)
        assert await due_boards(services) == []
        clock.advance(0.1)


async def test_a_new_board_retires_earlier_ones(services: Services, clock: StandingClock) -> None:
    match = await begin_shown(services)
    after = await play(services, match.id, "Kc3")
    await services.boards.board_posted(match.id, CHANNEL, NEW_MESSAGE, after.revision)
    live, old = await board_messages_of(services, match)
    assert (old.message, old.state, old.lags) == (MESSAGE, BoardState.OLD, True)
    assert (live.message, live.state, live.lags) == (NEW_MESSAGE, BoardState.LIVE, False)
    assert old.due_at <= clock.moment, "an old board is deleted at once"
    assert await services.boards.claim_board(old)
    await services.outbox.forget(old)
    assert await board_messages_of(services, match) == (live,)


async def test_a_board_posted_late_lags_until_it_is_shown(services: Services) -> None:
    match = await begin_shown(services)
    await play(services, match.id, "Kc3")
    await services.boards.board_posted(match.id, CHANNEL, NEW_MESSAGE, match.revision)
    live, _ = await board_messages_of(services, match)
    assert live.lags
    await services.boards.board_shown(live, CHANNEL, NEW_MESSAGE, Revision(2))
    live, _ = await board_messages_of(services, match)
    assert not live.lags


async def test_a_board_without_a_match_is_refused(services: Services) -> None:
    with pytest.raises(NoSuchMatch):
        await services.boards.board_posted(MatchId(9), CHANNEL, MESSAGE, Revision(1))


async def test_a_board_shown_again_is_due_at_once(services: Services) -> None:
    match = await begin_shown(services)
    await services.boards.show_again(match.id)
    assert await due_matches(services) == (match.id,)
    (board,) = await board_messages_of(services, match)
    assert await services.boards.claim_board(board)
    (board,) = await board_messages_of(services, match)
    await services.boards.board_shown(board, CHANNEL, NEW_MESSAGE, match.revision)
    board, _old = await board_messages_of(services, match)
    assert (board.message, board.lags) == (NEW_MESSAGE, False)


async def test_a_lost_board_is_reported_once(services: Services, clock: StandingClock) -> None:
    match = await begin_shown(services)
    await play(services, match.id, "Kc3")
    (board,) = await board_messages_of(services, match)
    await asyncio.gather(*(services.boards.board_lost(board) for _ in range(3)))
    pending = await services.notifications.of_match(match.id)
    lost = [
        notification.user
        for notification in pending
        if notification.kind is NotificationKind.BOARD_LOST
    ]
    assert lost == [ORANGE, GRAY]
    (board,) = await board_messages_of(services, match)
    assert (board.state, board.lags) == (BoardState.LOST, False)
    clock.advance(LONGEST_WAIT - GRACE - 1)
    assert not await services.boards.claim_board(board)
    clock.advance(GRACE + 1)
    claimed = await services.boards.claim_board(board)
    assert claimed is not None
    assert claimed.state is BoardState.LIVE


async def test_a_lost_board_is_live_again_once_one_is_posted(services: Services) -> None:
    match = await begin_shown(services)
    (board,) = await board_messages_of(services, match)
    await services.boards.board_lost(board)
    await services.boards.board_posted(match.id, CHANNEL, NEW_MESSAGE, match.revision)
    live, old = await board_messages_of(services, match)
    assert (old.state, live.state) == (BoardState.OLD, BoardState.LIVE)


async def test_one_task_at_a_time_changes_a_board_and_others_do_not_wait(
    services: Services,
) -> None:
    match = await begin(services)
    (board,) = await board_messages_of(services, match)
    with services.boards.changing(board.key) as change:
        assert change.is_alone
        with services.boards.changing("another") as other:
            assert other.is_alone
        assert not change.is_requested_again
        with services.boards.changing(board.key) as second:
            assert not second.is_alone
        assert change.is_requested_again
        with services.boards.changing(board.key) as third:
            assert not third.is_alone
    with services.boards.changing(board.key) as change:
        assert change.is_alone


async def test_a_found_board_is_ignored_while_a_post_may_not_be_recorded_yet(
    services: Services,
) -> None:
    match = await begin_shown(services)
    post = await services.posts.begin(NEW_BOARD, PLACE, MESSAGE, match.id)
    await services.boards.board_found(match.id, CHANNEL, NEW_MESSAGE)
    assert [board.message for board in await board_messages_of(services, match)] == [MESSAGE]
    await services.outbox.forget(post)
    await services.boards.board_found(match.id, CHANNEL, NEW_MESSAGE)
    assert [board.message for board in await board_messages_of(services, match)] == [
        MESSAGE,
        NEW_MESSAGE,
    ]


async def test_an_announcement_is_not_an_unrecorded_board(services: Services) -> None:
    match = await begin_shown(services)
    await services.posts.begin(ANNOUNCEMENT, PLACE, MESSAGE, match.id, digest="announced")
    await services.boards.board_found(match.id, CHANNEL, NEW_MESSAGE)
    assert [board.message for board in await board_messages_of(services, match)] == [
        MESSAGE,
        NEW_MESSAGE,
    ]


async def test_an_announcement_is_removed_once_its_board_is_shown(
    services: Services,
) -> None:
    match = await begin(services)
    there = await services.posts.begin(ANNOUNCEMENT, PLACE, MESSAGE, match.id, digest="there")
    elsewhere = await services.posts.begin(
        ANNOUNCEMENT, InServer(GUILD, ChannelId(7)), MESSAGE, match.id, digest="elsewhere"
    )
    await services.boards.settle_venue(match.id, ChannelId(99), announced=[there])
    [announced] = await services.posts.announcements(match.id)
    assert announced == there
    assert await services.posts.is_awaited(announced)

    [board] = await board_messages_of(services, match)
    await services.boards.board_shown(board, ChannelId(99), NEW_MESSAGE, match.revision)
    assert await services.posts.announcements(match.id) == []
    [left] = await services.outbox.due(10)
    assert left.channel == elsewhere.channel
    assert not await services.posts.is_awaited(left)


async def test_an_announcement_is_removed_later_if_an_answer_showed_the_match(
    services: Services,
) -> None:
    match = await begin(services)
    there = await services.posts.begin(ANNOUNCEMENT, PLACE, MESSAGE, match.id, digest="there")
    await services.boards.settle_venue(match.id, ChannelId(99), announced=[there])
    await services.boards.board_posted(match.id, ChannelId(99), NEW_MESSAGE, match.revision)
    [announced] = await services.posts.announcements(match.id)
    assert await services.posts.is_awaited(announced)
    assert await services.posts.announcements(match.id) == []


async def test_the_venue_of_a_match_is_set(services: Services) -> None:
    match = await begin(services)
    await services.boards.settle_venue(match.id, ChannelId(99))
    assert (await services.matches.find(match.id)).venue.channel == 99
