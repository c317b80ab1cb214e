"""The base classes of errors that users read: a message, and attributes that fill its gaps."""

from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Final

from bot.text import N_, Detail, FilledMessage


class UserFacingError(FilledMessage, Exception):
    """An error that the user reads as a sentence: a request is declined, or cannot be stored.

    A subclass has its sentence as `message` and its facts as attributes. The type of an attribute
    says how to format it: `cogs.wording.refusals` has the formats for Discord, and
    `bot.cli.sentences` those for the command line. A subclass with several sentences overrides
    `choose_message`.
    """

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle and copy all facts; exceptions by default omit facts passed by keyword."""
        facts = self.args
        if is_dataclass(self):
            facts = tuple(getattr(self, each.name) for each in fields(self))
        return type(self), facts, self.__dict__ or None


class Refusal(UserFacingError):
    """A user's request that the program declines; nothing has changed."""


@dataclass(eq=False, slots=True)
class NotStored(UserFacingError):
    """The base of errors that say why nothing can be stored or read for now.

    It is not a `Refusal`, because it says nothing about the user or the request: code that catches
    a refusal, and draws conclusions from it, must not catch this. Nothing has changed, with one
    exception: the outcome is unknown if the connection to a database server was lost during a
    commit. `reason` is the database's message.
    """

    message = N_(
        "My database isn't working right now. Try again in a few minutes, and check first whether "
        "what you just did was saved."
    )

    reason: str


NOTHING_SAVED: Final = N_(
    "I couldn't save that: nothing can be written to my database right now. Nothing has changed. "
    "Try again in a few minutes."
)
"""The sentence that replaces the message if it is certain that nothing was stored."""


class StartRefusal(FilledMessage, Exception):
    """The program cannot start with its settings or arguments, which its host can correct.

    A subclass has its sentence as a `UserFacingError` does. The process ends with status 2.
    """


class TokenRefused(StartRefusal):
    """Discord does not know the token, or has revoked it."""

    message = N_(
        "Discord refuses the token in BOOP_TOKEN. Copy it again, or make a new one with Reset "
        "Token, on the page Bot of your application at "
        "https://discord.com/developers/applications."
    )


@dataclass(eq=False, slots=True)
class DiscordUnreachable(StartRefusal):
    """Discord cannot be reached, or does not answer; `reason` is Discord's or the network's."""

    message = N_("Can't reach Discord: {reason}.")

    reason: Detail


@dataclass(eq=False, slots=True)
class AddressTaken(StartRefusal):
    """The program could not listen on an address of this machine."""

    message = N_("Can't listen on {host}, port {port}: {reason}.")

    host: Detail
    port: int
    reason: Detail
