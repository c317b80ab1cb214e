"""Giving the other player a day, behind **More** below the bed."""

from bot.app import BoopBot
from bot.features.matches.access import Who
from bot.match.identity import MatchId, Revision
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.showing import answer_privately, too_late
from cogs.core.words import opponent_name


class GivingCog(Cog, name="Giving"):
    """Gives days."""

    @action("add-day", who=Who.PLAYERS)
    async def give(self, context: ActionContext, match: MatchId, revision: Revision) -> None:
        """Give the opponent a day."""
        given = await self.bot.host.matches.add_day(context.user, match, revision)
        opponent = opponent_name(given, context.user)
        text = f"You gave {opponent} a day more in **#{given.id}**."
        told = text if given.outcome is None else too_late(given)
        await answer_privately(context.interaction, given, told)


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(GivingCog(bot))
