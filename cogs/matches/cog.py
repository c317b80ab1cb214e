"""`/place`, and what is pressed to place a piece."""

from contextlib import suppress
from typing import Final

import discord
from discord import app_commands

from bot.app import BoopBot
from bot.features.matches.access import Who
from bot.features.matches.errors import SeveralMatches
from bot.features.matches.writer import Consequence
from bot.features.settings.preferences import Placing
from bot.game import Kind, Placement, Step, Turn
from bot.match.identity import MatchId, MessageId, Revision, UserId
from bot.match.match import Match
from bot.match.playing import TurnDone, authorise_mover
from bot.match.terms import VenueKind
from bot.match.turn_builder import AskRecall, TurnBuilder, TurnChoices
from cogs.core.access import viewer_of
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.answering import (
    answer_turn,
    answer_with_board,
    clicked_privately,
    lives_here,
    show_panel,
)
from cogs.core.arguments import PIECES, MatchArgument, Wanted, WantedArgument
from cogs.core.discord_codes import FAILURES
from cogs.core.names import server_name, user_of
from cogs.core.options import place_of
from cogs.core.panels import match_panel
from cogs.core.themes import for_one
from cogs.core.turn_panels import SquareTap, plays_at_once
from cogs.matches.turn_panel import turn_panel, turn_picture, turn_scene
from cogs.matches.views import more_panel
from cogs.watching.views import Watching

Interaction = discord.Interaction[BoopBot]


MOST_PANELS: Final = 1000
"""Open panels that are remembered, to be replaced; a lost one stays until it is dismissed."""


class PlayCog(Cog, name="Play"):
    """Places pieces, by notation and by taps."""

    def __init__(self, bot: BoopBot) -> None:
        super().__init__(bot)
        self._opened: dict[tuple[UserId, MatchId], Interaction] = {}

    @app_commands.command(name="place")
    @app_commands.describe(
        square="The square, like c3",
        piece="Kitten or cat, if you have both in hand",
        match="Which match; by default, this thread's",
    )
    @app_commands.choices(piece=PIECES)
    async def place(
        self,
        interaction: Interaction,
        square: app_commands.Transform[Wanted, WantedArgument],
        piece: str | None = None,
        match: app_commands.Transform[MatchId, MatchArgument] | None = None,
    ) -> None:
        """Place a kitten or a cat on the bed."""
        user, place = user_of(interaction), place_of(interaction)
        wanted = square.with_kind(Kind(piece) if piece else None)
        board = self.bot.services.posts.in_answer(MessageId(interaction.id), place, user)
        try:
            done = await self._placed(interaction, match, wanted, also=board.record)
        except SeveralMatches as several:
            question = match_panel(several.matches, user, "place-in", wanted=wanted)
            await show_panel(interaction, question)
            return
        if done is not None and lives_here(interaction, done.match):
            await answer_with_board(interaction, done.match, board.post)
        elif done is not None:
            await answer_turn(interaction, done)

    @action("place-in", who=Who.PLAYERS)
    async def place_in(self, context: ActionContext, wanted: Wanted, *, chosen: MatchId) -> None:
        """Place in the match that was chosen from the list."""
        done = await self._placed(context.interaction, chosen, wanted)
        if done is not None:
            await answer_turn(context.interaction, done)

    @action("turn", who=Who.PLAYERS)
    async def choose(
        self, context: ActionContext, match: MatchId, revision: Revision, choices: TurnChoices
    ) -> None:
        """Ask for what is still to be chosen of a turn, on a board that has not changed since.

        Where a tap on a square plays, a turn is played as soon as it is whole.
        """
        found = await self.bot.services.matches.find_at(match, revision)
        authorise_mover(found, context.user)
        builder = TurnBuilder(found.position, choices)
        chosen = builder.question
        if isinstance(chosen, Step) and plays_at_once(builder, await self._placing(context.user)):
            await self.play(context, match, revision, chosen.turn)
            return
        await self._show(context.interaction, found, builder)
        if not clicked_privately(context.interaction):
            await self._replace_panel(context, match)

    @action("play", who=Who.PLAYERS)
    async def play(
        self, context: ActionContext, match: MatchId, revision: Revision, turn: Turn
    ) -> None:
        """Play a whole turn, on a board that has not changed since."""
        matches = self.bot.services.matches
        done = await matches.play(context.user, match, turn, revision)
        self._opened.pop((context.user, match), None)
        await answer_turn(context.interaction, done)

    async def _replace_panel(self, context: ActionContext, match: MatchId) -> None:
        """Take away the panel that a person opened before on the board of a match, if they did."""
        key = context.user, match
        before = self._opened.pop(key, None)
        self._opened[key] = context.interaction
        if len(self._opened) > MOST_PANELS:
            del self._opened[next(iter(self._opened))]
        if before is not None and not before.is_expired():
            with suppress(*FAILURES):
                await before.delete_original_response()

    async def _placed(
        self,
        interaction: Interaction,
        named: MatchId | None,
        wanted: Wanted,
        also: Consequence | None = None,
    ) -> TurnDone | None:
        """Play what was typed, or ask on a panel for what it leaves open."""
        user = user_of(interaction)

        def choose_turn(match: Match) -> Turn | None:
            if wanted.turn is not None:
                return wanted.turn
            authorise_mover(match, user)
            builder = _builder_of(match, wanted)
            if _asks_first(builder):
                return None
            return Turn(Placement(builder.kind, wanted.square))

        matches = self.bot.services.matches
        done = await matches.place(viewer_of(interaction), named, choose_turn, also)
        if not isinstance(done, Match):
            return done
        await self._show(interaction, done, _builder_of(done, wanted))
        return None

    async def _show(self, interaction: Interaction, match: Match, builder: TurnBuilder) -> None:
        scene = await for_one(interaction, turn_scene(match, builder))
        png = await self.bot.studio.picture(scene)
        picture = turn_picture(match, builder, scene, png)
        square_tap = SquareTap.of(await self._placing(user_of(interaction)), match.position)
        await show_panel(interaction, turn_panel(match, builder, picture, square_tap), picture)

    async def _placing(self, user: UserId) -> Placing:
        return (await self.bot.services.preferences.of(user)).placing


def _builder_of(match: Match, wanted: Wanted) -> TurnBuilder:
    """Return the turn as far as a square names it."""
    return TurnBuilder(match.position, TurnChoices(kind=wanted.kind, square=wanted.square))


def _asks_first(builder: TurnBuilder) -> bool:
    """Return whether a square alone leaves open what is taken back first, or which kind it gets."""
    if isinstance(builder.question, AskRecall):
        return True
    return builder.choices.kind is None and builder.other_kind is not None


class MoreCog(Cog, name="More"):
    """Offers what is not of every turn."""

    @action("more")
    async def open(self, context: ActionContext, match: MatchId) -> None:
        """Show what can be done about the match as it is now."""
        found = await self.bot.services.matches.find(match)
        follows = await self.bot.services.followers.follows(context.user, match)
        watching = Watching.YES if follows else Watching.NO
        is_direct = found.venue.kind is VenueKind.DIRECT
        server = server_name(self.bot, found.venue.guild) if is_direct else None
        await show_panel(context.interaction, more_panel(found, context.user, watching, server))


async def setup(bot: BoopBot) -> None:
    """Add the cogs of this folder to the bot."""
    await bot.add_cog(PlayCog(bot))
    await bot.add_cog(MoreCog(bot))
