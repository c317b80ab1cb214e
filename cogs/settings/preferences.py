"""`/preferences`: what a person wants in all of their matches."""

from typing import Annotated

import discord
from discord import app_commands

from bot.app import BoopBot
from bot.features.settings.declaration import Choices, FromCatalogue, Switch
from bot.features.settings.preferences import PREFERENCES, Page, Preferences
from cogs.core.actions import LONGEST_ID, ActionContext, Cog, action
from cogs.core.answering import show_panel
from cogs.core.codecs import OneOf, Typed
from cogs.core.forms import open_form
from cogs.core.names import user_of
from cogs.settings.controls import key_of, read_choice
from cogs.settings.preferences_views import (
    LONGEST_TYPED,
    hours_filled,
    hours_form,
    preferences_panel,
)

Interaction = discord.Interaction[BoopBot]
HourTyped = Annotated[str, Typed(LONGEST_TYPED)]
ListedName = Annotated[
    str,
    OneOf(
        tuple(
            name
            for name, each in PREFERENCES.items()
            if isinstance(each.kind, Choices | FromCatalogue)
        )
    ),
]
_SWITCHES = {
    name: each.kind.each for name, each in PREFERENCES.items() if isinstance(each.kind, Switch)
}
SwitchName = Annotated[str, OneOf(tuple(_SWITCHES))]
SwitchKey = Annotated[
    str, OneOf(tuple(key_of(choice.value) for each in _SWITCHES.values() for choice in each))
]


class PreferencesCog(Cog, name="Preferences"):
    """Shows preferences and changes them."""

    @app_commands.command(name="preferences")
    async def preferences(self, interaction: Interaction) -> None:
        """Choose how you play, notifications, looks and your language."""
        preferred = await self.bot.services.preferences.of(user_of(interaction))
        await self._show(interaction, preferred)

    @action("preferences")
    async def open(self, context: ActionContext, page: Page) -> None:
        """Show another page."""
        preferred = await self.bot.services.preferences.of(context.user)
        await self._show(context.interaction, preferred, page)

    @action("prefer")
    async def choose(
        self,
        context: ActionContext,
        setting: ListedName,
        *,
        chosen: Annotated[str, Typed(LONGEST_ID)],
    ) -> None:
        """Set what was chosen from a list."""
        await self._prefer(context, setting, chosen)

    @action("prefer-to")
    async def switch(self, context: ActionContext, setting: SwitchName, value: SwitchKey) -> None:
        """Set one of two."""
        await self._prefer(context, setting, value)

    @action("hours")
    async def ask_hours(self, context: ActionContext) -> None:
        """Open the form of one's hours."""
        wanted = (await self.bot.services.preferences.of(context.user)).notifications
        form = hours_form(wanted, context.user, context.interaction.id)
        await open_form(context.interaction, form)

    @action("hours-set")
    async def set_hours(
        self,
        context: ActionContext,
        *,
        begin: HourTyped = "",
        end: HourTyped = "",
        daily: HourTyped = "",
        zone: HourTyped = "",
    ) -> None:
        """Set the hours of a form."""
        preferences = self.bot.services.preferences
        wanted = (await preferences.of(context.user)).notifications
        named, quiet, minute = hours_filled(wanted, begin, end, daily, zone)
        preferred = await preferences.prefer_hours(context.user, named, quiet, minute)
        await self._show(context.interaction, preferred, Page.NOTIFICATIONS)

    async def _prefer(self, context: ActionContext, name: str, key: str) -> None:
        setting, preferences = PREFERENCES[name], self.bot.services.preferences
        value = read_choice(setting, await preferences.of(context.user), key)
        preferred = await preferences.prefer(context.user, name, value)
        await self._show(context.interaction, preferred, Page(setting.section))

    async def _show(
        self, interaction: Interaction, preferred: Preferences, page: Page = Page.PLAYING
    ) -> None:
        panel = preferences_panel(preferred, page, self.bot.translations)
        await show_panel(interaction, panel)


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(PreferencesCog(bot))
