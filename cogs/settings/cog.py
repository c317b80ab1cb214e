"""`/settings`: what those who manage a server set for everybody in it."""

from typing import Annotated, Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import BoopBot
from bot.features.settings.declaration import (
    Channel,
    ChannelUse,
    Choices,
    FromCatalogue,
    Role,
    Setting,
)
from bot.features.settings.server import SERVER_SETTINGS, Section, ServerSettings
from bot.match.identity import ChannelId, GuildId, RoleId
from cogs.core.actions import LONGEST_ID, ActionContext, Cog, action
from cogs.core.answering import show_panel
from cogs.core.codecs import OneOf, Typed
from cogs.core.errors import ServerRefusal
from cogs.core.forms import open_form
from cogs.core.membership import managed
from cogs.core.names import user_of
from cogs.core.permissions import needs_for
from cogs.core.replies import sentence
from cogs.core.router import perform
from cogs.settings.controls import Shown, read_choice
from cogs.settings.permissions import check_panel, deleted_in, require_allowed
from cogs.settings.views import (
    LONGEST_NUMBER,
    limits_form,
    numbers,
    overview,
    section_panel,
    with_limits,
)

Interaction = discord.Interaction[BoopBot]


def _names(*kinds: type[Any]) -> OneOf:
    """Bound a text to the names of the settings of these kinds."""
    found = [name for name, each in SERVER_SETTINGS.items() if isinstance(each.kind, kinds)]
    return OneOf(tuple(found))


ListedName = Annotated[str, _names(Choices, FromCatalogue)]
ChannelName = Annotated[str, _names(Channel)]
RoleName = Annotated[str, _names(Role)]
OptionalName = Annotated[str, _names(Channel, Role)]
NUMBERS: Final = tuple(setting.name for setting, _ in numbers())


@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
@app_commands.default_permissions(manage_guild=True)
class SettingsCog(Cog, commands.GroupCog, name="Settings", group_name="settings"):
    """Set up boop for this server, if you can manage it."""

    @app_commands.command(name="show")
    async def show(self, interaction: Interaction) -> None:
        """See and change the settings of this server."""
        guild = managed(interaction)
        user_of(interaction)
        await show_panel(interaction, overview(await self._shown(guild)))

    @app_commands.command(name="check")
    async def check(self, interaction: Interaction) -> None:
        """See which permissions I lack, and what breaks without them."""
        await self._check(interaction)

    @app_commands.command(name="log")
    async def log(self, interaction: Interaction) -> None:
        """See what moderators have done in boop here."""
        managed(interaction)
        await perform(interaction, "moderation-log", page=0)

    @action("check-permissions")
    async def check_again(self, context: ActionContext) -> None:
        """Show what is missing in place of the settings."""
        await self._check(context.interaction)

    @action("settings")
    async def open(self, context: ActionContext, section: Section | None = None) -> None:
        """Show one section of the settings, or all of them."""
        shown = await self._shown(managed(context.interaction))
        panel = overview(shown) if section is None else section_panel(section, shown)
        await show_panel(context.interaction, panel)

    @action("set")
    async def choose(
        self,
        context: ActionContext,
        setting: ListedName,
        *,
        chosen: Annotated[str, Typed(LONGEST_ID)],
    ) -> None:
        """Set what was chosen from a list."""
        interaction, declared = context.interaction, SERVER_SETTINGS[setting]
        guild = managed(interaction)

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
        """Take a channel, unless the bot lacks a permission that it needs there."""
        interaction, declared = context.interaction, SERVER_SETTINGS[setting]
        guild = managed(interaction)
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
        """Take a role; the role of everyone is everyone."""
        declared, guild = SERVER_SETTINGS[setting], managed(context.interaction)
        await self._set(guild, declared, None if chosen == RoleId(guild) else chosen)
        await self._show(context.interaction, guild, declared)

    @action("unset")
    async def unset(self, context: ActionContext, setting: OptionalName) -> None:
        """Choose no channel or role any more."""
        declared, guild = SERVER_SETTINGS[setting], managed(context.interaction)
        await self._set(guild, declared, None)
        await self._show(context.interaction, guild, declared)

    @action("limits")
    async def ask_limits(self, context: ActionContext) -> None:
        """Ask for the numbers in a form."""
        settings = await self.bot.services.settings.of(managed(context.interaction))
        form = limits_form(settings, context.user, context.interaction.id)
        await open_form(context.interaction, form)

    @action("limits-set", fields=NUMBERS)
    async def set_limits(
        self, context: ActionContext, **filled: Annotated[str, Typed(LONGEST_NUMBER)]
    ) -> None:
        """Set the numbers that were typed."""
        guild, warning = managed(context.interaction), None
        try:
            await self.bot.services.settings.change(
                guild, lambda before: with_limits(before, filled)
            )
        except ServerRefusal as refusal:
            warning = sentence(refusal)
        await self._show(context.interaction, guild, numbers()[0][0], warning)

    async def _set(self, guild: GuildId, setting: Setting, value: object) -> None:
        await self.bot.services.settings.change(guild, lambda before: setting.put(before, value))

    async def _require_games(self, guild: GuildId, settings: ServerSettings) -> None:
        """See that matches could be played in the games channel as it is to be, if there is one."""
        channel = settings.games_channel
        if channel is None or "games_channel" in deleted_in(self.bot, guild, settings):
            return
        if settings.venue is not (await self.bot.services.settings.of(guild)).venue:
            needs = needs_for(ChannelUse.MATCHES, settings.venue)
            await require_allowed(self.bot, guild, channel, needs)

    async def _check(self, interaction: Interaction) -> None:
        guild = managed(interaction)
        settings = await self.bot.services.settings.of(guild)
        await show_panel(interaction, await check_panel(interaction, guild, settings))

    async def _show(
        self, interaction: Interaction, guild: GuildId, setting: Setting, warning: str | None = None
    ) -> None:
        section = Section(setting.section)
        await show_panel(interaction, section_panel(section, await self._shown(guild), warning))

    async def _shown(self, guild: GuildId) -> Shown:
        settings = await self.bot.services.settings.of(guild)
        return Shown(settings, deleted_in(self.bot, guild, settings))


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(SettingsCog(bot))
