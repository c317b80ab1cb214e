"""Refusals of the cogs, and the ways in which requests to Discord fail.

Refusals are not frozen, because Python sets `__traceback__` on an exception as it propagates.
Source of the codes: Discord's documentation, "Opcodes and Status Codes", JSON error codes.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import IntEnum
from typing import ClassVar, Final

import discord

from bot.errors import NotStored, Refusal
from bot.game import Kind, Square, Turn, is_notation, write_turn
from bot.game.errors import TurnText
from bot.jobs.runner import JobPostponed
from bot.match.identity import ChannelId, UserId
from bot.requests import REQUEST_FAILURES
from bot.text import N_, NC_, Message, PermissionName, Typed
from render.studio import NoPicture

MANAGE_SERVER: Final = NC_("permission in Discord", "Manage Server")
REMOVE_NOTE: Final = NC_("command in a menu", "Remove boop note")


class CogRefusal(Refusal):
    """The base of refusals of the cogs."""


@dataclass(eq=False, slots=True)
class UnreadableSquare(CogRefusal):
    """The text is neither a square nor a turn: at index `at`, `expected` would have been right.

    A user who has not tried to write notation reads only a square to try. This is `example` if a
    playable square is known.
    """

    message = N_("{text} isn't a square. Try {example}.")
    nothing = N_("Name a square: try {example}.")
    without_example = N_("{text} isn't a square. Name a column, a to f, and a row, 1 to 6.")
    nothing_without_example = N_("Name a square: a column, a to f, and a row, 1 to 6.")
    in_notation = N_(
        "I can't read {text}: at character {place} there should be {expected}. A whole turn is "
        "written like `Kc3` or `Kc3=b2c3d4`; the last page of `/rules` shows how."
    )

    text: Typed
    at: int
    expected: Message
    example: Square | None = None

    @property
    def place(self) -> int:
        """The character where reading stopped, counted from 1."""
        return self.at + 1

    def choose_message(self) -> Message:
        """Return the sentence for the fault. An empty text has no character to name."""
        if is_notation(self.text):
            return self.in_notation
        if self.example is None:
            return self.without_example if self.text else self.nothing_without_example
        return self.message if self.text else self.nothing


@dataclass(eq=False, slots=True)
class UnreadableMatch(CogRefusal):
    """The text is not the number of a match."""

    message = N_("{text} isn't a match's number. Write it like `12`; `/games` lists yours.")

    text: Typed


@dataclass(eq=False, slots=True)
class PieceContradicted(CogRefusal):
    """The turn names one kind of piece, and the option `piece` another."""

    kitten = N_("{text} places a kitten, but `piece` says cat. Leave one of them out.")
    cat = N_("{text} places a cat, but `piece` says kitten. Leave one of them out.")

    turn: Turn
    kind: Kind

    @property
    def text(self) -> TurnText:
        """The turn in notation."""
        return write_turn(self.turn)

    def choose_message(self) -> Message:
        """Return the sentence that names the piece in the turn."""
        return self.kitten if self.turn.placement.kind is Kind.KITTEN else self.cat


class UnknownForm(CogRefusal):
    """The form was not opened by the user who sent it."""

    message = N_("This form is out of date, so nothing was done. Open it again.")


@dataclass(eq=False, slots=True)
class NotInServer(CogRefusal):
    """The named user is not a member of this server."""

    message = N_("{user} isn't in this server. Challenge someone who is.")

    user: UserId


@dataclass(eq=False, slots=True)
class PermissionsMissing(CogRefusal):
    """The bot lacks permissions here, which have their names in Discord."""

    message = N_(
        "I can't play in this channel: I need {permissions}. Ask someone who manages the server "
        "to allow it."
    )

    permissions: tuple[PermissionName, ...]


class ServersOnly(CogRefusal):
    """The command works only in a server."""

    message = N_("This only works in a server that I'm in. Here, `/games` lists your matches.")


class NotHere(CogRefusal):
    """The bot is not in the server or conversation where a user uses it."""

    message = N_("I'm not in this place, so I can't play here. Try in a server that I'm in.")


class NotAManager(CogRefusal):
    """Only members who can manage the server may change its settings."""

    message = N_("The settings are for members who can manage this server (*{manage}*).")

    manage: ClassVar[Message] = MANAGE_SERVER


class ServerRefusal(CogRefusal):
    """The base of refusals about settings and moderation."""


class NotAModerator(ServerRefusal):
    """Only members who can moderate or manage the server may do this."""

    message = N_("This is for members who moderate this server (*{moderate}* or *{manage}*).")

    moderate: ClassVar[Message] = NC_("permission in Discord", "Timeout Members")
    manage: ClassVar[Message] = MANAGE_SERVER


@dataclass(eq=False, slots=True)
class ChannelClosed(ServerRefusal):
    """The bot lacks permissions, with their names in Discord, in the chosen channel."""

    message = N_("I can't use {channel}: I need {permissions} there. Allow it, then choose again.")

    channel: ChannelId
    permissions: tuple[PermissionName, ...]


FAILURES: Final = (*REQUEST_FAILURES, NoPicture, NotStored)
"""The exceptions after which the bot shows a message again later.

The user's request is already stored by then, so `NotStored` does not mean that it was refused.
"""


@contextmanager
def postponing_failures() -> Iterator[None]:
    """Raise `JobPostponed` if Discord fails, so that the current job is tried again."""
    try:
        yield
    except FAILURES as error:
        raise JobPostponed(repr(error)) from error


class Code(IntEnum):
    """Discord's codes for the reasons of a refused request."""

    UNKNOWN_CHANNEL = 10003
    UNKNOWN_GUILD = 10004
    UNKNOWN_MEMBER = 10007
    UNKNOWN_MESSAGE = 10008
    UNKNOWN_ROLE = 10011
    UNKNOWN_USER = 10013
    UNKNOWN_INTERACTION = 10062
    MISSING_ACCESS = 50001
    DIRECT_MESSAGES_CLOSED = 50007
    THREAD_ARCHIVED = 50083
    THREAD_EXISTS = 160004


NOT_A_MEMBER: Final = (Code.UNKNOWN_MEMBER, Code.UNKNOWN_USER)
"""The codes for a member who left or was removed, or whose account is deleted."""


def is_final(error: discord.HTTPException) -> bool:
    """Return whether Discord will refuse the request until a user changes something.

    A missing message does not count, because the bot can post a new one.
    """
    return not is_passing(error) and error.code != Code.UNKNOWN_MESSAGE


def is_final_in_person(error: discord.HTTPException) -> bool:
    """Return whether Discord will refuse the same request in direct messages again.

    At times Discord refuses such requests with 50001 for hours although nothing has changed. If
    the user does not accept messages, the code is 50007 or 50278.
    """
    return is_final(error) and error.code != Code.MISSING_ACCESS


def is_passing(error: discord.HTTPException) -> bool:
    """Return whether Discord or a proxy was in trouble, so that the request may succeed later.

    A proxy that gives up waiting answers 408. A 401 without a code means that our own token was
    refused; a 401 with a code, that the token of an interaction has expired.
    """
    if error.status == 401:
        return error.code == 0
    return error.status in (408, 429) or error.status >= 500


def is_gone(error: discord.HTTPException) -> bool:
    """Return whether the message or channel of a request has been deleted."""
    return error.code in (Code.UNKNOWN_MESSAGE, Code.UNKNOWN_CHANNEL)
