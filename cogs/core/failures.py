"""The answers to a user whose request was refused or has failed."""

import secrets
from typing import Any, Final

import discord
import structlog
from discord import app_commands

from bot.errors import NotStored, UserFacingError
from bot.text import N_, gettext, translate
from cogs.core.errors import Code
from cogs.core.replies import acknowledge
from cogs.wording.refusals import sentence
from render.studio import NoPicture, PictureTimedOut

TOO_MANY_PICTURES: Final = N_(
    "Too many pictures are being drawn right now, so yours has to wait. Try again in a moment."
)
NO_PICTURE_IN_TIME: Final = N_(
    "The picture took too long to draw, so I stopped waiting for it. Try again in a minute."
)

_log: Final = structlog.get_logger(__name__)


async def answer_failure(interaction: discord.Interaction[Any], error: BaseException) -> None:
    """Tell the user in one sentence what was refused, or that the bot has failed.

    Raise an unexpected error if the bot is shutting down, because it cannot answer.
    """
    refusal = refusal_in(error)
    if refusal is not None:
        if isinstance(refusal, NotStored):
            _log.warning("action not stored", reason=refusal.reason)
            await interaction.client.before_excuse()
        await acknowledge(interaction, sentence(refusal))
        return
    cause = getattr(error, "original", error)
    if isinstance(cause, NoPicture):
        await acknowledge(interaction, picture_refusal(cause))
        return
    if isinstance(cause, discord.NotFound) and cause.code == Code.UNKNOWN_INTERACTION:
        # Discord would not accept this answer either.
        _log.warning("action answered too late", reason=repr(cause))
        return
    if interaction.client.is_ending:
        raise error
    reference = secrets.token_hex(3)
    _log.error("action failed", reference=reference, exc_info=error)
    await acknowledge(
        interaction,
        gettext(
            "Something went wrong on my side. `/board` shows how your match stands. If it keeps "
            "happening, tell my host this number: {number}.",
            number=f"`{reference}`",
        ),
    )


def picture_refusal(error: NoPicture) -> str:
    """Return the sentence for a picture that cannot be drawn now."""
    late = isinstance(error, PictureTimedOut)
    return translate(NO_PICTURE_IN_TIME if late else TOO_MANY_PICTURES)


def refusal_in(error: BaseException) -> UserFacingError | None:
    """Return the refusal itself, also if discord.py has wrapped it; None for another error."""
    inner: BaseException | None = error
    while inner is not None:
        if isinstance(inner, UserFacingError):
            return inner
        if isinstance(inner, app_commands.CommandInvokeError):
            inner = inner.original
        elif isinstance(inner, app_commands.TransformerError):
            inner = inner.__cause__
        else:
            return None
    return None
