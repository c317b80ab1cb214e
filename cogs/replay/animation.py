"""Making the animation of a match, and showing progress to those who wait."""

import asyncio
from contextlib import suppress
from enum import Enum, auto
from functools import partial
from typing import Final

import discord
import structlog

from bot.app import BoopBot
from bot.errors import Refusal
from bot.features.replay.service import MatchRecord
from bot.match.identity import MessageId, Place
from bot.text import gettext, ngettext, percentage
from cogs.board.layout import ending_of
from cogs.core.access import place_of
from cogs.core.components import View
from cogs.core.errors import FAILURES
from cogs.core.panels import note_panel
from cogs.core.replies import delete_answer_before
from cogs.replay.views import animation_file, animation_view
from cogs.wording.refusals import sentence
from render.replay import Animation, AnimationTooLong, animation_of_turns
from render.theme import Theme

SILENT_FOR: Final = 1.2
"""Seconds to wait for an animation before anything is said; most take a fifth of one."""
EVERY: Final = 1.5
"""Seconds between two looks at how far it is; each may be an edit, of which Discord takes few."""

_log: Final = structlog.get_logger(__name__)

Interaction = discord.Interaction[BoopBot]


class Audience(Enum):
    """Who sees an animation."""

    ONE = auto()
    """The user who asked for it."""
    EVERYBODY = auto()


async def answer_with_animation(
    interaction: Interaction,
    record: MatchRecord,
    theme: Theme,
    audience: Audience = Audience.ONE,
) -> tuple[Place, MessageId] | None:
    """Make the animation of a match and show it, to the one who asked for it or to everybody.

    Return where the message is that everybody sees, if one was posted.
    """
    making = _Making(record.match.id)
    job = partial(
        animation_of_turns, record.start, record.turns, theme=theme, ending=ending_of(record.match)
    )
    person, animators = interaction.user.id, interaction.client.animators
    task = asyncio.create_task(animators.run(person, job, making.hear))
    async with interaction.client.working():
        try:
            await asyncio.wait([task], timeout=SILENT_FOR)
            is_progress_shown = not task.done()
            if is_progress_shown:
                await _show_progress_of(interaction, task, making)
            return await _show(
                interaction, record, task, audience, is_progress_shown=is_progress_shown
            )
        finally:
            # If it is still running, the user has stopped waiting for it.
            task.cancel()


class _Making:
    """An animation that is being made, and its progress."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._part = 0.0

    def hear(self, part: float) -> None:
        """Record which part is made."""
        self._part = part

    @property
    def text(self) -> str:
        """How far it is, in words."""
        return gettext(
            "Drawing the animation of **#{match}** … {percent}",
            match=self._number,
            percent=percentage(round(100 * self._part)),
        )


async def _show_progress_of(
    interaction: Interaction, task: asyncio.Task[Animation], making: _Making
) -> None:
    """Say how far the animation is until it is made; what was left out is said with the next."""
    said = making.text
    await interaction.response.send_message(view=note_panel(said), ephemeral=True)
    await delete_answer_before(interaction)
    while not task.done():
        await asyncio.wait([task], timeout=EVERY)
        if not task.done() and making.text != said:
            said = making.text
            try:
                await interaction.edit_original_response(view=note_panel(said))
            except FAILURES as error:
                _log.info("progress not shown", reason=repr(error))


async def _show(
    interaction: Interaction,
    record: MatchRecord,
    task: asyncio.Task[Animation],
    audience: Audience,
    *,
    is_progress_shown: bool,
) -> tuple[Place, MessageId] | None:
    """Show the animation, or to one person why there is none, in place of how far it was."""
    try:
        animation = task.result()
    except (Refusal, AnimationTooLong) as error:
        if isinstance(error, AnimationTooLong):
            text = _too_long(error, audience)
        else:
            text = sentence(error)
        await _answer(interaction, note_panel(text), [], is_progress_shown=is_progress_shown)
        return None
    except Exception:
        if is_progress_shown:
            text = gettext("The animation couldn't be made. Try again.")
            await _answer(interaction, note_panel(text), [], is_progress_shown=True)
        raise
    file, name, words = animation_file(record, animation)
    view = animation_view(record, animation, name, words)
    try:
        if audience is Audience.EVERYBODY:
            message = await _post(interaction, view, file, is_progress_shown=is_progress_shown)
            return place_of(interaction), message
        await _answer(interaction, view, [file], is_progress_shown=is_progress_shown)
    except FAILURES:
        if is_progress_shown:
            text = gettext("The animation couldn't be posted. Try again.")
            with suppress(*FAILURES):
                await _answer(interaction, note_panel(text), [], is_progress_shown=True)
        raise
    return None


async def _post(
    interaction: Interaction,
    view: View,
    file: discord.File,
    *,
    is_progress_shown: bool,
) -> MessageId:
    """Answer with a message for everybody; how far it was goes away."""
    mentions = discord.AllowedMentions.none()
    if not is_progress_shown:
        response = await interaction.response.send_message(
            view=view, file=file, allowed_mentions=mentions
        )
        return MessageId(response.message_id or interaction.id)
    message = await interaction.followup.send(
        view=view, file=file, allowed_mentions=mentions, wait=True
    )
    try:
        await interaction.delete_original_response()
    except FAILURES as error:
        _log.info("progress not deleted", reason=repr(error))
    return MessageId(message.id)


async def _answer(
    interaction: Interaction,
    view: View,
    files: list[discord.File],
    *,
    is_progress_shown: bool,
) -> None:
    mentions = discord.AllowedMentions.none()
    if is_progress_shown:
        await interaction.edit_original_response(
            view=view, attachments=files, allowed_mentions=mentions
        )
    else:
        await interaction.response.send_message(
            view=view, files=files, ephemeral=True, allowed_mentions=mentions
        )
        await delete_answer_before(interaction)


def _too_long(error: AnimationTooLong, audience: Audience) -> str:
    if audience is Audience.EVERYBODY:
        return ngettext(
            "An animation of {count} turn is too large for Discord. Press **Replay** to step "
            "through it.",
            "An animation of {count} turns is too large for Discord. Press **Replay** to step "
            "through them.",
            error.turns,
        )
    return ngettext(
        "An animation of {count} turn is too large for Discord. Step through it here instead.",
        "An animation of {count} turns is too large for Discord. Step through them here instead.",
        error.turns,
    )
