"""Answers that may stand though Discord's word of it was lost."""

import asyncio
from typing import Any, Final

import discord
import structlog

from bot.match.identity import MessageId
from cogs.core.discord_codes import FAILURES

ASK_WITHIN: Final = 5.0
"""Seconds after which a question that Discord does not answer is given up."""

_log: Final = structlog.get_logger(__name__)


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
