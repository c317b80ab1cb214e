"""Reposting: keep the live board among the last messages of its place.

A board that is edited stays where it was posted, and later messages push it up.
`cogs.delivery.publishing` uses this module to repost a board after a turn, and after the bot has
posted a public message that a player asked for. Before a reminder links to a board, the bot checks
whether the board was deleted.
"""

import time
from functools import partial
from operator import attrgetter, itemgetter
from typing import Final

import discord
import structlog

from bot.app import BoopBot
from bot.features.boards.queries import BoardMessage, BoardState
from bot.features.boards.service import MatchWork
from bot.match.identity import ChannelId, MatchId, MessageId, Place, UserId
from bot.match.match import Match
from cogs.board.message import board_message
from cogs.core.errors import FAILURES, is_gone, is_passing
from cogs.delivery.board_delivery import about_match, post_board

REPOST_WITHIN: Final = 1.2
"""Seconds in which to repost a board before an answer links to it. After that a job reposts it."""
MOST_BELOW: Final = 4
"""The most messages of others below a board: a phone shows about that many with it."""
MOST_LOOKED_AT: Final = 8
"""The most matches of a user in a place in which to look for the newest board."""
FRESH: Final = 60.0
"""Seconds after its post for which a board counts as in view."""

_log: Final = structlog.get_logger(__name__)


async def repost_if_scrolled_away(bot: BoopBot, work: MatchWork) -> bool:
    """Repost the live board if it has scrolled away. Return whether to show the match again.

    Editing a board is quiet and fast, but later messages push it up. So after a turn, repost a
    board that has more than `MOST_BELOW` messages of others below it. Changes made meanwhile are
    the reason to show the match again.
    """
    board = _board_to_look_for(bot, work)
    if board is None or board.channel is None:
        return False
    with bot.services.boards.changing(board.key) as change:
        if not change.is_alone:
            return False
        is_away = await _has_scrolled_away(bot, board)
        if is_away:
            await _repost(bot, work.match, board, board.channel)
        bot.services.board_searches.record(work.match)
    return is_away or change.is_requested_again


def _board_to_look_for(bot: BoopBot, work: MatchWork) -> BoardMessage | None:
    """Return the public board if it may have scrolled away since the turn before."""
    match = work.match
    if match.last is None or match.draft is not None:
        return None
    for board in work.boards:
        is_shown = board.state is BoardState.LIVE and not board.lags and board.user is None
        if is_shown and board.message is not None and _is_old(board.message):
            return board if bot.services.board_searches.is_new(match) else None
    return None


async def repost_newest_board(bot: BoopBot, user: UserId, place: Place) -> MatchId | None:
    """Repost the newest board of the live matches of a user in a place.

    Return its match, which the caller must show again. Return None if no board was found.
    """
    found = await _newest_board(bot, user, place)
    if found is None:
        return None
    board, number = found
    await bot.underway.run(partial(_repost_if_alone, bot, board, number), about_match(number))
    return number


async def _newest_board(
    bot: BoopBot, user: UserId, place: Place
) -> tuple[BoardMessage, MatchId] | None:
    """Return the newest board of the live matches of a user in a place, if there is one."""
    here = [m for m in await bot.services.matches.live_of(user) if m.venue.is_in(place)]
    # The matches that began last most likely have the newest board.
    latest = sorted(here, key=attrgetter("id"))[-MOST_LOOKED_AT:]
    boards = [
        (board.message, board, work.match.id)
        for work in await bot.services.boards.works_of(latest)
        for board in work.boards
        if board.message is not None and board.user in (None, user)
    ]
    newest = max(boards, key=itemgetter(0), default=None)
    return newest[1:] if newest else None


async def _repost_if_alone(bot: BoopBot, board: BoardMessage, number: MatchId) -> None:
    with bot.services.boards.changing(board.key) as change:
        if change.is_alone and board.channel is not None:
            match = await bot.services.matches.find(number)
            await _repost(bot, match, board, board.channel)


async def _has_scrolled_away(bot: BoopBot, board: BoardMessage) -> bool:
    """Ask Discord whether too many messages of others are below a board."""
    if board.channel is None or board.message is None:
        return False
    place = bot.get_partial_messageable(board.channel)
    others, after = 0, discord.Object(board.message)
    try:
        async for message in place.history(limit=2 * MOST_BELOW, after=after):
            others += bot.user is None or message.author.id != bot.user.id
    except discord.HTTPException as error:
        if is_passing(error):
            raise
        return False
    return others > MOST_BELOW


async def _repost(bot: BoopBot, match: Match, board: BoardMessage, channel: ChannelId) -> None:
    try:
        message = await board_message(bot, match, board.user)
        await post_board(bot, match, channel, board, message)
    except discord.HTTPException as error:
        if is_passing(error):
            raise
        # The old board stays in its place, and the bot goes on editing it.
        _log.info("board not reposted", match=match.id, code=error.code)


def _is_old(message: MessageId) -> bool:
    return time.time() - discord.utils.snowflake_time(message).timestamp() > FRESH


async def repost_if_deleted(bot: BoopBot, match: Match) -> bool:
    """Have the live board of a match reposted if it was deleted. Return whether it was deleted.

    Discord reports deleted messages only with an intent that the bot does not have.
    """
    work = await bot.services.boards.work_of(match.id)
    for board in work.boards:
        if board.state is not BoardState.LIVE or board.channel is None or board.message is None:
            continue
        try:
            await bot.get_partial_messageable(board.channel).fetch_message(board.message)
        except FAILURES as error:
            if isinstance(error, discord.HTTPException) and is_gone(error):
                _log.info("board was deleted", match=match.id)
                await bot.services.boards.show_again(match.id)
                return True
    return False
