"""`/season`: the season that runs, and its end, by hand or when its time has come."""

from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import BoopBot
from bot.host.errors import SeasonOver
from bot.match.season import Season
from cogs.ui.arguments import server_guild_of
from cogs.ui.errors import NotAManager
from cogs.ui.leaderboard import Wanted
from cogs.ui.moderators import managed
from cogs.ui.names import noted
from cogs.ui.presses import Deed, Press
from cogs.ui.season import end_panel, ended_panel, really_end_panel, season_panel
from cogs.ui.showing import show_panel

BATCH: Final = 20

Asked = discord.Interaction[BoopBot]


class SeasonCog(commands.Cog, name="Season"):
    """Shows the season that runs, and ends those whose time has come."""

    def __init__(self, bot: BoopBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Say what the buttons do, and look with every sweep for seasons to end."""
        self.bot.presses.update(
            {
                Deed.SEASON_END.value: self.ask,
                Deed.SEASON_REALLY_END.value: self.ask_again,
                Deed.SEASON_END_NOW.value: self.end,
                Deed.SEASON_KEEP.value: self.keep,
            }
        )
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

    async def keep(self, interaction: Asked, press: Press) -> None:
        """Show the season again, which goes on."""
        await self._show(interaction)

    async def ask(self, interaction: Asked, press: Press) -> None:
        """Ask whether to end the season."""
        season, matches = await self._running(interaction, press)
        await show_panel(interaction, end_panel(season, matches))

    async def ask_again(self, interaction: Asked, press: Press) -> None:
        """Ask once more."""
        season, _ = await self._running(interaction, press)
        await show_panel(interaction, really_end_panel(season))

    async def end(self, interaction: Asked, press: Press) -> None:
        """End the season that both questions were about."""
        guild, number = managed(interaction), int(press.facts[0])
        await self.bot.host.seasons.end(guild, number)
        await show_panel(interaction, ended_panel(number))

    async def _running(self, interaction: Asked, press: Press) -> tuple[Season, int]:
        """Give the season that is meant with its matches. Raises `NotAManager`, `SeasonOver`."""
        number = int(press.facts[0])
        summary = await self.bot.host.seasons.summary(managed(interaction))
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
