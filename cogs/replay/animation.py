"""Making the animation of a match, and showing progress to those who wait."""

import asyncio
from contextlib import suppress
from functools import partial
from typing import Final

import discord
import structlog

from bot.app import BoopBot
from bot.errors import Refusal
from bot.features.replay.service import MatchRecord
from bot.match.identity import UserId
from bot.text import gettext, ngettext, percentage
from bot.workers.pool import Report
from cogs.board.layout import ending_of
from cogs.core.components import View
from cogs.core.errors import FAILURES
from cogs.core.panels import note_panel
from cogs.core.replies import delete_answer_before
from cogs.replay.views import animated_picture, animation_view, caption_of
from cogs.wording.names import NAMES
from cogs.wording.refusals import sentence
from render.replay import Animation, AnimationTooLong, animation_of_turns
from render.theme import Theme

SILENT_FOR: Final = 1.2
"""Seconds to wait for an animation before anything is said; most take a fifth of one."""
EVERY: Final = 1.5
"""Seconds between two reports of progress. Each may be an edit, and Discord limits edits."""

_log: Final = structlog.get_logger(__name__)

Interaction = discord.Interaction[BoopBot]


async def answer_with_animation(
    interaction: Interaction, record: MatchRecord, theme: Theme
) -> None:
    """Make the animation of a match and show it to the user who asked for it."""
    making = _Making(record.match.id)
    bot, user = interaction.client, UserId(interaction.user.id)
    task = asyncio.create_task(animate(bot, user, record, theme, making.hear))
    async with interaction.client.working():
        try:
            await asyncio.wait([task], timeout=SILENT_FOR)
            is_progress_shown = not task.done()
            if is_progress_shown:
                await _show_progress_of(interaction, task, making)
            await _show(interaction, record, task, is_progress_shown=is_progress_shown)
        finally:
            # If the task is still running, the user has stopped waiting for it.
            task.cancel()


async def animate(
    bot: BoopBot, user: UserId, record: MatchRecord, theme: Theme, hear: Report
) -> Animation:
    """Make the animation of a match in another process, for a user who waits for it."""
    match = record.match
    await NAMES.learn(bot, match.people)
    job = partial(
        animation_of_turns,
        record.start,
        record.turns,
        theme=theme,
        ending=ending_of(match),
        caption=caption_of(record),
    )
    return await bot.animators.run(user, job, hear)


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
        """The progress, in words."""
        return gettext(
            "Drawing the animation of **#{match}** … {percent}",
            match=self._number,
            percent=percentage(round(100 * self._part)),
        )


async def _show_progress_of(
    interaction: Interaction, task: asyncio.Task[Animation], making: _Making
) -> None:
    """Show progress until the animation is made. A report that fails is covered by the next one."""
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
    *,
    is_progress_shown: bool,
) -> None:
    """Show the animation, or why there is none, in place of its progress."""
    try:
        animation = task.result()
    except (Refusal, AnimationTooLong) as error:
        text = too_long(error) if isinstance(error, AnimationTooLong) else sentence(error)
        await _answer(interaction, note_panel(text), [], is_progress_shown=is_progress_shown)
        return
    except Exception:
        if is_progress_shown:
            text = gettext("The animation couldn't be made. Try again.")
            await _answer(interaction, note_panel(text), [], is_progress_shown=True)
        raise
    picture = animated_picture(record, animation)
    view = animation_view(record, animation, picture)
    try:
        await _answer(interaction, view, [picture.file()], is_progress_shown=is_progress_shown)
    except FAILURES:
        if is_progress_shown:
            text = gettext("The animation couldn't be posted. Try again.")
            with suppress(*FAILURES):
                await _answer(interaction, note_panel(text), [], is_progress_shown=True)
        raise


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


def too_long(error: AnimationTooLong) -> str:
    """Return the sentence for a match whose animation Discord would not take."""
    return ngettext(
        "An animation of {count} turn is too large for Discord. Step through it here instead.",
        "An animation of {count} turns is too large for Discord. Step through them here instead.",
        error.turns,
    )
