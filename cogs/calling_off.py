"""Calling a match off before both have moved; `/resign` and **More** ask whether to."""

import discord
from discord.ext import commands

from bot.app import BoopBot
from bot.match.identity import MatchId
from bot.match.outcome import Why
from cogs.ui.names import noted
from cogs.ui.presses import Deed, Press
from cogs.ui.showing import answer_privately, too_late

Asked = discord.Interaction[BoopBot]


class CallingOffCog(commands.Cog, name="Calling off"):
    """Ends matches that have hardly begun."""

    def __init__(self, bot: BoopBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Say what the button does."""
        self.bot.presses[Deed.REALLY_CALL_OFF.value] = self.call_off

    async def call_off(self, interaction: Asked, press: Press) -> None:
        """Call the match off."""
        number = MatchId(int(press.facts[0]))
        async with self.bot.working():
            match = await self.bot.host.matches.call_off(noted(interaction), number)
        called_off = match.outcome is not None and match.outcome.why is Why.CALLED_OFF
        text = f"You called **#{match.id}** off. It has no result."
        await answer_privately(interaction, match, text if called_off else too_late(match))


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(CallingOffCog(bot))
