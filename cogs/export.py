"""`/export`: a match as a text file, for whoever may look back at it."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import BoopBot
from bot.host.errors import SeveralMatches
from bot.match.identity import MatchId
from cogs.ui.access import viewer_of
from cogs.ui.export import record_file, record_of, told_beside
from cogs.ui.names import noted
from cogs.ui.panels import match_panel
from cogs.ui.past_matches import PastMatchArgument
from cogs.ui.presses import Deed, Press
from cogs.ui.showing import show_panel

Asked = discord.Interaction[BoopBot]


class ExportCog(commands.Cog, name="Export"):
    """Sends records of matches."""

    def __init__(self, bot: BoopBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Say what the menu of matches and the button of one do."""
        self.bot.presses[Deed.EXPORT_IN.value] = self.export_chosen
        self.bot.presses[Deed.EXPORT.value] = self.export_pressed

    @app_commands.command(name="export")
    @app_commands.describe(match="The match, if you mean another than this thread's")
    async def export(
        self,
        interaction: Asked,
        match: app_commands.Transform[MatchId, PastMatchArgument] | None = None,
    ) -> None:
        """Send a match as a text file: who played, every turn, how it ended."""
        user = noted(interaction)
        try:
            await self._send(interaction, match)
        except SeveralMatches as several:
            panel = match_panel(several.matches, user, Deed.EXPORT_IN)
            await show_panel(interaction, panel)

    async def export_chosen(self, interaction: Asked, press: Press) -> None:
        """Send the match that was chosen from the list; the list stays, to choose another."""
        await self._send(interaction, MatchId(int(press.chosen[0])))

    async def export_pressed(self, interaction: Asked, press: Press) -> None:
        """Send the match of this button."""
        await self._send(interaction, MatchId(int(press.facts[0])))

    async def _send(self, interaction: Asked, named: MatchId | None) -> None:
        """Send the record to the person alone. Raises what `Replays.to_replay` raises."""
        replays = self.bot.host.replays
        noted(interaction)
        meant = await replays.to_replay(viewer_of(interaction), named)
        found = await replays.record(meant.id)
        record = await record_of(self.bot, found)
        await interaction.response.send_message(
            told_beside(found.match),
            file=record_file(found.match, record),
            ephemeral=True,
            allowed_mentions=discord.AllowedMentions.none(),
        )


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(ExportCog(bot))
