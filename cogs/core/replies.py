"""Private answers: sentences and panels that only the user sees.

- `answer_privately` shows a sentence or a panel.
- `acknowledge` does the same for what is already done or refused, so a failure is only logged.
- `open_form` opens a form.
- `close_panel` and `ignore_click` answer a click without a message.
- `answer_failure` says what was refused, or that we failed; the router calls it.

Answers with a board are in `cogs.delivery.answering`.
"""

import secrets
import time
from contextlib import suppress
from typing import Any, Final

import discord
import structlog
from discord import app_commands

from bot.app import Interaction
from bot.errors import NotStored, UserFacingError
from bot.recent_interactions import PrivateAnswer
from bot.text import (
    N_,
    gettext,
    translate,
)
from cogs.core.components import View
from cogs.core.errors import FAILURES, Code
from cogs.core.outgoing import Picture, files_of
from cogs.wording.refusals import sentence
from render.studio import NoPicture, PictureTimedOut

TOO_MANY_PICTURES: Final = N_(
    "Too many pictures are being drawn right now, so yours has to wait. Try again in a moment."
)
NO_PICTURE_IN_TIME: Final = N_(
    "The picture took too long to draw, so I stopped waiting for it. Try again in a minute."
)

_ORIGINAL: Final[Any] = "@original"
"""Discord's ID of the first message that answers an interaction."""
SHOWS_PROGRESS: Final = "shows-progress"
"""The mark on an interaction whose answer is showing progress."""

_log: Final = structlog.get_logger(__name__)


async def answer_privately(
    interaction: discord.Interaction[Any], answer: str | View, picture: Picture | None = None
) -> None:
    """Show a sentence or a panel to the user alone. Raise the error if Discord refuses it.

    A sentence is a message of its own. A panel replaces the private panel that was clicked, or the
    earlier answer to this interaction.
    """
    if isinstance(answer, str):
        if interaction.response.is_done():
            await interaction.followup.send(answer, ephemeral=True)
            return
        await interaction.response.send_message(answer, ephemeral=True)
    elif interaction.response.is_done():
        await interaction.edit_original_response(**_replacement(answer, picture))
        return
    elif is_on_private_message(interaction) and await _replace_clicked(
        interaction, answer, picture
    ):
        return
    else:
        await interaction.response.send_message(
            view=answer,
            files=files_of(picture),
            ephemeral=True,
            allowed_mentions=discord.AllowedMentions.none(),
        )
    await delete_previous_answer(interaction)


async def acknowledge(
    interaction: discord.Interaction[Any], answer: str | View, picture: Picture | None = None
) -> None:
    """Answer privately what is already done or refused. If Discord fails, only log it."""
    try:
        await answer_privately(interaction, answer, picture)
    except FAILURES as error:
        _log.warning("private response not accepted", reason=repr(error))


async def open_form(interaction: discord.Interaction[Any], form: discord.ui.Modal) -> None:
    """Open a form. It must be the first answer to the interaction."""
    # discord.py does not store a form that is stopped before it is sent.
    form.stop()
    await interaction.response.send_modal(form)


async def close_panel(interaction: Interaction) -> None:
    """Answer a click by deleting the private panel that was clicked. A public message stays."""
    await interaction.response.defer()
    if not is_on_private_message(interaction):
        return
    _forget_clicked_answer(interaction)
    with suppress(discord.NotFound):
        # The user may have dismissed it, or clicked twice.
        await interaction.delete_original_response()


async def ignore_click(interaction: Interaction) -> None:
    """Answer a click with nothing."""
    with suppress(*FAILURES):
        await interaction.response.defer()


async def answer_failure(interaction: discord.Interaction[Any], error: BaseException) -> None:
    """Tell the user in one sentence what was refused, or that we failed.

    Raise the error while the bot is shutting down, because it cannot answer.
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
        # Discord would not accept another answer either.
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


async def delete_previous_answer(interaction: discord.Interaction[Any]) -> None:
    """Delete the previous private answer to a click in this channel, once there is a new one.

    Each click on a public message opens a private one. They would pile up and push the board out of
    view. The answer to a command stays, and so does one that is showing progress.
    """
    clicked = interaction.message
    if clicked is None or clicked.flags.ephemeral:
        return
    answers = interaction.client.recent.private_answers
    key = interaction.user.id, interaction.channel_id
    before = answers.pop(key, None)
    answers[key] = PrivateAnswer(
        interaction.id, interaction.followup, interaction.expires_at.timestamp(), interaction.extras
    )
    if (
        before is not None
        and time.time() < before.expires_at
        and SHOWS_PROGRESS not in before.extras
    ):
        with suppress(*FAILURES):
            await before.webhook.delete_message(_ORIGINAL)


def forget_private_board(interaction: discord.Interaction[Any]) -> None:
    """Stop updating the private message that was clicked: it may show a panel now."""
    if is_on_private_message(interaction):
        interaction.client.recent.private_boards.pop(opened_by(interaction), None)


def opened_by(interaction: discord.Interaction[Any]) -> int:
    """Return the ID of the interaction that opened the clicked private message, or of this one."""
    clicked = interaction.message
    metadata = None if clicked is None else clicked.interaction_metadata
    is_replaced = clicked is not None and clicked.flags.ephemeral
    return metadata.id if is_replaced and metadata is not None else interaction.id


def _forget_clicked_answer(interaction: discord.Interaction[Any]) -> None:
    """Forget the private answer that was clicked, since it is being deleted."""
    answers = interaction.client.recent.private_answers
    key = interaction.user.id, interaction.channel_id
    before = answers.get(key)
    if before is not None and before.click == opened_by(interaction):
        del answers[key]


def refusal_in(error: BaseException) -> UserFacingError | None:
    """Return the refusal that discord.py has wrapped, if there is one."""
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


def is_on_private_message(interaction: Interaction) -> bool:
    """Return whether a component of a private message was clicked."""
    message = interaction.message
    return message is not None and message.flags.ephemeral


async def _replace_clicked(
    interaction: discord.Interaction[Any], panel: View, picture: Picture | None
) -> bool:
    """Replace the private panel that was clicked. Return False if the user has dismissed it."""
    try:
        await interaction.response.edit_message(**_replacement(panel, picture))
    except discord.HTTPException as error:
        if error.code != Code.UNKNOWN_MESSAGE:
            raise
        return False
    return True


def _replacement(panel: View, picture: Picture | None) -> dict[str, Any]:
    return {
        "view": panel,
        "attachments": files_of(picture),
        "allowed_mentions": discord.AllowedMentions.none(),
    }
