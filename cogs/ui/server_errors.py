"""What the commands of those who run a server decline.

Not frozen: the standard library assigns `__traceback__` to an exception on its way up.
"""

from dataclasses import dataclass
from typing import assert_never

from bot.match.identity import ChannelId, UserId
from bot.match.settings import BOUNDS, Limit
from bot.text import N_, Message, Typed
from cogs.ui.errors import CogRefusal, PermissionName


class ServerRefusal(CogRefusal):
    """The base of all that is declined of a server's settings and of moderation."""


class NotAModerator(ServerRefusal):
    """What moderators do is for those who moderate or manage the server."""

    message = N_(
        "This is for members who moderate this server (*Timeout Members* or *Manage Server*)."
    )


@dataclass(eq=False, slots=True)
class BarredBot(ServerRefusal):
    """A bot was to be kept from playing; none plays."""

    message = N_("{user} is a bot, and bots can't be barred. Name a member.")

    user: UserId


@dataclass(eq=False, slots=True)
class NoMessageNamed(ServerRefusal):
    """A text that is neither a message's link nor its number."""

    message = N_(
        "{text} isn't a message. Copy the link of the challenge's message (*Copy Message Link*), "
        "or use **Remove boop note** from that message's menu."
    )

    text: Typed


@dataclass(eq=False, slots=True)
class ChannelClosed(ServerRefusal):
    """The bot may not do in a channel what it is chosen for; the permissions by Discord's names."""

    message = N_("I can't use {channel}: I need {permissions} there. Allow it, then choose again.")

    channel: ChannelId
    permissions: tuple[PermissionName, ...]


@dataclass(eq=False, slots=True)
class NotInBounds(ServerRefusal):
    """A limit was to be set to what is no number between its bounds."""

    matches = N_(
        "The most matches at once can't be {text}. Write a whole number from {least} to {most}."
    )
    challenges = N_(
        "The most open challenges at once can't be {text}. Write a whole number from {least} to "
        "{most}."
    )
    vacation = N_(
        "The days of vacation a year can't be {text}. Write a whole number from {least} to {most}."
    )

    limit: Limit
    text: Typed

    @property
    def least(self) -> int:
        """The least that the limit can be."""
        return BOUNDS[self.limit].least

    @property
    def most(self) -> int:
        """The most that the limit can be."""
        return BOUNDS[self.limit].most

    def choose_message(self) -> Message:
        """Return which limit it is."""
        match self.limit:
            case Limit.MATCHES:
                return self.matches
            case Limit.CHALLENGES:
                return self.challenges
            case Limit.VACATION:
                return self.vacation
            case limit:
                assert_never(limit)
