"""How requests to Discord fail, and the error codes that mean something to us.

Source: Discord's documentation, "Opcodes and Status Codes", JSON error codes.
"""

from enum import IntEnum
from typing import Final

import aiohttp
import discord

from render.studio import NoPicture

FAILURES: Final = (
    discord.HTTPException,
    discord.RateLimited,
    aiohttp.ClientError,
    OSError,
    NoPicture,
)
"""What showing something may end with when it is only to be tried again later."""


class Code(IntEnum):
    """Why Discord refused a request."""

    UNKNOWN_CHANNEL = 10003
    UNKNOWN_MEMBER = 10007
    UNKNOWN_MESSAGE = 10008
    UNKNOWN_USER = 10013
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
    """Return whether Discord itself was the trouble, so that asking again may well be granted."""
    return error.status == 429 or error.status >= 500


def is_gone(error: discord.HTTPException) -> bool:
    """Return whether the message or channel of a request is not there any more."""
    return error.code in (Code.UNKNOWN_MESSAGE, Code.UNKNOWN_CHANNEL)
