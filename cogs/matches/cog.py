"""`/place`, and the buttons that place a piece."""

import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final, assert_never

import discord
from discord import app_commands

from bot.app import BoopBot, Interaction
from bot.bounded import BoundedDict
from bot.errors import Refusal
from bot.features.matches.access import AllowedUsers
from bot.features.matches.writer import Consequence
from bot.features.settings.preferences import PlacementMode
from bot.game import Event, Kind, Landing, Placement, Step, Turn, name_of
from bot.match.clock import NoLimit
from bot.match.ending import may_call_off
from bot.match.identity import (
    MatchId,
    MessageId,
    Revision,
    UserId,
    owner_of,
)
from bot.match.match import Match
from bot.match.playing import TurnDone, authorise_mover, may_add_day
from bot.match.terms import VenueKind
from bot.match.turn_builder import (
    NOTHING_CHOSEN,
    AskOption,
    AskPlacement,
    AskRecall,
    AskSeam,
    TurnBuilder,
    TurnChoices,
    leaves_kind_open,
)
from bot.text import N_, gettext
from cogs.board.buttons import offer_buttons, plan_button, turn_controls
from cogs.board.message import begin_drawing, draw_for_one
from cogs.board.turn_controls import BelowSquares
from cogs.board.turn_panels import (
    SquareTap,
    TypedTurn,
    plays_at_once,
    question_text,
    scene_of_turn,
    turn_form,
    turn_rows,
)
from cogs.core.access import place_of, viewer_of
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.arguments import PIECES, MatchArgument, PlaceArgument, TurnInput, read_turn_input
from cogs.core.components import ActionButton, View, button
from cogs.core.outgoing import Picture, gallery
from cogs.core.panels import ACCENTS, note_panel, resolve_or_ask
from cogs.core.replies import answer_privately
from cogs.core.taps import ignore_tap
from cogs.delivery.answering import answer_with_board, answer_with_private_board
from cogs.hints.cog import hint_buttons
from cogs.notifications.cog import mute_button
from cogs.watching.cog import WatchState, watch_buttons
from cogs.wording.help_lines import Topic, in_help
from cogs.wording.names import both_players, server_name, user_of
from cogs.wording.narration import explained, narrated
from cogs.wording.phrases import capital, opponent_name
from cogs.wording.refusals import sentence
from cogs.wording.terms import terms_in_short
from render.scene import Scene

IN_ROW = 4
"""Buttons that a phone shows side by side."""


def more_panel(
    match: Match,
    user: UserId,
    watching: WatchState = WatchState.NO,
    server: str | None = None,
    *,
    has_link: bool = False,
) -> View:
    """Lay out what this user can do about the match; `server` is named outside of servers.

    With `has_link`, the players may share the match by link while it is played.
    """
    is_player = match.seat_of(user) is not None
    if is_player:
        title = gettext(
            "**#{match}** against {opponent}", match=match.id, opponent=opponent_name(match, user)
        )
    else:
        title = gettext("**#{match}** · {players}", match=match.id, players=both_players(match))
    view = note_panel(f"### {title}\n{terms_in_short(match)}")
    if server is not None and match.clock.control != NoLimit():
        vacations = gettext(
            "Started in {server}: a vacation there stops your clock.", server=server
        )
        view.add_item(discord.ui.TextDisplay(f"-# {vacations}"))
    offered = [
        *(_of_a_player(match, user) if is_player else []),
        *watch_buttons(match, user, watching),
        *(_link_buttons(match) if is_player and has_link else []),
        button(
            gettext("How to play"),
            discord.ButtonStyle.secondary,
            "explain",
            ruleset=match.position.ruleset.name,
        ),
    ]
    for start in range(0, len(offered), IN_ROW):
        row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(*offered[start : start + IN_ROW])
        view.add_item(row)
    return view


def _of_a_player(match: Match, user: UserId) -> list[ActionButton]:
    """Return the buttons of a player; those that end the match come last."""
    seat = match.seat_of(user)
    if match.outcome is not None or seat is None:
        return []
    offered = offer_buttons(match, user)
    secondary = discord.ButtonStyle.secondary
    if may_add_day(match, seat):
        offered.append(
            button(
                gettext("Give them a day"),
                secondary,
                "add-day",
                match=match.id,
                ply=match.ply,
            )
        )
    offered += hint_buttons(match, user)
    if match.to_move != user:
        offered.append(plan_button(match))
    offered += mute_button(match, user)
    end = gettext("Call off the match") if may_call_off(match) else gettext("Resign")
    offered.append(button(end, discord.ButtonStyle.danger, "resign", match=match.id))
    return offered


def _link_buttons(match: Match) -> list[ActionButton]:
    """Return the button that shares a live match by link to its page on the web."""
    if match.outcome is not None:
        return []
    label = gettext("Share live")
    return [button(label, discord.ButtonStyle.secondary, "share-link", match=match.id)]


NEWCOMERS_PLIES: Final = 4
"""Turns after which a board stops explaining how to play and how to place without confirming.

Newcomers see the rules where they challenge or accept, and the thread is elsewhere.
"""


def turn_panel(
    match: Match, builder: TurnBuilder, picture: Picture, placing: PlacementMode
) -> View:
    """Ask for the next choice of a turn, or show a whole turn and ask the user to confirm it."""
    container: discord.ui.Container[Any] = discord.ui.Container(
        accent_colour=ACCENTS[match.position.to_move]
    )
    container.add_item(discord.ui.TextDisplay(_text(match, builder)))
    container.add_item(gallery(picture))
    view = View()
    view.add_item(container)
    is_asked_first = isinstance(builder.question, AskPlacement) and builder.choices.column is None
    is_new = match.ply < NEWCOMERS_PLIES and is_asked_first
    explained = button(
        gettext("How to play"),
        discord.ButtonStyle.secondary,
        "explain-beside",
        ruleset=match.position.ruleset.name,
    )
    controls = turn_controls(match, written=bool(picture.written))
    if placing is PlacementMode.CONFIRMED:
        # A second tap on a column may hit a square: it is previewed, or does nothing.
        controls = replace(controls, below_squares=BelowSquares.NOTHING)
    for row in turn_rows(builder, controls, [explained] if is_new else ()):
        view.add_item(row)
    return view


def _all_on_bed(landing: Landing) -> str:
    """Say why a single piece may leave the bed, if one may."""
    if all(len(option) > 1 for option in landing.options):
        return ""
    return "\n" + gettext("All your pieces are on the bed, so something has to leave it.")


def _plays(landing: Landing) -> str:
    """Say that a tap on what leaves the bed plays the turn, unless a seam piece can be laid."""
    if landing.entries:
        return ""
    small = gettext("Tapping plays the turn.")
    return f"\n-# {small}"


def turn_scene(match: Match, builder: TurnBuilder) -> Scene:
    """Return what the picture on the panel shows."""
    return scene_of_turn(builder, Scene(match.position, recent=match.recent))


def picture_name(match: Match, builder: TurnBuilder) -> str:
    """Return the name of the picture on the panel."""
    chosen = builder.choices.text.replace(">", "-")
    name = "".join(each for each in chosen if each.isalnum() or each == "-")
    return f"turn-{match.id}-{match.revision}-{name}.png"


def _text(match: Match, builder: TurnBuilder) -> str:
    question = builder.question
    match question:
        case AskRecall() | AskPlacement():
            text = _with_number(match, question_text(builder))
            return text + _waiting(match, builder) + _at_once(builder)
        case AskOption(landing):
            text = _outcome_text(match, landing.events) + _all_on_bed(landing)
            return f"{text}\n**{question_text(builder)}**{_plays(landing)}"
        case AskSeam(step, _):
            travels = gettext(
                "It moves one step after each of your turns and pushes what's on either side."
            )
            keeping = gettext("**{button}** plays the turn.", button=gettext("Keep in hand"))
            foreseen = _outcome_text(match, step.events)
            # "It" is the seam piece, which the question names.
            return f"{foreseen}\n**{question_text(builder)}**\n-# {travels} {keeping}"
        case Step():
            return _outcome_text(match, question.events) + _hint(match)
        case _:
            assert_never(question)


def _with_number(match: Match, text: str) -> str:
    return gettext("**#{number}** · {question}", number=match.id, question=text)


def _waiting(match: Match, builder: TurnBuilder) -> str:
    """Say which placed piece still waits for a choice, and that placing another piece undoes it."""
    draft = match.draft
    if draft is None or builder.choices.column is not None:
        return ""
    square = name_of(draft.placement.square)
    return "\n" + gettext(
        "-# **{square}** still waits for your choice; placing another piece replaces it.",
        square=square,
    )


def _at_once(builder: TurnBuilder) -> str:
    """Say that there is nothing to preview, if squares play the turn for that reason."""
    if builder.choices.column is None or SquareTap.shows_more(builder.position):
        return ""
    return "\n" + gettext("-# There's nothing to push yet, so your piece is placed at once.")


def _outcome_text(match: Match, events: Sequence[Event]) -> str:
    """Say what would happen."""
    turn = capital(narrated(events))
    text = gettext("### ⏳ Not yet played in #{number}\n{turn}.", number=match.id, turn=turn)
    stays = explained(events)
    if not stays:
        return text
    small = gettext("{sentence}.", sentence=capital(stays))
    return f"{text}\n-# {small}"


def _hint(match: Match) -> str:
    if match.ply >= NEWCOMERS_PLIES:
        return ""
    return "\n" + gettext("-# `/preferences` lets you place without confirming.")


MOST_REMEMBERED: Final = 1000
"""How many times of questions are remembered that a tap answers by playing the turn."""
READING_TIME: Final = 0.6
"""Seconds too short to read a question: a tap that soon is the second tap of a double tap."""


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

        A whole turn is played at once if a tap on a square plays, or if what leaves the bed was
        chosen last. Nothing is done if the second of two quick taps would play.
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

        A whole turn is previewed if a tap on a square is, even if it names what leaves the bed,
        because the user has seen no preview with that choice.
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
    """Return the turn as far as a square names it."""
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
