"""What the cogs decline before the host is asked. Facts only; `replies` has the words.

Not frozen: the standard library assigns `__traceback__` to an exception on its way up.
"""

from dataclasses import dataclass

from bot.errors import Refusal
from bot.game import Kind, Turn
from bot.match.identity import UserId
from bot.match.match import Match


class CogRefusal(Refusal):
    """The base of all that the cogs decline themselves."""


@dataclass(eq=False, slots=True)
class UnreadableSquare(CogRefusal):
    """A text that is neither a square nor a turn; what of it was expected where."""

    text: str
    at: int
    expected: str


@dataclass(eq=False, slots=True)
class UnreadableMatch(CogRefusal):
    """A text that is no match's number."""

    text: str


@dataclass(eq=False, slots=True)
class PieceContradicted(CogRefusal):
    """A whole turn names one kind of piece and the option beside it another."""

    turn: Turn
    kind: Kind


class UnknownForm(CogRefusal):
    """A form that was opened for nobody, or for somebody else."""


@dataclass(eq=False, slots=True)
class NoSuchTurn(CogRefusal):
    """A text that is not the number of a turn of the match; `last` is the greatest."""

    match: Match
    text: str
    last: int


@dataclass(eq=False, slots=True)
class NothingToReplay(CogRefusal):
    """No turn of the match was played yet."""

    match: Match


@dataclass(eq=False, slots=True)
class NotForAllHere(CogRefusal):
    """Not everybody who reads this channel may look at the match."""

    match: Match


@dataclass(eq=False, slots=True)
class NotInServer(CogRefusal):
    """The person who was named is not a member of this server."""

    user: UserId


@dataclass(eq=False, slots=True)
class PermissionsMissing(CogRefusal):
    """The bot may not do here what it must; the permissions by Discord's names."""

    permissions: tuple[str, ...]


class ServersOnly(CogRefusal):
    """What was asked for needs a server, and was asked for in direct messages."""


class NotAManager(CogRefusal):
    """A server's settings are for those who may manage it."""
