"""Making the animation of a match, and showing progress to those who wait."""

from contextlib import suppress
from functools import partial
from typing import Final

import discord
import structlog

from bot.app import BoopBot, Interaction
from bot.errors import UserFacingError
from bot.features.replay.service import MatchRecord
from bot.match.identity import UserId
from bot.text import gettext, ngettext
from bot.workers.pool import Report
from cogs.board.layout import ending_of
from cogs.core.components import View
from cogs.core.errors import FAILURES
from cogs.core.panels import note_panel
from cogs.core.progress import run_with_progress
from cogs.core.replies import delete_previous_answer
from cogs.replay.views import animated_picture, animation_view, caption_of
from cogs.wording.names import NAMES
from cogs.wording.refusals import sentence
from render.replay import Animation, AnimationTooLong, animation_of_turns
from render.theme import Theme

_log: Final = structlog.get_logger(__name__)


async def answer_with_animation(
    interaction: Interaction, record: MatchRecord, theme: Theme
) -> None:
    """Make the animation of a match and show it to the user who asked for it.

    It is a message of its own, because the viewer stays. So is its progress.
    """
    bot, user = interaction.client, UserId(interaction.user.id)
    making = partial(animate, bot, user, record, theme)
    words = gettext("Drawing the animation of **#{match}**", match=record.match.id)
    async with bot.working():
        try:
            animation = await run_with_progress(
                interaction, making, words, partial(_show_progress, interaction)
            )
        except (UserFacingError, AnimationTooLong) as error:
            text = too_long(error) if isinstance(error, AnimationTooLong) else sentence(error)
            await _answer(interaction, note_panel(text))
            return
        except Exception:
            if interaction.response.is_done():
                text = gettext("The animation couldn't be made. Try again.")
                await _answer(interaction, note_panel(text))
            raise
        await _show(interaction, record, animation)


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


async def _show_progress(interaction: Interaction, words: str) -> None:
    """Say how far the animation is; what can't be said now is said with the next."""
    if not interaction.response.is_done():
        await _answer(interaction, note_panel(words))
        return
    try:
        await _answer(interaction, note_panel(words))
    except FAILURES as error:
        _log.info("progress not shown", reason=repr(error))


async def _show(interaction: Interaction, record: MatchRecord, animation: Animation) -> None:
    """Show the animation, in place of how far it was."""
    picture = animated_picture(record, animation)
    try:
        view = animation_view(record, animation, picture)
        await _answer(interaction, view, picture.file())
    except FAILURES:
        if interaction.response.is_done():
            text = gettext("The animation couldn't be posted. Try again.")
            with suppress(*FAILURES):
                await _answer(interaction, note_panel(text))
        raise


async def _answer(interaction: Interaction, view: View, *files: discord.File) -> None:
    """Show a message of its own, or replace the one that shows the progress."""
    mentions = discord.AllowedMentions.none()
    if interaction.response.is_done():
        await interaction.edit_original_response(
            view=view, attachments=files, allowed_mentions=mentions
        )
    else:
        await interaction.response.send_message(
            view=view, files=files, ephemeral=True, allowed_mentions=mentions
        )
        await delete_previous_answer(interaction)


def too_long(error: AnimationTooLong) -> str:
    """Return the sentence for a match whose animation Discord would not take."""
    return ngettext(
        "An animation of {count} turn is too large for Discord. Step through it here instead.",
        "An animation of {count} turns is too large for Discord. Step through them here instead.",
        error.turns,
    )
