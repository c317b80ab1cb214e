"""`/resign`: giving a match up, after a question."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import BoopBot
from bot.match.calling_off import may_call_off
from bot.match.identity import MatchId, UserId
from bot.match.match import Match
from bot.match.outcome import Why
from bot.match.playing import authorise_player
from cogs.ui.arguments import MatchArgument
from cogs.ui.calling_off import call_off_panel
from cogs.ui.names import noted
from cogs.ui.panels import note_panel, resign_panel
from cogs.ui.presses import Deed, Press
from cogs.ui.showing import answer_privately, show_panel, too_late
from cogs.ui.which_match import match_meant

Asked = discord.Interaction[BoopBot]


class ResignCog(commands.Cog, name="Resign"):
    """Ends matches when their players ask for it."""

    def __init__(self, bot: BoopBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Say what the buttons and the menu of matches do."""
        self.bot.presses[Deed.RESIGN.value] = self.ask_to_resign
        self.bot.presses[Deed.RESIGN_IN.value] = self.ask_to_resign_chosen
        self.bot.presses[Deed.REALLY_RESIGN.value] = self.really_resign
        self.bot.presses[Deed.KEEP_PLAYING.value] = self.keep_playing

    @app_commands.command(name="resign")
    @app_commands.describe(match="The match, if you mean another than this thread's")
    async def resign(
        self,
        interaction: Asked,
        match: app_commands.Transform[MatchId, MatchArgument] | None = None,
    ) -> None:
        """Give a match up; asks first."""
        meant = await match_meant(interaction, match, Deed.RESIGN_IN)
        if meant is not None:
            await self._ask(interaction, meant, noted(interaction))

    async def ask_to_resign(self, interaction: Asked, press: Press) -> None:
        """Ask whether the match of this bed is to be resigned."""
        user = noted(interaction)
        match = await self.bot.host.matches.find(MatchId(int(press.facts[0])))
        await self._ask(interaction, match, user)

    async def ask_to_resign_chosen(self, interaction: Asked, press: Press) -> None:
        """Ask whether the match that was chosen from the list is to be resigned."""
        user = noted(interaction)
        match = await self.bot.host.matches.find(MatchId(int(press.chosen[0])))
        await self._ask(interaction, match, user)

    async def really_resign(self, interaction: Asked, press: Press) -> None:
        """Resign."""
        match = await self.bot.host.matches.resign(noted(interaction), MatchId(int(press.facts[0])))
        resigned = match.outcome is not None and match.outcome.why is Why.RESIGNATION
        text = f"You resigned **#{match.id}**." if resigned else too_late(match)
        await answer_privately(interaction, match, text)

    async def keep_playing(self, interaction: Asked, press: Press) -> None:
        """Leave everything as it is."""
        match = await self.bot.host.matches.find(MatchId(int(press.facts[0])))
        goes_on = "goes on" if match.outcome is None else "is over already"
        await show_panel(interaction, note_panel(f"Good. **#{match.id}** {goes_on}."))

    async def _ask(self, interaction: Asked, match: Match, user: UserId) -> None:
        authorise_player(match, user)
        ask = call_off_panel if may_call_off(match) else resign_panel
        await show_panel(interaction, ask(match, user))


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(ResignCog(bot))
