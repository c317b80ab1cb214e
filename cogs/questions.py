"""What is pressed to answer what a bed asks: recalls, options, and the seam piece."""

from bot.app import BoopBot
from bot.game import Entry, Square, Squares
from bot.host.access import Who
from bot.match.identity import MatchId, Revision
from bot.match.playing import Drafted, TurnDone
from cogs.core.actions import ActionContext, Cog, action
from cogs.ui.picker import likely_kind, pick_panel
from cogs.ui.publishing import publish_match
from cogs.ui.showing import (
    answer_on_bed,
    answer_privately,
    pressed_privately,
    said,
    show_panel,
)


class QuestionsCog(Cog, name="Questions"):
    """Hears what the player to move answers."""

    @action("choose", who=Who.PLAYERS)
    async def choose(
        self, context: ActionContext, match: MatchId, revision: Revision, leaves: Squares
    ) -> None:
        """Take the choice of what leaves the board."""
        matches = self.bot.host.matches
        await _show(context, await matches.choose(context.user, match, revision, leaves))

    @action("keep-seam", who=Who.PLAYERS)
    async def keep_seam(self, context: ActionContext, match: MatchId, revision: Revision) -> None:
        """End the turn with the seam piece in hand."""
        done = await self.bot.host.matches.lay(context.user, match, revision, None)
        await _show(context, done)

    @action("lay-seam", who=Who.PLAYERS)
    async def lay_seam(
        self, context: ActionContext, match: MatchId, revision: Revision, *, chosen: Entry
    ) -> None:
        """End the turn by laying the seam piece where the menu says."""
        done = await self.bot.host.matches.lay(context.user, match, revision, chosen)
        await _show(context, done)

    @action("recall", who=Who.PLAYERS)
    async def recall(
        self, context: ActionContext, match: MatchId, revision: Revision, square: Square
    ) -> None:
        """Recall a piece before placing."""
        done = await self.bot.host.matches.lift(context.user, match, revision, square)
        if pressed_privately(context.interaction) and isinstance(done, Drafted):
            kind = likely_kind(done.match)
            await show_panel(context.interaction, pick_panel(done.match, kind))
            await publish_match(self.bot, done.match.id)
        else:
            await _show(context, done)


async def _show(context: ActionContext, done: TurnDone) -> None:
    """Show what became of the turn, on the board or to the person alone."""
    if pressed_privately(context.interaction):
        await answer_privately(context.interaction, done.match, said(done))
    else:
        await answer_on_bed(context.interaction, done.match)


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(QuestionsCog(bot))
