"""`/settings`: what those who manage a server set for everybody in it."""

from dataclasses import replace

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import BoopBot
from bot.match.identity import GuildId
from cogs.ui.errors import NotAManager
from cogs.ui.names import noted
from cogs.ui.presses import Deed, Press
from cogs.ui.settings import settings_panel
from cogs.ui.showing import show_panel

Asked = discord.Interaction[BoopBot]


class SettingsCog(commands.Cog, name="Settings"):
    """Shows a server's settings and changes them."""

    def __init__(self, bot: BoopBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Say what the menus do."""
        self.bot.presses[Deed.SERVER_THEME.value] = self.choose_theme

    @app_commands.command(name="settings")
    @app_commands.default_permissions(manage_guild=True)
    async def settings(self, interaction: Asked) -> None:
        """Choose how boop looks in this server; for those who may manage it."""
        guild = _managed(interaction)
        noted(interaction)
        await show_panel(interaction, settings_panel(await self.bot.host.settings.of(guild)))

    async def choose_theme(self, interaction: Asked, press: Press) -> None:
        """Take the theme of public pictures; beds show it when they are shown next."""
        guild = _managed(interaction)
        theme = press.chosen[0]
        settings = await self.bot.host.settings.change(
            guild, lambda settings: replace(settings, theme=theme)
        )
        await show_panel(interaction, settings_panel(settings))


def _managed(interaction: Asked) -> GuildId:
    """Give the server of somebody who may manage it. Raises `NotAManager`.

    Discord hides the command from others, but a server can show it to whom it likes.
    """
    if interaction.guild_id is None or not interaction.permissions.manage_guild:
        raise NotAManager
    return GuildId(interaction.guild_id)


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(SettingsCog(bot))
