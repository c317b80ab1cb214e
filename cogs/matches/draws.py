"""Draws: offered and answered, or claimed while a position occurs for the third time."""

from bot.app import BoopBot
from bot.features.matches.access import Who
from bot.match.errors import NothingToClaim
from bot.match.identity import MatchId, Ply, Revision
from bot.match.match import OfferAnswer, Why
from bot.match.playing import authorise_player
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.answering import (
    answer_change,
    show_panel,
    too_late,
)
from cogs.core.panels import claim_panel


class DrawsCog(Cog, name="Draws"):
    """Ends matches that nobody wins, when both agree or one has the right to."""

    @action("offer-draw", who=Who.PLAYERS)
    async def offer(self, context: ActionContext, match: MatchId, ply: Ply) -> None:
        """Offer a draw."""
        offered = await self.bot.services.matches.offer_draw(context.user, match, ply)
        await answer_change(context.interaction, offered)

    @action("answer-draw", who=Who.PLAYERS)
    async def answer(
        self, context: ActionContext, match: MatchId, revision: Revision, answer: OfferAnswer
    ) -> None:
        """Take the answer to a draw offer."""
        answered = await self.bot.services.matches.answer_draw(
            context.user, match, revision, answer
        )
        await answer_change(context.interaction, answered)

    @action("claim-draw", who=Who.PLAYERS)
    async def ask_to_claim(
        self, context: ActionContext, match: MatchId, revision: Revision
    ) -> None:
        """Ask whether the draw is to be claimed."""
        found = await self.bot.services.matches.find_at(match, revision)
        authorise_player(found, context.user)
        if not found.may_claim_draw:
            raise NothingToClaim(found)
        await show_panel(context.interaction, claim_panel(found, context.user))

    @action("really-claim-draw", who=Who.PLAYERS)
    async def really_claim(
        self, context: ActionContext, match: MatchId, revision: Revision
    ) -> None:
        """Claim the draw."""
        ended = await self.bot.services.matches.claim_draw(context.user, match, revision)
        claimed = ended.outcome is not None and ended.outcome.why is Why.REPETITION
        await answer_change(context.interaction, ended, "" if claimed else too_late(ended))


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(DrawsCog(bot))
