"""`/settings`: a server's settings."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import BoopBot, Interaction
from bot.features.settings.declaration import (
    Channel,
    ChannelUse,
    Choices,
    FromCatalogue,
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
from bot.features.settings.zones.naming import ZoneRefusal, read_zone
from bot.match.identity import ChannelId, GuildId, RoleId, UserId
from bot.text import N_, NC_, gettext, translate
from bot.text.folding import folded
from cogs.core.actions import LONGEST_ID, ActionContext, Cog, action
from cogs.core.codecs import FormText, Words
from cogs.core.components import View, button, form, menu
from cogs.core.errors import ServerRefusal
from cogs.core.panels import note_panel
from cogs.core.replies import answer_privately, open_form
from cogs.core.router import perform
from cogs.delivery.permissions import (
    TO_PLAY,
    Need,
    allowed_in,
    lacking,
    lacking_for_events,
    needs_for,
    require_allowed,
    require_manager,
)
from cogs.delivery.roles import MANAGE_ROLES, obstacle_to, require_giveable
from cogs.settings.controls import (
    NotInBounds,
    SettingsScope,
    SettingsView,
    items_of,
    read_choice,
    summary_of,
)
from cogs.settings.zones import (
    LONGEST_ZONE,
    ZoneName,
    typed_zone,
    zone_field,
    zone_found,
    zone_options,
)
from cogs.wording.help_lines import Topic, in_help
from cogs.wording.names import NAMES
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
    """List the permissions that are missing in this channel, and in every channel that is set."""
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
    """Return whether anything is posted at a set hour."""
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
    "-# I need no privileged intent, no *{embed}*, and none of the *Mention* and *Manage* "
    "permissions, but *{roles}* if winners get a role. Members need *{use}* where they play."
).filled(
    embed=NC_("permission in Discord", "Embed Links"),
    roles=MANAGE_ROLES,
    use=NC_("permission in Discord", "Use Application Commands"),
)


def _lines(missing: Sequence[Need]) -> list[str]:
    """Return a line for each missing permission. Without *View Channel*, others are unknown."""
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

    `warning` is why something was not set, and one of `zones` may be the time zone that was meant.
    """
    heading = HEADINGS[section]
    view = note_panel(f"### {translate(heading.title)}")
    if warning is not None:
        view.add_item(discord.ui.TextDisplay(f"⚠️ {warning}"))
    if heading.about is not None:
        view.add_item(discord.ui.TextDisplay(translate(heading.about)))
    for item in items_of(settings_in(section), shown, SettingsScope.SERVER):
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
    """Make the form for all numbers; `nonce` keeps apart the forms that one person opens."""
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
    """Make the form for the time zone; `nonce` keeps apart the forms that one person opens."""
    field = zone_field(settings.zone)
    return form(gettext("Time zone"), [field], "zone-set", user=user, nonce=nonce)


def with_limits(settings: ServerSettings, typed: Mapping[str, str | None]) -> ServerSettings:
    """Return the settings with the numbers that were typed. Raise `NotInBounds`."""
    for setting, number in numbers():
        text = typed.get(setting.name)
        if text is not None:
            settings = setting.put(settings, _read_number(setting, number, text))
    return settings


def numbers() -> list[tuple[Setting, Number]]:
    """Return the settings that are numbers."""
    return [(each, each.kind) for each in SERVER_SETTINGS.values() if isinstance(each.kind, Number)]


def _read_number(setting: Setting, number: Number, text: str) -> int:
    digits = folded(text).strip()
    if not (digits.isascii() and digits.isdigit()) or len(digits) > LONGEST_NUMBER:
        raise NotInBounds(setting.title, text, number.least, number.most)
    if not number.least <= int(digits) <= number.most:
        raise NotInBounds(setting.title, text, number.least, number.most)
    return int(digits)


def _is_given(setting: Setting) -> bool:
    """Return whether the bot gives the role of a setting."""
    return isinstance(setting.kind, RoleChoice) and setting.kind.use is RoleUse.WINNERS


def _names(*kinds: type[Any]) -> Words:
    """Return the limits of a text that names a setting of these kinds."""
    found = [name for name, each in SERVER_SETTINGS.items() if isinstance(each.kind, kinds)]
    return Words(tuple(found))


ListedName = Annotated[str, _names(Choices, FromCatalogue)]
ChannelName = Annotated[str, _names(Channel)]
RoleName = Annotated[str, _names(RoleChoice)]
ZoneTyped = Annotated[str, FormText(LONGEST_ZONE)]
OptionalName = Annotated[str, _names(Channel, RoleChoice)]
NUMBERS: Final = tuple(setting.name for setting, _ in numbers())


@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
@app_commands.default_permissions(manage_guild=True)
class SettingsCog(
    Cog,
    commands.GroupCog,
    name="Settings",
    group_name="settings",
    group_extras=in_help(Topic.SERVER, 70, N_("set up this server")),
):
    """Set up boop for this server, if you can manage it."""

    @app_commands.command(name="show")
    async def show(self, interaction: Interaction) -> None:
        """See and change the settings of this server."""
        guild = require_manager(interaction)
        NAMES.remember(interaction.user)
        await answer_privately(interaction, overview(await self._shown(guild)))

    @app_commands.command(name="check")
    async def check(self, interaction: Interaction) -> None:
        """See which permissions I lack, and what breaks without them."""
        await self._check(interaction)

    @app_commands.command(name="log")
    async def log(self, interaction: Interaction) -> None:
        """See what moderators have done in boop here."""
        require_manager(interaction)
        await perform(interaction, "moderation-log", page=0)

    @action("check-permissions")
    async def check_again(self, context: ActionContext) -> None:
        """Show what is missing in place of the settings."""
        await self._check(context.interaction)

    @action("settings")
    async def open(self, context: ActionContext, section: Section | None = None) -> None:
        """Show one section of the settings, or all of them."""
        shown = await self._shown(require_manager(context.interaction))
        panel = overview(shown) if section is None else section_panel(section, shown)
        await answer_privately(context.interaction, panel)

    @action("set")
    async def choose(
        self,
        context: ActionContext,
        setting: ListedName,
        *,
        chosen: Annotated[str, FormText(LONGEST_ID)],
    ) -> None:
        """Set what was chosen from a list."""
        interaction, declared = context.interaction, SERVER_SETTINGS[setting]
        guild = require_manager(interaction)

        def changed(before: ServerSettings) -> ServerSettings:
            return declared.put(before, read_choice(declared, before, chosen))

        warning = None
        try:
            await self._require_games(guild, changed(await self.bot.services.settings.of(guild)))
            await self.bot.services.settings.change(guild, changed)
        except ServerRefusal as refusal:
            warning = sentence(refusal)
        await self._show(interaction, guild, declared, warning)

    @action("set-channel")
    async def choose_channel(
        self, context: ActionContext, setting: ChannelName, *, chosen: ChannelId | None
    ) -> None:
        """Set a channel, unless the bot lacks a permission that it needs there."""
        interaction, declared = context.interaction, SERVER_SETTINGS[setting]
        guild = require_manager(interaction)
        warning = None
        try:
            if chosen is not None and isinstance(declared.kind, Channel):
                venue = (await self.bot.services.settings.of(guild)).venue
                needs = needs_for(declared.kind.use, venue)
                await require_allowed(self.bot, guild, chosen, needs)
            await self._set(guild, declared, chosen)
        except ServerRefusal as refusal:
            warning = sentence(refusal)
        await self._show(interaction, guild, declared, warning)

    @action("set-role")
    async def choose_role(
        self, context: ActionContext, setting: RoleName, *, chosen: RoleId | None
    ) -> None:
        """Set a role; @everyone means no role. The bot must be able to give a role of winners."""
        declared, guild = SERVER_SETTINGS[setting], require_manager(context.interaction)
        warning, is_given = None, _is_given(declared)
        try:
            if is_given and chosen is not None:
                require_giveable(context.interaction, chosen)
            await self._set(guild, declared, None if chosen == RoleId(guild) else chosen)
        except ServerRefusal as refusal:
            warning = sentence(refusal)
        await self._show(context.interaction, guild, declared, warning)

    @action("unset")
    async def unset(self, context: ActionContext, setting: OptionalName) -> None:
        """Unset a channel or role."""
        declared, guild = SERVER_SETTINGS[setting], require_manager(context.interaction)
        await self._set(guild, declared, None)
        await self._show(context.interaction, guild, declared)

    @action("limits")
    async def ask_limits(self, context: ActionContext) -> None:
        """Ask for the numbers in a form."""
        settings = await self.bot.services.settings.of(require_manager(context.interaction))
        form = limits_form(settings, context.user, context.interaction.id)
        await open_form(context.interaction, form)

    @action("limits-set", fields=NUMBERS)
    async def set_limits(
        self, context: ActionContext, **filled: Annotated[str, FormText(LONGEST_NUMBER)]
    ) -> None:
        """Set the numbers that were typed."""
        guild, warning = require_manager(context.interaction), None
        try:
            await self.bot.services.settings.change(
                guild, lambda before: with_limits(before, filled)
            )
        except ServerRefusal as refusal:
            warning = sentence(refusal)
        await self._show(context.interaction, guild, numbers()[0][0], warning)

    @action("zone")
    async def ask_zone(self, context: ActionContext) -> None:
        """Ask for the time zone in a form."""
        settings = await self.bot.services.settings.of(require_manager(context.interaction))
        form = zone_form(settings, context.user, context.interaction.id)
        await open_form(context.interaction, form)

    @action("zone-set")
    async def set_zone(self, context: ActionContext, *, zone: ZoneTyped = "") -> None:
        """Set the time zone that was typed, or ask which one if several match."""
        guild, services = require_manager(context.interaction), self.bot.services
        typed = typed_zone(zone, (await services.settings.of(guild)).zone)
        if typed is not None:
            await self._set_zone(context, typed)
        else:
            await self._show(context.interaction, guild, SERVER_SETTINGS["zone"])

    @action("set-zone")
    async def choose_zone(self, context: ActionContext, *, chosen: ZoneName) -> None:
        """Set the time zone that was chosen from those offered."""
        await self._set_zone(context, chosen)

    async def _set_zone(self, context: ActionContext, typed: str) -> None:
        guild, declared = require_manager(context.interaction), SERVER_SETTINGS["zone"]
        warning: str | None = None
        zones: Sequence[str] = ()
        try:
            await self._set(guild, declared, await read_zone(typed))
        except ZoneRefusal as refusal:
            warning, zones = sentence(refusal), refusal.offered
        await self._show(context.interaction, guild, declared, warning, zones)

    async def _set(self, guild: GuildId, setting: Setting, value: object) -> None:
        await self.bot.services.settings.change(guild, lambda before: setting.put(before, value))

    async def _require_games(self, guild: GuildId, settings: ServerSettings) -> None:
        """Raise a refusal if the games channel could not be used with these settings."""
        channel = settings.games_channel
        if channel is None or "games_channel" in deleted_in(self.bot, guild, settings):
            return
        if settings.venue is not (await self.bot.services.settings.of(guild)).venue:
            needs = needs_for(ChannelUse.MATCHES, settings.venue)
            await require_allowed(self.bot, guild, channel, needs)

    async def _check(self, interaction: Interaction) -> None:
        guild = require_manager(interaction)
        settings = await self.bot.services.settings.of(guild)
        await answer_privately(interaction, await check_panel(interaction, guild, settings))
        if settings.winners is not None:
            # The missing permission may have been given.
            await self.bot.services.winners.look_again(guild)
        if settings.start_events is StartEvents.ON:
            await self.bot.services.tournaments.look_at_events(guild)

    async def _show(
        self,
        interaction: Interaction,
        guild: GuildId,
        setting: Setting,
        warning: str | None = None,
        zones: Sequence[str] = (),
    ) -> None:
        section, shown = Section(setting.section), await self._shown(guild)
        await answer_privately(interaction, section_panel(section, shown, warning, zones))

    async def _shown(self, guild: GuildId) -> SettingsView:
        settings = await self.bot.services.settings.of(guild)
        now = self.bot.services.clock.now()
        return SettingsView(settings, deleted_in(self.bot, guild, settings), now)


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(SettingsCog(bot))
