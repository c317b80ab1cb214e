"""The buttons of a board: those that choose a turn, then all others.

A phone shows at most four short buttons in a row, so **More** hides the buttons that are not needed
at every turn.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, assert_never

import discord

from bot.game import Seat, Turn
from bot.match.ending import has_result
from bot.match.identity import Ply, Revision, UserId, is_former
from bot.match.match import Match, OfferAnswer
from bot.match.takebacks import may_ask_takeback
from bot.match.turn_builder import (
    NOTHING_CHOSEN,
    AskOption,
    AskPlacement,
    AskRecall,
    AskSeam,
    TurnChoices,
)
from bot.text import gettext
from cogs.board.turn_controls import Style, TurnControls, option_buttons, rows_of
from cogs.board.turn_panels import column_rows, recall_rows, typing_label
from cogs.core.components import ActionButton, Row, button
from cogs.wording.levels import level_called
from cogs.wording.offers import offer_lines
from cogs.wording.phrases import player_name
from cogs.wording.practice_text import is_bots, level_after

SECONDARY: Final = discord.ButtonStyle.secondary


def type_button(match: Match) -> ActionButton:
    """Return the button that opens a form for the turn. The match may have any revision."""
    return button(typing_label(), Style.primary, "type-turn", match=match.id)


def turn_controls(match: Match, *, written: bool = False) -> TurnControls:
    """Return the actions that the buttons of a turn request in a match.

    If the board is `written` in words, the turn can also be typed.
    """

    def choose(label: str, style: Style, choices: TurnChoices) -> ActionButton:
        return button(
            label, style, "turn", match=match.id, revision=match.revision, choices=choices
        )

    def complete(label: str, style: Style, turn: Turn) -> ActionButton:
        return button(label, style, "play", match=match.id, revision=match.revision, turn=turn)

    controls = TurnControls(choose, complete, gettext("Confirm"))
    return replace(controls, typing=type_button(match)) if written else controls


def move_rows(match: Match) -> list[Row]:
    """Return the buttons of a public board that begin or complete the turn of the player to move.

    Each opens a private panel, or plays at once if it answers the last question about a typed turn.
    """
    question = match.question
    if match.outcome is None and match.clock.awaits_ready:
        return [Row(button(gettext("Ready"), Style.success, "ready", match=match.id))]
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
            return rows_of([*option_buttons(builder.choices, landing, controls), elsewhere])
        case AskSeam(step, _):
            keep = controls.complete(gettext("Keep in hand"), Style.primary, step.turn)
            lay = controls.choose(gettext("Lay it…"), Style.primary, builder.choices)
            return rows_of([keep, lay, elsewhere])
        case _:
            assert_never(question)


def board_buttons(match: Match, shown: Revision | None = None) -> list[ActionButton]:
    """Return the buttons of a live match other than those of a turn.

    `shown` is the revision on the board message.
    """
    primary, secondary = discord.ButtonStyle.primary, discord.ButtonStyle.secondary
    claim = button(
        gettext("Claim draw"), primary, "claim-draw", match=match.id, revision=match.revision
    )
    more = button(gettext("More"), secondary, "more", match=match.id)
    claims = [claim] if match.may_claim_draw else []
    return [next_button(match, shown), *claims, more]


def over_rows(match: Match, shown: Revision | None = None) -> list[Row]:
    """Return the buttons of a match that is over, in rows that fit a phone.

    `shown` is the revision on the board message. **What if** is on the replay and on the analysis.
    """
    again, analyse = again_buttons(match), analyse_buttons(match)
    replay = button(gettext("Replay"), SECONDARY, "replay", match=match.id)
    onwards = [*share_buttons(match), next_button(match, shown)]
    rows = [[*again, replay], [*analyse, *onwards]]
    if match.bot is not None:
        rows = [again, [replay, *analyse], onwards]
    return [Row(*each) for each in rows if each]


def result_rows(match: Match, rematch: str | None) -> list[Row]:
    """Return the buttons of a finished match for the message that its thread was started from.

    `rematch` is the link to a live rematch in that thread; it replaces the button that offers one.
    """
    replay = button(gettext("Replay"), SECONDARY, "replay", match=match.id)
    back: list[discord.ui.Item[Any]] = [*analyse_buttons(match), *share_buttons(match)]
    again: list[discord.ui.Item[Any]] = [*again_buttons(match)]
    if rematch is not None:
        again = [discord.ui.Button(label=gettext("Go to the match"), url=rematch)]
    rows = [[*again, replay], back] if len(again) <= 1 else [again, [replay, *back]]
    return [Row(*each) for each in rows if each]


def again_buttons(match: Match) -> list[ActionButton]:
    """Return the buttons for another match with the same opponent.

    After a match against the bot, one button begins a match at the next level, higher after a win
    and lower after a loss. Without such a level, it opens the list of levels. Winners most likely
    want a higher level, and losers another try.
    """
    if any(map(is_former, match.seats)) or _is_competitive_without_result(match):
        return []
    level = level_after(match)
    went_up = level is not None and match.bot is not None and level > match.bot.practice.level
    first, second = (SECONDARY, Style.primary) if went_up else (Style.primary, SECONDARY)
    buttons = [button(gettext("Rematch"), first, "rematch", match=match.id)]
    if level is not None:
        label = gettext("Play {cat}", cat=level_called(level))
        buttons.append(button(label, second, "next-level", match=match.id, level=level))
    elif match.bot is not None:
        buttons.append(button(gettext("Another level"), second, "other-level", match=match.id))
    return buttons


def _is_competitive_without_result(match: Match) -> bool:
    return match.is_competitive and match.outcome is not None and not has_result(match.outcome)


def share_buttons(match: Match) -> list[ActionButton]:
    """Return the button that shows a match to others, if turns were played."""
    if match.outcome is None or not match.ply:
        return []
    return [button(gettext("Share"), SECONDARY, "share", match=match.id)]


def analyse_buttons(match: Match, ply: Ply | None = None) -> list[ActionButton]:
    """Return the button that analyses a match, if it is over and turns were played.

    With `ply`, the analysis opens at the turn that the replay shows.
    """
    if match.outcome is None or not match.ply:
        return []
    label = gettext("Analyse")
    if ply is not None:
        style = discord.ButtonStyle.primary
        return [button(label, style, "replay-analyse", match=match.id, ply=ply)]
    return [button(label, discord.ButtonStyle.secondary, "analyse", match=match.id)]


def what_if_buttons(match: Match, ply: Ply | None = None) -> list[ActionButton]:
    """Return the button that plays on from the position at `ply` of a match that is over.

    By default, this is the last position in which a turn can be played.
    """
    if match.outcome is None or not match.ply:
        return []
    style = discord.ButtonStyle.secondary
    return [button(gettext("What if"), style, "what-if", match=match.id, ply=ply)]


def plan_button(match: Match) -> ActionButton:
    """Return the button that opens the plans for a match."""
    style = discord.ButtonStyle.secondary
    return button(gettext("Plan a reply"), style, "plan", match=match.id)


def next_button(match: Match, shown: Revision | None = None) -> ActionButton:
    """Return the button that leads the user to the next match in which it is their turn.

    On a board message, its custom ID contains the `shown` revision: `board_shown_by` reads it.
    """
    label = gettext("Next match")
    if shown is None:
        return button(label, SECONDARY, "next", left=match.id)
    return button(label, SECONDARY, "next-from-board", left=match.id, shown=shown)


def departure_items(
    match: Match, departed: Sequence[Seat], viewer: UserId | None = None
) -> list[discord.ui.Item[Any]]:
    """Return a line for each player who has left the server, and the opponent's end button.

    `viewer` is the only reader of a private board; None on a public board.
    """
    if not departed or match.outcome is not None:
        return []
    lines = [
        gettext("🚪 {player} has left the server.", player=player_name(match, seat))
        for seat in departed
    ]
    text: discord.ui.Item[Any] = discord.ui.TextDisplay("\n".join(lines))
    if len(departed) == len(Seat):
        return [text]
    [seat] = departed
    if viewer not in (None, match.seats.user_of(seat.other)):
        return [text]
    end = button(gettext("End the match"), discord.ButtonStyle.danger, "end-left", match=match.id)
    return [text, Row(end)]


def offer_items(match: Match, viewer: UserId | None = None) -> list[discord.ui.Item[Any]]:
    """Return the open offers with the buttons that answer them, and recent answers.

    `viewer` is the only reader of a private board; None on a public board. A private board has the
    buttons only if its reader can answer.
    """
    lines = offer_lines(match)
    if not lines:
        return []
    rows: list[discord.ui.Item[Any]] = []
    if _is_answered_by(match, match.draw_offered_by, viewer):
        labels = gettext("Accept draw"), gettext("Decline draw")
        rows.append(_answer_row("answer-draw", match, *labels))
    if _is_answered_by(match, match.takeback_asked_by, viewer):
        # Labels that fit a phone in one row, and differ from those of a draw.
        labels = gettext("Accept takeback"), gettext("Decline")
        rows.append(_answer_row("answer-takeback", match, *labels))
    return [discord.ui.TextDisplay("\n".join(lines)), *rows]


def _answer_row(name: str, match: Match, accept: str, decline: str) -> Row:
    return Row(
        _answer_button(accept, name, match, OfferAnswer.ACCEPT),
        _answer_button(decline, name, match, OfferAnswer.DECLINE),
    )


def _is_answered_by(match: Match, asking: Seat | None, viewer: UserId | None) -> bool:
    """Return whether `viewer`, or any reader for None, gets buttons to answer an offer.

    The bot answers without buttons.
    """
    if asking is None or is_bots(match, asking.other):
        return False
    return viewer in (None, match.seats.user_of(asking.other))


def _answer_button(label: str, name: str, match: Match, answer: OfferAnswer) -> ActionButton:
    """Return the button that answers or withdraws an offer; `name` is its action."""
    is_accepted = answer is OfferAnswer.ACCEPT
    style = discord.ButtonStyle.success if is_accepted else SECONDARY
    return button(label, style, name, match=match.id, revision=match.revision, answer=answer)


def offer_buttons(match: Match, user: UserId) -> list[ActionButton]:
    """Return the buttons with which a player makes or withdraws an offer."""
    seat = match.seat_of(user)
    if seat is None or match.outcome is not None:
        return []
    buttons = []
    if match.draw_offered_by is seat:
        label = gettext("Withdraw draw")
        buttons.append(_answer_button(label, "answer-draw", match, OfferAnswer.WITHDRAW))
    elif match.draw_offered_by is None and match.draws.may_offer(seat, match.ply):
        label = gettext("Offer draw")
        buttons.append(button(label, SECONDARY, "offer-draw", match=match.id))
    if match.takeback_asked_by is seat:
        label = gettext("Withdraw takeback")
        buttons.append(_answer_button(label, "answer-takeback", match, OfferAnswer.WITHDRAW))
    elif may_ask_takeback(match, seat):
        label = gettext("Take back my turn")
        buttons.append(button(label, SECONDARY, "take-back", match=match.id))
    return buttons
