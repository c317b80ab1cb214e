"""Analyse a match while the user waits, and show the analysis."""

from contextlib import suppress
from functools import partial
from typing import Final

from bot.app import BoopBot, Interaction
from bot.engine.analysis import Analysis
from bot.features.puzzles.missed import missed_turns
from bot.features.replay.service import MatchRecord
from bot.match.identity import UserId
from bot.text import N_, gettext, translate
from cogs.analysis.views import analysis_panel, analysis_picture, analysis_so_far, balance_of
from cogs.board.message import private_theme
from cogs.core.access import all_here_see
from cogs.core.outgoing import Picture
from cogs.core.panels import note_panel
from cogs.core.progress import Show, run_with_progress, show_failure_in_place
from cogs.core.replies import acknowledge
from render.studio import NoPicture
from render.theme import Theme

FAILED: Final = N_("The analysis couldn't be made. Try again.")


async def analyse_for(
    interaction: Interaction, record: MatchRecord, show: Show | None = None
) -> Analysis:
    """Show the progress of an analysis and return it; the caller answers with `acknowledge`.

    `show` shows the progress. Raise what `Analyses.of` raises.
    """
    bot, user = interaction.client, UserId(interaction.user.id)
    return await run_with_progress(
        interaction,
        lambda hear: bot.services.analyses.of(record, user, bot.thinkers, hear),
        gettext("Analysing **#{match}**", match=record.match.id),
        show,
    )


async def answer_with_analysis(interaction: Interaction, record: MatchRecord) -> None:
    """Show an analysis to the user alone, once it is made."""
    async with interaction.client.working(), show_failure_in_place(interaction, translate(FAILED)):
        so_far = partial(show_so_far, interaction, record)
        analysis = await analyse_for(interaction, record, so_far)
        may_share = all_here_see(interaction, record.match)
        await show_analysis(interaction, record, analysis, may_share=may_share)


async def show_so_far(interaction: Interaction, record: MatchRecord, progress: str) -> None:
    """Show what is known of a match during its analysis; `progress` says how far that is."""
    bot, user = interaction.client, UserId(interaction.user.id)
    analysis = await bot.services.analyses.so_far(record, user)
    if analysis is not None:
        with suppress(NoPicture):
            theme = await private_theme(interaction)
            picture = await picture_of(bot, record, analysis, theme)
            panel = analysis_so_far(record, analysis, picture, progress)
            await acknowledge(interaction, panel, picture)
            return
    await acknowledge(interaction, note_panel(progress))


async def show_analysis(
    interaction: Interaction, record: MatchRecord, analysis: Analysis, *, may_share: bool
) -> None:
    """Show an analysis to the user alone, in their own theme."""
    theme, user = await private_theme(interaction), UserId(interaction.user.id)
    picture = await picture_of(interaction.client, record, analysis, theme)
    missed = _has_missed(record, analysis, user)
    panel = analysis_panel(record, analysis, picture, may_share=may_share, missed=missed)
    await acknowledge(interaction, panel, picture)


async def picture_of(
    bot: BoopBot, record: MatchRecord, analysis: Analysis, theme: Theme
) -> Picture:
    """Draw the curve of an analysis."""
    png = await bot.studio.picture(balance_of(record, analysis, theme))
    return analysis_picture(record, analysis, png)


def _has_missed(record: MatchRecord, analysis: Analysis, user: UserId) -> bool:
    """Return whether a mistake of a player in a match can become a puzzle."""
    seat = record.match.seat_of(user)
    return seat is not None and bool(missed_turns(analysis, record.match.id, seat))
