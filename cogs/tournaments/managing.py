"""The decisions of a tournament's managers, behind `/tournament manage`."""

from typing import Annotated

from bot.app import BoopBot, Interaction
from bot.features.competitions.decisions import DecisionId
from bot.features.competitions.errors import ChangedMeanwhile
from bot.features.outbox.entries import OutboxEntry
from bot.features.tournaments.decisions import MOST_DAYS
from bot.features.tournaments.legs import EntrantId, LegResult, TournamentId
from bot.features.tournaments.managing import (
    CallOff,
    Choice,
    DecideLeg,
    Extend,
    ManagedTournament,
    Remove,
)
from bot.features.tournaments.notices import DECISION_NOTICE
from bot.features.tournaments.tournament import Entrant, GroupLeg, TournamentField
from bot.text import gettext
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.codecs import Bounds, Members
from cogs.core.components import View
from cogs.core.replies import answer_privately
from cogs.delivery.outbox import Rendering, renders
from cogs.delivery.permissions import require_manager
from cogs.tournaments.cards import to_entrant
from cogs.tournaments.managing_views import (
    RESULTS_OFFERED,
    LegKey,
    call_off_panel,
    decision_message,
    extension_panel,
    leg_panel,
    managed_panel,
    player_panel,
    removal_panel,
    result_panel,
)
from cogs.wording.names import NAMES

Days = Annotated[int, Bounds(1, MOST_DAYS)]
Result = Annotated[LegResult, Members(RESULTS_OFFERED)]


async def show_managed(interaction: Interaction, number: TournamentId, notice: str = "") -> None:
    """Show the decisions about a tournament. Raise `NotAManager` if the user may not make any."""
    managed = await _managed_tournament(interaction, number)
    await answer_privately(interaction, managed_panel(managed, notice))


async def _managed_tournament(interaction: Interaction, number: TournamentId) -> ManagedTournament:
    guild, bot = require_manager(interaction), interaction.client
    managed = await bot.services.managed_tournaments.find(number, guild)
    await NAMES.learn(bot, [each.user for each in managed.field.entrants])
    return managed


@renders(DECISION_NOTICE)
async def render_decision(bot: BoopBot, due: OutboxEntry) -> Rendering | None:
    """Return the message about a decision that was made or undone."""
    decision = await bot.services.managed_tournaments.decision_of_message(
        EntrantId(due.subject), due.revision
    )
    if decision is None:
        return None

    def laid_out(field: TournamentField, _: Entrant) -> View:
        return decision_message(field, decision)

    return await to_entrant(bot, due, laid_out)


class ManagingCog(Cog, name="ManagedTournaments"):
    """Makes decisions about tournaments, and undoes them."""

    @action("tournament-manage")
    async def show(self, context: ActionContext, tournament: TournamentId) -> None:
        """Show the decisions about a tournament."""
        await show_managed(context.interaction, tournament)

    @action("tournament-manage-chosen")
    async def show_chosen(self, context: ActionContext, *, chosen: TournamentId) -> None:
        """Show the decisions about the tournament that was chosen from the list."""
        await show_managed(context.interaction, chosen)

    @action("tournament-manage-player")
    async def show_player(
        self, context: ActionContext, tournament: TournamentId, *, chosen: EntrantId
    ) -> None:
        """Show the decisions about a player."""
        field, entrant = await self._entrant(context, tournament, chosen)
        await answer_privately(context.interaction, player_panel(field, entrant))

    @action("tournament-manage-leg")
    async def show_leg(
        self, context: ActionContext, tournament: TournamentId, *, chosen: LegKey
    ) -> None:
        """Ask how to decide a match."""
        field, pairing = await self._leg(context, tournament, chosen)
        await answer_privately(context.interaction, leg_panel(field, pairing))

    @action("tournament-manage-result")
    async def ask_to_decide(
        self, context: ActionContext, tournament: TournamentId, leg: LegKey, result: Result
    ) -> None:
        """Ask whether to give a match this result."""
        field, pairing = await self._leg(context, tournament, leg)
        await answer_privately(context.interaction, result_panel(field, pairing, result))

    @action("tournament-manage-decided")
    async def decide_leg(
        self, context: ActionContext, tournament: TournamentId, leg: LegKey, result: Result
    ) -> None:
        """Decide a match."""
        choice = DecideLeg(leg.first, leg.second, leg.number, result)
        await self._decide(context, tournament, choice)

    @action("tournament-manage-remove")
    async def ask_to_remove(
        self, context: ActionContext, tournament: TournamentId, entrant: EntrantId
    ) -> None:
        """Ask whether to remove a player."""
        field, found = await self._entrant(context, tournament, entrant)
        await answer_privately(context.interaction, removal_panel(field, found))

    @action("tournament-manage-removed")
    async def remove(
        self, context: ActionContext, tournament: TournamentId, entrant: EntrantId
    ) -> None:
        """Remove a player."""
        await self._decide(context, tournament, Remove(entrant))

    @action("tournament-manage-extend")
    async def ask_to_extend(
        self, context: ActionContext, tournament: TournamentId, days: Days
    ) -> None:
        """Ask whether to give more time."""
        managed = await _managed_tournament(context.interaction, tournament)
        await answer_privately(context.interaction, extension_panel(managed.field, days))

    @action("tournament-manage-extended")
    async def extend(self, context: ActionContext, tournament: TournamentId, days: Days) -> None:
        """Give more time."""
        await self._decide(context, tournament, Extend(days))

    @action("tournament-manage-call-off")
    async def ask_to_call_off(self, context: ActionContext, tournament: TournamentId) -> None:
        """Ask whether to call a tournament off."""
        managed = await _managed_tournament(context.interaction, tournament)
        await answer_privately(context.interaction, call_off_panel(managed.field))

    @action("tournament-manage-called-off")
    async def call_off(self, context: ActionContext, tournament: TournamentId) -> None:
        """Call a tournament off."""
        await self._decide(context, tournament, CallOff())

    @action("tournament-undo")
    async def undo(self, context: ActionContext, decision: DecisionId) -> None:
        """Undo a decision."""
        guild = require_manager(context.interaction)
        managing = self.bot.services.managed_tournaments
        undone = await managing.undo(context.user, decision, guild)
        await show_managed(context.interaction, undone.tournament, gettext("✅ Undone."))

    async def _decide(self, context: ActionContext, number: TournamentId, choice: Choice) -> None:
        guild = require_manager(context.interaction)
        managing = self.bot.services.managed_tournaments
        await managing.decide(context.user, number, guild, choice)
        notice = gettext("✅ Decided, and all concerned are told.")
        await show_managed(context.interaction, number, notice)

    async def _entrant(
        self, context: ActionContext, number: TournamentId, entrant: EntrantId
    ) -> tuple[TournamentField, Entrant]:
        field = (await _managed_tournament(context.interaction, number)).field
        chosen = next((each for each in field.entrants if each.id == entrant), None)
        if chosen is None:
            raise ChangedMeanwhile
        return field, chosen

    async def _leg(
        self, context: ActionContext, number: TournamentId, key: LegKey
    ) -> tuple[TournamentField, GroupLeg]:
        field = (await _managed_tournament(context.interaction, number)).field
        leg = key.find(field)
        if leg is None:
            raise ChangedMeanwhile
        return field, leg


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(ManagingCog(bot))
