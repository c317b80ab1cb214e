"""The panel behind **More**, and the panel on which a turn is chosen."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, assert_never

import discord

from bot.features.settings.preferences import PlacementMode
from bot.game import Event, Landing, Step, name_of
from bot.match.clock import NoLimit
from bot.match.ending import may_call_off
from bot.match.identity import UserId
from bot.match.match import Match
from bot.match.playing import may_add_day
from bot.match.turn_builder import AskOption, AskPlacement, AskRecall, AskSeam, TurnBuilder
from bot.text import gettext
from cogs.board.buttons import offer_buttons, plan_button, turn_controls
from cogs.board.turn_controls import BelowSquares
from cogs.board.turn_panels import SquareTap, scene_of_turn, turn_rows
from cogs.board.turn_questions import question_text
from cogs.core.components import ActionButton, View, button
from cogs.core.outgoing import Picture, gallery
from cogs.core.panels import ACCENTS, note_panel
from cogs.hints.cog import hint_buttons
from cogs.notifications.cog import mute_button
from cogs.watching.cog import WatchState, watch_buttons
from cogs.wording.names import both_players
from cogs.wording.narration import explained, narrated
from cogs.wording.phrases import capital, opponent_name
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

Newcomers see the rules where they challenge or accept, but not in the thread of the match.
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
        # The second tap of a double tap on a column may hit a square: it previews, or does nothing.
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
    """Return the scene of the picture on the panel."""
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
    """Say that a tap plays at once because there is nothing to preview, if that is so."""
    if builder.choices.column is None or SquareTap.shows_more(builder.position):
        return ""
    return "\n" + gettext("-# There's nothing to boop yet, so your piece is placed at once.")


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
