"""The answer when something cannot be done, be it refused or a fault of ours."""

import secrets
from typing import Any, Final

import discord
import structlog
from discord import app_commands

from bot.errors import NotStored, Refusal
from bot.text import N_, gettext, translate
from cogs.core.discord_codes import FAILURES
from cogs.core.replies import sentence
from render.studio import NoPicture, PictureTimedOut

TOO_MANY_PICTURES: Final = N_(
    "So many pictures are being drawn that yours has to wait. Try again in a moment."
)
NO_PICTURE_IN_TIME: Final = N_(
    "The picture took too long to draw, so I stopped waiting for it. Try again in a minute."
)

_log: Final = structlog.get_logger(__name__)


async def answer_failure(interaction: discord.Interaction[Any], error: BaseException) -> None:
    """Tell the person alone, in a sentence, what was refused or that we failed."""
    refusal = refusal_in(error)
    if refusal is not None:
        if isinstance(refusal, NotStored):
            _log.warning("action not stored", reason=refusal.reason)
        await say_privately(interaction, sentence(refusal))
        return
    cause = getattr(error, "original", error)
    if isinstance(cause, NoPicture):
        await say_privately(interaction, without_picture(cause))
        return
    reference = secrets.token_hex(3)
    _log.error("action failed", reference=reference, exc_info=error)
    await say_privately(
        interaction,
        gettext(
            "Something went wrong on my side. `/board` shows how your match stands. If it keeps "
            "happening, tell whoever hosts me this number: {number}.",
            number=f"`{reference}`",
        ),
    )


def without_picture(error: NoPicture) -> str:
    """Return the sentence for a picture that cannot be drawn now."""
    late = isinstance(error, PictureTimedOut)
    return translate(NO_PICTURE_IN_TIME if late else TOO_MANY_PICTURES)


async def say_privately(interaction: discord.Interaction[Any], text: str) -> None:
    """Say something to the person who asked, and to nobody else.

    An answer that Discord no longer takes is given up: nothing hangs on it.
    """
    try:
        if interaction.response.is_done():
            await interaction.followup.send(text, ephemeral=True)
        else:
            await interaction.response.send_message(text, ephemeral=True)
    except FAILURES as error:
        _log.warning("private response not accepted", reason=repr(error))


def refusal_in(error: BaseException) -> Refusal | None:
    """Find the refusal that discord.py has wrapped, if that is what it is."""
    inner: BaseException | None = error
    while inner is not None:
        if isinstance(inner, Refusal):
            return inner
        if isinstance(inner, app_commands.CommandInvokeError):
            inner = inner.original
        elif isinstance(inner, app_commands.TransformerError):
            inner = inner.__cause__
        else:
            return None
    return None
