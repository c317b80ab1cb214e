"""`/place`, and what is pressed to place a piece."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import BoopBot
from bot.game import Kind, Placement, RecallFirst, Turn, read_turn
from bot.host.errors import SeveralMatches, StaleBed
from bot.match.identity import MatchId, Revision
from bot.match.match import Match
from bot.match.playing import kinds_for
from cogs.ui.access import viewer_of
from cogs.ui.arguments import (
    PIECES,
    MatchArgument,
    Wanted,
    WantedArgument,
    read_wanted,
)
from cogs.ui.names import noted
from cogs.ui.panels import kind_panel, match_panel, recall_panel
from cogs.ui.presses import Deed, Press
from cogs.ui.showing import (
    answer_privately,
    answer_stale,
    answer_with_bed,
    lives_here,
    said,
    show_panel,
)

Asked = discord.Interaction[BoopBot]


class PlayCog(commands.Cog, name="Play"):
    """Places pieces."""

    def __init__(self, bot: BoopBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Say what the buttons do that ask for more of a placement."""
        self.bot.presses[Deed.PLACE.value] = self.place_kind
        self.bot.presses[Deed.PLACE_IN.value] = self.place_in

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
            question = match_panel(several.matches, user, Deed.PLACE_IN, wanted.text())
            await show_panel(interaction, question)
            return
        await self._place(interaction, meant, wanted)

    async def place_in(self, interaction: Asked, press: Press) -> None:
        """Place in the match that was chosen from the list."""
        noted(interaction)
        wanted = read_wanted(press.facts[0])
        meant = await self.bot.host.matches.find(MatchId(int(press.chosen[0])))
        await self._place(interaction, meant, wanted)

    async def place_kind(self, interaction: Asked, press: Press) -> None:
        """Place the kind that was asked for, on a bed that has not changed since."""
        match, revision, text = press.facts
        turn = read_turn(text)
        await self._play(interaction, MatchId(int(match)), turn, Revision(int(revision)))

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
        async with self.bot.working():
            try:
                done = await self.bot.host.matches.play(noted(interaction), number, turn, seen)
            except StaleBed as stale:
                await answer_stale(interaction, stale)
                return
            is_command = interaction.type is discord.InteractionType.application_command
            if is_command and lives_here(interaction, done.match):
                await answer_with_bed(interaction, done.match)
            else:
                await answer_privately(interaction, done.match, said(done))


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(PlayCog(bot))
