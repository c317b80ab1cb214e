"""Refusals of moderation."""

from dataclasses import dataclass
from typing import ClassVar

from bot.match.identity import UserId
from bot.text import N_, NC_, Message, Typed
from cogs.core.errors import REMOVE_NOTE, ServerRefusal


@dataclass(eq=False, slots=True)
class BannedBot(ServerRefusal):
    """Bots cannot be banned, since they do not play."""

    message = N_("{user} is a bot, and bots can't be banned. Name a member.")

    user: UserId


@dataclass(eq=False, slots=True)
class NoMessageNamed(ServerRefusal):
    """The text is neither a link to a message nor a message's ID."""

    message = N_(
        "{text} isn't a message. Copy the link of the challenge's message (*{copy}*), or use "
        "**{remove}** from that message's menu."
    )

    copy: ClassVar[Message] = NC_("command in a menu", "Copy Message Link")
    remove: ClassVar[Message] = REMOVE_NOTE

    text: Typed
