"""The **More** button of a bed."""

import discord
from discord.ext import commands

from bot.app import BoopBot
from bot.match.identity import MatchId
from bot.match.terms import HomeKind
from cogs.ui.more import more_panel
from cogs.ui.names import noted
from cogs.ui.presses import Deed, Press
from cogs.ui.servers import server_name
from cogs.ui.showing import show_panel
from cogs.ui.watching import Watching

Asked = discord.Interaction[BoopBot]


class MoreCog(commands.Cog, name="More"):
    """Offers what is not of every turn."""

    def __init__(self, bot: BoopBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Say what the button does."""
        self.bot.presses[Deed.MORE.value] = self.open

    async def open(self, interaction: Asked, press: Press) -> None:
        """Show what can be done about the match as it stands now."""
        user = noted(interaction)
        match = await self.bot.host.matches.find(MatchId(int(press.facts[0])))
        follows = await self.bot.host.followers.follows(user, match.id)
        watching = Watching.YES if follows else Watching.NO
        is_direct = match.home.kind is HomeKind.DIRECT
        server = server_name(self.bot, match.home.guild) if is_direct else None
        await show_panel(interaction, more_panel(match, user, watching, server))


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(MoreCog(bot))
