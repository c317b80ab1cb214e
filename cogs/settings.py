"""`/settings`: what those who manage a server set for everybody in it."""

from dataclasses import replace
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import BoopBot
from bot.match.identity import ChannelId, GuildId, RoleId
from bot.match.settings import ServerSettings, limited
from cogs.ui.forms import open_form
from cogs.ui.limits_form import limits_filled, limits_form
from cogs.ui.moderation import log_panel
from cogs.ui.moderators import managed
from cogs.ui.names import noted
from cogs.ui.needs import TO_LOG, TO_POST_THE_PUZZLE, TO_TELL_THE_WEEK
from cogs.ui.permitted import check_panel, deleted_in, demand_allowed, needs_of_games
from cogs.ui.presses import Deed, Press
from cogs.ui.replies import sentence
from cogs.ui.server_errors import ServerRefusal
from cogs.ui.settings import PART_OF, Part, Seen, overview, part_panel
from cogs.ui.settings_choices import Setting, chosen, with_channel
from cogs.ui.showing import show_panel

Asked = discord.Interaction[BoopBot]

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
class SettingsCog(commands.GroupCog, name="Settings", group_name="settings"):
    """What is set for this server, for those who may manage it."""

    def __init__(self, bot: BoopBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Say what the menus, buttons and forms do."""
        self.bot.presses.update(
            {
                Deed.SETTINGS.value: self.open,
                Deed.SET.value: self.choose,
                Deed.SET_CHANNEL.value: self.choose_channel,
                Deed.SET_ROLE.value: self.choose_role,
                Deed.UNSET.value: self.unset,
                Deed.LIMITS.value: self.ask_limits,
                Deed.LIMITS_TYPED.value: self.set_limits,
                Deed.SERVER_THEME.value: self.choose_theme,
                Deed.CHECK.value: self.check_again,
            }
        )

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

    async def check_again(self, interaction: Asked, press: Press) -> None:
        """Show what is missing in place of the settings."""
        await self._check(interaction)

    async def open(self, interaction: Asked, press: Press) -> None:
        """Show one part of the settings, or all of them."""
        guild = managed(interaction)
        seen = await self._seen(guild)
        part = Part(press.facts[0]) if press.facts else None
        await show_panel(interaction, overview(seen) if part is None else part_panel(part, seen))

    async def choose(self, interaction: Asked, press: Press) -> None:
        """Set what was chosen from a list."""
        guild = managed(interaction)
        setting, value = Setting(press.facts[0]), press.chosen[0]
        warned = None
        try:
            if setting is Setting.HOME:
                await self._demand_games(guild, value)
            await self.bot.host.settings.change(
                guild, lambda before: chosen(setting, before, value)
            )
        except ServerRefusal as refused:
            warned = sentence(refused)
        await self._show(interaction, guild, PART_OF[setting], warned)

    async def choose_channel(self, interaction: Asked, press: Press) -> None:
        """Take a channel for games or for the log, unless the bot could not use it."""
        guild = managed(interaction)
        setting = Setting(press.facts[0])
        if not press.chosen:
            await self.unset(interaction, press)
            return
        channel = ChannelId(int(press.chosen[0]))
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

    async def choose_role(self, interaction: Asked, press: Press) -> None:
        """Let only the people with a role play; the role of everyone is everyone."""
        guild = managed(interaction)
        role = RoleId(int(press.chosen[0])) if press.chosen else None
        players = None if role == RoleId(guild) else role
        await self.bot.host.settings.change(guild, lambda before: replace(before, players=players))
        await self._show(interaction, guild, Part.PEOPLE)

    async def unset(self, interaction: Asked, press: Press) -> None:
        """Choose no channel or role any more."""
        guild = managed(interaction)
        setting = Setting(press.facts[0])
        await self.bot.host.settings.change(guild, _UNSET[setting])
        await self._show(interaction, guild, PART_OF[setting])

    async def ask_limits(self, interaction: Asked, press: Press) -> None:
        """Ask for the limits in a form."""
        guild = managed(interaction)
        settings = await self.bot.host.settings.of(guild)
        await open_form(interaction, limits_form(settings, noted(interaction), interaction.id))

    async def set_limits(self, interaction: Asked, press: Press) -> None:
        """Set the limits that were typed."""
        guild = managed(interaction)
        try:
            limits = limits_filled(press.filled)
        except ServerRefusal as refused:
            await self._show(interaction, guild, Part.PEOPLE, sentence(refused))
            return
        await self.bot.host.settings.change(guild, lambda before: limited(before, limits))
        await self._show(interaction, guild, Part.PEOPLE)

    async def choose_theme(self, interaction: Asked, press: Press) -> None:
        """Take the theme of public pictures; beds show it when they are shown next."""
        guild = managed(interaction)
        theme = press.chosen[0]
        await self.bot.host.settings.change(guild, lambda before: replace(before, theme=theme))
        await self._show(interaction, guild, Part.LOOKS)

    async def _demand_games(self, guild: GuildId, home: str) -> None:
        """See that matches could live so in the channel for games, if there is one."""
        settings = chosen(Setting.HOME, await self.bot.host.settings.of(guild), home)
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
