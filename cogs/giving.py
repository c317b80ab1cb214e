"""Giving the other player a day, behind **More** below the bed."""

import discord
from discord.ext import commands

from bot.app import BoopBot
from bot.host.errors import StaleBed
from bot.match.identity import MatchId, Revision
from cogs.ui.names import noted
from cogs.ui.presses import Deed, Press
from cogs.ui.showing import answer_privately, answer_stale, too_late
from cogs.ui.words import opponent_name

Asked = discord.Interaction[BoopBot]


class GivingCog(commands.Cog, name="Giving"):
    """Gives days."""

    def __init__(self, bot: BoopBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Say what the button does."""
        self.bot.presses[Deed.GIVE_DAY.value] = self.give

    async def give(self, interaction: Asked, press: Press) -> None:
        """Give the opponent a day."""
        user = noted(interaction)
        number, seen = MatchId(int(press.facts[0])), Revision(int(press.facts[1]))
        try:
            async with self.bot.working():
                match = await self.bot.host.matches.give_day(user, number, seen)
        except StaleBed as stale:
            await answer_stale(interaction, stale)
            return
        opponent = opponent_name(match, user)
        text = f"You gave {opponent} a day more in **#{match.id}**."
        await answer_privately(
            interaction, match, text if match.outcome is None else too_late(match)
        )


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(GivingCog(bot))
