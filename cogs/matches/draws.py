"""Draws: offered and answered, or claimed while a position stands for the third time."""

from bot.app import BoopBot
from bot.features.matches.access import Who
from bot.match.errors import NothingToClaim
from bot.match.identity import MatchId, Revision
from bot.match.match import Match, OfferAnswer, Why
from bot.match.playing import authorise_player
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.panels import claim_panel
from cogs.core.showing import (
    answer_on_bed,
    answer_privately,
    pressed_privately,
    show_panel,
    too_late,
)
from cogs.core.words import opponent_name, outcome_name, player_name


class DrawsCog(Cog, name="Draws"):
    """Ends matches that nobody wins, when both agree or one has the right to."""

    @action("offer-draw", who=Who.PLAYERS)
    async def offer(self, context: ActionContext, match: MatchId, revision: Revision) -> None:
        """Offer a draw."""
        offered = await self.bot.host.matches.offer_draw(context.user, match, revision)
        await _show(context, offered)

    @action("answer-draw", who=Who.PLAYERS)
    async def answer(
        self, context: ActionContext, match: MatchId, revision: Revision, answer: OfferAnswer
    ) -> None:
        """Take the answer to a draw offer."""
        answered = await self.bot.host.matches.answer_draw(context.user, match, revision, answer)
        await _show(context, answered)

    @action("claim-draw", who=Who.PLAYERS)
    async def ask_to_claim(
        self, context: ActionContext, match: MatchId, revision: Revision
    ) -> None:
        """Ask whether the draw is to be claimed."""
        found = await self.bot.host.matches.seen(match, revision)
        authorise_player(found, context.user)
        if not found.may_claim_draw:
            raise NothingToClaim(found)
        await show_panel(context.interaction, claim_panel(found, context.user))

    @action("really-claim-draw", who=Who.PLAYERS)
    async def really_claim(
        self, context: ActionContext, match: MatchId, revision: Revision
    ) -> None:
        """Claim the draw."""
        ended = await self.bot.host.matches.claim_draw(context.user, match, revision)
        claimed = ended.outcome is not None and ended.outcome.why is Why.REPETITION
        opponent = opponent_name(ended, context.user)
        text = f"You claimed the draw against {opponent} in **#{ended.id}**."
        await answer_privately(context.interaction, ended, text if claimed else too_late(ended))


async def _show(context: ActionContext, match: Match) -> None:
    """Show on the board what became of the match."""
    if pressed_privately(context.interaction):
        await answer_privately(context.interaction, match, _said(match))
    else:
        await answer_on_bed(context.interaction, match)


def _said(match: Match) -> str:
    """Say what became of the match by an offer of a draw."""
    if match.outcome is None:
        answers = ""
        if match.bot is not None and match.draw_offered_by is not None:
            bot = player_name(match, match.bot.seat)
            answers = f" {bot} answers in a moment, on the bed."
        return f"You offered a draw in **#{match.id}**.{answers}"
    return f"**#{match.id}** is over. {outcome_name(match, match.outcome)}."


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(DrawsCog(bot))
