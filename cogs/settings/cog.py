"""`/settings`: what those who manage a server set for everybody in it."""

from dataclasses import replace
from typing import Annotated, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import BoopBot
from bot.features.settings.server import Limit, ServerSettings, limited
from bot.match.identity import ChannelId, GuildId, RoleId
from cogs.core.actions import LONGEST_ID, ActionContext, Cog, action
from cogs.core.codecs import Among, OneOf, Typed
from cogs.core.errors import ServerRefusal
from cogs.core.forms import open_form
from cogs.core.membership import managed
from cogs.core.names import noted
from cogs.core.permissions import TO_LOG, TO_POST_THE_PUZZLE, TO_TELL_THE_WEEK
from cogs.core.replies import sentence
from cogs.core.showing import show_panel
from cogs.moderation.views import log_panel
from cogs.settings.choices import CHANNELS, LISTED, Seen, Setting, chosen_from_list, with_channel
from cogs.settings.permissions import check_panel, deleted_in, demand_allowed, needs_of_games
from cogs.settings.views import (
    LONGEST_NUMBER,
    PART_OF,
    Part,
    limits_filled,
    limits_form,
    overview,
    part_panel,
)
from render.theme import THEMES

Asked = discord.Interaction[BoopBot]
NumberTyped = Annotated[str, Typed(LONGEST_NUMBER)]

_UNSET: Final = {
    Setting.GAMES: lambda settings: replace(settings, games_channel=None),
    Setting.PLAYERS: lambda settings: replace(settings, players=None),
    Setting.LOG: lambda settings: replace(settings, log_channel=None),
    Setting.DIGEST: lambda settings: replace(settings, digest_channel=None),
    Setting.PUZZLE: lambda settings: replace(settings, puzzle_channel=None),
}
_NEEDS: Final = {
    Setting.LOG: TO_LOG,
    Setting.DIGEST: TO_TELL_THE_WEEK,
    Setting.PUZZLE: TO_POST_THE_PUZZLE,
}


@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
@app_commands.default_permissions(manage_guild=True)
class SettingsCog(Cog, commands.GroupCog, name="Settings", group_name="settings"):
    """What is set for this server, for those who may manage it."""

    @app_commands.command(name="show")
    async def show(self, interaction: Asked) -> None:
        """See and change where matches live, who may play, the usual terms, pings and looks."""
        guild = managed(interaction)
        noted(interaction)
        await show_panel(interaction, overview(await self._seen(guild)))

    @app_commands.command(name="check")
    async def check(self, interaction: Asked) -> None:
        """See which permissions I lack here and where matches live, and what breaks without."""
        await self._check(interaction)

    @app_commands.command(name="log")
    async def log(self, interaction: Asked) -> None:
        """See what moderators did about boop in this server."""
        guild = managed(interaction)
        page = await self.bot.host.moderation.log(guild, 0)
        await show_panel(interaction, log_panel(page))

    @action("check-permissions")
    async def check_again(self, context: ActionContext) -> None:
        """Show what is missing in place of the settings."""
        await self._check(context.interaction)

    @action("settings")
    async def open(self, context: ActionContext, part: Part | None = None) -> None:
        """Show one part of the settings, or all of them."""
        seen = await self._seen(managed(context.interaction))
        panel = overview(seen) if part is None else part_panel(part, seen)
        await show_panel(context.interaction, panel)

    @action("set")
    async def choose(
        self,
        context: ActionContext,
        setting: Annotated[Setting, Among(LISTED)],
        *,
        chosen: Annotated[str, Typed(LONGEST_ID)],
    ) -> None:
        """Set what was chosen from a list."""
        interaction, value = context.interaction, chosen
        guild = managed(interaction)
        warned = None
        try:
            if setting is Setting.HOME:
                await self._demand_games(guild, value)
            await self.bot.host.settings.change(
                guild, lambda before: chosen_from_list(setting, before, value)
            )
        except ServerRefusal as refused:
            warned = sentence(refused)
        await self._show(interaction, guild, PART_OF[setting], warned)

    @action("set-channel")
    async def choose_channel(
        self,
        context: ActionContext,
        setting: Annotated[Setting, Among(CHANNELS)],
        *,
        chosen: ChannelId | None,
    ) -> None:
        """Take a channel for games or for the log, unless the bot could not use it."""
        interaction, channel = context.interaction, chosen
        guild = managed(interaction)
        if channel is None:
            await self._unset(interaction, guild, setting)
            return
        settings = await self.bot.host.settings.of(guild)
        needs = _NEEDS.get(setting) or needs_of_games(settings)
        try:
            await demand_allowed(self.bot, guild, channel, needs)
        except ServerRefusal as refused:
            await self._show(interaction, guild, PART_OF[setting], sentence(refused))
            return

        def changed(before: ServerSettings) -> ServerSettings:
            return with_channel(setting, before, channel)

        await self.bot.host.settings.change(guild, changed)
        await self._show(interaction, guild, PART_OF[setting])

    @action("set-role")
    async def choose_role(self, context: ActionContext, *, chosen: RoleId | None) -> None:
        """Let only the people with a role play; the role of everyone is everyone."""
        guild = managed(context.interaction)
        players = None if chosen == RoleId(guild) else chosen
        await self.bot.host.settings.change(guild, lambda before: replace(before, players=players))
        await self._show(context.interaction, guild, Part.PEOPLE)

    @action("unset")
    async def unset(
        self,
        context: ActionContext,
        setting: Annotated[Setting, Among((*CHANNELS, Setting.PLAYERS))],
    ) -> None:
        """Choose no channel or role any more."""
        guild = managed(context.interaction)
        await self._unset(context.interaction, guild, setting)

    async def _unset(self, interaction: Asked, guild: GuildId, setting: Setting) -> None:
        await self.bot.host.settings.change(guild, _UNSET[setting])
        await self._show(interaction, guild, PART_OF[setting])

    @action("limits")
    async def ask_limits(self, context: ActionContext) -> None:
        """Ask for the limits in a form."""
        settings = await self.bot.host.settings.of(managed(context.interaction))
        form = limits_form(settings, context.user, context.interaction.id)
        await open_form(context.interaction, form)

    @action("limits-set")
    async def set_limits(
        self,
        context: ActionContext,
        *,
        matches: NumberTyped | None = None,
        challenges: NumberTyped | None = None,
        vacation: NumberTyped | None = None,
    ) -> None:
        """Set the limits that were typed."""
        interaction = context.interaction
        guild = managed(interaction)
        typed = {
            Limit.MATCHES: matches,
            Limit.CHALLENGES: challenges,
            Limit.VACATION: vacation,
        }
        try:
            limits = limits_filled(typed)
        except ServerRefusal as refused:
            await self._show(interaction, guild, Part.PEOPLE, sentence(refused))
            return
        await self.bot.host.settings.change(guild, lambda before: limited(before, limits))
        await self._show(interaction, guild, Part.PEOPLE)

    @action("server-theme")
    async def choose_theme(
        self, context: ActionContext, *, chosen: Annotated[str, OneOf(tuple(THEMES))]
    ) -> None:
        """Take the theme of public pictures; boards show it when they are shown next."""
        guild = managed(context.interaction)
        await self.bot.host.settings.change(guild, lambda before: replace(before, theme=chosen))
        await self._show(context.interaction, guild, Part.LOOKS)

    async def _demand_games(self, guild: GuildId, home: str) -> None:
        """See that matches could live so in the channel for games, if there is one."""
        settings = chosen_from_list(Setting.HOME, await self.bot.host.settings.of(guild), home)
        channel = settings.games_channel
        if channel is not None and Setting.GAMES not in deleted_in(self.bot, guild, settings):
            await demand_allowed(self.bot, guild, channel, needs_of_games(settings))

    async def _check(self, interaction: Asked) -> None:
        guild = managed(interaction)
        settings = await self.bot.host.settings.of(guild)
        await show_panel(interaction, await check_panel(interaction, guild, settings))

    async def _show(
        self, interaction: Asked, guild: GuildId, part: Part, warned: str | None = None
    ) -> None:
        await show_panel(interaction, part_panel(part, await self._seen(guild), warned))

    async def _seen(self, guild: GuildId) -> Seen:
        settings = await self.bot.host.settings.of(guild)
        return Seen(settings, deleted_in(self.bot, guild, settings))


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(SettingsCog(bot))
