"""The bases of every refusal: types that carry facts, turned into words elsewhere."""

from dataclasses import dataclass


class Refusal(Exception):
    """Something a person asked for that the program declines; nothing has changed.

    A subclass carries facts as attributes and no sentence: `cogs.ui.replies` turns every one
    of them into words, and the command line has its own.
    """


class StartRefusal(Exception):
    """The program cannot start as it is set up or called, and whoever did so can mend it.

    A subclass carries facts as attributes and no sentence: `bot.commands.sentences` turns every
    one of them into words, and the process ends with status 2.
    """


class TokenRefused(StartRefusal):
    """Discord does not know the token, or has withdrawn it."""


@dataclass(eq=False, slots=True)
class DiscordUnreachable(StartRefusal):
    """No connection to Discord can be had; `reason` is the network's own."""

    reason: str


@dataclass(eq=False, slots=True)
class AddressTaken(StartRefusal):
    """The program was to listen on an address of this machine and may not."""

    host: str
    port: int
    reason: str
