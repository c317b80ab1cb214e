"""The panel behind `/preferences` on which a person is taken off leaderboards, or put back."""

import discord
from discord.ext import commands

from bot.app import BoopBot
from cogs.ui.listing import listing_panel, read_listing
from cogs.ui.names import noted
from cogs.ui.presses import Deed, Press
from cogs.ui.showing import show_panel


class ListingCog(commands.Cog, name="Listing"):
    """Takes people off leaderboards, and puts them back."""

    def __init__(self, bot: BoopBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Say what the buttons do."""
        self.bot.presses[Deed.LISTING.value] = self.put

    async def put(self, interaction: discord.Interaction[BoopBot], press: Press) -> None:
        """Change it if the press says to what, and show it as it is."""
        user = noted(interaction)
        if press.facts:
            await self.bot.host.listings.put(user, read_listing(press.facts[0]))
        await show_panel(interaction, listing_panel(await self.bot.host.listings.of(user)))


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(ListingCog(bot))
