"""What the bot may do in a server's channels, and the list of what is missing there."""

from collections.abc import Sequence
from typing import Final

import discord

from bot.app import BoopBot
from bot.features.settings.declaration import Channel, ChannelUse, Role
from bot.features.settings.server import SERVER_SETTINGS, ServerSettings
from bot.match.identity import ChannelId, GuildId
from bot.text import N_, gettext, translate
from cogs.core.errors import ChannelClosed
from cogs.core.items import button
from cogs.core.panels import View, note_panel
from cogs.core.permissions import TO_PLAY, Need, allowed_in, lacking, needs_for


async def require_allowed(
    bot: BoopBot, guild: GuildId, channel: ChannelId, needs: Sequence[Need]
) -> None:
    """Raise `ChannelClosed` if the bot lacks something that it cannot do without."""
    missing = lacking(await allowed_in(bot, guild, channel), needs)
    names = tuple(need.name for need in missing if not need.comfort)
    if names:
        raise ChannelClosed(channel, names)


def deleted_in(bot: BoopBot, guild: GuildId, settings: ServerSettings) -> frozenset[str]:
    """List the settings whose channel or role is not there any more, by their names."""
    server = bot.get_guild(guild)
    if server is None:
        return frozenset()
    deleted = set()
    for setting in SERVER_SETTINGS.values():
        value = setting.of(settings)
        match setting.kind:
            case Channel() if value is not None and server.get_channel_or_thread(value) is None:
                deleted.add(setting.name)
            case Role() if value is not None and server.get_role(value) is None:
                deleted.add(setting.name)
    return frozenset(deleted)


async def check_panel(
    interaction: discord.Interaction[BoopBot], guild: GuildId, settings: ServerSettings
) -> View:
    """List what is missing where it was asked, and in every channel that is set."""
    bot, here = interaction.client, interaction.channel_id
    deleted = deleted_in(bot, guild, settings)
    view = note_panel(f"### {gettext('My permissions in this server')}")
    if here is not None:
        title = gettext("{channel} (this channel)", channel=f"<#{here}>")
        view.add_item(_found(title, _lines(lacking(interaction.app_permissions, TO_PLAY))))
    for setting in SERVER_SETTINGS.values():
        value, title = setting.of(settings), translate(setting.title)
        match setting.kind:
            case Channel() | Role() if value is None:
                continue
            case Channel(use=ChannelUse.MATCHES) if value == here:
                continue
            case Channel() if setting.name in deleted:
                view.add_item(_found(title, [translate(_NO_CHANNEL)]))
            case Channel(use=use):
                allowed = await allowed_in(bot, guild, ChannelId(value))
                missing = _lines(lacking(allowed, needs_for(use, settings.venue)))
                view.add_item(_found(f"<#{value}> ({title})", missing))
            case Role() if setting.name in deleted:
                view.add_item(_found(title, [translate(_NO_ROLE)]))
    if isinstance(interaction.channel, discord.TextChannel | discord.Thread) and (
        interaction.channel.is_nsfw()
    ):
        view.add_item(_found(gettext("Age restriction"), [translate(_AGE)]))
    view.add_item(discord.ui.TextDisplay(translate(_MORE)))
    style = discord.ButtonStyle.secondary
    view.add_item(
        discord.ui.ActionRow(
            button(gettext("Check again"), style, "check-permissions"),
            button(gettext("All settings"), style, "settings"),
        )
    )
    return view


_NO_CHANNEL: Final = N_(
    "❌ This channel was deleted, so none is set now. Choose another with `/settings show`."
)
_NO_ROLE: Final = N_(
    "❌ This role was deleted, so nobody can play. Choose another with `/settings show`, or let "
    "everyone play."
)
_AGE: Final = N_(
    "⚠️ This channel is age-restricted: members who haven't confirmed their age don't see matches "
    "here."
)
_HIDDEN: Final = N_(
    "-# While I can't see this channel, more may be missing: check again once I can."
)
_MORE: Final = N_(
    "-# I need no privileged intent, no *Embed Links*, and none of the *Mention* and *Manage* "
    "permissions. Members need *Use Application Commands* where they play."
)


def _lines(missing: Sequence[Need]) -> list[str]:
    """Return a line for each permission that is missing; without looking there, none is known."""
    lines = [
        gettext(
            "{mark} **{permission}** is missing: {consequence}.",
            mark="⚠️" if need.comfort else "❌",
            permission=need.name,
            consequence=need.breaks,
        )
        for need in missing
    ]
    if any(need.flag == "view_channel" for need in missing):
        lines.append(translate(_HIDDEN))
    return lines


def _found(title: str, lines: list[str]) -> discord.ui.TextDisplay[View]:
    well = gettext("✅ Nothing is missing.")
    return discord.ui.TextDisplay("\n".join([f"**{title}**", *(lines or [well])]))
