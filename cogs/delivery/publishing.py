"""Publishing: bring the messages of a match on Discord up to date with the database.

It may run at any time, any number of times, and does the work that is still due. It claims each
message before posting it and records it afterwards. Messages that Discord refuses are left for
later. It uses the bot's token, so it works long after an interaction has expired.
"""

import asyncio
from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import Final

import discord
import structlog

from bot.app import BoopBot
from bot.errors import NotStored
from bot.features.boards.queries import BOARD, OLD_BOARD, BoardMessage, BoardState
from bot.features.boards.service import MatchWork
from bot.features.notifications.policy import still_holds
from bot.features.notifications.service import ClaimedNotification
from bot.features.outbox.entries import OutboxEntry
from bot.match.identity import MatchId, Place, Revision, UserId
from bot.match.match import Match
from bot.match.terms import VenueKind
from bot.ratelimits import RateLimitWait
from bot.text import speaking
from cogs.core.errors import FAILURES, Code, is_final, is_final_in_person
from cogs.delivery.availability import is_elsewhere, waits_for_server
from cogs.delivery.board_delivery import about_match, delete_board, show_board
from cogs.delivery.notification_messages import deliver_in_channel, notification_place, put_back
from cogs.delivery.notification_sending import look_for_players, send_notifications, without_waiting
from cogs.delivery.outbox import deliver, delivers_together
from cogs.delivery.posting import AT_ONCE
from cogs.delivery.reposting import repost_if_scrolled_away, repost_newest_board
from cogs.delivery.venues import (
    direct_channel,
    has_place_to_go,
    leave_thread,
    relocate,
    settle_venue,
)
from cogs.wording.translating import public_language

MOST_SHOWN: Final = 8
"""The most boards of a match to show in one run. A match that moves gets new boards."""

_log: Final = structlog.get_logger(__name__)


async def publish_match(bot: BoopBot, number: MatchId) -> RateLimitWait | None:
    """Show the current match, delete replaced boards, and send its notifications.

    If another task is showing the match, wait for it, too. Requests that Discord delays continue in
    the background.
    """
    about = about_match(number)
    held_up = await bot.underway.run(lambda: _publish_match(bot, number), about)
    return held_up or await bot.underway.wait_about(about)


async def repost_board(bot: BoopBot, user: UserId, place: Place) -> None:
    """Repost the user's newest live board in a place after a public message was posted below it.

    So the board stays the newest message where the user plays.
    """
    try:
        number = await repost_newest_board(bot, user, place)
        if number is not None:
            await publish_match(bot, number)
    except FAILURES as error:
        _log.warning("board not reposted", place=place.channel, reason=repr(error))


async def _publish_match(bot: BoopBot, number: MatchId) -> None:
    async with bot.working():
        shown = await publish_boards(bot, number)
        if shown is None:
            return
        try:
            await send_notifications(bot, {number: shown})
        except FAILURES as error:
            _log.warning("notifications not claimed yet", match=number, reason=repr(error))


async def publish_matches(bot: BoopBot, numbers: Iterable[MatchId]) -> None:
    """Show some matches, a few at a time, and then send all their notifications together.

    A match that fails or waits does not delay the others. A match that fails before its boards are
    claimed is put off, so that others are tried first.
    """
    room, shown = asyncio.Semaphore(AT_ONCE), dict[MatchId, Revision]()

    async def one(number: MatchId) -> None:
        async with room:
            try:
                work = partial(publish_boards, bot, number)
                at = await bot.underway.run(work, about_match(number))
                if at is not None and not isinstance(at, RateLimitWait):
                    shown[number] = at
            except Exception as error:
                if isinstance(error, FAILURES):
                    _log.warning("not published yet", match=number, reason=repr(error))
                else:
                    _log.exception("publishing failed", match=number)
                with suppress(NotStored):
                    await bot.services.boards.put_off_match(number)

    async with bot.working():
        async with asyncio.TaskGroup() as group:
            for number in dict.fromkeys(numbers):
                group.create_task(one(number))
        try:
            await send_notifications(bot, shown)
        except FAILURES as error:
            _log.warning("notifications not claimed yet", matches=len(shown), reason=repr(error))
        except Exception:
            _log.exception("notifications not claimed", matches=len(shown))


def _about_match_of(entry: OutboxEntry) -> Hashable:
    return about_match(MatchId(entry.subject))


@delivers_together(BOARD, OLD_BOARD, about=_about_match_of)
async def publish_due(bot: BoopBot, due: Sequence[OutboxEntry]) -> None:
    """Show the matches whose boards are due."""
    await publish_matches(bot, (MatchId(entry.subject) for entry in due))


async def publish_boards(bot: BoopBot, number: MatchId) -> Revision | None:
    """Show the current match and delete replaced boards.

    Return the revision that its boards show now. Return None if that failed, or if another process
    serves the match's place.
    """
    async with bot.working():
        try:
            work = await _publish_boards(bot, number)
        except FAILURES as error:
            _log.warning("match not published yet", match=number, reason=repr(error))
            return None
    is_answer_due = work.match.answer_at is not None
    if is_elsewhere(bot, work.match):
        if is_answer_due and _is_on_panel_here(bot, number):
            bot.wake_opponent(work.match)
        return None
    if work.text is not None and work.text.is_pending:
        await deliver(bot, work.text)
    if is_answer_due:
        bot.wake_opponent(work.match)
    live = [board.shown_revision for board in work.boards if board.state is BoardState.LIVE]
    return min(live, default=work.match.revision)


def _is_on_panel_here(bot: BoopBot, number: MatchId) -> bool:
    """Return whether this process keeps a private board of the match up to date.

    Only this process can edit that board.
    """
    return any(each.match == number for each in bot.recent.private_boards.values())


async def _publish_boards(bot: BoopBot, number: MatchId) -> MatchWork:
    """Bring each board up to date. A failure does not stop the others; raise it at the end."""
    boards, left, failures, shown = bot.services.boards, set[Hashable](), list[Exception](), 0
    work, now = await boards.work_of(number), bot.services.clock.now()
    if is_elsewhere(bot, work.match):
        return work
    mine = {
        board.key
        for board in work.boards
        if board.is_pending and (board.lags or board.due_at <= now)
    }
    while shown < MOST_SHOWN and (board := _lagging(work, mine - left)) is not None:
        with boards.changing(board.key) as change:
            if not change.is_alone:
                # Another task is posting this board, and may find that it was replaced.
                break
            claimed = await boards.claim_board(board)
            if claimed is None:
                left.add(board.key)
                continue
            try:
                await _bring_up_to_date(bot, claimed, work.match)
            except FAILURES as error:
                failures.append(error)
                left.add(board.key)
        work = await boards.work_of(number)
        # Do not count replaced boards: fast players leave many, and each is deleted only once.
        shown += board.state is not BoardState.OLD
        if not change.is_requested_again:
            left.add(board.key)
        # A match that has moved has new boards.
        left -= {each.key for each in work.boards if each.message is None and not each.attempts}
        # Other lagging boards belong to other tasks, except those that a repost has created.
        mine |= {each.key for each in work.boards if each.message is None}
        mine |= {each.key for each in work.boards if each.state is BoardState.OLD}
    for failure in failures:
        raise failure
    if await repost_if_scrolled_away(bot, work):
        return await _publish_boards(bot, number)
    return work


def _lagging(work: MatchWork, among: Collection[Hashable]) -> BoardMessage | None:
    """Return a board among these that is out of date, preferably one that was not replaced."""
    lagging = [board for board in work.boards if board.is_pending and board.key in among]
    return min(lagging, key=lambda board: board.state is BoardState.OLD, default=None)


async def _bring_up_to_date(bot: BoopBot, board: BoardMessage, match: Match) -> None:
    if board.state is BoardState.OLD:
        await delete_board(bot, board, match)
        return
    with speaking(await public_language(bot, match.venue.guild)):
        await _publish_board(bot, board)


async def post_boards_for(bot: BoopBot, claimed: Sequence[ClaimedNotification]) -> None:
    """Repost boards for claimed notifications. A failure does not stop the others."""
    matches = defaultdict[MatchId, list[ClaimedNotification]](list)
    for item in await without_waiting(bot, claimed):
        if item.notification.match is not None:
            matches[item.notification.match].append(item)
    room = asyncio.Semaphore(AT_ONCE)

    async def one(number: MatchId, pending: Sequence[ClaimedNotification]) -> None:
        async with room:
            await bot.underway.run(
                partial(_post_boards_of_match, bot, number, pending), about_match(number)
            )

    await asyncio.gather(*(one(number, pending) for number, pending in matches.items()))


async def _post_boards_of_match(
    bot: BoopBot, number: MatchId, claimed: Sequence[ClaimedNotification]
) -> None:
    async with bot.working():
        try:
            work = await bot.services.boards.work_of(number)
            with speaking(await public_language(bot, work.match.venue.guild)):
                await _post_boards(bot, work, claimed)
        except FAILURES as error:
            _log.warning(
                "notifications not shown on the board yet", match=number, reason=repr(error)
            )
            await put_back(bot, claimed)
        except Exception:
            _log.exception("showing notifications on the board failed", match=number)
            await put_back(bot, claimed)
    await publish_boards(bot, number)


async def _post_boards(
    bot: BoopBot, work: MatchWork, claimed: Sequence[ClaimedNotification]
) -> None:
    """Repost the board that delivers each notification, where the match is played now."""
    pending = defaultdict[UserId | None, list[ClaimedNotification]](list)
    is_direct = work.match.venue.kind is VenueKind.DIRECT
    for item in claimed:
        pending[item.notification.user if is_direct else None].append(item)
    for owner, theirs in pending.items():
        boards = [board for board in work.boards if board.user == owner]
        board = next((each for each in boards if each.state is BoardState.LIVE), None)
        if board is not None:
            await _post_board(bot, board, theirs)
        elif owner is None:
            # Discord has refused the board, but may accept a message.
            await deliver_in_channel(bot, notification_place(work.match).channel, theirs)
        else:
            await _postpone_until_found(bot, boards, theirs)


async def _post_board(
    bot: BoopBot, board: BoardMessage, claimed: Sequence[ClaimedNotification]
) -> None:
    with bot.services.boards.changing(board.key) as change:
        if change.is_alone:
            await _publish_board(bot, board, claimed)
        else:
            await put_back(bot, claimed)


async def _postpone_until_found(
    bot: BoopBot, boards: Sequence[BoardMessage], claimed: Sequence[ClaimedNotification]
) -> None:
    """Put off notifications until the next attempt to post a lost board.

    If no board is lost, settle the notifications.
    """
    lost = [board.due_at for board in boards if board.state is BoardState.LOST]
    pending = [item.notification for item in claimed]
    if lost:
        await bot.services.notifications.postpone(pending, min(lost))
    else:
        await bot.services.notifications.done(pending)


async def _publish_board(
    bot: BoopBot, board: BoardMessage, claimed: Sequence[ClaimedNotification] = ()
) -> None:
    """Show a live board. Repost it if it has to notify a player.

    `claimed` are its notifications, if they were claimed already.
    """
    is_shown = False
    work = await bot.services.boards.work_of(board.match)
    match = work.match
    # Changes that are stored after this read have to be shown in another run.
    board = next((each for each in work.boards if each.key == board.key), board)
    try:
        if waits_for_server(bot, match) or not _is_where_played(board, match):
            return
        if work.is_being_posted(board):
            # Another post of this board began after the board, or its notifications, were claimed.
            return
        if board.user is None:
            match = await settle_venue(bot, match)
        claimed = await _without_outdated(bot, claimed, match)
        claimed = claimed or await bot.services.notifications.take_for_board(match, board.user)
        if board.user is None:
            is_shown = await _show_at_venue(bot, match, board, claimed, work.lost)
        else:
            is_shown = await _show_in_person(bot, match, board, board.user, claimed, work.lost)
    except discord.HTTPException as error:
        is_lost = is_final(error) if board.user is None else is_final_in_person(error)
        if not is_lost or waits_for_server(bot, match):
            raise
        _log.warning("board cannot be delivered", match=match.id, code=error.code)
        await bot.services.boards.board_lost(board)
    finally:
        if not is_shown:
            await put_back(bot, claimed)
    if is_shown:
        await look_for_players(bot, claimed)


async def _without_outdated(
    bot: BoopBot, claimed: Sequence[ClaimedNotification], match: Match
) -> Sequence[ClaimedNotification]:
    """Settle the notifications that no longer hold, and return the others.

    For example, a player may move after a reminder was claimed and before its board is posted.
    """
    outdated = [item for item in claimed if not still_holds(item.notification, match)]
    await bot.services.notifications.done([item.notification for item in outdated])
    return [item for item in claimed if item not in outdated]


def _is_where_played(board: BoardMessage, match: Match) -> bool:
    """Return whether a board is where its match is played. A board left behind is outdated."""
    return (board.user is not None) is (match.venue.kind is VenueKind.DIRECT)


async def _show_at_venue(
    bot: BoopBot,
    match: Match,
    board: BoardMessage,
    claimed: Sequence[ClaimedNotification],
    lost: Sequence[OutboxEntry],
) -> bool:
    """Show a board where its match is played. Return False if the match moves instead."""
    venue = match.venue.channel
    if venue is None:
        raise AssertionError(f"match {match.id} has no channel")
    try:
        await show_board(bot, match, venue, board, claimed, lost)
    except discord.HTTPException as error:
        was_elsewhere = board.message is not None and board.channel != venue
        is_gone_from_there = error.code == Code.UNKNOWN_CHANNEL and not was_elsewhere
        if is_gone_from_there and await relocate(bot, match, venue):
            # The match's new boards are due now. The task that goes on with this match shows them.
            return False
        if was_elsewhere and error.code == Code.UNKNOWN_CHANNEL:
            board = await bot.services.outbox.message_gone(board)
            await show_board(bot, match, venue, board, claimed)
            return True
        if venue == match.venue.origin or board.message is not None or not is_final(error):
            raise
        # The bot could start the thread but cannot write in it, so the match leaves it.
        await leave_thread(bot, match, venue)
        await show_board(bot, match, match.venue.origin, board, claimed)
    return True


async def _show_in_person(
    bot: BoopBot,
    match: Match,
    board: BoardMessage,
    user: UserId,
    claimed: Sequence[ClaimedNotification],
    lost: Sequence[OutboxEntry],
) -> bool:
    """Show a player their own board. Return False if the match moves to its server instead."""
    try:
        channel = board.channel or await direct_channel(bot, user)
        await show_board(bot, match, channel, board, claimed, lost)
    except discord.HTTPException as error:
        if not is_final_in_person(error) or not await has_place_to_go(bot, match):
            raise
        _log.info("match leaves direct messages", match=match.id, code=error.code)
        await bot.services.boards.leave_direct(match.id)
        return False
    return True
