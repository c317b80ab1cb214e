"""`/season`: the season that runs, and its end, by hand or when its time has come."""

from typing import Final

import discord
from discord import app_commands

from bot.app import BoopBot
from bot.host.errors import SeasonOver
from bot.match.season import Season, SeasonNumber
from cogs.core.actions import ActionContext, Cog, action
from cogs.ui.arguments import server_guild_of
from cogs.ui.errors import NotAManager
from cogs.ui.leaderboard import Wanted
from cogs.ui.moderators import managed
from cogs.ui.names import noted
from cogs.ui.season import end_panel, ended_panel, really_end_panel, season_panel
from cogs.ui.showing import show_panel

BATCH: Final = 20

Asked = discord.Interaction[BoopBot]


class SeasonCog(Cog, name="Season"):
    """Shows the season that runs, and ends those whose time has come."""

    async def cog_load(self) -> None:
        """Say what the buttons do, and look with every sweep for seasons to end."""
        self.bot.sweepers.append(self.end_due)

    async def cog_unload(self) -> None:
        """Look no more."""
        self.bot.sweepers.remove(self.end_due)

    async def end_due(self) -> bool:
        """End some seasons whose time has come; tell whether more may have."""
        return len(await self.bot.host.seasons.end_due(BATCH)) == BATCH

    @app_commands.command(name="season")
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    async def season(self, interaction: Asked) -> None:
        """See which season runs here, since when, and who won the last one."""
        await self._show(interaction)

    @action("keep-season")
    async def keep(self, context: ActionContext) -> None:
        """Show the season again, which goes on."""
        await self._show(context.interaction)

    @action("end-season")
    async def ask(self, context: ActionContext, season: SeasonNumber) -> None:
        """Ask whether to end the season."""
        running, matches = await self._running(context, season)
        await show_panel(context.interaction, end_panel(running, matches))

    @action("really-end-season")
    async def ask_again(self, context: ActionContext, season: SeasonNumber) -> None:
        """Ask once more."""
        running, _ = await self._running(context, season)
        await show_panel(context.interaction, really_end_panel(running))

    @action("end-season-now")
    async def end(self, context: ActionContext, season: SeasonNumber) -> None:
        """End the season that both questions were about."""
        await self.bot.host.seasons.end(managed(context.interaction), season)
        await show_panel(context.interaction, ended_panel(season))

    async def _running(self, context: ActionContext, number: SeasonNumber) -> tuple[Season, int]:
        """Return the season that is meant with its matches. Raise `NotAManager`, `SeasonOver`."""
        summary = await self.bot.host.seasons.summary(managed(context.interaction))
        if summary.running is None or summary.running.number != number:
            raise SeasonOver(number)
        return summary.running, summary.matches

    async def _show(self, interaction: Asked) -> None:
        noted(interaction)
        guild = server_guild_of(interaction)
        summary = await self.bot.host.seasons.summary(guild)
        shown = Wanted((await self.bot.host.settings.of(guild)).ruleset)
        await show_panel(interaction, season_panel(summary, shown, may_end=_may_end(interaction)))


def _may_end(interaction: Asked) -> bool:
    try:
        managed(interaction)
    except NotAManager:
        return False
    return True


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(SeasonCog(bot))
