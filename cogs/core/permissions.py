"""Permissions that the bot needs in a channel, what breaks without them, and who is a member."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, assert_never

import discord
import structlog

from bot.app import BoopBot
from bot.features.matches.access import Presence
from bot.features.settings.declaration import ChannelUse
from bot.match.identity import ChannelId, GuildId, Place, Seconds, UserId
from bot.match.match import Match
from bot.match.terms import VenueKind
from bot.text import N_, NC_, Message, translate
from cogs.core.errors import (
    FAILURES,
    NOT_A_MEMBER,
    NotAManager,
    NotAModerator,
    NotInServer,
    PermissionsMissing,
)

BEFORE_AN_ANSWER: Final = Seconds(1.0)
"""Seconds to ask in while somebody waits for an answer, who has 3."""


@dataclass(frozen=True, slots=True)
class Need:
    """A permission: its name in discord.py and in Discord, and what breaks without it.

    A comfort can be done without: matches are played all the same.
    """

    flag: str
    title: Message
    effect: Message
    comfort: bool = False

    @property
    def name(self) -> str:
        """What Discord calls the permission."""
        return translate(self.title)

    @property
    def breaks(self) -> str:
        """What does not work without it, as a part of a sentence."""
        return translate(self.effect)


_NAMES: Final = {
    "view_channel": NC_("permission in Discord", "View Channel"),
    "send_messages": NC_("permission in Discord", "Send Messages"),
    "send_messages_in_threads": NC_("permission in Discord", "Send Messages in Threads"),
    "create_public_threads": NC_("permission in Discord", "Create Public Threads"),
    "attach_files": NC_("permission in Discord", "Attach Files"),
    "read_message_history": NC_("permission in Discord", "Read Message History"),
}
"""The permissions as Discord calls them, by discord.py's names."""


def _need(flag: str, effect: Message) -> Need:
    return Need(flag, _NAMES[flag], effect)


TO_PLAY: Final = (
    _need("view_channel", N_("the bot can't see the channel, so no match can start")),
    _need("send_messages", N_("no match can be played in the channel itself")),
    _need(
        "send_messages_in_threads",
        N_("boards in threads aren't updated, and players hear of turns only by direct message"),
    ),
    Need(
        "create_public_threads",
        _NAMES["create_public_threads"],
        N_("matches get no thread of their own and are played in the channel"),
        comfort=True,
    ),
    _need("attach_files", N_("no board can be shown, so no match can start")),
    _need(
        "read_message_history",
        N_("the bot can't find its boards again to update them, so no match can start"),
    ),
)
"""For a channel in which matches are to live, or from which their threads are begun."""

TO_PLAY_IN_CHANNEL: Final = tuple(
    need
    for need in TO_PLAY
    if need.flag not in ("send_messages_in_threads", "create_public_threads")
)
"""For a channel in which matches are played among whatever else is said there."""

TO_PLAY_IN_THREAD: Final = tuple(
    need for need in TO_PLAY if need.flag not in ("send_messages", "create_public_threads")
)
"""For a thread in which matches are played among whatever else is said there."""

TO_LOG: Final = tuple(
    _need(flag, N_("moderators' actions aren't logged there"))
    for flag in ("view_channel", "send_messages")
)
"""For the channel that has the server's log."""

TO_TELL_THE_WEEK: Final = (
    _need("view_channel", N_("the weekly digest isn't posted there")),
    _need("send_messages", N_("the weekly digest isn't posted there")),
    _need("attach_files", N_("the weekly digest can't show the match of the week")),
)
"""For the channel that has the weekly digest."""

TO_POST_THE_PUZZLE: Final = tuple(
    _need(flag, N_("the puzzle of the day isn't posted there"))
    for flag in ("view_channel", "send_messages", "attach_files")
)
"""For the channel that has the puzzle of the day."""


def needs_for(use: ChannelUse, venue: VenueKind) -> Sequence[Need]:
    """Return what a channel must allow for what the bot does there.

    Where threads are begun for matches, that is more than where they are played in the channel.
    """
    match use:
        case ChannelUse.MATCHES:
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
    """Return what the bot may do in a channel; nothing in one that is gone."""
    server = bot.get_guild(guild)
    found = None if server is None else server.get_channel_or_thread(channel)
    if server is None or found is None or bot.user is None:
        return discord.Permissions.none()
    # The library keeps the bot's own membership, as Discord reports it without any intent.
    me = server.me
    if me is None:
        async with asyncio.timeout(BEFORE_AN_ANSWER):
            me = await server.fetch_member(bot.user.id)
    return found.permissions_for(me)


async def may_play_in(bot: BoopBot, guild: GuildId, channel: ChannelId) -> bool:
    """Return whether the bot may do in a channel or a thread all that a match there needs."""
    is_thread = isinstance(bot.get_channel(channel), discord.Thread)
    needs = TO_PLAY_IN_THREAD if is_thread else TO_PLAY_IN_CHANNEL
    return not lacking(await allowed_in(bot, guild, channel), needs)


def open_channel(guild: discord.Guild) -> discord.TextChannel | None:
    """Return where the bot may write for all to see: where Discord greets members, or the topmost.

    Where nothing is seen by everybody, it is a channel that fewer people see.
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
    """Return what is missing, in the order in which to grant it.

    What only follows from another lack is not among it: in a channel that it does not see the bot
    may do nothing, and whoever may not send may not attach files either.
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

    A thread of its own is a comfort, not a need: without the right to begin one, the match lives
    in the channel.
    """
    allowed = interaction.app_permissions
    missing = [flag for flag in _NEEDED if not getattr(allowed, flag)]
    in_thread = isinstance(interaction.channel, discord.Thread)
    threads = allowed.create_public_threads and allowed.send_messages_in_threads
    flag = _TO_WRITE[int(in_thread)]
    can_write = getattr(allowed, flag)
    if not can_write and (in_thread or not threads or not allowed.attach_files):
        # Discord takes Attach Files along with this one, so naming that would mislead.
        missing.append(flag)
    elif not allowed.attach_files:
        missing.append("attach_files")
    if missing:
        raise PermissionsMissing(tuple(translate(_NAMES[flag]) for flag in missing))


MOST_SERVERS: Final = 20
"""Servers in which somebody is looked for; each costs a request."""
ASKED_AT_ONCE: Final = 4
LOOKED_FOR_WITHIN: Final = Seconds(2.0)
"""Seconds in which somebody is looked for who waits for an answer."""

_log: Final = structlog.get_logger(__name__)


async def presence(guild: discord.Guild, user: UserId, within: Seconds) -> Presence | None:
    """Ask Discord whether somebody is in a server; none where it does not say."""
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
    """Return whether somebody may be in another server of the bot, so that it can write to them.

    Where the bot is in more than can be asked, or other processes have some, they may be.
    """
    others = [guild for guild in bot.guilds if guild != besides]
    if len(others) > MOST_SERVERS or bot.reached is not None:
        return True
    for guild in others:
        if await presence(guild, user, within) is not Presence.GONE:
            return True
    return False


async def shared_channel(bot: BoopBot, user: UserId) -> Place | None:
    """Return a channel that the bot and a person who asks in direct messages share, if any.

    Where the bot is in more servers than can be asked, only some of them are. Of those that other
    processes have, they are the ones in which the person has played, so they are asked first, and
    few at once: what a process may send in a second is soon used up.
    """
    channels = [(guild, open_channel(guild)) for guild in bot.guilds if not guild.unavailable]
    here = [
        Place(GuildId(guild.id), ChannelId(channel.id))
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


async def _channels_elsewhere(bot: BoopBot, user: UserId) -> list[Place]:
    """List a channel of each server of another process in which somebody has played lately."""
    if bot.reached is None:
        return []
    played = await bot.services.replays.latest_of_each_server(user, MOST_SERVERS)
    return [
        Place(each.venue.guild, each.venue.origin)
        for each in played
        if each.venue.guild is not None and not bot.serves(each.venue.guild)
    ]


async def _is_member(bot: BoopBot, place: Place, user: UserId) -> bool:
    """Return whether Discord says at once that somebody is in a server."""
    if place.guild is None:
        return False
    try:
        async with asyncio.timeout(BEFORE_AN_ANSWER):
            await bot.http.get_member(place.guild, user)
    except (TimeoutError, *FAILURES):
        return False
    return True


async def require_member(bot: BoopBot, server: GuildId, user: UserId) -> None:
    """Raise `NotInServer` if Discord says at once that somebody has left the server."""
    guild = bot.get_guild(server)
    if guild is not None and await presence(guild, user, BEFORE_AN_ANSWER) is Presence.GONE:
        raise NotInServer(user)


Interaction = discord.Interaction[BoopBot]


def managed(interaction: Interaction) -> GuildId:
    """Return the server of somebody who may manage it. Raise `NotAManager`."""
    if interaction.guild_id is None or not interaction.permissions.manage_guild:
        raise NotAManager
    return GuildId(interaction.guild_id)


def moderated(interaction: Interaction) -> GuildId:
    """Return the server of somebody who may moderate or manage it. Raise `NotAModerator`."""
    allowed = interaction.permissions
    if interaction.guild_id is None or not (allowed.moderate_members or allowed.manage_guild):
        raise NotAModerator
    return GuildId(interaction.guild_id)


def is_unavailable(bot: BoopBot, guild: GuildId | None) -> bool:
    """Return whether the bot is not in a server, or Discord has it down.

    What is to be done there waits: it is claimed, so it is tried again, and due when it is back.
    """
    if guild is None or not bot.is_ready():
        return False
    return bot.get_guild(guild) is None or is_down(bot, guild)


def is_down(bot: BoopBot, guild: GuildId | None) -> bool:
    """Return whether Discord has a server down in which the bot is."""
    server = None if guild is None else bot.get_guild(guild)
    return server is not None and server.unavailable


def is_elsewhere(bot: BoopBot, match: Match) -> bool:
    """Return whether another process has the place where a match lives, and shows it there."""
    guild = match.venue.guild
    if match.venue.kind is VenueKind.DIRECT:
        # They come as soon as shard 0 is connected, which is before its servers are reported.
        return not bot.serves(None) and 0 not in bot.shards
    return not bot.serves(guild) and bot.get_guild(guild) is None


def waits_for_server(bot: BoopBot, match: Match) -> bool:
    """Return whether a match lives in a server that is unavailable."""
    return match.venue.kind is not VenueKind.DIRECT and is_unavailable(bot, match.venue.guild)
