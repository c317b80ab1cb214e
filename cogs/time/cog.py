"""`/vacation`: letting one's clocks in a server rest for some days."""

from typing import Annotated

import discord
from discord import app_commands

from bot.app import BoopBot
from bot.features.time.service import VacationChanged
from bot.features.time.vacation import LONGEST
from bot.text import gettext
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.answering import acknowledge, show_panel
from cogs.core.arguments import server_guild_of
from cogs.core.codecs import Between, EpochSeconds
from cogs.core.names import user_of
from cogs.core.publishing import publish_matches
from cogs.time.views import begun_words, vacation_panel

Interaction = discord.Interaction[BoopBot]
VacationDays = Annotated[int, Between(1, LONGEST)]


class VacationCog(Cog, name="Vacation"):
    """Shows vacations, begins them, and ends them by hand."""

    @app_commands.command(name="vacation")
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    @app_commands.describe(days="Start one now that lasts this many days")
    async def vacation(
        self, interaction: Interaction, days: app_commands.Range[int, 1, LONGEST] | None = None
    ) -> None:
        """Stop your clocks in this server for some days."""
        if days is not None:
            await self._begin(interaction, days)
            return
        account = await self.bot.services.vacations.account(
            user_of(interaction), server_guild_of(interaction)
        )
        await show_panel(interaction, vacation_panel(account))

    @action("begin-vacation")
    async def begin_chosen(self, context: ActionContext, *, chosen: VacationDays) -> None:
        """Begin a vacation of the length that was chosen."""
        await self._begin(context.interaction, chosen)

    @action("end-vacation")
    async def end(self, context: ActionContext, begun_at: EpochSeconds) -> None:
        """End the vacation of this panel."""
        interaction = context.interaction
        guild = server_guild_of(interaction)
        ended = await self.bot.services.vacations.end(context.user, guild, begun_at)
        await self._show(
            interaction, ended, gettext("Welcome back! Your clocks are running again.")
        )

    async def _begin(self, interaction: Interaction, days: int) -> None:
        user, guild = user_of(interaction), server_guild_of(interaction)
        async with self.bot.working():
            begun = await self.bot.services.vacations.begin(user, guild, days)
        await self._show(interaction, begun, begun_words(begun.ran_out))

    async def _show(self, interaction: Interaction, changed: VacationChanged, said: str) -> None:
        """Answer with the person's vacation now, and show it on the boards of their matches."""
        vacation = changed.vacation
        account = await self.bot.services.vacations.account(vacation.user, vacation.guild)
        async with self.bot.working():
            await acknowledge(interaction, vacation_panel(account, said))
            await publish_matches(self.bot, changed.matches)


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(VacationCog(bot))
