"""The buttons of a board: those that choose a turn, then all others.

A phone shows four short buttons in a row at the most, so all that is not of every turn stands
behind **More**.
"""

from typing import Any, assert_never

import discord

from bot.game import Turn
from bot.match.identity import Ply, is_former
from bot.match.match import Match
from bot.match.turn_builder import (
    NOTHING_CHOSEN,
    AskOption,
    AskPlacement,
    AskRecall,
    AskSeam,
    TurnChoices,
)
from bot.text import gettext
from cogs.core.components import ActionButton, button
from cogs.core.turn_panels import (
    Style,
    TurnControls,
    column_rows,
    option_buttons,
    recall_rows,
    rows_of,
)

Row = discord.ui.ActionRow[Any]


def turn_controls(match: Match) -> TurnControls:
    """Return what the buttons of a turn ask for, wherever one is chosen for a match."""

    def choose(label: str, style: Style, choices: TurnChoices) -> ActionButton:
        return button(
            label, style, "turn", match=match.id, revision=match.revision, choices=choices
        )

    def complete(label: str, style: Style, turn: Turn) -> ActionButton:
        return button(label, style, "play", match=match.id, revision=match.revision, turn=turn)

    return TurnControls(choose, complete, gettext("Confirm"))


def move_rows(match: Match) -> list[Row]:
    """Return the buttons with which the player to move begins or completes a turn, if any.

    Those of a board that all can see; each leads to a private panel, or plays at once what was
    left to choose of a turn that was typed.
    """
    question = match.question
    if question is None or (match.bot is not None and match.bot.seat is match.position.to_move):
        return []
    builder, controls = match.builder, turn_controls(match)
    elsewhere = controls.choose(gettext("Place elsewhere"), Style.secondary, NOTHING_CHOSEN)
    match question:
        case AskRecall(squares):
            return recall_rows(builder, squares, controls)
        case AskPlacement():
            return column_rows(builder, controls)
        case AskOption(landing):
            return rows_of([*option_buttons(builder, landing, controls), elsewhere])
        case AskSeam(step, _):
            keep = controls.complete(gettext("Keep in hand"), Style.primary, step.turn)
            lay = controls.choose(gettext("Lay it …"), Style.primary, builder.choices)
            return rows_of([keep, lay, elsewhere])
        case _:
            assert_never(question)


def board_buttons(match: Match) -> list[ActionButton]:
    """Return what can be done besides a turn while a match goes on."""
    primary, secondary = discord.ButtonStyle.primary, discord.ButtonStyle.secondary
    claim = button(
        gettext("Claim draw"), primary, "claim-draw", match=match.id, revision=match.revision
    )
    more = button(gettext("More"), secondary, "more", match=match.id)
    claims = [claim] if match.may_claim_draw else []
    return [next_button(match), *claims, more]


def over_rows(match: Match) -> list[Row]:
    """Return the buttons of a match that is over, in rows that a phone shows side by side."""
    secondary = discord.ButtonStyle.secondary
    rematch = button(gettext("Rematch"), discord.ButtonStyle.primary, "rematch", match=match.id)
    again = [] if any(map(is_former, match.seats)) else [rematch]
    if again and match.bot is not None:
        again.append(button(gettext("Another level"), secondary, "other-level", match=match.id))
    replay = button(gettext("Replay"), secondary, "replay", match=match.id)
    back = [replay, *analyse_buttons(match), *what_if_buttons(match)]
    rows = [again, back, [*share_buttons(match), next_button(match)]]
    return [Row(*each) for each in rows if each]


def share_buttons(match: Match) -> list[ActionButton]:
    """Return the button that shows everybody the animation of a match with turns to show."""
    if match.outcome is None or not match.ply:
        return []
    label = gettext("Share animation")
    secondary = discord.ButtonStyle.secondary
    return [button(label, secondary, "share-animation", match=match.id)]


def analyse_buttons(match: Match) -> list[ActionButton]:
    """Return the button that analyses a match, where there is one that is over to be analysed."""
    if match.outcome is None or not match.ply:
        return []
    return [button(gettext("Analyse"), discord.ButtonStyle.secondary, "analyse", match=match.id)]


def what_if_buttons(match: Match, ply: Ply | None = None) -> list[ActionButton]:
    """Return the button that leads to playing on from a position of a match that is over.

    Without a ply it is the last one in which a turn can be played.
    """
    if match.outcome is None or not match.ply:
        return []
    style = discord.ButtonStyle.secondary
    return [button(gettext("What if"), style, "what-if", match=match.id, ply=ply)]


def plan_button(match: Match) -> ActionButton:
    """Return the button that leads to what is planned in a match."""
    style = discord.ButtonStyle.secondary
    return button(gettext("Plan a reply"), style, "plan", match=match.id)


def next_button(match: Match) -> ActionButton:
    """Return the button that leads whoever clicks it to the next match that waits for them."""
    return button(gettext("Next match"), discord.ButtonStyle.secondary, "next", left=match.id)
