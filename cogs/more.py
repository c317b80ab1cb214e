"""The **More** button of a bed."""

from bot.app import BoopBot
from bot.match.identity import MatchId
from bot.match.terms import HomeKind
from cogs.core.actions import ActionContext, Cog, action
from cogs.ui.more import more_panel
from cogs.ui.servers import server_name
from cogs.ui.showing import show_panel
from cogs.ui.watching import Watching


class MoreCog(Cog, name="More"):
    """Offers what is not of every turn."""

    @action("more")
    async def open(self, context: ActionContext, match: MatchId) -> None:
        """Show what can be done about the match as it stands now."""
        found = await self.bot.host.matches.find(match)
        follows = await self.bot.host.followers.follows(context.user, match)
        watching = Watching.YES if follows else Watching.NO
        is_direct = found.home.kind is HomeKind.DIRECT
        server = server_name(self.bot, found.home.guild) if is_direct else None
        await show_panel(context.interaction, more_panel(found, context.user, watching, server))


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(MoreCog(bot))
