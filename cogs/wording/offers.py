"""The lines about draw offers and takeback requests, below the columns of a board.

A board has no other lines there, so a board posted for an offer also serves as its notification.
"""

from bot.features.notifications.kinds import NotificationKind
from bot.game import Seat
from bot.match.identity import Ply
from bot.match.match import Match, TakebackState
from bot.text import gettext
from cogs.wording.phrases import player_name
from cogs.wording.practice_text import is_bots


def offer_lines(match: Match) -> list[str]:
    """Return a line for each open offer, and for each answer since the last turn."""
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
                turns=turns_to_take_back(match, offer.ply),
                opponent=opponent,
            )
        case TakebackState.OPEN:
            text = gettext(
                "↩️ {player} asks to take back {turns}.",
                player=asking,
                turns=turns_to_take_back(match, offer.ply),
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


def is_offer_on_board(kind: NotificationKind, match: Match) -> bool:
    """Return whether the board shows the offer that a notification is about."""
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
    """Return the text about a takeback request for the opponent."""
    offer = match.takeback
    if offer is None:
        return ""
    asking, opponent = _people(match, offer.by)
    return gettext(
        "↩️ {player}, {opponent} asks to take back {turns} in **#{match}**:",
        player=opponent,
        opponent=asking,
        turns=turns_to_take_back(match, offer.ply),
        match=match.id,
    )


def takeback_agreed_text(match: Match) -> str | None:
    """Return the text for the player whose turn was taken back; None without a takeback."""
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
    """Return the names of the player who asks, and of the opponent."""
    return player_name(match, by), player_name(match, by.other)


def turns_to_take_back(match: Match, ply: Ply) -> str:
    """Return the turns to take back: the player's own turn, and the reply, if any."""
    if match.ply - ply > 1:
        # Translators: the turn of the player who asks: "… asks you to take back their turn 5".
        return gettext("their turn {turn} and the reply to it", turn=ply + 1)
    # Translators: the turn of the player who asks: "… asks you to take back their turn 5".
    return gettext("their turn {turn}", turn=ply + 1)
