"""The private panel on which a turn is chosen for a match: a square, then a look ahead."""

from collections.abc import Sequence
from typing import Any, Final, assert_never

import discord

from bot.game import Event, Step, name_of
from bot.match.match import Match
from bot.match.turn_builder import AskOption, AskPlacement, AskRecall, AskSeam, TurnBuilder
from bot.text import gettext
from cogs.core.alt_text import alt_text
from cogs.core.board import ACCENTS, Picture, gallery
from cogs.core.board_buttons import turn_controls
from cogs.core.turn_panels import SquareTap, question_text, scene_of_turn, turn_rows
from cogs.core.words import capital, explained, narrated
from render.scene import Scene

NEWCOMERS_PLIES: Final = 4
"""Turns after which nobody is shown any more that placing need not be confirmed."""

View = discord.ui.LayoutView


def turn_panel(match: Match, builder: TurnBuilder, picture: Picture, square_tap: SquareTap) -> View:
    """Ask for what is still to be chosen of a turn, or show a whole one and ask to confirm it."""
    container: discord.ui.Container[Any] = discord.ui.Container(
        accent_colour=ACCENTS[match.position.to_move]
    )
    container.add_item(discord.ui.TextDisplay(_text(match, builder, square_tap)))
    container.add_item(gallery(picture))
    view = View(timeout=None)
    view.add_item(container)
    for row in turn_rows(builder, turn_controls(match, square_tap)):
        view.add_item(row)
    return view


def turn_scene(match: Match, builder: TurnBuilder) -> Scene:
    """Return what the picture on the panel shows."""
    return scene_of_turn(builder, Scene(match.position, recent=match.recent))


def turn_picture(match: Match, builder: TurnBuilder, scene: Scene, png: bytes) -> Picture:
    """Name the picture on the panel and say it in words."""
    chosen = builder.choices.text.replace(">", "-")
    name = "".join(each for each in chosen if each.isalnum() or each == "-")
    return Picture(png, f"turn-{match.id}-{match.revision}-{name}.png", alt_text(scene))


def _text(match: Match, builder: TurnBuilder, square_tap: SquareTap) -> str:
    question = builder.question
    match question:
        case AskRecall() | AskPlacement():
            text = _with_number(match, question_text(builder))
            return text + _waiting(match, builder) + _at_once(builder, square_tap)
        case AskOption(landing):
            return f"{_foreseen(match, landing.events)}\n**{question_text(builder)}**"
        case AskSeam(step, _):
            return f"{_foreseen(match, step.events)}\n**{question_text(builder)}**"
        case Step():
            return _foreseen(match, question.events) + _hint(match)
        case _:
            assert_never(question)


def _with_number(match: Match, text: str) -> str:
    return gettext("**#{number}** · {question}", number=match.id, question=text)


def _waiting(match: Match, builder: TurnBuilder) -> str:
    """Say which square waits for a choice that another placement would undo."""
    draft = match.draft
    if draft is None or builder.choices.column is not None:
        return ""
    square = name_of(draft.placement.square)
    return "\n" + gettext(
        "-# **{square}** still waits for your choice; placing elsewhere undoes it.", square=square
    )


def _at_once(builder: TurnBuilder, square_tap: SquareTap) -> str:
    """Say that there is nothing to preview where squares play for that reason."""
    if builder.choices.column is None or square_tap is not SquareTap.PLAYS:
        return ""
    if builder.position.bed.occupied:
        return ""
    return "\n" + gettext("-# There's nothing to push yet, so your piece is placed at once.")


def _foreseen(match: Match, events: Sequence[Event]) -> str:
    """Say what would happen."""
    turn = capital(narrated(events))
    text = gettext("### ⏳ Not yet played in #{number}\n{turn}.", number=match.id, turn=turn)
    stays = explained(events)
    return text + ("\n" + gettext("-# Not pushed: {stays}.", stays=stays) if stays else "")


def _hint(match: Match) -> str:
    if match.ply >= NEWCOMERS_PLIES:
        return ""
    return "\n" + gettext("-# `/preferences` lets you place without confirming.")
