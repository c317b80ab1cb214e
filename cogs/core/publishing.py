"""Publishing: bring what is shown of a match up to date with what is stored.

It may be called at any time and as often as one likes: it does what the outbox says is still to be
done, each piece claimed first and recorded after, and leaves for later what Discord does not take.
It uses the bot's own token, so it works long after an interaction is over.
"""

import asyncio
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Coroutine, Hashable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from operator import attrgetter, itemgetter
from typing import Any, Final, TypeVar

import discord
import structlog

from bot.app import BoopBot
from bot.errors import NotStored
from bot.features.boards.queries import BoardMessage, BoardState
from bot.features.boards.service import MatchWork
from bot.features.notifications.service import Claimed
from bot.match.identity import (
    ChallengeId,
    ChannelId,
    MatchId,
    MessageId,
    Place,
    Revision,
    UserId,
)
from bot.match.match import Match
from bot.match.terms import VenueKind
from bot.ratelimits import HeldUp
from bot.text import speaking
from cogs.core.board_delivery import delete_board, post_board, show_board
from cogs.core.board_message import board_message
from cogs.core.errors import FAILURES, Code, is_final, is_passing
from cogs.core.notification_text import place_of
from cogs.core.notifications import (
    AT_ONCE,
    deliver_in_channel,
    look_for_players,
    send_notifications,
    without_waiting,
)
from cogs.core.permissions import is_elsewhere, waits_for_server
from cogs.core.translating import public_language
from cogs.core.venues import (
    direct_channel,
    has_place_to_go,
    leave_thread,
    relocate,
    settled,
)

REPOST_WITHIN: Final = 1.2
"""Seconds that a board gets to be posted again before an answer leads there; then a job does it."""
MOST_SHOWN: Final = 8
"""Boards of a match shown in one go at most; a match that moves venue gets new ones."""
MOST_BELOW: Final = 4
"""Messages of others that may be below the board: about as many as a phone shows with it."""
FRESH: Final = 60.0
"""Seconds for which a board that was just posted is taken to be in sight."""

Number = TypeVar("Number", ChallengeId, MatchId)
Shown = TypeVar("Shown")

_log: Final = structlog.get_logger(__name__)


def about_match(number: MatchId) -> Hashable:
    """Return what showing a match is called while it is under way."""
    return "match", number


async def publish_match(bot: BoopBot, number: MatchId) -> HeldUp | None:
    """Show a match as it is, delete boards that were replaced, and send its notifications.

    What Discord holds up goes on by itself, and so does what somebody else is showing.
    """
    about = about_match(number)
    held_up = await bot.underway.run(lambda: _publish_match(bot, number), about)
    return held_up or await bot.underway.wait_about(about)


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
    """Show some matches as they are, and then send their notifications, together."""
    async with bot.working():
        put_off = bot.services.outbox.put_off_match
        shown = await publish_each(bot, numbers, partial(publish_boards, bot), about_match, put_off)
        try:
            await send_notifications(
                bot, {number: at for number, at in shown.items() if at is not None}
            )
        except FAILURES as error:
            _log.warning("notifications not claimed yet", matches=len(shown), reason=repr(error))
        except Exception:
            _log.exception("notifications not claimed", matches=len(shown))


async def publish_each(
    bot: BoopBot,
    numbers: Iterable[Number],
    show: Callable[[Number], Coroutine[Any, Any, Shown]],
    about: Callable[[Number], Hashable],
    put_off: Callable[[Number], Coroutine[Any, Any, None]],
) -> dict[Number, Shown]:
    """Show each, a few at a time; one that fails or waits holds up no other.

    Of those that failed or wait nothing is returned. What fails before it is claimed is put off, so
    that it does not come first again at once.
    """
    room, shown = asyncio.Semaphore(AT_ONCE), dict[Number, Shown]()

    async def one(number: Number) -> None:
        async with room:
            try:
                done = await bot.underway.run(partial(show, number), about(number))
                if not isinstance(done, HeldUp):
                    shown[number] = done
            except Exception as error:
                if isinstance(error, FAILURES):
                    _log.warning("not published yet", number=number, reason=repr(error))
                else:
                    _log.exception("publishing failed", number=number)
                with suppress(NotStored):
                    await put_off(number)

    async with asyncio.TaskGroup() as group:
        for number in dict.fromkeys(numbers):
            group.create_task(one(number))
    return shown


async def publish_boards(bot: BoopBot, number: MatchId) -> Revision | None:
    """Show a match as it is and delete boards that were replaced.

    Return the revision that its boards show by now; `None` where that failed, or is left to the
    process that has its server.
    """
    async with bot.working():
        try:
            work = await _publish_boards(bot, number)
        except FAILURES as error:
            _log.warning("match not published yet", match=number, reason=repr(error))
            return None
    if is_elsewhere(bot, work.match):
        return None
    if work.match.answer_at is not None:
        bot.wake_opponent(work.match)
    live = [board.shown_revision for board in work.boards if board.state is BoardState.LIVE]
    return min(live, default=work.match.revision)


async def _publish_boards(bot: BoopBot, number: MatchId) -> MatchWork:
    """Bring each board up to date; one that fails holds up no other, but is raised after."""
    outbox, left, failures, shown = bot.services.outbox, set[int](), list[Exception](), 0
    work = await outbox.work_of(number)
    if is_elsewhere(bot, work.match):
        return work
    mine = {board.id for board in work.boards if board.lags}
    while shown < MOST_SHOWN and (board := _lagging(work, mine - left)) is not None:
        with outbox.changing(board.id) as change:
            if not change.is_alone:
                # A board that is being posted may turn out to be one that was to be deleted.
                break
            if not await outbox.claim_board(board):
                left.add(board.id)
                continue
            try:
                await _bring_up_to_date(bot, board, work.match)
            except FAILURES as error:
                failures.append(error)
                left.add(board.id)
        work = await outbox.work_of(number)
        # Those that are to be deleted get fewer by themselves, however many fast players leave.
        shown += board.state is not BoardState.OLD
        if not change.is_wanted_again:
            left.add(board.id)
        # What lags besides is somebody else's to answer, but for what comes of posting anew.
        mine |= {each.id for each in work.boards if each.message is None}
        mine |= {each.id for each in work.boards if each.state is BoardState.OLD}
    for failure in failures:
        raise failure
    return await _bump_if_scrolled_away(bot, work)


def _lagging(work: MatchWork, among: Collection[int]) -> BoardMessage | None:
    """Return one of these boards that lags behind: a live one before those that were replaced."""
    lagging = [board for board in work.boards if board.lags and board.id in among]
    return min(lagging, key=lambda board: board.state is BoardState.OLD, default=None)


async def _bring_up_to_date(bot: BoopBot, board: BoardMessage, match: Match) -> None:
    if board.state is BoardState.OLD:
        await delete_board(bot, board, match)
        return
    with speaking(await public_language(bot, match.venue.guild)):
        await _publish_board(bot, board)


async def deliver_on_boards(bot: BoopBot, claimed: Sequence[Claimed]) -> None:
    """Post boards anew for notifications that were claimed; one that fails holds up no other."""
    matches = defaultdict[MatchId, list[Claimed]](list)
    for item in await without_waiting(bot, claimed):
        if item.notification.match is not None:
            matches[item.notification.match].append(item)
    room = asyncio.Semaphore(AT_ONCE)

    async def one(number: MatchId, pending: Sequence[Claimed]) -> None:
        async with room:
            await bot.underway.run(
                partial(_deliver_on_boards, bot, number, pending), about_match(number)
            )

    await asyncio.gather(*(one(number, pending) for number, pending in matches.items()))


async def _deliver_on_boards(bot: BoopBot, number: MatchId, claimed: Sequence[Claimed]) -> None:
    async with bot.working():
        try:
            work = await bot.services.outbox.work_of(number)
            with speaking(await public_language(bot, work.match.venue.guild)):
                await _deliver(bot, work, claimed)
        except FAILURES as error:
            _log.warning(
                "notifications not shown on the board yet", match=number, reason=repr(error)
            )
            await _put_back(bot, claimed)
        except Exception:
            _log.exception("showing notifications on the board failed", match=number)
            await _put_back(bot, claimed)
    await publish_boards(bot, number)


async def _deliver(bot: BoopBot, work: MatchWork, claimed: Sequence[Claimed]) -> None:
    """Post anew the board that delivers each of these, where the match is played now."""
    pending = defaultdict[UserId | None, list[Claimed]](list)
    is_direct = work.match.venue.kind is VenueKind.DIRECT
    for item in claimed:
        pending[item.notification.user if is_direct else None].append(item)
    for owner, theirs in pending.items():
        boards = [board for board in work.boards if board.user == owner]
        board = next((each for each in boards if each.state is BoardState.LIVE), None)
        if board is not None:
            await _deliver_on(bot, board, theirs)
        elif owner is None:
            # It cannot be shown, but something may be said where it is.
            await deliver_in_channel(bot, place_of(work.match).channel, theirs)
        else:
            await _deliver_once_found(bot, boards, theirs)


async def _deliver_on(bot: BoopBot, board: BoardMessage, claimed: Sequence[Claimed]) -> None:
    with bot.services.outbox.changing(board.id) as change:
        if change.is_alone:
            await _publish_board(bot, board, claimed)
        else:
            await _put_back(bot, claimed)


async def _deliver_once_found(
    bot: BoopBot, boards: Sequence[BoardMessage], claimed: Sequence[Claimed]
) -> None:
    """Have somebody notified by their own board when it is tried again that cannot be shown."""
    lost = [board.show_at for board in boards if board.state is BoardState.LOST]
    pending = [item.notification for item in claimed]
    if lost:
        await bot.services.notifications.postpone(pending, min(lost))
    else:
        await bot.services.notifications.done(pending)


async def _put_back(bot: BoopBot, claimed: Sequence[Claimed]) -> None:
    if claimed:
        await bot.services.notifications.put_back([item.notification for item in claimed])


async def _publish_board(
    bot: BoopBot, board: BoardMessage, claimed: Sequence[Claimed] = ()
) -> None:
    """Show a live board, posted anew where that is to notify somebody.

    `claimed` is what it is to notify of, if that is claimed already.
    """
    claimed, is_shown = claimed, False
    match = await bot.services.matches.find(board.match)
    try:
        if waits_for_server(bot, match) or not _is_where_played(board, match):
            return
        if board.user is None:
            match = await settled(bot, match)
        claimed = claimed or await bot.services.notifications.take_for_board(match.id, board.user)
        if board.user is None:
            is_shown = await _show_at_venue(bot, match, board, claimed)
        else:
            is_shown = await _show_in_person(bot, match, board, board.user, claimed)
    except discord.HTTPException as error:
        if not is_final(error) or waits_for_server(bot, match):
            raise
        _log.warning("board cannot be delivered", match=match.id, code=error.code)
        await bot.services.outbox.board_lost(board)
    finally:
        if not is_shown:
            await _put_back(bot, claimed)
    if is_shown:
        await look_for_players(bot, claimed)


def _is_where_played(board: BoardMessage, match: Match) -> bool:
    """Return whether a match has not moved since a board was read: then that one is old."""
    return (board.user is not None) is (match.venue.kind is VenueKind.DIRECT)


async def _show_at_venue(
    bot: BoopBot, match: Match, board: BoardMessage, claimed: Sequence[Claimed]
) -> bool:
    """Show a board where its match is played; false where the match moves elsewhere instead."""
    venue = match.venue.channel
    if venue is None:
        raise AssertionError(f"match {match.id} is settled")
    try:
        await show_board(bot, match, venue, board, claimed)
    except discord.HTTPException as error:
        was_elsewhere = board.message is not None and board.channel != venue
        is_gone_from_there = error.code == Code.UNKNOWN_CHANNEL and not was_elsewhere
        if is_gone_from_there and await relocate(bot, match, venue):
            # Its new boards are due now, and shown by whoever goes on with this match's.
            return False
        if was_elsewhere and error.code == Code.UNKNOWN_CHANNEL:
            await show_board(bot, match, venue, replace(board, message=None), claimed)
            return True
        if venue == match.venue.origin or board.message is not None or not is_final(error):
            raise
        # The thread could be begun and cannot be written in, so it is played where it came from.
        await leave_thread(bot, match, venue)
        await show_board(bot, match, match.venue.origin, replace(board, message=None), claimed)
    return True


async def _show_in_person(
    bot: BoopBot, match: Match, board: BoardMessage, user: UserId, claimed: Sequence[Claimed]
) -> bool:
    """Show a player their own board; false where that cannot be and the match leaves them."""
    try:
        await show_board(
            bot, match, board.channel or await direct_channel(bot, user), board, claimed
        )
    except discord.HTTPException as error:
        if not is_final(error) or not await has_place_to_go(bot, match):
            raise
        _log.info("match leaves direct messages", match=match.id, code=error.code)
        await bot.services.outbox.leave_direct(match.id)
        return False
    return True


async def _bump_if_scrolled_away(bot: BoopBot, work: MatchWork) -> MatchWork:
    """Post the live board anew where it has scrolled away.

    Editing a board in place is quiet and quick, but where people talk it scrolls away. So once a
    turn was played, a board with a few messages of others below it is posted anew. What somebody
    has changed meanwhile, and left to whoever looks, is shown as well.
    """
    board = _board_to_look_for(bot, work)
    if board is None or board.channel is None:
        return work
    with bot.services.outbox.changing(board.id) as change:
        if not change.is_alone:
            return work
        is_away = await _has_scrolled_away(bot, work.match, board)
        if is_away:
            await _post_anew(bot, work.match, board, board.channel)
        bot.services.looks.record(work.match)
    if is_away or change.is_wanted_again:
        return await _publish_boards(bot, work.match.id)
    return work


def _board_to_look_for(bot: BoopBot, work: MatchWork) -> BoardMessage | None:
    """Return the board that everybody sees, if it may have scrolled away since the turn before."""
    match = work.match
    if match.last is None or match.draft is not None:
        return None
    for board in work.boards:
        is_shown = board.state is BoardState.LIVE and not board.lags and board.user is None
        if is_shown and board.message is not None and _is_old(board.message):
            return board if bot.services.looks.is_new(match) else None
    return None


MOST_LOOKED_AT: Final = 8
"""Matches that one person plays in a place, among which the newest board is looked for."""


async def bump_board(bot: BoopBot, user: UserId, place: Place) -> None:
    """Post anew the live board below which somebody has just had something posted for all.

    So it stays the newest message where they play. Of several boards it is the one that was.
    """
    try:
        found = await _newest_board(bot, user, place)
        if found is not None:
            board, number = found
            await bot.underway.run(partial(_bump, bot, board, number), about_match(number))
            await publish_match(bot, number)
    except FAILURES as error:
        _log.warning("board not bumped", place=place.channel, reason=repr(error))


async def _newest_board(
    bot: BoopBot, user: UserId, place: Place
) -> tuple[BoardMessage, MatchId] | None:
    """Return the newest board of somebody's matches that go on in a place, if there is one."""
    here = [m for m in await bot.services.matches.live_of(user) if m.venue.is_in(place)]
    # The matches that began last, for a board of theirs is the likeliest to be the newest.
    latest = sorted(here, key=attrgetter("id"))[-MOST_LOOKED_AT:]
    boards = [
        (board.message, board, work.match.id)
        for work in await bot.services.outbox.works_of(latest)
        for board in work.boards
        if board.message is not None and board.user in (None, user)
    ]
    newest = max(boards, key=itemgetter(0), default=None)
    return newest[1:] if newest else None


async def _bump(bot: BoopBot, board: BoardMessage, number: MatchId) -> None:
    with bot.services.outbox.changing(board.id) as change:
        if change.is_alone and board.channel is not None:
            match = await bot.services.matches.find(number)
            await _post_anew(bot, match, board, board.channel)


async def _has_scrolled_away(bot: BoopBot, match: Match, board: BoardMessage) -> bool:
    """Ask Discord whether too many messages of others are below a board."""
    if board.channel is None or board.message is None:
        return False
    place = bot.get_partial_messageable(board.channel, guild_id=match.venue.guild)
    others, after = 0, discord.Object(board.message)
    try:
        async for message in place.history(limit=2 * MOST_BELOW, after=after):
            others += bot.user is None or message.author.id != bot.user.id
    except discord.HTTPException as error:
        if is_passing(error):
            raise
        return False
    return others > MOST_BELOW


async def _post_anew(bot: BoopBot, match: Match, board: BoardMessage, channel: ChannelId) -> None:
    try:
        message = await board_message(bot, match, board.user)
        await post_board(bot, match, channel, board, message)
    except discord.HTTPException as error:
        if is_passing(error):
            raise
        # The board stays where it is, and is shown there.
        _log.info("board not posted anew", match=match.id, code=error.code)


def _is_old(message: MessageId) -> bool:
    return time.time() - discord.utils.snowflake_time(message).timestamp() > FRESH
