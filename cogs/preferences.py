"""`/preferences`: what a person wants in all of their matches."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import BoopBot
from bot.match.preferences import Placing, Threats
from cogs.ui.names import noted
from cogs.ui.preferences import preferences_panel
from cogs.ui.presses import Deed, Press
from cogs.ui.showing import show_panel
from cogs.ui.themes import AS_THE_SERVER

Asked = discord.Interaction[BoopBot]


class PreferencesCog(commands.Cog, name="Preferences"):
    """Shows preferences and changes them."""

    def __init__(self, bot: BoopBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Say what the switches do."""
        self.bot.presses[Deed.PREFER.value] = self.prefer
        self.bot.presses[Deed.THEME.value] = self.choose_theme
        self.bot.presses[Deed.THREATS.value] = self.prefer_threats

    @app_commands.command(name="preferences")
    async def preferences(self, interaction: Asked) -> None:
        """Choose how you play: whether to confirm first, and what pictures look like."""
        preferred = await self.bot.host.preferences.of(noted(interaction))
        await show_panel(interaction, preferences_panel(preferred))

    async def choose_theme(self, interaction: Asked, press: Press) -> None:
        """Take the theme of private pictures."""
        theme = None if press.chosen[0] == AS_THE_SERVER else press.chosen[0]
        preferred = await self.bot.host.preferences.prefer_theme(noted(interaction), theme)
        await show_panel(interaction, preferences_panel(preferred))

    async def prefer_threats(self, interaction: Asked, press: Press) -> None:
        """Set whether private pictures point out threats."""
        threats = Threats(press.facts[0])
        preferred = await self.bot.host.preferences.prefer_threats(noted(interaction), threats)
        await show_panel(interaction, preferences_panel(preferred))

    async def prefer(self, interaction: Asked, press: Press) -> None:
        """Set a switch."""
        placing = Placing(press.facts[0])
        preferred = await self.bot.host.preferences.prefer_placing(noted(interaction), placing)
        await show_panel(interaction, preferences_panel(preferred))


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(PreferencesCog(bot))
