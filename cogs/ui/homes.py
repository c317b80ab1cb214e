"""Where a match lives: a thread, a channel, or each player's direct messages.

In a server that is where it was asked for, or the server's games channel if it has one.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final

import discord
import structlog

from bot.app import BoopBot
from bot.match.identity import ChannelId, GuildId, MessageId, Place, UserId
from bot.match.match import Match
from bot.match.terms import HomeKind
from cogs.ui.discord_codes import Code, is_passing
from cogs.ui.permitted import allowed_in
from cogs.ui.players import against_each_other
from cogs.ui.threads import title_of
from cogs.ui.words import message_link

WEEK_IN_MINUTES: Final = 10080
"""The longest time without a message after which Discord archives a thread."""

_log: Final = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class _Found:
    """The place that a match has come to."""

    channel: ChannelId
    kind: HomeKind


async def settled(bot: BoopBot, match: Match) -> tuple[Match, ChannelId]:
    """Give the match with its home, which is begun now if it was not, and that home.

    A thread begun from a message has that message's id, so beginning it twice cannot make two.
    """
    if match.home.channel is not None:
        return match, match.home.channel
    avoided = await bot.host.outbox.venues_to_avoid(match.id)
    found = await _in_games_channel(bot, match, avoided)
    if found is None:
        found = await _where_asked_for(bot, match, avoided)
    await bot.host.outbox.settle_home(match.id, found.channel, found.kind)
    home = replace(match.home, channel=found.channel, kind=found.kind)
    return replace(match, home=home), found.channel


async def lives_elsewhere(bot: BoopBot, place: Place, kind: HomeKind) -> bool:
    """Tell whether a match that is asked for in a place will not be played there."""
    if kind is HomeKind.DIRECT or place.guild is None:
        return True
    return await _games_channel(bot, place.guild, place.channel) is not None


async def direct_channel(bot: BoopBot, user: UserId) -> ChannelId:
    """Give a person's direct messages with the bot, opened if need be."""
    return ChannelId((await bot.create_dm(discord.Object(user))).id)


async def _where_asked_for(bot: BoopBot, match: Match, avoided: Collection[object]) -> _Found:
    home = match.home
    if home.kind is HomeKind.CHANNEL or home.message is None or bot.get_guild(home.guild) is None:
        return _Found(home.origin, home.kind)
    # The thread that would be begun, or found, has the message's id.
    if home.message in avoided:
        return _Found(home.origin, HomeKind.CHANNEL)
    thread = await _begun_thread(bot, match, home.origin, home.message)
    return _Found(thread or home.origin, home.kind)


async def _in_games_channel(
    bot: BoopBot, match: Match, avoided: Collection[object]
) -> _Found | None:
    """Begin the match in the server's games channel, and say so where it was asked for.

    None where there is no such channel, where the bot may not write in it, where the match was
    asked for in it, and where it could not be shown lately.
    """
    games = await _games_channel(bot, match.home.guild, match.home.origin)
    if games is None or games in avoided:
        return None
    found = _Found(games, HomeKind.CHANNEL)
    try:
        if match.home.kind is HomeKind.THREAD:
            listing = f"**#{match.id}** · {against_each_other(match)}"
            message = await _said_once(bot, match, games, listing, "listed")
            thread = await _begun_thread(bot, match, games, message)
            found = found if thread is None else _Found(thread, HomeKind.THREAD)
    except discord.HTTPException as error:
        if is_passing(error):
            raise
        return None
    await _lead_there(bot, match, found.channel)
    return found


async def _games_channel(bot: BoopBot, guild: GuildId, origin: ChannelId) -> ChannelId | None:
    """Give the server's games channel, if it is another place and one that can be played in."""
    games = (await bot.host.settings.of(guild)).games_channel
    if games is None or _is_within(bot, origin, games):
        return None
    allowed = await allowed_in(bot, guild, games)
    may_play = (
        allowed.view_channel
        and allowed.send_messages
        and allowed.attach_files
        and allowed.read_message_history
    )
    return games if may_play else None


def _is_within(bot: BoopBot, origin: ChannelId, games: ChannelId) -> bool:
    """Tell whether a channel is the games channel or a thread in it."""
    channel = bot.get_channel(origin)
    return origin == games or (isinstance(channel, discord.Thread) and channel.parent_id == games)


async def _lead_there(bot: BoopBot, match: Match, channel: ChannelId) -> None:
    """Say where the match was asked for where it is played; no harm if that cannot be said."""
    link = message_link(match.home.guild, channel)
    try:
        text = f"**#{match.id}** is played here: {link}"
        await _said_once(bot, match, match.home.origin, text, "led")
    except discord.HTTPException as error:
        if is_passing(error):
            raise
        _log.info("not said where the match is played", match=match.id, code=error.code)


async def _said_once(
    bot: BoopBot, match: Match, channel: ChannelId, text: str, what: str
) -> MessageId:
    """Say something about a match that pings nobody; said again soon, it is the same message."""
    place = bot.get_partial_messageable(channel, guild_id=match.home.guild)
    message = await place.send(
        text, nonce=f"{what}{match.id}", allowed_mentions=discord.AllowedMentions.none()
    )
    return MessageId(message.id)


async def _begun_thread(
    bot: BoopBot, match: Match, channel: ChannelId, message: MessageId
) -> ChannelId | None:
    """Begin the match's thread from a message; none where no thread can be begun."""
    place = bot.get_partial_messageable(channel, guild_id=match.home.guild)
    try:
        thread = await place.get_partial_message(message).create_thread(
            name=await title_of(bot, match), auto_archive_duration=WEEK_IN_MINUTES
        )
    except discord.HTTPException as error:
        if error.code == Code.THREAD_EXISTS:
            return ChannelId(message)
        if is_passing(error):
            raise
        _log.info("no thread here, so the match lives in the channel", code=error.code)
        return None
    return ChannelId(thread.id)
