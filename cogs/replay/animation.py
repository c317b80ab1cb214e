"""Make the animation of a match, and show the progress to the user."""

from functools import partial

from bot.app import BoopBot, Interaction
from bot.errors import UserFacingError
from bot.features.replay.service import MatchRecord
from bot.match.identity import UserId
from bot.text import gettext, ngettext
from bot.workers.protocol import Report
from cogs.board.layout import ending_of
from cogs.core.errors import FAILURES
from cogs.core.panels import note_panel
from cogs.core.progress import run_with_progress
from cogs.core.replies import PanelPlace, acknowledge, answer_privately
from cogs.replay.views import animated_picture, animation_view, caption_of
from cogs.wording.names import NAMES
from cogs.wording.refusals import sentence
from render.replay import Animation, AnimationTooLong, animation_of_turns
from render.theme import Theme


async def answer_with_animation(
    interaction: Interaction, record: MatchRecord, theme: Theme
) -> None:
    """Make the animation of a match and show it to the user who asked for it.

    A new message shows the progress and then the animation, so the panel of the replay stays.
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
            await answer_privately(interaction, note_panel(text), panel_place=PanelPlace.BESIDE)
            return
        except Exception:
            if interaction.response.is_done():
                text = gettext("The animation couldn't be made. Try again.")
                await answer_privately(interaction, note_panel(text))
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
    """Show the progress of an animation. Drop an update that fails, because another follows."""
    if interaction.response.is_done():
        await acknowledge(interaction, note_panel(words))
    else:
        await answer_privately(interaction, note_panel(words), panel_place=PanelPlace.BESIDE)


async def _show(interaction: Interaction, record: MatchRecord, animation: Animation) -> None:
    """Show the animation in place of its progress."""
    picture = animated_picture(record, animation)
    try:
        view = animation_view(record, animation, picture)
        await answer_privately(interaction, view, picture, PanelPlace.BESIDE)
    except FAILURES:
        if interaction.response.is_done():
            text = gettext("The animation couldn't be posted. Try again.")
            await acknowledge(interaction, note_panel(text))
        raise


def too_long(error: AnimationTooLong) -> str:
    """Return the sentence that says that the animation of a match is too large for Discord."""
    return ngettext(
        "An animation of {count} turn is too large for Discord. Step through it here instead.",
        "An animation of {count} turns is too large for Discord. Step through them here instead.",
        error.turns,
    )
