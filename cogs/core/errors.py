"""Refusals of the cogs, and how requests to Discord fail.

Refusals are not frozen: the standard library assigns `__traceback__` to an exception on its way up.
Source of the codes: Discord's documentation, "Opcodes and Status Codes", JSON error codes.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import IntEnum
from typing import Annotated, Final

import aiohttp
import discord

from bot.errors import NotStored, Refusal
from bot.game import Kind, Square, Turn, is_notation, square_like, write_turn
from bot.game.errors import TurnText
from bot.jobs.runner import PutOff
from bot.match.identity import ChannelId, UserId
from bot.match.match import Match
from bot.text import N_, NC_, Message, Typed
from render.studio import NoPicture

MANAGE_SERVER: Final = NC_("permission in Discord", "Manage Server")
REMOVE_NOTE: Final = NC_("command in a menu", "Remove boop note")
PermissionName = Annotated[str, "a permission by Discord's name"]


class CogRefusal(Refusal):
    """The base of refusals of the cogs."""


@dataclass(eq=False, slots=True)
class UnreadableSquare(CogRefusal):
    """The text is neither a square nor a turn; `expected` would have been right at `at`.

    Who has written no notation reads nothing of it, but a square to try.
    """

    message = N_("{text} isn't a square. Try {example}.")
    nothing = N_("Name a square: try {example}.")
    in_notation = N_(
        "I can't read {text}: at character {place} there should be {expected}. A whole turn is "
        "written like `Kc3` or `Kc3=b2c3d4`; the last page of `/rules` shows how."
    )

    text: Typed
    at: int
    expected: Message

    @property
    def place(self) -> int:
        """The character where reading stopped, counted from 1."""
        return self.at + 1

    def choose_message(self) -> Message:
        """Return what was wrong; an empty text has no character to name."""
        if is_notation(self.text):
            return self.in_notation
        return self.message if self.text else self.nothing

    @property
    def example(self) -> Square:
        """The square that is most like what was typed, or c3."""
        return square_like(self.text)


@dataclass(eq=False, slots=True)
class UnreadableMatch(CogRefusal):
    """The text is not the number of a match."""

    message = N_("{text} isn't a match's number. Write it like `12`; `/games` lists yours.")

    text: Typed


@dataclass(eq=False, slots=True)
class PieceContradicted(CogRefusal):
    """The turn names one kind of piece, and the option beside it another."""

    kitten = N_("{text} places a kitten, but `piece` says cat. Leave one of them out.")
    cat = N_("{text} places a cat, but `piece` says kitten. Leave one of them out.")

    turn: Turn
    kind: Kind

    @property
    def text(self) -> TurnText:
        """The turn as it is written."""
        return write_turn(self.turn)

    def choose_message(self) -> Message:
        """Return which piece the turn places."""
        return self.kitten if self.turn.placement.kind is Kind.KITTEN else self.cat


class UnknownForm(CogRefusal):
    """The form was opened for nobody, or for somebody else."""

    message = N_("This form is out of date, so nothing was done. Open it again.")


@dataclass(eq=False, slots=True)
class NoSuchTurn(CogRefusal):
    """The text is not the number of a turn; `last` is the greatest."""

    message = N_(
        "{text} isn't a turn of {match}. Write a number from 0, the start, to {last}, the last "
        "turn."
    )

    match: Match
    text: Typed
    last: int


@dataclass(eq=False, slots=True)
class NothingToReplay(CogRefusal):
    """No turn of the match was played yet."""

    message = N_("No turn has been played in {match} yet, so there is nothing to look back at.")

    match: Match


@dataclass(eq=False, slots=True)
class NotForAllHere(CogRefusal):
    """Not everybody who reads this channel may look at the match."""

    message = N_(
        "Not everybody in this channel can see {match}, so I won't show it here. Ask for it where "
        "it was played."
    )

    match: Match


class NoSharedServer(CogRefusal):
    """The command needs a server that the person shares with the bot."""

    message = N_("I can't find a server that we share. Use `/practice` in a channel of one.")


@dataclass(eq=False, slots=True)
class NotInServer(CogRefusal):
    """The person who was named is not a member of this server."""

    message = N_("{user} isn't in this server. Challenge somebody who is.")

    user: UserId


@dataclass(eq=False, slots=True)
class PermissionsMissing(CogRefusal):
    """The bot lacks permissions here, given by their names in Discord."""

    message = N_(
        "I can't play in this channel: I need {permissions}. Ask somebody who manages the server "
        "to allow it."
    )

    permissions: tuple[PermissionName, ...]


class ServersOnly(CogRefusal):
    """The command works only in a server."""

    message = N_("This only works in a server that I'm in. Here, `/games` lists your matches.")


class NotAManager(CogRefusal):
    """Only those who manage a server may change its settings."""

    message = N_("The settings are for members who can manage this server (*{manage}*).")

    @property
    def manage(self) -> Message:
        """What Discord calls the permission."""
        return MANAGE_SERVER


class ServerRefusal(CogRefusal):
    """The base of refusals about settings and moderation."""


class NotAModerator(ServerRefusal):
    """Only those who moderate or manage the server may do this."""

    message = N_("This is for members who moderate this server (*{moderate}* or *{manage}*).")

    @property
    def moderate(self) -> Message:
        """What Discord calls the permission of moderators."""
        return NC_("permission in Discord", "Timeout Members")

    @property
    def manage(self) -> Message:
        """What Discord calls the permission of those who may do all."""
        return MANAGE_SERVER


@dataclass(eq=False, slots=True)
class BannedBot(ServerRefusal):
    """Bots cannot be banned, since they do not play."""

    message = N_("{user} is a bot, and bots can't be banned. Name a member.")

    user: UserId


@dataclass(eq=False, slots=True)
class NoMessageNamed(ServerRefusal):
    """The text is neither a message's link nor its ID."""

    message = N_(
        "{text} isn't a message. Copy the link of the challenge's message (*{copy}*), or use "
        "**{remove}** from that message's menu."
    )

    text: Typed

    @property
    def copy(self) -> Message:
        """What Discord calls the command that copies a message's link."""
        return NC_("command in a menu", "Copy Message Link")

    @property
    def remove(self) -> Message:
        """The command that the message's menu has."""
        return REMOVE_NOTE


@dataclass(eq=False, slots=True)
class ChannelClosed(ServerRefusal):
    """The bot lacks permissions in the chosen channel, given by their names in Discord."""

    message = N_("I can't use {channel}: I need {permissions} there. Allow it, then choose again.")

    channel: ChannelId
    permissions: tuple[PermissionName, ...]


FAILURES: Final = (
    discord.HTTPException,
    discord.RateLimited,
    aiohttp.ClientError,
    OSError,
    NoPicture,
    NotStored,
)
"""What showing something may end with when it is only to be tried again later.

What was asked for is stored by then, so that nothing can be stored now is no answer to it.
"""


@contextmanager
def postponing_failures() -> Iterator[None]:
    """Raise `PutOff` if Discord fails, so that the job that is being done is tried again."""
    try:
        yield
    except FAILURES as error:
        raise PutOff(repr(error)) from error


class Code(IntEnum):
    """Why Discord refused a request."""

    UNKNOWN_CHANNEL = 10003
    UNKNOWN_MEMBER = 10007
    UNKNOWN_MESSAGE = 10008
    UNKNOWN_USER = 10013
    UNKNOWN_INTERACTION = 10062
    MISSING_ACCESS = 50001
    DIRECT_MESSAGES_CLOSED = 50007
    THREAD_ARCHIVED = 50083
    THREAD_EXISTS = 160004


NOT_A_MEMBER: Final = (Code.UNKNOWN_MEMBER, Code.UNKNOWN_USER)
"""The member left or was removed; the account is deleted."""


def is_final(error: discord.HTTPException) -> bool:
    """Return whether asking again would be refused again until somebody changes something.

    A message that is not there is no such refusal: a new one can be posted.
    """
    return not is_passing(error) and error.code != Code.UNKNOWN_MESSAGE


def is_passing(error: discord.HTTPException) -> bool:
    """Return whether the request may well succeed later: Discord or a proxy was in trouble.

    A proxy that gives up waiting answers 408. A 401 without a code means that our own token was
    refused; one with a code, that an interaction's token has expired.
    """
    if error.status == 401:
        return error.code == 0
    return error.status in (408, 429) or error.status >= 500


def is_gone(error: discord.HTTPException) -> bool:
    """Return whether the message or channel of a request is not there any more."""
    return error.code in (Code.UNKNOWN_MESSAGE, Code.UNKNOWN_CHANNEL)
