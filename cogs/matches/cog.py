"""`/place`, and the buttons that place a piece."""

import time
from dataclasses import replace
from functools import partial
from typing import Final

from discord import app_commands

from bot.app import BoopBot, Interaction
from bot.bounded import BoundedDict
from bot.errors import Refusal
from bot.features.matches.access import AllowedUsers
from bot.features.matches.writer import Consequence
from bot.features.settings.preferences import PlacementMode
from bot.game import Kind, Placement, Step, Turn
from bot.match.identity import MatchId, MessageId, Revision, UserId, owner_of
from bot.match.match import Match
from bot.match.playing import TurnDone, authorise_mover
from bot.match.terms import VenueKind
from bot.match.turn_builder import (
    NOTHING_CHOSEN,
    AskOption,
    AskPlacement,
    AskSeam,
    TurnBuilder,
    TurnChoices,
    leaves_kind_open,
)
from bot.text import N_
from cogs.board.message import begin_drawing, draw_for_one
from cogs.board.turn_panels import SquareTap, TypedTurn, plays_at_once, turn_form
from cogs.core.access import place_of, viewer_of
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.arguments import PIECES, MatchArgument, PlaceArgument, TurnInput, read_turn_input
from cogs.core.panels import resolve_or_ask
from cogs.core.replies import answer_privately
from cogs.core.taps import ignore_tap
from cogs.delivery.answering import answer_with_board, answer_with_private_board
from cogs.matches.views import more_panel, picture_name, turn_panel, turn_scene
from cogs.watching.cog import WatchState
from cogs.wording.help_lines import Topic, in_help
from cogs.wording.names import server_name, user_of
from cogs.wording.refusals import sentence

MOST_REMEMBERED: Final = 1000
"""How many questions to remember the time of, if a tap answers them by playing the turn."""
READING_TIME: Final = 0.6
"""A tap within this many seconds of a question is the second of a double tap, not an answer."""


class PlayCog(Cog, name="Play"):
    """Places pieces, by notation and by taps."""

    def __init__(self, bot: BoopBot) -> None:
        super().__init__(bot)
        self._asked_at = BoundedDict[tuple[UserId, MatchId], float](MOST_REMEMBERED)

    @app_commands.command(
        name="place",
        extras=in_help(
            Topic.PLAY,
            40,
            N_("place a piece: a column `a`–`f` and a row `1`–`6`; `a1` is top left"),
        ),
    )
    @app_commands.describe(
        square="The square, like c3",
        piece="Kitten or cat, if you have both in hand",
        match="Which match; by default, this thread's",
    )
    @app_commands.choices(piece=PIECES)
    async def place(
        self,
        interaction: Interaction,
        square: app_commands.Transform[TurnInput, PlaceArgument],
        piece: str | None = None,
        match: app_commands.Transform[MatchId, MatchArgument] | None = None,
    ) -> None:
        """Place a kitten or a cat on the bed."""
        place = place_of(interaction)
        turn_input = square.with_kind(Kind(piece) if piece else None)
        owner = owner_of(place)
        prepare = partial(begin_drawing, self.bot, owner=owner)
        board = self.bot.services.posts.in_answer(MessageId(interaction.id), place, prepare)
        placing = self._place(interaction, match, turn_input, also=board.record)
        done = await resolve_or_ask(interaction, placing, "place-in", turn_input=turn_input)
        if done is not None:
            await answer_with_board(interaction, done, post=board.post)

    @action("place-in", who=AllowedUsers.PLAYERS)
    async def place_in(
        self, context: ActionContext, turn_input: TurnInput, *, chosen: MatchId
    ) -> None:
        """Place in the match that was chosen from the list."""
        done = await self._place(context.interaction, chosen, turn_input)
        if done is not None:
            await answer_with_board(context.interaction, done)

    @action("turn", who=AllowedUsers.PLAYERS, may_slip=True)
    async def choose(
        self, context: ActionContext, match: MatchId, revision: Revision, choices: TurnChoices
    ) -> None:
        """Ask for the next choice of a turn, if the board has not changed since.

        Play a whole turn at once if a tap on a square plays, or if the last choice was what leaves
        the bed. Ignore a tap that would play if it is the second of a double tap.
        """
        stored = await self.bot.services.matches.find_at(match, revision)
        authorise_mover(stored, context.user)
        builder = TurnBuilder(stored.position, await self._with_kind(stored, choices))
        chosen = builder.question
        is_choice = bool(choices.leaves) and choices.seam is None
        if isinstance(chosen, Step) and (
            is_choice or plays_at_once(builder, await self._placing(context.user))
        ):
            if self._was_just_asked(context.user, match):
                await ignore_tap(context.interaction)
                return
            await self.play(context, match, revision, chosen.turn)
            return
        await self._show(context.interaction, stored, builder)

    @action("type-turn", who=AllowedUsers.PLAYERS)
    async def ask_to_type(self, context: ActionContext, match: MatchId) -> None:
        """Open the form for a turn, or show the board if the user cannot play a turn now."""
        stored = await self.bot.services.matches.find(match)
        try:
            authorise_mover(stored, context.user)
        except Refusal as refusal:
            await answer_with_private_board(context.interaction, stored, sentence(refusal))
            return
        interaction = context.interaction
        await answer_privately(
            interaction, turn_form("turn-typed", context.user, interaction.id, match=match)
        )

    @action("turn-typed", who=AllowedUsers.PLAYERS)
    async def take_typed(self, context: ActionContext, match: MatchId, *, turn: TypedTurn) -> None:
        """Ask for the choices that a typed turn leaves open, on the board as it is now.

        Preview a whole turn if taps on squares are previewed, even if the turn names what leaves
        the bed, because the user has seen no preview with that choice.
        """
        stored = await self.bot.services.matches.find(match)
        authorise_mover(stored, context.user)
        choices = read_turn_input(turn).choices
        if choices.kind is None:
            kind = (await self._with_kind(stored, NOTHING_CHOSEN)).kind
            choices = replace(choices, kind=kind)
        builder = TurnBuilder(stored.position, choices)
        whole = builder.question
        if isinstance(whole, Step) and plays_at_once(builder, await self._placing(context.user)):
            await self.play(context, match, stored.revision, whole.turn)
        else:
            await self._show(context.interaction, stored, builder)

    @action("play", who=AllowedUsers.PLAYERS)
    async def play(
        self, context: ActionContext, match: MatchId, revision: Revision, turn: Turn
    ) -> None:
        """Play a whole turn, if the board has not changed since."""
        matches = self.bot.services.matches
        done = await matches.play(context.user, match, turn, revision)
        await answer_with_board(context.interaction, done)

    def _was_just_asked(self, user: UserId, match: MatchId) -> bool:
        at = self._asked_at.get((user, match))
        return at is not None and time.monotonic() - at < READING_TIME

    async def _place(
        self,
        interaction: Interaction,
        named: MatchId | None,
        turn_input: TurnInput,
        also: Consequence | None = None,
    ) -> TurnDone | None:
        """Play what was typed, or ask on a panel for what it leaves open."""
        user = user_of(interaction)

        def choose_turn(match: Match) -> Turn | None:
            if turn_input.turn is not None:
                return turn_input.turn
            authorise_mover(match, user)
            builder = _builder_of(match, turn_input)
            if builder.leaves_piece_open:
                return None
            return Turn(Placement(builder.kind, turn_input.square))

        matches = self.bot.services.matches
        done = await matches.place(viewer_of(interaction), named, choose_turn, also)
        if not isinstance(done, Match):
            return done
        await self._show(interaction, done, _builder_of(done, turn_input))
        return None

    async def _show(self, interaction: Interaction, match: Match, builder: TurnBuilder) -> None:
        name = picture_name(match, builder)
        picture = await draw_for_one(interaction, turn_scene(match, builder), name)
        user = user_of(interaction)
        placing = await self._placing(user)
        await answer_privately(interaction, turn_panel(match, builder, picture, placing), picture)
        if _plays_where_was_tapped(builder, placing):
            self._asked_at[user, match.id] = time.monotonic()
        else:
            self._asked_at.pop((user, match.id), None)

    async def _with_kind(self, match: Match, choices: TurnChoices) -> TurnChoices:
        """Begin with the kind that the player placed last, if both are in hand."""
        if not leaves_kind_open(match.position, choices):
            return choices
        kind = await self.bot.services.matches.kind_placed_last(match)
        return choices if kind is None else choices.with_kind(kind)

    async def _placing(self, user: UserId) -> PlacementMode:
        return (await self.bot.services.preferences.of(user)).placing


def _plays_where_was_tapped(builder: TurnBuilder, placing: PlacementMode) -> bool:
    """Return whether a panel has buttons that play a turn where the earlier panel had others.

    The second tap of a double tap may hit one of them.
    """
    if isinstance(builder.question, AskOption | AskSeam):
        return True
    is_square_asked = isinstance(builder.question, AskPlacement) and (
        builder.choices.column is not None
    )
    shows_more = SquareTap.shows_more(builder.position)
    return is_square_asked and placing is PlacementMode.CONFIRMED and not shows_more


def _builder_of(match: Match, turn_input: TurnInput) -> TurnBuilder:
    """Return the turn with the kind and the square that were typed."""
    return TurnBuilder(match.position, TurnChoices(kind=turn_input.kind, square=turn_input.square))


class MoreCog(Cog, name="More"):
    """Shows the panel behind **More**."""

    @action("more")
    async def open(self, context: ActionContext, match: MatchId) -> None:
        """Show what can be done about the match as it is now."""
        stored = await self.bot.services.matches.find(match)
        watches = await self.bot.services.spectators.watches(context.user, match)
        watching = WatchState.YES if watches else WatchState.NO
        is_direct = stored.venue.kind is VenueKind.DIRECT
        server = server_name(self.bot, stored.venue.guild) if is_direct else None
        has_link = self.bot.public_url is not None and await self.bot.services.pages.allows_live(
            stored
        )
        await answer_privately(
            context.interaction,
            more_panel(stored, context.user, watching, server, has_link=has_link),
        )


async def setup(bot: BoopBot) -> None:
    """Add the cogs of this folder to the bot."""
    await bot.add_cog(PlayCog(bot))
    await bot.add_cog(MoreCog(bot))
