"""The permissions that the bot needs, the effect of missing ones, and who is a member."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, assert_never

import discord
import structlog

from bot.app import BoopBot, Interaction
from bot.features.matches.access import Presence
from bot.features.settings.declaration import ChannelUse
from bot.jobs.division import DIRECT_SHARD
from bot.match.identity import ChannelId, GuildId, InServer, Seconds, UserId
from bot.match.match import Match
from bot.match.terms import (
    VenueKind,
    home_at,
    server_of,
)
from bot.text import N_, NC_, Message, translate
from cogs.core.access import BEFORE_AN_ANSWER, place_of
from cogs.core.errors import (
    FAILURES,
    NOT_A_MEMBER,
    ChannelClosed,
    NotAManager,
    NotAModerator,
    NotInServer,
    PermissionsMissing,
)


@dataclass(frozen=True, slots=True)
class Need:
    """A permission by discord.py's name, and the effect if it is missing.

    Matches can be played without a comfort.
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
        """What does not work without the permission, as a part of a sentence."""
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
"""For a channel in which matches are played or from which their threads are started."""


def _without(needs: Sequence[Need], *flags: str) -> Sequence[Need]:
    return tuple(need for need in needs if need.flag not in flags)


TO_PLAY_IN_CHANNEL: Final = _without(TO_PLAY, "send_messages_in_threads", "create_public_threads")
"""For a channel in which matches are played between other messages."""

TO_PLAY_IN_THREAD: Final = _without(TO_PLAY, "send_messages", "create_public_threads")
"""For a thread in which matches are played between other messages."""

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
"""For a channel that the bot only has to see."""

TO_SHARE: Final = _without(TO_PLAY_IN_CHANNEL, "read_message_history")
"""For a channel in which a match is shared."""

TO_SHARE_IN_THREAD: Final = _without(TO_PLAY_IN_THREAD, "read_message_history")
"""For a thread in which a match is shared."""

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
"""For the server as a whole, if starts are to be among its events."""


def lacking_for_events(allowed: discord.Permissions) -> Sequence[Need]:
    """Return what is missing in a server to make events; managing them is enough."""
    may = allowed.create_events or allowed.manage_events
    return [] if may else [TO_ANNOUNCE_STARTS]


def needs_for(use: ChannelUse, venue: VenueKind) -> Sequence[Need]:
    """Return the permissions that the bot needs in a channel for a use of it.

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
    """Return the permissions of the bot in a channel that is at hand."""
    if bot.user is None:
        return discord.Permissions.none()
    # discord.py caches the membership of the bot, which Discord reports without any intent.
    me = channel.guild.me
    if me is None:
        async with asyncio.timeout(BEFORE_AN_ANSWER):
            me = await channel.guild.fetch_member(bot.user.id)
    return channel.permissions_for(me)


def may_read_history(channel: object) -> bool:
    """Return whether the bot may read the messages of a channel.

    Where it may not, Discord refuses to list them, or lists none.
    """
    if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return True
    allowed = channel.permissions_for(channel.guild.me)
    return allowed.view_channel and allowed.read_message_history


async def require_allowed(
    bot: BoopBot, guild: GuildId, channel: ChannelId, needs: Sequence[Need]
) -> None:
    """Raise `ChannelClosed` if the bot lacks something that it cannot do without."""
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
    """Return a channel where the bot may write: the one for greetings, or the topmost.

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

    A permission that is missing only because of another is left out: without View Channel the bot
    has no permission there, and without Send Messages it cannot attach files.
    """
    writes = next((need.flag for need in needs if need.flag in _TO_WRITE), None)

    def follows(need: Need) -> bool:
        if need.flag == "attach_files" and writes is not None and not getattr(allowed, writes):
            return True
        return need.flag != "view_channel" and not allowed.view_channel

    return [need for need in needs if not getattr(allowed, need.flag) and not follows(need)]


_NEEDED: Final = ("view_channel", "read_message_history")


def require_permissions(interaction: discord.Interaction[Any]) -> None:
    """Raise `PermissionsMissing` if a match could not be shown.

    Threads are a comfort: without the permission to start one, the match is played in the channel.
    """
    allowed = interaction.app_permissions
    missing = [flag for flag in _NEEDED if not getattr(allowed, flag)]
    in_thread = isinstance(interaction.channel, discord.Thread)
    threads = allowed.create_public_threads and allowed.send_messages_in_threads
    flag = _TO_WRITE[int(in_thread)]
    can_write = getattr(allowed, flag)
    if not can_write and (in_thread or not threads or not allowed.attach_files):
        # Discord also withdraws Attach Files then, so do not name that one too.
        missing.append(flag)
    elif not allowed.attach_files:
        missing.append("attach_files")
    if missing:
        raise PermissionsMissing(tuple(translate(_NAMES[flag]) for flag in missing))


MOST_SERVERS: Final = 20
"""The most servers in which to look for a user. Each costs a request."""
ASKED_AT_ONCE: Final = 4
LOOKED_FOR_WITHIN: Final = Seconds(2.0)
"""Seconds in which to look for a user while they wait for an answer."""

_log: Final = structlog.get_logger(__name__)


async def presence(guild: discord.Guild, user: UserId, within: Seconds) -> Presence | None:
    """Ask Discord whether a user is in a server. Return None if Discord does not answer."""
    try:
        async with asyncio.timeout(within):
            await guild.fetch_member(user)
    except (TimeoutError, *FAILURES) as error:
        if isinstance(error, discord.HTTPException) and error.code in NOT_A_MEMBER:
            return Presence.GONE
        _log.info("member not looked up yet", reason=repr(error))
        return None
    return Presence.MEMBER


async def may_share_another(
    bot: BoopBot, user: UserId, besides: discord.Guild, within: Seconds
) -> bool:
    """Return whether a user may share another server with the bot, so that it can write to them.

    Return True without asking if there are too many servers, or other processes have some.
    """
    others = [guild for guild in bot.guilds if guild != besides]
    if len(others) > MOST_SERVERS or bot.reached is not None:
        return True
    for guild in others:
        if await presence(guild, user, within) is not Presence.GONE:
            return True
    return False


async def shared_channel(bot: BoopBot, user: UserId) -> InServer | None:
    """Return a channel of a server that the bot shares with a user in direct messages, if any.

    Only `MOST_SERVERS` servers are asked about. Of servers of other processes only those in which
    the user has played are known. They come first, a few at a time, since Discord limits the
    requests of a process.
    """
    channels = [(guild, open_channel(guild)) for guild in bot.guilds if not guild.unavailable]
    here = [
        InServer(GuildId(guild.id), ChannelId(channel.id))
        for guild, channel in channels
        if channel is not None
    ][:MOST_SERVERS]
    places = [*await _channels_elsewhere(bot, user), *here]
    with suppress(TimeoutError):
        async with asyncio.timeout(LOOKED_FOR_WITHIN):
            for first in range(0, len(places), ASKED_AT_ONCE):
                some = places[first : first + ASKED_AT_ONCE]
                seen = await asyncio.gather(*(_is_member(bot, place, user) for place in some))
                if any(seen):
                    return some[seen.index(True)]
    return None


async def _channels_elsewhere(bot: BoopBot, user: UserId) -> list[InServer]:
    """List a channel of each server of other processes in which a user has played lately."""
    if bot.reached is None:
        return []
    played = await bot.services.replays.latest_of_each_server(user, MOST_SERVERS)
    return [
        InServer(each.venue.guild, each.venue.origin)
        for each in played
        if not bot.serves(each.venue.guild)
    ]


async def _is_member(bot: BoopBot, place: InServer, user: UserId) -> bool:
    """Return whether Discord answers in time that a user is in a server."""
    try:
        async with asyncio.timeout(BEFORE_AN_ANSWER):
            await bot.http.get_member(place.guild, user)
    except (TimeoutError, *FAILURES):
        return False
    return True


async def require_member(bot: BoopBot, server: GuildId, user: UserId) -> None:
    """Raise `NotInServer` if Discord answers in time that a user has left the server."""
    guild = bot.get_guild(server)
    if guild is not None and await presence(guild, user, BEFORE_AN_ANSWER) is Presence.GONE:
        raise NotInServer(user)


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


def is_unavailable(bot: BoopBot, guild: GuildId) -> bool:
    """Return whether the bot has left a server, or the server has an outage.

    Work there waits until the server is back. It was claimed, so it is not lost.
    """
    return bot.is_ready() and (bot.get_guild(guild) is None or is_down(bot, guild))


def is_down(bot: BoopBot, guild: GuildId) -> bool:
    """Return whether a server of the bot has an outage."""
    server = bot.get_guild(guild)
    return server is not None and server.unavailable


def is_elsewhere(bot: BoopBot, match: Match) -> bool:
    """Return whether another process serves the place of a match and shows it there."""
    guild = match.venue.guild
    if match.venue.kind is VenueKind.DIRECT:
        # Direct messages arrive once shard 0 is connected, before its servers are reported.
        return not bot.serves_direct_messages() and DIRECT_SHARD not in bot.shards
    return not bot.serves(guild) and bot.get_guild(guild) is None


def waits_for_server(bot: BoopBot, match: Match) -> bool:
    """Return whether a match is played in a server that is unavailable."""
    return match.venue.is_in_server and is_unavailable(bot, match.venue.guild)
