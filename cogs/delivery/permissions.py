"""The permissions that the bot needs, and the effect of missing ones."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, assert_never

import discord

from bot.app import BoopBot, Interaction
from bot.features.settings.declaration import ChannelUse
from bot.match.identity import ChannelId, GuildId
from bot.match.terms import VenueKind, home_at, server_of
from bot.text import N_, NC_, Message, translate
from cogs.core.access import BEFORE_AN_ANSWER, place_of
from cogs.core.errors import ChannelClosed, NotAManager, NotAModerator, PermissionsMissing


@dataclass(frozen=True, slots=True)
class Need:
    """A permission by discord.py's name, and the effect if it is missing.

    If it is only a `comfort`, matches can be played without it.
    """

    flag: str
    effect: Message
    comfort: bool = False

    @property
    def name(self) -> str:
        """Discord's name of the permission."""
        return translate(_NAMES[self.flag])

    @property
    def breaks(self) -> str:
        """The effect of the missing permission, as a part of a sentence."""
        return translate(self.effect)


_NAMES: Final = {
    "view_channel": NC_("permission in Discord", "View Channel"),
    "send_messages": NC_("permission in Discord", "Send Messages"),
    "send_messages_in_threads": NC_("permission in Discord", "Send Messages in Threads"),
    "create_public_threads": NC_("permission in Discord", "Create Public Threads"),
    "attach_files": NC_("permission in Discord", "Attach Files"),
    "read_message_history": NC_("permission in Discord", "Read Message History"),
    "create_events": NC_("permission in Discord", "Create Events"),
}
"""Discord's names of the permissions, by discord.py's names."""

TO_PLAY: Final = (
    Need("view_channel", N_("the bot can't see the channel, so no match can start")),
    Need("send_messages", N_("the bot can't write in the channel, so no match can start")),
    Need(
        "send_messages_in_threads",
        N_("boards in threads aren't updated, and players hear of turns only by direct message"),
    ),
    Need(
        "create_public_threads",
        N_("matches get no thread of their own and are played in the channel"),
        comfort=True,
    ),
    Need("attach_files", N_("no board can be shown, so no match can start")),
    Need(
        "read_message_history",
        N_("the bot can't find its boards again to update them, so no match can start"),
    ),
)
"""For a channel for matches, or for the starts of their threads."""


def _without(needs: Sequence[Need], *flags: str) -> Sequence[Need]:
    return tuple(need for need in needs if need.flag not in flags)


TO_PLAY_IN_CHANNEL: Final = _without(TO_PLAY, "send_messages_in_threads", "create_public_threads")
"""For a channel where matches are played among other messages."""

TO_PLAY_IN_THREAD: Final = _without(TO_PLAY, "send_messages", "create_public_threads")
"""For a thread where matches are played among other messages."""

TO_LOG: Final = tuple(
    Need(flag, N_("moderators' actions aren't logged there"))
    for flag in ("view_channel", "send_messages")
)
"""For the channel with the log of the server."""

TO_TELL_THE_WEEK: Final = (
    Need("view_channel", N_("the weekly digest isn't posted there")),
    Need("send_messages", N_("the weekly digest isn't posted there")),
    Need("attach_files", N_("the weekly digest can't show the match of the week")),
)
"""For the channel with the weekly digest."""

TO_SEE: Final = TO_PLAY[0]
"""For a channel that the bot only needs to see."""

TO_SHARE: Final = _without(TO_PLAY_IN_CHANNEL, "read_message_history")
"""For a channel where a user shares a match."""

TO_SHARE_IN_THREAD: Final = _without(TO_PLAY_IN_THREAD, "read_message_history")
"""For a thread where a user shares a match."""

TO_POST_THE_PUZZLE: Final = tuple(
    Need(flag, N_("the puzzle of the day isn't posted there"))
    for flag in ("view_channel", "send_messages", "attach_files")
)
"""For the channel with the puzzle of the day."""

TO_ANNOUNCE_STARTS: Final = Need(
    "create_events",
    N_("the starts of tournaments aren't among the server's events"),
    comfort=True,
)
"""For the server as a whole, to add the starts of tournaments to its events."""


def lacking_for_events(allowed: discord.Permissions) -> Sequence[Need]:
    """Return the missing permission to create events; the permission to manage them is enough."""
    may = allowed.create_events or allowed.manage_events
    return [] if may else [TO_ANNOUNCE_STARTS]


def needs_for(use: ChannelUse, venue: VenueKind) -> Sequence[Need]:
    """Return the permissions that the bot needs in a channel for a purpose.

    Matches that get threads need more than matches that are played in the channel.
    """
    match use:
        case ChannelUse.MATCHES | ChannelUse.LOBBY:
            return TO_PLAY if venue is VenueKind.THREAD else TO_PLAY_IN_CHANNEL
        case ChannelUse.LOG:
            return TO_LOG
        case ChannelUse.DIGEST:
            return TO_TELL_THE_WEEK
        case ChannelUse.PUZZLE:
            return TO_POST_THE_PUZZLE
        case _:
            assert_never(use)


async def allowed_in(bot: BoopBot, guild: GuildId, channel: ChannelId) -> discord.Permissions:
    """Return the permissions of the bot in a channel; none if the channel is gone."""
    server = bot.get_guild(guild)
    place = None if server is None else server.get_channel_or_thread(channel)
    return discord.Permissions.none() if place is None else await allowed_by(bot, place)


async def allowed_by(
    bot: BoopBot, channel: discord.abc.GuildChannel | discord.Thread
) -> discord.Permissions:
    """Return the permissions of the bot in a channel, given as discord.py's object."""
    if bot.user is None:
        return discord.Permissions.none()
    # discord.py caches the bot as a member, because Discord reports it without any intent.
    me = channel.guild.me
    if me is None:
        async with asyncio.timeout(BEFORE_AN_ANSWER):
            me = await channel.guild.fetch_member(bot.user.id)
    return channel.permissions_for(me)


def may_read_history(channel: object) -> bool:
    """Return whether the bot may read the messages of a channel.

    Otherwise Discord refuses to list messages, or lists none.
    """
    if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return True
    allowed = channel.permissions_for(channel.guild.me)
    return allowed.view_channel and allowed.read_message_history


async def require_allowed(
    bot: BoopBot, guild: GuildId, channel: ChannelId, needs: Sequence[Need]
) -> None:
    """Raise `ChannelClosed` if the bot lacks a permission among `needs` that is not a comfort."""
    missing = lacking(await allowed_in(bot, guild, channel), needs)
    names = tuple(need.name for need in missing if not need.comfort)
    if names:
        raise ChannelClosed(channel, names)


async def may_play_in(bot: BoopBot, guild: GuildId, channel: ChannelId) -> bool:
    """Return whether the bot has all permissions for a match in a channel or thread."""
    is_thread = isinstance(bot.get_channel(channel), discord.Thread)
    needs = TO_PLAY_IN_THREAD if is_thread else TO_PLAY_IN_CHANNEL
    return not lacking(await allowed_in(bot, guild, channel), needs)


def open_channel(guild: discord.Guild) -> discord.TextChannel | None:
    """Return a channel where the bot may write: the system channel, or else the topmost.

    Prefer channels that everyone sees.
    """
    first = [] if guild.system_channel is None else [guild.system_channel]
    channels = [each for each in (*first, *guild.text_channels) if _may_write(each)]
    public = [each for each in channels if each.permissions_for(guild.default_role).view_channel]
    return next(iter(public or channels), None)


def _may_write(channel: discord.TextChannel) -> bool:
    allowed = channel.permissions_for(channel.guild.me)
    return allowed.view_channel and allowed.send_messages and not channel.is_news()


_TO_WRITE: Final = ("send_messages", "send_messages_in_threads")


def lacking(allowed: discord.Permissions, needs: Sequence[Need]) -> list[Need]:
    """Return the missing permissions, in the order in which to grant them.

    Omit a permission that is missing only because another is: without View Channel the bot has no
    permission in a channel, and without Send Messages it cannot attach files.
    """
    writes = next((need.flag for need in needs if need.flag in _TO_WRITE), None)

    def follows(need: Need) -> bool:
        if need.flag == "attach_files" and writes is not None and not getattr(allowed, writes):
            return True
        return need.flag != "view_channel" and not allowed.view_channel

    return [need for need in needs if not getattr(allowed, need.flag) and not follows(need)]


_NEEDED: Final = ("view_channel", "read_message_history")


def require_permissions(interaction: discord.Interaction[Any]) -> None:
    """Raise `PermissionsMissing` if the bot could not show a match here.

    Threads are a comfort: without the permission to start one, the match is played in the channel.
    """
    allowed = interaction.app_permissions
    missing = [flag for flag in _NEEDED if not getattr(allowed, flag)]
    in_thread = isinstance(interaction.channel, discord.Thread)
    threads = allowed.create_public_threads and allowed.send_messages_in_threads
    flag = _TO_WRITE[int(in_thread)]
    can_write = getattr(allowed, flag)
    if not can_write and (in_thread or not threads or not allowed.attach_files):
        # Discord then withdraws Attach Files, too, so do not name that one.
        missing.append(flag)
    elif not allowed.attach_files:
        missing.append("attach_files")
    if missing:
        raise PermissionsMissing(tuple(translate(_NAMES[flag]) for flag in missing))


def require_manager(interaction: Interaction) -> GuildId:
    """Return the server that the user can manage. Raise `NotAManager`."""
    guild = server_of(home_at(place_of(interaction)))
    if guild is None or not interaction.permissions.manage_guild:
        raise NotAManager
    return guild


def require_moderator(interaction: Interaction) -> GuildId:
    """Return the server that the user can moderate or manage. Raise `NotAModerator`."""
    guild, allowed = server_of(home_at(place_of(interaction))), interaction.permissions
    if guild is None or not (allowed.moderate_members or allowed.manage_guild):
        raise NotAModerator
    return guild
