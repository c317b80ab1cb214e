"""`/preferences`: what a person wants in all of their matches."""

from typing import Annotated

import discord
from discord import app_commands

from bot.app import BoopBot
from bot.features.settings.preferences import Placing, Preferences, Threats, Topic, Way, ways_for
from bot.match.clock import Share
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.codecs import OneOf, Typed, Unreadable
from cogs.core.forms import open_form
from cogs.core.names import noted
from cogs.core.panels import PreferencesPage
from cogs.core.showing import show_panel
from cogs.core.themes import AS_THE_SERVER
from cogs.settings.preferences_views import (
    LONGEST_TYPED,
    hours_filled,
    hours_form,
    preferences_panel,
)
from render.theme import THEMES

Asked = discord.Interaction[BoopBot]
OwnTheme = Annotated[str, OneOf((AS_THE_SERVER, *THEMES))]
HourTyped = Annotated[str, Typed(LONGEST_TYPED)]


class PreferencesCog(Cog, name="Preferences"):
    """Shows preferences and changes them."""

    @app_commands.command(name="preferences")
    async def preferences(self, interaction: Asked) -> None:
        """Choose how you play, how I tell you of your matches, and what pictures look like."""
        preferred = await self.bot.host.preferences.of(noted(interaction))
        await show_panel(interaction, preferences_panel(preferred))

    @action("preferences")
    async def turn_to(self, context: ActionContext, page: PreferencesPage) -> None:
        """Show another page."""
        preferred = await self.bot.host.preferences.of(context.user)
        await show_panel(context.interaction, preferences_panel(preferred, page))

    @action("prefer-theme")
    async def choose_theme(self, context: ActionContext, *, chosen: OwnTheme) -> None:
        """Take the theme of private pictures."""
        theme = None if chosen == AS_THE_SERVER else chosen
        preferred = await self.bot.host.preferences.prefer_theme(context.user, theme)
        await show_panel(context.interaction, preferences_panel(preferred, PreferencesPage.LOOKS))

    @action("prefer-threats")
    async def prefer_threats(self, context: ActionContext, threats: Threats) -> None:
        """Set whether private pictures point out threats."""
        preferred = await self.bot.host.preferences.prefer_threats(context.user, threats)
        await show_panel(context.interaction, preferences_panel(preferred, PreferencesPage.LOOKS))

    @action("prefer-placing")
    async def prefer_placing(self, context: ActionContext, placing: Placing) -> None:
        """Set whether a placement is confirmed first."""
        preferred = await self.bot.host.preferences.prefer_placing(context.user, placing)
        await show_panel(context.interaction, preferences_panel(preferred))

    @action("prefer-delivery")
    async def prefer_way(self, context: ActionContext, topic: Topic, *, chosen: Way) -> None:
        """Take the way in which somebody is told of a topic."""
        if chosen not in ways_for(topic):
            raise Unreadable(chosen.value)
        preferred = await self.bot.host.preferences.prefer_way(context.user, topic, chosen)
        await self._show_notices(context, preferred)

    @action("prefer-reminder")
    async def prefer_reminder(self, context: ActionContext, *, chosen: Share) -> None:
        """Take the share of their time after which somebody is reminded."""
        preferred = await self.bot.host.preferences.prefer_reminder(context.user, chosen)
        await self._show_notices(context, preferred)

    @action("hours")
    async def ask_hours(self, context: ActionContext) -> None:
        """Let the form of one's hours pop up."""
        telling = (await self.bot.host.preferences.of(context.user)).telling
        form = hours_form(telling, context.user, context.interaction.id)
        await open_form(context.interaction, form)

    @action("hours-set")
    async def prefer_hours(
        self,
        context: ActionContext,
        *,
        begin: HourTyped = "",
        end: HourTyped = "",
        daily: HourTyped = "",
        zone: HourTyped = "",
    ) -> None:
        """Take the hours of a form."""
        telling = (await self.bot.host.preferences.of(context.user)).telling
        named, quiet, minute = hours_filled(telling, begin, end, daily, zone)
        preferences = self.bot.host.preferences
        preferred = await preferences.prefer_hours(context.user, named, quiet, minute)
        await self._show_notices(context, preferred)

    async def _show_notices(self, context: ActionContext, preferred: Preferences) -> None:
        panel = preferences_panel(preferred, PreferencesPage.NOTICES)
        await show_panel(context.interaction, panel)


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(PreferencesCog(bot))
