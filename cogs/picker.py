"""**Place** on a bed: a private picker, its form, and the look ahead before a piece is placed.

All of it ends in a placement, as `/place` does. What was chosen so far is in the custom
ids, so a panel works on after a restart, and each belongs to one revision of its match.
"""

from typing import Annotated

from bot.app import BoopBot
from bot.game import Kind, Placement, RecallFirst, Square, Turn, square_named
from bot.game.squares import COLUMNS, ROWS
from bot.host.access import Who
from bot.match.identity import MatchId, Revision
from bot.match.match import Match
from bot.match.playing import foresee, kinds_in_hand
from bot.match.preferences import Placing
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.codecs import OneOf
from cogs.ui.forms import open_form
from cogs.ui.panels import recall_panel
from cogs.ui.picker import (
    likely_kind,
    pick_panel,
    place_form,
    preview_panel,
    preview_picture,
    preview_scene,
)
from cogs.ui.showing import answer_privately, said, show_panel
from cogs.ui.themes import for_one

ColumnName = Annotated[str, OneOf(tuple(COLUMNS))]
RowName = Annotated[str, OneOf(tuple(ROWS))]


class PickerCog(Cog, name="Picker"):
    """Lets a piece be placed without a command."""

    @action("pick", who=Who.PLAYERS)
    async def pick(
        self,
        context: ActionContext,
        match: MatchId,
        revision: Revision,
        kind: Kind | None = None,
    ) -> None:
        """Ask for the square, with the kind that is chosen so far, or for a recall first."""
        found = await self.bot.host.matches.seen(match, revision)
        try:
            kinds_in_hand(found, context.user)
        except RecallFirst as first:
            await show_panel(context.interaction, recall_panel(found, first.squares))
            return
        await show_panel(context.interaction, pick_panel(found, kind or likely_kind(found)))

    @action("pick-square", who=Who.PLAYERS)
    async def pick_square(
        self,
        context: ActionContext,
        match: MatchId,
        revision: Revision,
        kind: Kind,
        *,
        chosen: Square,
    ) -> None:
        """Take the square that was chosen in a menu."""
        found = await self.bot.host.matches.seen(match, revision)
        await self._go_on(context, found, Placement(kind, chosen))

    @action("type-square", who=Who.PLAYERS)
    async def type_it(
        self, context: ActionContext, match: MatchId, revision: Revision, kind: Kind
    ) -> None:
        """Let the form pop up."""
        found = await self.bot.host.matches.seen(match, revision)
        kinds_in_hand(found, context.user)
        nonce = context.interaction.id
        await open_form(context.interaction, place_form(found, kind, context.user, nonce))

    @action("square-typed", who=Who.PLAYERS)
    async def typed(
        self,
        context: ActionContext,
        match: MatchId,
        revision: Revision,
        *,
        column: ColumnName,
        row: RowName,
        kind: Kind | None = None,
    ) -> None:
        """Take what was filled into the form."""
        found = await self.bot.host.matches.seen(match, revision)
        (first, *_) = kinds_in_hand(found, context.user)
        await self._go_on(context, found, Placement(kind or first, square_named(column + row)))

    async def _go_on(self, context: ActionContext, match: Match, placement: Placement) -> None:
        """Show what the placement would do, or do it for those who are not to be asked."""
        interaction, user = context.interaction, context.user
        foreseen = foresee(match, user, placement)
        preferred = await self.bot.host.preferences.of(user)
        if preferred.placing is Placing.AT_ONCE:
            turn = Turn(placement)
            done = await self.bot.host.matches.play(user, match.id, turn, match.revision)
            await answer_privately(interaction, done.match, said(done))
            return
        scene = await for_one(interaction, preview_scene(match, foreseen))
        picture = preview_picture(match, foreseen, scene, await self.bot.studio.picture(scene))
        await show_panel(interaction, preview_panel(match, foreseen, picture), picture)


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(PickerCog(bot))
