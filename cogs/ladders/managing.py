"""The decisions of a ladder's managers, behind `/ladder manage`."""

from dataclasses import replace
from typing import Annotated, Any, Final

from bot.app import BoopBot, Interaction
from bot.features.competitions.decisions import DecisionId
from bot.features.competitions.errors import ChangedMeanwhile
from bot.features.ladders.ladder import LadderChallenge, LadderChallengeId, LadderField, LadderId
from bot.features.ladders.managing import (
    CloseLadder,
    DecideChallenge,
    LadderChoice,
    ManagedLadder,
    RemoveRung,
)
from bot.features.ladders.rules import RungId
from bot.match.clock import TimeControl, Weekends
from bot.match.terms import Stakes
from bot.text import gettext
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.codecs import Bounds, Words
from cogs.core.replies import answer_privately
from cogs.delivery.permissions import require_manager
from cogs.ladders.managing_views import (
    VERDICTS,
    challenge_panel,
    closing_panel,
    managed_panel,
    removal_panel,
    verdict_panel,
)
from cogs.ladders.wording import decision_text
from cogs.wording.names import NAMES

PageNumber = Annotated[int, Bounds(1, 10**6)]
Verdict = Annotated[str, Words(tuple(VERDICTS))]
_SAVED: Final = "✅"


async def show_managed(
    interaction: Interaction, number: LadderId, notice: str = "", page: int = 1
) -> None:
    """Show what can be decided about a ladder. Raise `NotAManager`."""
    managed = await _managed_ladder(interaction, number)
    await answer_privately(interaction, managed_panel(managed, notice, page))


async def _managed_ladder(interaction: Interaction, number: LadderId) -> ManagedLadder:
    guild, bot = require_manager(interaction), interaction.client
    managed = await bot.services.managed_ladders.find(number, guild)
    field = managed.field
    await NAMES.learn(bot, [field.rung(each).user for each in field.order])
    return managed


class ManagingLaddersCog(Cog, name="ManagedLadders"):
    """Makes and undoes decisions about ladders, and changes their terms."""

    @action("ladder-manage")
    async def show(self, context: ActionContext, ladder: LadderId) -> None:
        """Show what can be decided."""
        await show_managed(context.interaction, ladder)

    @action("ladder-manage-chosen")
    async def show_chosen(self, context: ActionContext, *, chosen: LadderId) -> None:
        """Show what can be decided about the ladder that was chosen from the list."""
        await show_managed(context.interaction, chosen)

    @action("ladder-manage-page")
    async def page(self, context: ActionContext, ladder: LadderId, page: PageNumber) -> None:
        """Show other players and challenges to decide about."""
        await show_managed(context.interaction, ladder, page=page)

    @action("ladder-manage-player")
    async def ask_to_remove(
        self, context: ActionContext, ladder: LadderId, *, chosen: RungId
    ) -> None:
        """Ask whether to remove a player."""
        field = (await _managed_ladder(context.interaction, ladder)).field
        if chosen not in field.order:
            raise ChangedMeanwhile
        await answer_privately(context.interaction, removal_panel(field, field.rung(chosen)))

    @action("ladder-manage-removed")
    async def remove(self, context: ActionContext, ladder: LadderId, rung: RungId) -> None:
        """Remove a player."""
        await self._decide(context, ladder, RemoveRung(rung))

    @action("ladder-manage-challenge")
    async def ask_how_to_decide(
        self, context: ActionContext, ladder: LadderId, *, chosen: LadderChallengeId
    ) -> None:
        """Ask how to decide a challenge."""
        field, challenge = await self._challenge(context, ladder, chosen)
        await answer_privately(context.interaction, challenge_panel(field, challenge))

    @action("ladder-manage-verdict")
    async def ask_to_decide(
        self,
        context: ActionContext,
        ladder: LadderId,
        challenge: LadderChallengeId,
        verdict: Verdict,
    ) -> None:
        """Ask for confirmation of a result of a challenge."""
        field, found = await self._challenge(context, ladder, challenge)
        await answer_privately(context.interaction, verdict_panel(field, found, verdict))

    @action("ladder-manage-decided")
    async def decide(
        self,
        context: ActionContext,
        ladder: LadderId,
        challenge: LadderChallengeId,
        verdict: Verdict,
    ) -> None:
        """Decide a challenge."""
        await self._decide(context, ladder, DecideChallenge(challenge, VERDICTS[verdict]))

    @action("ladder-manage-close")
    async def ask_to_close(self, context: ActionContext, ladder: LadderId) -> None:
        """Ask whether to close a ladder."""
        managed = await _managed_ladder(context.interaction, ladder)
        await answer_privately(context.interaction, closing_panel(managed.field))

    @action("ladder-manage-closed")
    async def close(self, context: ActionContext, ladder: LadderId) -> None:
        """Close a ladder."""
        await self._decide(context, ladder, CloseLadder())

    @action("ladder-manage-time")
    async def change_time(
        self, context: ActionContext, ladder: LadderId, *, chosen: TimeControl
    ) -> None:
        """Change the time control of matches that begin from now on."""
        await self._change(context, ladder, time=chosen)

    @action("ladder-manage-stakes")
    async def change_stakes(self, context: ActionContext, ladder: LadderId, stakes: Stakes) -> None:
        """Change whether matches that begin from now on count for ratings."""
        await self._change(context, ladder, stakes=stakes)

    @action("ladder-manage-weekends")
    async def change_weekends(
        self, context: ActionContext, ladder: LadderId, weekends: Weekends
    ) -> None:
        """Change whether clocks run on weekends in matches that begin from now on."""
        await self._change(context, ladder, weekends=weekends)

    async def _change(self, context: ActionContext, ladder: LadderId, **changed: Any) -> None:
        guild = require_manager(context.interaction)
        await self.bot.services.managed_ladders.change_terms(
            context.user, ladder, guild, lambda terms: replace(terms, **changed)
        )
        notice = gettext("✅ This counts for matches that begin from now on.")
        await show_managed(context.interaction, ladder, notice)

    @action("ladder-undo")
    async def undo(self, context: ActionContext, decision: DecisionId) -> None:
        """Undo a decision."""
        guild = require_manager(context.interaction)
        undone = await self.bot.services.managed_ladders.undo(context.user, decision, guild)
        await show_managed(context.interaction, undone.ladder, gettext("✅ Undone."))

    async def _decide(self, context: ActionContext, number: LadderId, choice: LadderChoice) -> None:
        guild = require_manager(context.interaction)
        managing = self.bot.services.managed_ladders
        decision = await managing.decide(context.user, number, guild, choice)
        managed = await _managed_ladder(context.interaction, number)
        challenge = decision.challenge_in(managed.field)
        notice = f"{_SAVED} {decision_text(managed.field, decision, challenge)}"
        await answer_privately(context.interaction, managed_panel(managed, notice))

    async def _challenge(
        self, context: ActionContext, number: LadderId, chosen: LadderChallengeId
    ) -> tuple[LadderField, LadderChallenge]:
        field = (await _managed_ladder(context.interaction, number)).field
        challenge = field.challenge(chosen)
        if challenge is None or not challenge.is_open:
            raise ChangedMeanwhile
        return field, challenge


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(ManagingLaddersCog(bot))
