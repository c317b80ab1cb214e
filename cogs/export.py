"""`/export`: a match as a text file, for whoever may look back at it."""

import discord
from discord import app_commands

from bot.app import BoopBot
from bot.host.errors import SeveralMatches
from bot.match.identity import MatchId
from cogs.core.actions import ActionContext, Cog, action
from cogs.ui.access import viewer_of
from cogs.ui.export import record_file, record_of, told_beside
from cogs.ui.names import noted
from cogs.ui.panels import match_panel
from cogs.ui.past_matches import PastMatchArgument
from cogs.ui.showing import show_panel

Asked = discord.Interaction[BoopBot]


class ExportCog(Cog, name="Export"):
    """Sends records of matches."""

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
            panel = match_panel(several.matches, user, "export-in")
            await show_panel(interaction, panel)

    @action("export-in")
    async def export_chosen(self, context: ActionContext, *, chosen: MatchId) -> None:
        """Send the match that was chosen from the list; the list stays, to choose another."""
        await self._send(context.interaction, chosen)

    @action("export")
    async def export_pressed(self, context: ActionContext, match: MatchId) -> None:
        """Send the match of this button."""
        await self._send(context.interaction, match)

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
