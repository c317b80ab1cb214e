"""What people read when their opponent leaves the server, or is back."""

from typing import Final

from bot.features.notifications.queries import NoticeKind
from bot.game import Seat
from bot.match.clock import DAY, Unlimited
from bot.match.ending import PATIENCE, may_call_off
from bot.match.match import Match
from cogs.core.words import moment, player_name

DEPARTED: Final = {
    NoticeKind.ORANGE_LEFT: Seat.ORANGE,
    NoticeKind.GRAY_LEFT: Seat.GRAY,
    NoticeKind.ORANGE_BACK: Seat.ORANGE,
    NoticeKind.GRAY_BACK: Seat.GRAY,
}
"""Of whom a notice speaks; it is for the other."""
_BACK: Final = (NoticeKind.ORANGE_BACK, NoticeKind.GRAY_BACK)


def word_of_departure(kind: NoticeKind, match: Match, link: str) -> str:
    """Say that a player has left the server or is back, and what that means for the match."""
    seat = DEPARTED[kind]
    departed, told = player_name(match, seat), player_name(match, seat.other)
    if kind in _BACK:
        goes_on = "is over" if match.outcome else "goes on"
        return f"👋 {told}, {departed} is back in the server. **#{match.id}** {goes_on}: {link}"
    return f"🚪 {told}, {departed} has left the server. {_what_now(match, seat)} {link}"


def _what_now(match: Match, seat: Seat) -> str:
    """Say what becomes of the match."""
    if match.outcome is not None:
        return f"**#{match.id}** is over:"
    end = "it is called off" if may_call_off(match) else "you win"
    if isinstance(match.clock.control, Unlimited):
        days = round(PATIENCE / DAY)
        return f"If they are not back within {days} days, {end} in **#{match.id}**:"
    if match.position.to_move is not seat:
        return f"**#{match.id}** goes on: play, and their time runs as always:"
    deadline = match.clock.deadline
    until = f"runs on until {moment(deadline, 'f')}" if deadline else "rests now and runs on later"
    return f"Their time in **#{match.id}** {until}; if they do not come back and play, {end}:"
