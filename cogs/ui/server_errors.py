"""What the commands of those who run a server decline. Facts only; `server_replies` has the words.

Not frozen: the standard library assigns `__traceback__` to an exception on its way up.
"""

from dataclasses import dataclass

from bot.match.identity import ChannelId, UserId
from bot.match.settings import Limit
from cogs.ui.errors import CogRefusal


class ServerRefusal(CogRefusal):
    """The base of all that is declined of a server's settings and of moderation."""


class NotAModerator(ServerRefusal):
    """What moderators do is for those who moderate or manage the server."""


@dataclass(eq=False, slots=True)
class BarredBot(ServerRefusal):
    """A bot was to be kept from playing; none plays."""

    user: UserId


@dataclass(eq=False, slots=True)
class NoMessageNamed(ServerRefusal):
    """A text that is neither a message's link nor its number."""

    text: str


@dataclass(eq=False, slots=True)
class ChannelClosed(ServerRefusal):
    """The bot may not do in a channel what it is chosen for; the permissions by Discord's names."""

    channel: ChannelId
    permissions: tuple[str, ...]


@dataclass(eq=False, slots=True)
class NotInBounds(ServerRefusal):
    """A limit was to be set to what is no number between its bounds."""

    limit: Limit
    text: str
