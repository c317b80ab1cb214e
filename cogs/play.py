"""`/place`, and what is pressed to place a piece."""

import discord
from discord import app_commands

from bot.app import BoopBot
from bot.game import Kind, Placement, RecallFirst, Turn
from bot.host.access import Who
from bot.host.errors import SeveralMatches
from bot.match.identity import MatchId, Revision
from bot.match.match import Match
from bot.match.playing import kinds_for
from cogs.core.actions import ActionContext, Cog, action
from cogs.ui.access import viewer_of
from cogs.ui.arguments import (
    PIECES,
    MatchArgument,
    Wanted,
    WantedArgument,
)
from cogs.ui.names import noted
from cogs.ui.panels import kind_panel, match_panel, recall_panel
from cogs.ui.showing import (
    answer_privately,
    answer_with_bed,
    lives_here,
    said,
    show_panel,
)

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
        user = noted(interaction)
        wanted = square.with_kind(Kind(piece) if piece else None)
        try:
            meant = await self.bot.host.matches.to_play(viewer_of(interaction), match)
        except SeveralMatches as several:
            question = match_panel(several.matches, user, "place-in", wanted=wanted)
            await show_panel(interaction, question)
            return
        await self._place(interaction, meant, wanted)

    @action("place-in", who=Who.PLAYERS)
    async def place_in(self, context: ActionContext, wanted: Wanted, *, chosen: MatchId) -> None:
        """Place in the match that was chosen from the list."""
        meant = await self.bot.host.matches.find(chosen)
        await self._place(context.interaction, meant, wanted)

    @action("place", who=Who.PLAYERS)
    async def place_kind(
        self, context: ActionContext, match: MatchId, revision: Revision, turn: Turn
    ) -> None:
        """Place the kind that was asked for, on a board that has not changed since."""
        await self._play(context.interaction, match, turn, revision)

    async def _place(self, interaction: Asked, meant: Match, wanted: Wanted) -> None:
        """Play what is wanted, or ask for the kind, or for the recall that comes first."""
        user = noted(interaction)
        turn = wanted.turn
        if turn is None:
            try:
                kinds = kinds_for(meant, user, wanted.square)
            except RecallFirst as first:
                await show_panel(interaction, recall_panel(meant, first.squares))
                return
            if wanted.kind is None and len(kinds) > 1:
                await show_panel(interaction, kind_panel(meant, wanted.square, kinds))
                return
            turn = Turn(Placement(wanted.kind or kinds[0], wanted.square))
        await self._play(interaction, meant.id, turn, None)

    async def _play(
        self, interaction: Asked, number: MatchId, turn: Turn, seen: Revision | None
    ) -> None:
        done = await self.bot.host.matches.play(noted(interaction), number, turn, seen)
        is_command = interaction.type is discord.InteractionType.application_command
        if is_command and lives_here(interaction, done.match):
            await answer_with_bed(interaction, done.match)
        else:
            await answer_privately(interaction, done.match, said(done))


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(PlayCog(bot))
