"""`/settings`: a server's settings."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final

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
)
from bot.features.settings.server import SERVER_SETTINGS, Section, ServerSettings, StartEvents
from bot.features.settings.zones.naming import ZoneRefusal, read_zone
from bot.match.identity import ChannelId, GuildId, RoleId
from bot.text import N_
from bot.text.folding import folded
from cogs.core.actions import LONGEST_ID, ActionContext, Cog, action
from cogs.core.codecs import FormText, Words
from cogs.core.errors import ServerRefusal
from cogs.core.replies import answer_privately
from cogs.core.router import perform
from cogs.delivery.permissions import needs_for, require_allowed, require_manager
from cogs.delivery.roles import require_giveable
from cogs.settings.controls import NotInBounds, SettingsView, read_choice
from cogs.settings.views import (
    LONGEST_NUMBER,
    check_panel,
    deleted_in,
    limits_form,
    numbers,
    overview,
    section_panel,
    zone_form,
)
from cogs.settings.zones import LONGEST_ZONE, ZoneName, typed_zone
from cogs.wording.help_lines import Topic, in_help
from cogs.wording.names import NAMES
from cogs.wording.refusals import sentence


def with_limits(settings: ServerSettings, typed: Mapping[str, str | None]) -> ServerSettings:
    """Return the settings with the typed numbers. Raise `NotInBounds` for an invalid one."""
    for setting, number in numbers():
        text = typed.get(setting.name)
        if text is not None:
            settings = setting.put(settings, _read_number(setting, number, text))
    return settings


def _read_number(setting: Setting, number: Number, text: str) -> int:
    digits = folded(text).strip()
    if not (digits.isascii() and digits.isdigit()) or len(digits) > LONGEST_NUMBER:
        raise NotInBounds(setting.title, text, number.least, number.most)
    if not number.least <= int(digits) <= number.most:
        raise NotInBounds(setting.title, text, number.least, number.most)
    return int(digits)


def _is_given(setting: Setting) -> bool:
    """Return whether the bot gives the role of this setting to members."""
    return isinstance(setting.kind, RoleChoice) and setting.kind.use is RoleUse.WINNERS


def _names(*kinds: type[Any]) -> Words:
    """Return the words that are the names of the settings of these kinds."""
    names = [name for name, each in SERVER_SETTINGS.items() if isinstance(each.kind, kinds)]
    return Words(tuple(names))


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
        await answer_privately(interaction, overview(await self._settings_view(guild)))

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
        """Show the missing permissions in place of the settings."""
        await self._check(context.interaction)

    @action("settings")
    async def open(self, context: ActionContext, section: Section | None = None) -> None:
        """Show one section of the settings, or all of them."""
        shown = await self._settings_view(require_manager(context.interaction))
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
        """Set a setting to the option that was chosen from a list."""
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
        """Set a role; @everyone means no role. Refuse a role of winners that the bot can't give."""
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
        await answer_privately(context.interaction, form)

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
        await answer_privately(context.interaction, form)

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
            # The bot may have the missing permission now.
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
        section, shown = Section(setting.section), await self._settings_view(guild)
        await answer_privately(interaction, section_panel(section, shown, warning, zones))

    async def _settings_view(self, guild: GuildId) -> SettingsView:
        settings = await self.bot.services.settings.of(guild)
        now = self.bot.services.clock.now()
        return SettingsView(settings, deleted_in(self.bot, guild, settings), now)


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(SettingsCog(bot))
