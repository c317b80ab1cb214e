"""What people read when their opponent leaves the server, or is back."""

from typing import Final

from bot.features.notifications.queries import NotificationKind
from bot.game import Seat
from bot.match.clock import DAY, Unlimited
from bot.match.ending import PATIENCE, may_call_off
from bot.match.match import Match
from bot.text import gettext, ngettext
from cogs.core.words import moment, player_name

DEPARTED: Final = {
    NotificationKind.ORANGE_LEFT: Seat.ORANGE,
    NotificationKind.GRAY_LEFT: Seat.GRAY,
    NotificationKind.ORANGE_BACK: Seat.ORANGE,
    NotificationKind.GRAY_BACK: Seat.GRAY,
}
"""Of whom a notification speaks; it is for the other."""
_BACK: Final = (NotificationKind.ORANGE_BACK, NotificationKind.GRAY_BACK)


def departure_text(kind: NotificationKind, match: Match, link: str) -> str:
    """Say that a player has left the server or is back, and what that means for the match."""
    seat = DEPARTED[kind]
    names = {"player": player_name(match, seat.other), "opponent": player_name(match, seat)}
    if kind not in _BACK:
        left = gettext("🚪 {player}, {opponent} has left the server.", **names)
        return f"{left} {_what_now(match, seat)} {link}"
    if match.outcome is not None:
        back = gettext(
            "👋 {player}, {opponent} is back in the server. **#{match}** is over:",
            match=match.id,
            **names,
        )
    else:
        back = gettext(
            "👋 {player}, {opponent} is back in the server. **#{match}** goes on:",
            match=match.id,
            **names,
        )
    return f"{back} {link}"


def _what_now(match: Match, seat: Seat) -> str:
    """Say what becomes of the match."""
    if match.outcome is not None:
        return gettext("**#{match}** is over:", match=match.id)
    if isinstance(match.clock.control, Unlimited):
        days = round(PATIENCE / DAY)
        if may_call_off(match):
            return ngettext(
                "If they aren't back within {count} day, **#{match}** is called off:",
                "If they aren't back within {count} days, **#{match}** is called off:",
                days,
                match=match.id,
            )
        return ngettext(
            "If they aren't back within {count} day, you win **#{match}**:",
            "If they aren't back within {count} days, you win **#{match}**:",
            days,
            match=match.id,
        )
    if match.position.to_move is not seat:
        return gettext(
            "**#{match}** goes on: play your turn, and their clock runs as usual:", match=match.id
        )
    deadline = match.clock.deadline
    if deadline is None:
        time = gettext("Their clock in **#{match}** is paused for now.", match=match.id)
    else:
        time = gettext(
            "Their time in **#{match}** runs out on {when}.",
            match=match.id,
            when=moment(deadline, "f"),
        )
    if may_call_off(match):
        end = gettext("If they don't come back and play, the match is called off:")
    else:
        end = gettext("If they don't come back and play, you win:")
    return f"{time} {end}"
