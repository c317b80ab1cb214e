"""Draw offers and takeback requests, below the board's columns.

It stands there alone, so the board that is posted anew for it is the notification as well.
"""

from typing import Any, Final

import discord

from bot.features.notifications.queries import NotificationKind
from bot.game import Seat
from bot.match.identity import Ply, UserId
from bot.match.match import Match, OfferAnswer, TakebackState
from bot.match.takebacks import may_ask_takeback
from bot.text import gettext
from cogs.core.components import ActionButton, button
from cogs.core.phrases import player_name
from cogs.core.practice_text import is_bots

SECONDARY: Final = discord.ButtonStyle.secondary
Row = discord.ui.ActionRow[Any]


def offer_items(match: Match, viewer: UserId | None = None) -> list[discord.ui.Item[Any]]:
    """Return what is asked, with the buttons that answer, or what came of it since the last turn.

    `viewer` is who alone sees it, `None` if all can: then only who is asked has buttons.
    """
    lines = offer_lines(match)
    if not lines:
        return []
    rows: list[discord.ui.Item[Any]] = []
    if _is_answered_by(match, match.draw_offered_by, viewer):
        rows.append(
            Row(
                draw_button(gettext("Accept draw"), match, OfferAnswer.ACCEPT),
                draw_button(gettext("Decline draw"), match, OfferAnswer.DECLINE),
            )
        )
    if _is_answered_by(match, match.takeback_asked_by, viewer):
        rows.append(
            Row(
                takeback_button(gettext("Accept takeback"), match, OfferAnswer.ACCEPT),
                # A phone shows both side by side; that of a draw reads otherwise.
                takeback_button(gettext("Decline takeback"), match, OfferAnswer.DECLINE),
            )
        )
    return [discord.ui.TextDisplay("\n".join(lines)), *rows]


def _is_answered_by(match: Match, asking: Seat | None, viewer: UserId | None) -> bool:
    """Return whether a person who sees the buttons may answer; the bot has none."""
    if asking is None or is_bots(match, asking.other):
        return False
    return viewer in (None, match.seats.user_of(asking.other))


def draw_button(label: str, match: Match, answer: OfferAnswer) -> ActionButton:
    """Return the button that answers a draw offer, or withdraws it."""
    return button(
        label,
        _style(answer),
        "answer-draw",
        match=match.id,
        revision=match.revision,
        answer=answer,
    )


def takeback_button(label: str, match: Match, answer: OfferAnswer) -> ActionButton:
    """Return the button that answers a takeback, or withdraws it."""
    return button(
        label,
        _style(answer),
        "answer-takeback",
        match=match.id,
        revision=match.revision,
        answer=answer,
    )


def _style(answer: OfferAnswer) -> discord.ButtonStyle:
    return discord.ButtonStyle.success if answer is OfferAnswer.ACCEPT else SECONDARY


def offer_buttons(match: Match, user: UserId) -> list[ActionButton]:
    """Return the buttons with which a player asks for something, or withdraws what they asked."""
    seat = match.seat_of(user)
    if seat is None or match.outcome is not None:
        return []
    buttons = []
    if match.draw_offered_by is seat:
        buttons.append(draw_button(gettext("Withdraw draw"), match, OfferAnswer.WITHDRAW))
    elif match.draw_offered_by is None and match.draws.may_offer(seat, match.ply):
        label = gettext("Offer draw")
        buttons.append(button(label, SECONDARY, "offer-draw", match=match.id))
    if match.takeback_asked_by is seat:
        label = gettext("Withdraw takeback")
        buttons.append(takeback_button(label, match, OfferAnswer.WITHDRAW))
    elif may_ask_takeback(match, seat):
        label = gettext("Take back my turn")
        buttons.append(button(label, SECONDARY, "take-back", match=match.id))
    return buttons


def offer_lines(match: Match) -> list[str]:
    """Return what is asked, and what came of it since the last turn, a line each."""
    if match.outcome is not None:
        return []
    return [*_draw_line(match), *_takeback_line(match)]


def _draw_line(match: Match) -> list[str]:
    offering = match.draw_offered_by
    if offering is not None:
        player, opponent = _people(match, offering)
        if is_bots(match, offering.other):
            return [
                gettext(
                    "🤝 {player} offers a draw. {opponent} is thinking…",
                    player=player,
                    opponent=opponent,
                )
            ]
        return [gettext("🤝 {player} offers a draw.", player=player)]
    if match.draws.declined_by is not None:
        decliner = player_name(match, match.draws.declined_by)
        return [gettext("🤝 {player} declined the draw.", player=decliner)]
    return []


def _takeback_line(match: Match) -> list[str]:
    offer = match.takeback
    if offer is None:
        return []
    asking, opponent = _people(match, offer.by)
    match offer.state:
        case TakebackState.OPEN if is_bots(match, offer.by.other):
            text = gettext(
                "↩️ {player} asks to take back {turns}. {opponent} is thinking…",
                player=asking,
                turns=turns_going(match, offer.ply),
                opponent=opponent,
            )
        case TakebackState.OPEN:
            text = gettext(
                "↩️ {player} asks to take back {turns}.",
                player=asking,
                turns=turns_going(match, offer.ply),
            )
        case TakebackState.DECLINED:
            text = gettext("↩️ {player} declined the takeback.", player=opponent)
        case TakebackState.ACCEPTED:
            text = gettext(
                "↩️ {opponent} agreed, so {player} plays turn {turn} again.",
                opponent=opponent,
                player=asking,
                turn=offer.ply + 1,
            )
        case _:
            return []
    return [text]


def is_said_of_offers(kind: NotificationKind, match: Match) -> bool:
    """Return whether the board shows an offer that a notification is about."""
    match kind:
        case NotificationKind.DRAW_OFFERED | NotificationKind.TAKEBACK_ASKED:
            return True
        case NotificationKind.DRAW_DECLINED | NotificationKind.TAKEBACK_DECLINED:
            return True
        case NotificationKind.TURN | NotificationKind.BEGUN:
            return takeback_agreed_text(match) is not None
        case _:
            return False


def takeback_asked_text(match: Match) -> str:
    """Return what the opponent reads when somebody asks to take a turn back."""
    offer = match.takeback
    if offer is None:
        return ""
    asking, opponent = _people(match, offer.by)
    return gettext(
        "↩️ {player}, {opponent} asks to take back {turns} in **#{match}**:",
        player=opponent,
        opponent=asking,
        turns=turns_going(match, offer.ply),
        match=match.id,
    )


def takeback_agreed_text(match: Match) -> str | None:
    """Return what the player of a turn taken back reads; None if none was."""
    offer = match.takeback
    if offer is None or offer.state is not TakebackState.ACCEPTED:
        return None
    asking, opponent = _people(match, offer.by)
    return gettext(
        "↩️ {player}, {opponent} agreed. Play turn {turn} of **#{match}** again:",
        player=asking,
        opponent=opponent,
        turn=offer.ply + 1,
        match=match.id,
    )


def _people(match: Match, by: Seat) -> tuple[str, str]:
    """Return who asks and who is asked."""
    return player_name(match, by), player_name(match, by.other)


def turns_going(match: Match, ply: Ply) -> str:
    """Name the turns to be taken back: one's own, and the reply to it if there is one."""
    if match.ply - ply > 1:
        # Translators: the turn of who asks: "… asks you to take back their turn 5".
        return gettext("their turn {turn} and the reply to it", turn=ply + 1)
    # Translators: the turn of who asks: "… asks you to take back their turn 5".
    return gettext("their turn {turn}", turn=ply + 1)
