"""Telling somebody that what they asked for is done."""

import discord
import structlog

from bot.app import BoopBot
from cogs.ui.discord_codes import FAILURES
from cogs.ui.showing import show_panel

_log = structlog.get_logger(__name__)


async def acknowledge(
    interaction: discord.Interaction[BoopBot], panel: discord.ui.LayoutView
) -> None:
    """Say in private what was done; what is stored stands though Discord takes no word of it."""
    try:
        await show_panel(interaction, panel)
    except FAILURES as error:
        _log.warning("answer not taken", reason=repr(error))


async def acknowledge_late(
    interaction: discord.Interaction[BoopBot], panel: discord.ui.LayoutView
) -> None:
    """Say the same where the answer was put off."""
    try:
        await interaction.edit_original_response(view=panel)
    except FAILURES as error:
        _log.warning("answer not taken", reason=repr(error))
