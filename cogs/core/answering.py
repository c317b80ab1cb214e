"""Acknowledging what the board cannot answer in time."""

import asyncio
from typing import Any, Final

import discord
import structlog

from bot.app import BoopBot
from bot.match.identity import MatchId, MessageId
from bot.match.match import Match
from bot.text import gettext
from cogs.core.discord_codes import FAILURES
from cogs.core.failing import say_privately

PUT_OFF_WITHIN: Final = 0.9
"""Seconds to put an answer off in: what is left of Discord's 3."""

_log: Final = structlog.get_logger(__name__)

Interaction = discord.Interaction[BoopBot]


async def put_off(interaction: Interaction, match: Match) -> bool:
    """Acknowledge what cannot be answered in time, and tell whether it still could be."""
    if interaction.response.is_done():
        return True
    try:
        async with asyncio.timeout(PUT_OFF_WITHIN):
            await interaction.response.send_message(
                gettext("Done in **#{match}**. The board will follow.", match=match.id),
                ephemeral=True,
            )
    except (TimeoutError, *FAILURES) as error:
        _log.info("acknowledgement not taken", match=match.id, reason=repr(error))
        return False
    return True


async def say_held_up(interaction: Interaction, match: MatchId) -> None:
    """Say that a match has begun whose board Discord holds up."""
    await say_privately(
        interaction,
        gettext(
            "**#{match}** has begun. Discord only lets me open so many threads and messages at a "
            "time, so the board follows in a few minutes. You don't need to do anything.",
            match=match,
        ),
    )


async def take_away(interaction: Interaction, match: Match) -> None:
    """Take an acknowledgement away once the board has followed; as long as it has not, it stays."""
    if any(bed.lags for bed in (await interaction.client.services.outbox.work_of(match.id)).beds):
        return
    try:
        message = await interaction.original_response()
        if message.flags.ephemeral:
            await message.delete()
    except (*FAILURES, discord.ClientException) as error:
        _log.info("acknowledgement stays", match=match.id, reason=repr(error))


ASK_WITHIN: Final = 5.0
"""Seconds after which a question that Discord does not answer is given up."""


async def message_shown(interaction: discord.Interaction[Any]) -> MessageId | None:
    """Ask Discord which message answers a command for all to see.

    None when there is none, or no word of it. The connection may break after Discord took an
    answer; posting it again would show it twice.
    """
    try:
        async with asyncio.timeout(ASK_WITHIN):
            message = await interaction.original_response()
    except (TimeoutError, *FAILURES, discord.ClientException) as error:
        _log.info("no answer is shown", reason=repr(error))
        return None
    return None if message.flags.ephemeral else MessageId(message.id)
