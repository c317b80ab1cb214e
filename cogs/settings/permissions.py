"""What the bot may do in a server's channels, and the list of what is missing there."""

from collections.abc import Sequence
from typing import Final

import discord

from bot.app import BoopBot
from bot.features.settings.server import ServerSettings
from bot.match.identity import ChannelId, GuildId
from bot.match.terms import HomeKind
from cogs.core.actions import button
from cogs.core.errors import ChannelClosed
from cogs.core.panels import View, note_panel
from cogs.core.permissions import (
    TO_LOG,
    TO_PLAY,
    TO_PLAY_IN_CHANNEL,
    TO_POST_THE_PUZZLE,
    TO_TELL_THE_WEEK,
    Need,
    lacking,
)
from cogs.settings.choices import Setting

_NOTHING: Final = discord.Permissions.none()


async def allowed_in(bot: BoopBot, guild: GuildId, channel: ChannelId) -> discord.Permissions:
    """Return what the bot may do in a channel; nothing in one that is gone."""
    server = bot.get_guild(guild)
    place = None if server is None else server.get_channel_or_thread(channel)
    if server is None or place is None or bot.user is None:
        return _NOTHING
    # The library keeps the bot's own membership, as Discord tells of it without any intent.
    me = server.me or await server.fetch_member(bot.user.id)
    return place.permissions_for(me)


async def demand_allowed(
    bot: BoopBot, guild: GuildId, channel: ChannelId, needs: Sequence[Need]
) -> None:
    """Raise `ChannelClosed` where the bot lacks something that it cannot do without."""
    missing = lacking(await allowed_in(bot, guild, channel), needs)
    names = tuple(need.name for need in missing if not need.comfort)
    if names:
        raise ChannelClosed(channel, names)


def needs_of_games(settings: ServerSettings) -> Sequence[Need]:
    """Return what a channel for games must allow, which is more where threads are begun there."""
    return TO_PLAY if settings.home is HomeKind.THREAD else TO_PLAY_IN_CHANNEL


def deleted_in(bot: BoopBot, guild: GuildId, settings: ServerSettings) -> frozenset[Setting]:
    """List the settings whose channel or role is not there any more."""
    server = bot.get_guild(guild)
    if server is None:
        return frozenset()
    gone = set()
    for setting, channel in (
        (Setting.GAMES, settings.games_channel),
        (Setting.LOG, settings.log_channel),
        (Setting.DIGEST, settings.digest_channel),
        (Setting.PUZZLE, settings.puzzle_channel),
    ):
        if channel is not None and server.get_channel_or_thread(channel) is None:
            gone.add(setting)
    if settings.players is not None and server.get_role(settings.players) is None:
        gone.add(Setting.PLAYERS)
    return frozenset(gone)


async def check_panel(
    interaction: discord.Interaction[BoopBot], guild: GuildId, settings: ServerSettings
) -> View:
    """List what is missing where it was asked, in the channel for games and in that of the log."""
    bot, here = interaction.client, interaction.channel_id
    gone = deleted_in(bot, guild, settings)
    view = note_panel("### What I may do in this server")
    if here is not None:
        missing = lacking(interaction.app_permissions, TO_PLAY)
        view.add_item(_found(f"<#{here}>, where you ask", _lines(missing)))
    for setting, channel, title, needs in (
        (Setting.GAMES, settings.games_channel, "the channel for games", needs_of_games(settings)),
        (Setting.LOG, settings.log_channel, "the channel for the log", TO_LOG),
        (Setting.DIGEST, settings.digest_channel, "the channel for the digest", TO_TELL_THE_WEEK),
        (Setting.PUZZLE, settings.puzzle_channel, "the channel for the puzzle", TO_POST_THE_PUZZLE),
    ):
        if channel is None or (channel == here and setting is Setting.GAMES):
            continue
        if setting in gone:
            view.add_item(_found(f"{title[0].upper()}{title[1:]}", [_GONE]))
            continue
        missing = lacking(await allowed_in(bot, guild, ChannelId(channel)), needs)
        view.add_item(_found(f"<#{channel}>, {title}", _lines(missing)))
    if Setting.PLAYERS in gone:
        view.add_item(_found("Who may play", [_NO_ROLE]))
    if isinstance(interaction.channel, discord.TextChannel | discord.Thread) and (
        interaction.channel.is_nsfw()
    ):
        view.add_item(_found("Age limit", [_AGE]))
    view.add_item(discord.ui.TextDisplay(_ELSE))
    view.add_item(
        discord.ui.ActionRow(
            button("Check again", discord.ButtonStyle.secondary, "check-permissions"),
            button("All settings", discord.ButtonStyle.secondary, "settings"),
        )
    )
    return view


_GONE: Final = (
    "❌ It was deleted, so it is as if none were chosen. Choose another by `/settings show`."
)
_NO_ROLE: Final = (
    "❌ The role was deleted, so nobody may play. Choose another by `/settings show`, or let "
    "everyone play."
)
_AGE: Final = (
    "⚠️ This channel has an age limit: who has not confirmed their age does not see matches here."
)
_HIDDEN: Final = (
    "-# Nothing else can be allowed where I cannot look, so more may be missing there: check again "
    "once I may."
)
_ELSE: Final = (
    "-# I need no privileged intent, no *Embed Links* and none of the *Mention* and *Manage* "
    "permissions. Members need *Use Application Commands* where they play."
)


def _line(need: Need) -> str:
    mark = "⚠️" if need.comfort else "❌"
    return f"{mark} **{need.name}** is missing: {need.breaks}."


def _lines(missing: Sequence[Need]) -> list[str]:
    """Return a line for each permission that is missing; without looking there, none is known."""
    hidden = [_HIDDEN] if any(need.flag == "view_channel" for need in missing) else []
    return [*(_line(need) for need in missing), *hidden]


def _found(title: str, lines: list[str]) -> discord.ui.TextDisplay[View]:
    return discord.ui.TextDisplay("\n".join([f"**{title}**", *(lines or [_ALL_WELL])]))


_ALL_WELL: Final = "✅ Nothing is missing."
