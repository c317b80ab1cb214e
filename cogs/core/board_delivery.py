"""Posting, editing and deleting one board message, and recording it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import discord

from bot.app import BoopBot
from bot.features.boards.queries import BoardMessage
from bot.features.notifications.service import Claimed
from bot.game import Seat
from bot.match.identity import ChannelId, GuildId
from bot.match.match import Match
from cogs.core.board_message import board_message
from cogs.core.delivery import Outgoing, delete, edit, post_recorded
from cogs.core.errors import Code, is_final, is_gone
from cogs.core.notifications import deliver_in_channel
from cogs.core.permissions import waits_for_server
from cogs.core.venues import wake

GLITCHES: Final = 6
"""Attempts after which an old board is given up whose channel Discord does not know."""


async def show_board(
    bot: BoopBot, match: Match, channel: ChannelId, board: BoardMessage, claimed: Sequence[Claimed]
) -> None:
    """Edit a live board; post it anew where that is to notify somebody, or where there is none.

    Where nothing new may be posted it may still be edited, and who waits is notified by a message.
    """
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


async def _edit(bot: BoopBot, match: Match, board: BoardMessage, message: Outgoing) -> bool:
    """Edit the live board; false where there is none, or one that has to be posted anew."""
    if board.message is None or board.channel is None:
        return False
    try:
        await edit(bot, board.channel, _guild_of(board, match), board.message, message)
    except discord.HTTPException as error:
        # A deleted message, or a thread that was archived: a new message does for both.
        if error.code not in (Code.UNKNOWN_MESSAGE, Code.THREAD_ARCHIVED):
            raise
        return False
    await bot.services.outbox.board_shown(board, board.channel, board.message, match.revision)
    return True


async def post_board(
    bot: BoopBot,
    match: Match,
    channel: ChannelId,
    board: BoardMessage,
    message: Outgoing,
    claimed: Sequence[Claimed] = (),
) -> None:
    """Post the live board as a new message in place of the one it had, if it had one."""
    if not claimed and _begins_practice(match, board):
        people = [discord.Object(user) for user in match.people]
        mentions = discord.AllowedMentions(users=people, everyone=False, roles=False)
        message = replace(message, silent=True, mentions=mentions)
    is_first = board.message is None
    nonce = f"board{board.id}-{channel % 10**9}" if is_first else f"new{board.message}"
    outgoing = replace(message, nonce=nonce)
    guild = _guild_of(board, match)
    posted, post = await post_recorded(bot, channel, guild, outgoing, match.id)
    follow = bot.services.notifications.settle([item.notification for item in claimed])
    outbox, revision = bot.services.outbox, match.revision
    await bot.until_stored(
        lambda: outbox.board_shown(board, channel, posted, revision, post, follow)
    )


def _guild_of(board: BoardMessage, match: Match) -> GuildId | None:
    """Return the server in which a board is; `None` if it is in direct messages."""
    return match.venue.guild if board.user is None else None


def _begins_practice(match: Match, board: BoardMessage) -> bool:
    """Return whether this is the first board of a thread in which one plays against the bot.

    Nobody is notified of its beginning, and a mention is what brings people into a thread.
    """
    is_new = board.message is None and match.ply < len(Seat)
    return match.bot is not None and match.venue.is_thread and is_new


async def delete_board(bot: BoopBot, board: BoardMessage, match: Match) -> None:
    """Delete a board that was replaced."""
    if board.channel is None or board.message is None:
        await bot.services.outbox.board_deleted(board)
        return
    if waits_for_server(bot, match):
        return
    place = board.channel, _guild_of(board, match), board.message
    try:
        try:
            await delete(bot, *place)
        except discord.HTTPException as error:
            if error.code != Code.THREAD_ARCHIVED:
                raise
            await wake(bot, board.channel)
            await delete(bot, *place)
    except discord.HTTPException as error:
        if not _is_no_more(bot, board, error):
            if not is_final(error) or waits_for_server(bot, match):
                raise
            await bot.services.outbox.delete_later(board)
            return
    await bot.services.outbox.board_deleted(board)


def _is_no_more(bot: BoopBot, board: BoardMessage, error: discord.HTTPException) -> bool:
    """Return whether an old board is gone.

    A channel that is cached and yet unknown to Discord may come back, and the board with it.
    """
    if error.code == Code.UNKNOWN_CHANNEL and board.channel is not None:
        return bot.get_channel(board.channel) is None or board.attempts >= GLITCHES
    return is_gone(error)
