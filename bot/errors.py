"""The base classes of errors that users read: each has a message, and attributes for its gaps."""

from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Final

from bot.text import N_, Detail, FilledMessage


class UserFacingError(FilledMessage, Exception):
    """An error that is answered with a sentence: a request is declined, or cannot be stored.

    A subclass has its sentence as `message` and its facts as attributes, declared with the types by
    which the table of the medium formats them: `cogs.wording.refusals` for Discord, and
    `bot.cli.sentences` for the command line. One with several sentences chooses.
    """

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle and copy all facts; exceptions leave out those that were given by keyword."""
        facts = self.args
        if is_dataclass(self):
            facts = tuple(getattr(self, each.name) for each in fields(self))
        return type(self), facts, self.__dict__ or None


class Refusal(UserFacingError):
    """A user's request that the program declines; nothing has changed."""


@dataclass(eq=False, slots=True)
class NotStored(UserFacingError):
    """The base of all reasons why something cannot be stored or read for now.

    It is not a `Refusal`, because it says nothing about the user or the request: code that catches
    a refusal, and draws conclusions from it, must not catch this. Nothing has changed, unless the
    connection to a server was lost while it committed: then the outcome is unknown. `reason` is the
    database's message.
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
"""The sentence used instead if it is certain that nothing was stored."""


class StartRefusal(FilledMessage, Exception):
    """The program cannot start with its settings or arguments, which its host can correct.

    It has its sentence as a `UserFacingError` does, and the process ends with status 2.
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
    """Discord can't be reached, or doesn't answer for now; `reason` is the network's or its."""

    message = N_("Can't reach Discord: {reason}.")

    reason: Detail


@dataclass(eq=False, slots=True)
class AddressTaken(StartRefusal):
    """The program could not listen on an address of this machine."""

    message = N_("Can't listen on {host}, port {port}: {reason}.")

    host: Detail
    port: int
    reason: Detail
