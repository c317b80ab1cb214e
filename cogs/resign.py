"""`/resign`: giving a match up, after a question."""

import discord
from discord import app_commands

from bot.app import BoopBot
from bot.host.access import Who
from bot.match.calling_off import may_call_off
from bot.match.identity import MatchId, UserId
from bot.match.match import Match
from bot.match.outcome import Why
from bot.match.playing import authorise_player
from cogs.core.actions import ActionContext, Cog, action
from cogs.ui.arguments import MatchArgument
from cogs.ui.calling_off import call_off_panel
from cogs.ui.names import noted
from cogs.ui.panels import note_panel, resign_panel
from cogs.ui.showing import answer_privately, show_panel, too_late
from cogs.ui.which_match import match_meant

Asked = discord.Interaction[BoopBot]


class ResignCog(Cog, name="Resign"):
    """Ends matches when their players ask for it."""

    @app_commands.command(name="resign")
    @app_commands.describe(match="The match, if you mean another than this thread's")
    async def resign(
        self,
        interaction: Asked,
        match: app_commands.Transform[MatchId, MatchArgument] | None = None,
    ) -> None:
        """Give a match up; asks first."""
        meant = await match_meant(interaction, match, "resign-in")
        if meant is not None:
            await self._ask(interaction, meant, noted(interaction))

    @action("resign", who=Who.PLAYERS)
    async def ask_to_resign(self, context: ActionContext, match: MatchId) -> None:
        """Ask whether the match of this board is to be resigned."""
        await self._ask(context.interaction, await self.bot.host.matches.find(match), context.user)

    @action("resign-in", who=Who.PLAYERS)
    async def ask_to_resign_chosen(self, context: ActionContext, *, chosen: MatchId) -> None:
        """Ask whether the match that was chosen from the list is to be resigned."""
        found = await self.bot.host.matches.find(chosen)
        await self._ask(context.interaction, found, context.user)

    @action("really-resign", who=Who.PLAYERS)
    async def really_resign(self, context: ActionContext, match: MatchId) -> None:
        """Resign."""
        ended = await self.bot.host.matches.resign(context.user, match)
        resigned = ended.outcome is not None and ended.outcome.why is Why.RESIGNATION
        text = f"You resigned **#{ended.id}**." if resigned else too_late(ended)
        await answer_privately(context.interaction, ended, text)

    @action("keep-playing", who=Who.PLAYERS)
    async def keep_playing(self, context: ActionContext, match: MatchId) -> None:
        """Leave everything as it is."""
        found = await self.bot.host.matches.find(match)
        goes_on = "goes on" if found.outcome is None else "is over already"
        await show_panel(context.interaction, note_panel(f"Good. **#{found.id}** {goes_on}."))

    async def _ask(self, interaction: Asked, match: Match, user: UserId) -> None:
        authorise_player(match, user)
        ask = call_off_panel if may_call_off(match) else resign_panel
        await show_panel(interaction, ask(match, user))


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(ResignCog(bot))
