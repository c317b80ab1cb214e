"""The panels and forms of a server's settings."""

from collections.abc import Sequence
from typing import Any, Final

import discord

from bot.app import BoopBot, Interaction
from bot.features.settings.declaration import (
    Channel,
    ChannelUse,
    Choices,
    Number,
    RoleChoice,
    RoleUse,
    Setting,
    Zone,
)
from bot.features.settings.server import (
    HEADINGS,
    SERVER_SETTINGS,
    Section,
    ServerSettings,
    StartEvents,
)
from bot.features.settings.zones.local_time import shown_zone
from bot.match.identity import ChannelId, GuildId, RoleId, UserId
from bot.text import N_, NC_, gettext, translate
from cogs.core.components import View, button, form, menu
from cogs.core.panels import note_panel
from cogs.delivery.permissions import (
    TO_PLAY,
    Need,
    allowed_in,
    lacking,
    lacking_for_events,
    needs_for,
)
from cogs.delivery.roles import MANAGE_ROLES, obstacle_to
from cogs.settings.controls import SettingsScope, SettingsView, items_of, summary_of
from cogs.settings.zones import zone_field, zone_found, zone_options
from cogs.wording.phrases import capital
from cogs.wording.refusals import sentence


def deleted_in(bot: BoopBot, guild: GuildId, settings: ServerSettings) -> frozenset[str]:
    """Return the names of the settings whose channel or role was deleted."""
    server = bot.get_guild(guild)
    if server is None:
        return frozenset()
    deleted = set()
    for setting in SERVER_SETTINGS.values():
        value = setting.of(settings)
        match setting.kind:
            case Channel() if value is not None and server.get_channel_or_thread(value) is None:
                deleted.add(setting.name)
            case RoleChoice() if value is not None and server.get_role(value) is None:
                deleted.add(setting.name)
    return frozenset(deleted)


async def check_panel(interaction: Interaction, guild: GuildId, settings: ServerSettings) -> View:
    """List the missing permissions, in this channel and for every setting that needs some."""
    bot, here = interaction.client, interaction.channel_id
    deleted, server = deleted_in(bot, guild, settings), bot.get_guild(guild)
    view = note_panel(f"### {gettext('My permissions in this server')}")
    if here is not None:
        title = gettext("{channel} (this channel)", channel=f"<#{here}>")
        view.add_item(_found(title, _lines(lacking(interaction.app_permissions, TO_PLAY))))
    for setting in SERVER_SETTINGS.values():
        value, title = setting.of(settings), translate(setting.title)
        match setting.kind:
            case Channel() | RoleChoice() if value is None:
                continue
            case Channel(use=ChannelUse.MATCHES) if value == here:
                continue
            case Channel() if setting.name in deleted:
                view.add_item(_found(title, [translate(_NO_CHANNEL)]))
            case Channel(use=use):
                allowed = await allowed_in(bot, guild, ChannelId(value))
                missing = _lines(lacking(allowed, needs_for(use, settings.venue)))
                view.add_item(_found(_channel_set(f"<#{value}>", title), missing))
            case RoleChoice(use=use) if setting.name in deleted:
                view.add_item(_found(title, [translate(_NO_ROLE[use])]))
            case RoleChoice(use=RoleUse.WINNERS) if server is not None:
                obstacle = obstacle_to(server, RoleId(value))
                line = [] if obstacle is None else [f"⚠️ {sentence(obstacle)}"]
                view.add_item(_found(title, line))
            case Choices() if value is StartEvents.ON and server is not None and server.me:
                missing = _lines(lacking_for_events(server.me.guild_permissions))
                view.add_item(_found(title, missing))
            case Zone() if _has_hours(settings):
                now = bot.services.clock.now()
                view.add_item(discord.ui.TextDisplay(f"**{title}**\n{zone_found(value, now)}"))
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


def _has_hours(settings: ServerSettings) -> bool:
    """Return whether the bot posts anything at a set hour, for which the time zone matters."""
    return settings.digest_channel is not None or settings.puzzle_channel is not None


def _channel_set(channel: str, setting: str) -> str:
    # Translators: {setting} is "Channel of new matches" or its like.
    return gettext("{channel} ({setting})", channel=channel, setting=setting)


_NO_CHANNEL: Final = N_(
    "❌ This channel was deleted, so none is set now. Choose another with `/settings show`."
)
_NO_ROLE: Final = {
    RoleUse.PLAYERS: N_(
        "❌ This role was deleted, so no one can play. Choose another with `/settings show`, or "
        "let everyone play."
    ),
    RoleUse.HOSTS: N_(
        "❌ This role was deleted, so only those who manage the server make tournaments. Choose "
        "another with `/settings show`."
    ),
    RoleUse.WINNERS: N_(
        "❌ This role was deleted, so winners get none. Choose another with `/settings show`."
    ),
}
_AGE: Final = N_(
    "⚠️ This channel is age-restricted: members who haven't confirmed their age don't see matches "
    "here."
)
_HIDDEN: Final = N_(
    "-# While I can't see this channel, more may be missing: check again once I can."
)
_MORE: Final = N_(
    "-# I need no privileged intent, no *{embed}*, and no *Mention* or *Manage* permission except "
    "*{roles}*, if winners get a role. Members need *{use}* where they play."
).filled(
    embed=NC_("permission in Discord", "Embed Links"),
    roles=MANAGE_ROLES,
    use=NC_("permission in Discord", "Use Application Commands"),
)


def _lines(missing: Sequence[Need]) -> list[str]:
    """Return a line for each missing permission.

    Add that more may be missing if *View Channel* is: others are unknown then.
    """
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


LONGEST_NUMBER: Final = 6


def settings_in(section: Section) -> list[Setting]:
    """Return the settings of a section, in the order in which they are shown."""
    return [each for each in SERVER_SETTINGS.values() if each.section is section]


def overview(shown: SettingsView) -> View:
    """Show all settings of a server, with a button that changes each section."""
    view = note_panel(f"### {gettext('Settings of this server')}")
    style = discord.ButtonStyle.secondary
    for section, heading in HEADINGS.items():
        summary = " · ".join(
            capital(summary_of(each, shown))
            for each in settings_in(section)
            if each.is_shown(shown.settings)
        )
        view.add_item(
            discord.ui.Section(
                f"**{translate(heading.title)}**\n{summary}",
                accessory=button(translate(heading.label), style, "settings", section=section),
            )
        )
    view.add_item(
        discord.ui.ActionRow(
            button(gettext("Check permissions"), style, "check-permissions"),
            button(gettext("Log"), style, "moderation-log", page=0),
        )
    )
    return view


def section_panel(
    section: Section, shown: SettingsView, warning: str | None = None, zones: Sequence[str] = ()
) -> View:
    """Show a section and let it be changed.

    `warning` says why a value was not set. `zones` are time zones that the user may have meant.
    """
    heading = HEADINGS[section]
    view = note_panel(f"### {translate(heading.title)}")
    if warning is not None:
        view.add_item(discord.ui.TextDisplay(f"⚠️ {warning}"))
    if heading.about is not None:
        view.add_item(discord.ui.TextDisplay(translate(heading.about)))
    declared = settings_in(section)
    for item in items_of(declared, shown, SettingsScope.SERVER):
        view.add_item(item)
    if zones:
        options = zone_options(zones, shown.now)
        view.add_item(discord.ui.ActionRow(menu(gettext("Time zone"), options, "set-zone")))
    style = discord.ButtonStyle.secondary
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
        button(gettext("All settings"), style, "settings")
    )
    if section is Section.NEWS:
        row.add_item(button(gettext("Preview"), style, "week-preview"))
    if section in (Section.NEWS, Section.PUZZLE):
        label = gettext("Time zone: {zone}", zone=shown_zone(shown.settings.zone))
        row.add_item(button(label, style, "settings", section=Section.CLOCK))
    view.add_item(row)
    return view


def limits_form(settings: ServerSettings, user: UserId, nonce: int) -> discord.ui.Modal:
    """Return the form for all numbers; `nonce` keeps the user's forms apart."""
    items: list[discord.ui.Item[Any]] = []
    for setting, number in numbers():
        typed: discord.ui.TextInput[Any] = discord.ui.TextInput(
            custom_id=setting.name,
            default=str(setting.of(settings)),
            min_length=1,
            max_length=LONGEST_NUMBER,
        )
        about = gettext("From {least} to {most}", least=number.least, most=number.most)
        label = translate(setting.title)
        items.append(discord.ui.Label(text=label, description=about, component=typed))
    return form(gettext("Limits per player"), items, "limits-set", user=user, nonce=nonce)


def zone_form(settings: ServerSettings, user: UserId, nonce: int) -> discord.ui.Modal:
    """Return the form for the time zone; `nonce` keeps the user's forms apart."""
    field = zone_field(settings.zone)
    return form(gettext("Time zone"), [field], "zone-set", user=user, nonce=nonce)


def numbers() -> list[tuple[Setting, Number]]:
    """Return the settings that are numbers."""
    return [(each, each.kind) for each in SERVER_SETTINGS.values() if isinstance(each.kind, Number)]
