"""The panel behind `/preferences` on which a person is taken off leaderboards, or put back."""

from bot.app import BoopBot
from bot.match.season import Listing
from cogs.core.actions import ActionContext, Cog, action
from cogs.ui.listing import listing_panel
from cogs.ui.showing import show_panel


class ListingCog(Cog, name="Listing"):
    """Takes people off leaderboards, and puts them back."""

    @action("listing")
    async def put(self, context: ActionContext, listing: Listing | None = None) -> None:
        """Change it if it is said to what, and show it as it is."""
        listings = self.bot.host.listings
        if listing is not None:
            await listings.put(context.user, listing)
        await show_panel(context.interaction, listing_panel(await listings.of(context.user)))


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(ListingCog(bot))
