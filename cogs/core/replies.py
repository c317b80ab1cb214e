"""Private answers: sentences, panels and forms that only the user sees.

- `answer_privately` shows an answer while nothing is stored. The router answers its failure.
- `acknowledge` shows an answer after something was done or refused. It only logs a failure.
- `close_panel` deletes the panel that was clicked.

`cogs.delivery.answering` has the answers with a board. `cogs.core.failures` answers the errors that
an action raises.
"""

import time
from contextlib import suppress
from enum import Enum, auto
from typing import Any, Final

import discord
import structlog

from bot.app import Interaction
from bot.recent_interactions import PrivateAnswer
from cogs.core.components import View
from cogs.core.errors import FAILURES, Code
from cogs.core.outgoing import Picture, files_of

_ORIGINAL: Final[Any] = "@original"
"""Discord's name, in place of an ID, for the first message that answers an interaction."""
SHOWS_PROGRESS: Final = "shows-progress"
"""The key in the extras of an interaction whose answer is showing progress."""

_log: Final = structlog.get_logger(__name__)


class PanelPlace(Enum):
    """The place of a private panel that answers a click on another panel.

    If the interaction was answered before, the new panel replaces that answer in any case.
    """

    INSTEAD = auto()
    """It replaces the clicked panel."""
    BESIDE = auto()
    """It is a message of its own, and the clicked panel stays."""


async def answer_privately(
    interaction: discord.Interaction[Any],
    answer: str | View | discord.ui.Modal,
    picture: Picture | None = None,
    panel_place: PanelPlace = PanelPlace.INSTEAD,
) -> None:
    """Show a sentence, a panel or a form to the user alone. Raise the error if Discord refuses it.

    A sentence is a message of its own. A panel replaces the private panel that was clicked, or the
    earlier answer to this interaction. A form must be the first answer to the interaction.
    """
    if isinstance(answer, discord.ui.Modal):
        # Stop the form first, so that discord.py does not store it.
        answer.stop()
        await interaction.response.send_modal(answer)
        return
    if isinstance(answer, str):
        if interaction.response.is_done():
            await interaction.followup.send(answer, ephemeral=True)
            return
        await interaction.response.send_message(answer, ephemeral=True)
    elif interaction.response.is_done():
        await interaction.edit_original_response(**_replacement(answer, picture))
        return
    elif (
        panel_place is PanelPlace.INSTEAD
        and is_on_private_message(interaction)
        and await _replace_clicked(interaction, answer, picture)
    ):
        return
    else:
        await interaction.response.send_message(
            view=answer,
            files=files_of(picture),
            ephemeral=True,
            allowed_mentions=discord.AllowedMentions.none(),
        )
    await _delete_previous_answer(interaction)


async def acknowledge(
    interaction: discord.Interaction[Any], answer: str | View, picture: Picture | None = None
) -> None:
    """Answer privately after something was done or refused. If Discord fails, only log it."""
    try:
        await answer_privately(interaction, answer, picture)
    except FAILURES as error:
        _log.warning("private response not accepted", reason=repr(error))


async def close_panel(interaction: Interaction) -> None:
    """Answer a click by deleting the private panel that was clicked. A public message stays.

    If Discord fails, only log it.
    """
    try:
        await interaction.response.defer()
        if not is_on_private_message(interaction):
            return
        _forget_clicked_answer(interaction)
        await interaction.delete_original_response()
    except discord.NotFound:
        pass  # The user may have dismissed the panel, or clicked twice.
    except FAILURES as error:
        _log.warning("panel not closed", reason=repr(error))


async def _delete_previous_answer(interaction: discord.Interaction[Any]) -> None:
    """Delete the user's previous private answer to a click in this channel, and remember the new.

    Each click on a public message opens a private message. These would pile up and push the board
    out of view. The answer to a command stays, and so does an answer that is showing progress.
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


def opened_by(interaction: discord.Interaction[Any]) -> int:
    """Return the ID of the interaction that opened the clicked private message.

    For any other interaction, return its own ID.
    """
    clicked = interaction.message
    metadata = None if clicked is None else clicked.interaction_metadata
    is_replaced = clicked is not None and clicked.flags.ephemeral
    return metadata.id if is_replaced and metadata is not None else interaction.id


def _forget_clicked_answer(interaction: discord.Interaction[Any]) -> None:
    """Forget the private answer that was clicked, because it is about to be deleted."""
    answers = interaction.client.recent.private_answers
    key = interaction.user.id, interaction.channel_id
    before = answers.get(key)
    if before is not None and before.click == opened_by(interaction):
        del answers[key]


def is_on_private_message(interaction: Interaction) -> bool:
    """Return whether the user clicked a component of a private message."""
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
