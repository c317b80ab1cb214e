"""Calling a match off before both have moved; `/resign` and **More** ask whether to."""

from bot.app import BoopBot
from bot.host.access import Who
from bot.match.identity import MatchId
from bot.match.outcome import Why
from cogs.core.actions import ActionContext, Cog, action
from cogs.ui.showing import answer_privately, too_late


class CallingOffCog(Cog, name="Calling off"):
    """Ends matches that have hardly begun."""

    @action("really-call-off", who=Who.PLAYERS)
    async def call_off(self, context: ActionContext, match: MatchId) -> None:
        """Call the match off."""
        ended = await self.bot.host.matches.call_off(context.user, match)
        called_off = ended.outcome is not None and ended.outcome.why is Why.CALLED_OFF
        text = f"You called **#{ended.id}** off. It has no result."
        told = text if called_off else too_late(ended)
        await answer_privately(context.interaction, ended, told)


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(CallingOffCog(bot))
