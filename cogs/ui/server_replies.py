"""What the commands of those who run a server decline, as sentences."""

from typing import Final

from bot.match.settings import BOUNDS, Limit
from cogs.ui.quoting import quoted
from cogs.ui.server_errors import (
    BarredBot,
    ChannelClosed,
    NoMessageNamed,
    NotAModerator,
    NotInBounds,
    ServerRefusal,
)
from cogs.ui.words import listed, mention

_LIMITS: Final = {
    Limit.MATCHES: "matches at once",
    Limit.CHALLENGES: "open challenges at once",
    Limit.VACATION: "days of vacation a year",
}


def server_sentence(refusal: ServerRefusal) -> str | None:
    """Say what was declined and why; nothing of a refusal that this page does not know."""
    match refusal:
        case NotAModerator():
            return (
                "That is for those who moderate this server (*Timeout Members* or *Manage Server*)."
            )
        case BarredBot(user):
            return f"{mention(user)} is a bot, and none can be barred. Name a member."
        case NoMessageNamed(text):
            return (
                f"{quoted(text)} is no message. Copy the link of the challenge's message "
                "(*Copy Message Link*), or use **Remove boop note** from the message's own menu."
            )
        case ChannelClosed(channel, permissions):
            names = listed([f"**{name}**" for name in permissions])
            return (
                f"I cannot use <#{channel}>: there I lack {names}, so nothing was changed. Allow "
                "it, then choose once more."
            )
        case NotInBounds(limit, text):
            bounds = BOUNDS[limit]
            return (
                f"{quoted(text)} cannot be the number of {_LIMITS[limit]}: write a whole number "
                f"from {bounds.least} to {bounds.most}. Nothing was changed."
            )
    return None
