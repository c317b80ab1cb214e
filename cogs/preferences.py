"""`/preferences`: what a person wants in all of their matches."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import BoopBot
from bot.match.preferences import Placing, Threats
from bot.match.reminding import Share
from bot.match.telling import Topic, Way
from cogs.ui.forms import open_form
from cogs.ui.names import noted
from cogs.ui.preferences import Page, preferences_panel
from cogs.ui.presses import Deed, Press
from cogs.ui.showing import show_panel
from cogs.ui.telling_preferences import hours_filled, hours_form
from cogs.ui.themes import AS_THE_SERVER

Asked = discord.Interaction[BoopBot]


class PreferencesCog(commands.Cog, name="Preferences"):
    """Shows preferences and changes them."""

    def __init__(self, bot: BoopBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Say what the switches do."""
        self.bot.presses[Deed.PREFERENCES.value] = self.turn_to
        self.bot.presses[Deed.PREFER.value] = self.prefer
        self.bot.presses[Deed.THEME.value] = self.choose_theme
        self.bot.presses[Deed.THREATS.value] = self.prefer_threats
        self.bot.presses[Deed.TELL.value] = self.prefer_way
        self.bot.presses[Deed.REMIND.value] = self.prefer_reminder
        self.bot.presses[Deed.HOURS.value] = self.ask_hours
        self.bot.presses[Deed.HOURS_TYPED.value] = self.prefer_hours

    @app_commands.command(name="preferences")
    async def preferences(self, interaction: Asked) -> None:
        """Choose how you play, how I tell you of your matches, and what pictures look like."""
        preferred = await self.bot.host.preferences.of(noted(interaction))
        await show_panel(interaction, preferences_panel(preferred))

    async def turn_to(self, interaction: Asked, press: Press) -> None:
        """Show another page."""
        preferred = await self.bot.host.preferences.of(noted(interaction))
        await show_panel(interaction, preferences_panel(preferred, Page(press.facts[0])))

    async def choose_theme(self, interaction: Asked, press: Press) -> None:
        """Take the theme of private pictures."""
        theme = None if press.chosen[0] == AS_THE_SERVER else press.chosen[0]
        preferred = await self.bot.host.preferences.prefer_theme(noted(interaction), theme)
        await show_panel(interaction, preferences_panel(preferred, Page.LOOKS))

    async def prefer_threats(self, interaction: Asked, press: Press) -> None:
        """Set whether private pictures point out threats."""
        threats = Threats(press.facts[0])
        preferred = await self.bot.host.preferences.prefer_threats(noted(interaction), threats)
        await show_panel(interaction, preferences_panel(preferred, Page.LOOKS))

    async def prefer(self, interaction: Asked, press: Press) -> None:
        """Set a switch."""
        placing = Placing(press.facts[0])
        preferred = await self.bot.host.preferences.prefer_placing(noted(interaction), placing)
        await show_panel(interaction, preferences_panel(preferred))

    async def prefer_way(self, interaction: Asked, press: Press) -> None:
        """Take the way in which somebody is told of a topic."""
        topic, way = Topic(press.facts[0]), Way(press.chosen[0])
        preferred = await self.bot.host.preferences.prefer_way(noted(interaction), topic, way)
        await show_panel(interaction, preferences_panel(preferred, Page.NOTICES))

    async def prefer_reminder(self, interaction: Asked, press: Press) -> None:
        """Take the share of their time after which somebody is reminded."""
        share = Share(int(press.chosen[0]))
        preferred = await self.bot.host.preferences.prefer_reminder(noted(interaction), share)
        await show_panel(interaction, preferences_panel(preferred, Page.NOTICES))

    async def ask_hours(self, interaction: Asked, _press: Press) -> None:
        """Let the form of one's hours pop up."""
        user = noted(interaction)
        telling = (await self.bot.host.preferences.of(user)).telling
        await open_form(interaction, hours_form(telling, user, interaction.id))

    async def prefer_hours(self, interaction: Asked, press: Press) -> None:
        """Take the hours of a form."""
        user = noted(interaction)
        telling = (await self.bot.host.preferences.of(user)).telling
        zone, quiet, daily = hours_filled(telling, press.filled)
        preferred = await self.bot.host.preferences.prefer_hours(user, zone, quiet, daily)
        await show_panel(interaction, preferences_panel(preferred, Page.NOTICES))


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(PreferencesCog(bot))
