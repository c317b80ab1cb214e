"""`/place`, and what is pressed to place a piece."""

from typing import Annotated

import discord
from discord import app_commands

from bot.app import BoopBot
from bot.features.matches.access import Who
from bot.features.matches.errors import SeveralMatches
from bot.features.matches.writer import Consequence
from bot.features.settings.preferences import Placing
from bot.game import Entry, Kind, Placement, RecallFirst, Square, Squares, Turn, square_named
from bot.game.squares import COLUMNS, ROWS
from bot.match.identity import MatchId, MessageId, Revision
from bot.match.match import Match
from bot.match.playing import Drafted, TurnDone, foresee, kinds_for, kinds_in_hand
from bot.match.terms import HomeKind
from cogs.core.access import viewer_of
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.arguments import PIECES, MatchArgument, Wanted, WantedArgument
from cogs.core.codecs import OneOf
from cogs.core.contexts import place_of
from cogs.core.forms import open_form
from cogs.core.names import noted, server_name
from cogs.core.panels import kind_panel, match_panel, recall_panel
from cogs.core.publishing import publish_match
from cogs.core.showing import (
    answer_on_bed,
    answer_privately,
    answer_with_bed,
    lives_here,
    pressed_privately,
    said,
    show_panel,
)
from cogs.core.themes import for_one
from cogs.matches.picker import (
    likely_kind,
    pick_panel,
    place_form,
    preview_panel,
    preview_picture,
    preview_scene,
)
from cogs.matches.views import more_panel
from cogs.watching.views import Watching

Asked = discord.Interaction[BoopBot]


class PlayCog(Cog, name="Play"):
    """Places pieces."""

    @app_commands.command(name="place")
    @app_commands.describe(
        square="Where to: a square like c3, or a whole turn like Kc3=b2c3d4, b2>Cc3 or Kc3~cd+",
        piece="Kitten or cat, if you have both in hand",
        match="The match, if you mean another than this thread's",
    )
    @app_commands.choices(piece=PIECES)
    async def place(
        self,
        interaction: Asked,
        square: app_commands.Transform[Wanted, WantedArgument],
        piece: str | None = None,
        match: app_commands.Transform[MatchId, MatchArgument] | None = None,
    ) -> None:
        """Place a kitten or a cat on the bed."""
        user, place = noted(interaction), place_of(interaction)
        wanted = square.with_kind(Kind(piece) if piece else None)
        board = self.bot.host.posts.in_answer(MessageId(interaction.id), place, user)
        try:
            done = await self._placed(interaction, match, wanted, also=board.record)
        except SeveralMatches as several:
            question = match_panel(several.matches, user, "place-in", wanted=wanted)
            await show_panel(interaction, question)
            return
        if done is None:
            return
        if lives_here(interaction, done.match):
            await answer_with_bed(interaction, done.match, board.post)
        else:
            await answer_privately(interaction, done.match, said(done))

    @action("place-in", who=Who.PLAYERS)
    async def place_in(self, context: ActionContext, wanted: Wanted, *, chosen: MatchId) -> None:
        """Place in the match that was chosen from the list."""
        done = await self._placed(context.interaction, chosen, wanted)
        if done is not None:
            await answer_privately(context.interaction, done.match, said(done))

    @action("place", who=Who.PLAYERS)
    async def place_kind(
        self, context: ActionContext, match: MatchId, revision: Revision, turn: Turn
    ) -> None:
        """Place the kind that was asked for, on a board that has not changed since."""
        done = await self.bot.host.matches.play(context.user, match, turn, revision)
        await answer_privately(context.interaction, done.match, said(done))

    async def _placed(
        self,
        interaction: Asked,
        named: MatchId | None,
        wanted: Wanted,
        also: Consequence | None = None,
    ) -> TurnDone | None:
        """Play what is wanted, or ask for the kind, or for the recall that comes first."""
        user = noted(interaction)
        first: tuple[Square, ...] = ()

        def choose_turn(match: Match) -> Turn | None:
            nonlocal first
            if wanted.turn is not None:
                return wanted.turn
            try:
                kinds = kinds_for(match, user, wanted.square)
            except RecallFirst as recall:
                first = recall.squares
                return None
            if wanted.kind is None and len(kinds) > 1:
                return None
            return Turn(Placement(wanted.kind or kinds[0], wanted.square))

        matches = self.bot.host.matches
        done = await matches.place(viewer_of(interaction), named, choose_turn, also)
        if not isinstance(done, Match):
            return done
        if first:
            await show_panel(interaction, recall_panel(done, first))
        else:
            kinds = kinds_for(done, user, wanted.square)
            await show_panel(interaction, kind_panel(done, wanted.square, kinds))
        return None


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
    """Add the cogs of this folder to the bot."""
    await bot.add_cog(PlayCog(bot))
    await bot.add_cog(QuestionsCog(bot))
    await bot.add_cog(PickerCog(bot))
    await bot.add_cog(MoreCog(bot))
