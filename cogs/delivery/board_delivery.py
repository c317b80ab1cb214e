"""Post, edit, delete and record one board message."""

from collections.abc import Hashable, Sequence
from dataclasses import replace
from typing import Final

import discord
import structlog

from bot.app import BoopBot
from bot.features.boards.queries import NEW_BOARD, BoardMessage
from bot.features.notifications.service import ClaimedNotification
from bot.features.outbox.entries import OutboxEntry
from bot.game import Seat
from bot.match.identity import ChannelId, Direct, InServer, MatchId, MessageId
from bot.match.match import Match
from cogs.board.message import board_message, board_shown_by
from cogs.core.errors import Code, is_final, is_gone, is_passing
from cogs.core.outgoing import Outgoing, digest_of
from cogs.delivery.availability import waits_for_server
from cogs.delivery.notification_messages import deliver_in_channel, numbers_of
from cogs.delivery.posting import delete, edit, post_recorded, sent_since
from cogs.delivery.threads import wake
from cogs.wording.notification_text import rings

MOST_UNKNOWN: Final = 6
"""Attempts to delete an old board before the bot gives up, in a channel unknown to Discord."""
MOST_REFUSED: Final = 24
"""Attempts to delete an old board before the bot gives up, if Discord refuses that.

The later attempts are a day apart, so moderators have three weeks to restore a permission.
"""

_log: Final = structlog.get_logger(__name__)


def about_match(number: MatchId) -> Hashable:
    """Return the key of the task that shows a match."""
    return "match", number


async def show_board(
    bot: BoopBot,
    match: Match,
    channel: ChannelId,
    board: BoardMessage,
    claimed: Sequence[ClaimedNotification],
    lost: Sequence[OutboxEntry] = (),
) -> None:
    """Edit a live board. Repost it if it has to notify a player, or if it was never posted.

    If the bot may edit but not post there, edit the board, and notify the players by a message.
    `lost` are boards of the match that may have been posted but were not recorded. One of them may
    have notified the players already.
    """
    lost = [post for post in lost if post.channel == channel]
    if lost and (claimed or board.message is None):
        messages = await _find_lost(bot, match, channel, lost)
        notified = [
            item
            for item in claimed
            if any(_notifies(each, board, match, item) for each in messages)
        ]
        await bot.services.notifications.done([item.notification for item in notified])
        claimed = [item for item in claimed if item not in notified]
        if not claimed and await _adopt(bot, match, channel, board, messages, notified, lost):
            return
    message = await board_message(bot, match, board.user, claimed)
    if not claimed and await _edit(bot, match, board, message):
        return
    try:
        await post_board(bot, match, channel, board, message, claimed)
    except discord.HTTPException as error:
        is_there = board.message is not None and error.code != Code.UNKNOWN_CHANNEL
        if not claimed or not is_there or board.user is not None or not is_final(error):
            raise
        await deliver_in_channel(bot, channel, claimed)
        if not await _edit(bot, match, board, await board_message(bot, match)):
            raise


async def _find_lost(
    bot: BoopBot, match: Match, channel: ChannelId, lost: Sequence[OutboxEntry]
) -> list[discord.Message]:
    """List the unrecorded boards of a match in a channel, the newest last."""
    place = bot.get_partial_messageable(channel)
    try:
        sent = await sent_since(bot, place, *lost)
    except discord.HTTPException as error:
        if is_passing(error):
            raise
        # The bot cannot search this channel. A second board is better than none.
        _log.info("lost board not looked for", match=match.id, code=error.code)
        return []
    known = {board.message for board in await bot.services.boards.boards_of(match.id)}
    return [
        message
        for message in sent
        if message.id not in known and (board_shown_by(message) or (None,))[0] == match.id
    ]


def _notifies(
    message: discord.Message, board: BoardMessage, match: Match, item: ClaimedNotification
) -> bool:
    """Return whether a message delivered a notification when it was posted.

    Return False for an edited message, because Discord does not say how it was posted.
    """
    if message.edited_at is not None or board_shown_by(message) != (match.id, match.revision):
        return False
    if not rings(item):
        return True
    mentioned = {user.id for user in message.mentions}
    is_addressed = board.user is not None or item.notification.user in mentioned
    return is_addressed and not message.flags.silent


async def _adopt(
    bot: BoopBot,
    match: Match,
    channel: ChannelId,
    board: BoardMessage,
    messages: Sequence[discord.Message],
    notified: Sequence[ClaimedNotification],
    lost: Sequence[OutboxEntry],
) -> bool:
    """Make a found board the live one, and return True; False if none can be made live.

    If the live board is up to date, change nothing, and return whether a found board has notified.
    """
    if board.message is not None and not board.lags:
        return bool(notified)
    boards = list(messages)
    if notified:
        boards = [each for each in boards if board_shown_by(each) == (match.id, match.revision)]
    if not boards:
        return False
    message, outgoing = boards[-1], await board_message(bot, match, board.user, notified)
    _log.info("lost board found", match=match.id, message=message.id)
    if digest_of(message) != outgoing.digest():
        await message.edit(**outgoing.replacement())
    number, revision, shown = MessageId(message.id), match.revision, bot.services.boards.board_shown
    post = lost[0] if len(lost) == 1 else None
    await bot.until_stored(lambda: shown(board, channel, number, revision, post))
    return True


async def _edit(bot: BoopBot, match: Match, board: BoardMessage, message: Outgoing) -> bool:
    """Edit the live board. Return False if it does not exist, or must be reposted."""
    if board.message is None or board.channel is None:
        return False
    try:
        await edit(bot, board.channel, board.message, message)
    except discord.HTTPException as error:
        # The message was deleted, or the thread archived. A new message solves both.
        if error.code not in (Code.UNKNOWN_MESSAGE, Code.THREAD_ARCHIVED):
            raise
        return False
    await bot.services.boards.board_shown(board, board.channel, board.message, match.revision)
    return True


async def post_board(
    bot: BoopBot,
    match: Match,
    channel: ChannelId,
    board: BoardMessage,
    message: Outgoing,
    claimed: Sequence[ClaimedNotification] = (),
) -> None:
    """Post the live board as a new message that replaces the previous one, if any."""
    if not claimed and _begins_silently(match, board):
        people = [discord.Object(user) for user in match.people]
        mentions = discord.AllowedMentions(users=people, everyone=False, roles=False)
        message = replace(message, silent=True, mentions=mentions)
    # A board that notifies must be a new message at each revision. Other boards can be edited.
    notified = f"{match.revision} {numbers_of(claimed)}" if claimed else ""
    subject = f"board {match.id} {board.part} {channel} {board.message} {notified}"
    outgoing = replace(message, subject=subject)
    in_server = InServer(match.venue.guild, channel)
    place = in_server if board.user is None else Direct(board.user, channel)
    posted, post = await post_recorded(bot, place, outgoing, NEW_BOARD, match.id)
    follow = bot.services.notifications.settle([item.notification for item in claimed])
    boards, revision = bot.services.boards, match.revision
    await bot.until_stored(
        lambda: boards.board_shown(board, channel, posted, revision, post, follow)
    )


def _begins_silently(match: Match, board: BoardMessage) -> bool:
    """Return whether to mention players silently, in the first board of a match's thread.

    A new match against the bot or in a competition must ping no one, but only a mention adds
    players to the thread.
    """
    is_new = board.message is None and match.ply < len(Seat)
    return (match.bot is not None or match.is_competitive) and match.venue.is_thread and is_new


async def delete_board(bot: BoopBot, board: BoardMessage, match: Match) -> None:
    """Delete a board that was replaced."""
    if board.channel is None or board.message is None:
        await bot.services.outbox.forget(board)
        return
    if waits_for_server(bot, match):
        return
    try:
        try:
            await delete(bot, board.channel, board.message)
        except discord.HTTPException as error:
            if error.code != Code.THREAD_ARCHIVED:
                raise
            await wake(bot, board.channel)
            await delete(bot, board.channel, board.message)
    except discord.HTTPException as error:
        if not _is_gone(bot, board, error):
            if not is_final(error) or waits_for_server(bot, match):
                raise
            if board.attempts < MOST_REFUSED:
                await bot.services.outbox.put_off(board)
                return
            _log.warning("replaced board not deleted", match=match.id, code=error.code)
    await bot.services.outbox.forget(board)


def _is_gone(bot: BoopBot, board: BoardMessage, error: discord.HTTPException) -> bool:
    """Return whether an old board is gone.

    A channel that is cached but unknown to Discord may come back with the board.
    """
    if error.code == Code.UNKNOWN_CHANNEL and board.channel is not None:
        return bot.get_channel(board.channel) is None or board.attempts > MOST_UNKNOWN
    return is_gone(error)
