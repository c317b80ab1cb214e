"""Posting what moderators did where the server wants it, and taking back what they removed."""

from typing import Final

import structlog

from bot.app import BoopBot
from bot.features.moderation.queries import Moderation
from bot.jobs.runner import PutOff
from bot.match.identity import ChallengeId, GuildId
from cogs.core.delivery import Outgoing, delete, post_unless_refused
from cogs.core.discord_codes import FAILURES
from cogs.moderation.views import entry_line

_log: Final = structlog.get_logger(__name__)


async def post_entry(bot: BoopBot, number: int) -> None:
    """Post an entry of the log. Raise `PutOff` if Discord has it wait."""
    entry = await bot.services.moderation.entry(number)
    if entry is None:
        return
    try:
        await _post(bot, entry)
    except FAILURES as error:
        raise PutOff(repr(error)) from error


async def unsay(bot: BoopBot, guild: GuildId, challenge: ChallengeId) -> None:
    """Delete the messages that told why a challenge was declined, as far as that can be done."""
    for channel, message in await bot.services.moderation.said_in(challenge):
        try:
            await delete(bot, channel, guild, message)
        except FAILURES as error:
            _log.info("notification of a declined challenge not deleted", reason=repr(error))


async def _post(bot: BoopBot, done: Moderation) -> None:
    """Post one entry. One that cannot be posted stands in the server's log all the same."""
    channel = (await bot.services.settings.of(done.guild)).log_channel
    if channel is not None:
        entry = Outgoing(f"🛡️ {entry_line(done)}", nonce=f"moderation{done.id}")
        await post_unless_refused(bot, channel, done.guild, entry)
