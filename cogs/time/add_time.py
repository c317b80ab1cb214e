"""Giving the other player a day, behind **More** below the board."""

from bot.app import BoopBot
from bot.features.matches.access import Who
from bot.match.identity import MatchId, Ply
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.answering import answer_change, too_late


class GivingCog(Cog, name="Giving"):
    """Gives days."""

    @action("add-day", who=Who.PLAYERS)
    async def give(self, context: ActionContext, match: MatchId, ply: Ply) -> None:
        """Give the opponent a day."""
        given = await self.bot.services.matches.add_day(context.user, match, ply)
        note = "" if given.outcome is None else too_late(given)
        await answer_change(context.interaction, given, note)


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(GivingCog(bot))
