"""Keeping the live bed among the last messages of its thread or channel.

Editing a bed in place is quiet and quick, but where people talk it scrolls away. So once a turn was
played, a bed with a few messages of others below it is posted anew, and the old one loses its
buttons.
"""

import time
from typing import Final

import discord
import structlog

from bot.app import BoopBot
from bot.host.outbox import MatchWork
from bot.match.identity import ChannelId, MessageId
from bot.store.beds import BedMessage, BedState
from cogs.ui.bed import Picture, live_bed
from cogs.ui.delivery import Outgoing, post_recorded
from cogs.ui.discord_codes import is_passing
from cogs.ui.hints_used import hints_of
from cogs.ui.rated import rated_of

MOST_BELOW: Final = 4
"""Messages of others that may stand below the bed: about as many as a phone shows with it."""
FRESH: Final = 60.0
"""Seconds for which a bed that was just posted is taken to be in sight."""

_log: Final = structlog.get_logger(__name__)


def bed_to_look_for(bot: BoopBot, work: MatchWork) -> BedMessage | None:
    """Give the bed that everybody sees, if it may have scrolled away since the turn before."""
    match = work.match
    if match.last is None or match.draft is not None:
        return None
    for bed in work.beds:
        is_shown = bed.state is BedState.LIVE and not bed.lags and bed.user is None
        if is_shown and bed.message is not None and _is_old(bed.message):
            return bed if bot.host.looks.is_first(match) else None
    return None


async def has_scrolled_away(bot: BoopBot, work: MatchWork, bed: BedMessage) -> bool:
    """Ask Discord whether too many messages of others stand below a bed."""
    if bed.channel is None or bed.message is None:
        return False
    place = bot.get_partial_messageable(bed.channel, guild_id=work.match.home.guild)
    others = 0
    try:
        async for message in place.history(limit=2 * MOST_BELOW, after=discord.Object(bed.message)):
            others += bot.user is None or message.author.id != bot.user.id
    except discord.HTTPException as error:
        if is_passing(error):
            raise
        return False
    return others > MOST_BELOW


async def post_anew(
    bot: BoopBot, work: MatchWork, bed: BedMessage, channel: ChannelId, picture: Picture
) -> None:
    """Post a bed at the end of its thread or channel; the one before it is old then."""
    match = work.match
    rated, hints = await rated_of(bot, match), await hints_of(bot, match)
    outgoing = Outgoing(
        nonce=f"anew{bed.message}",
        view=lambda: live_bed(match, picture, rated, hints),
        picture=picture,
    )
    try:
        message, post = await post_recorded(bot, channel, match.home.guild, outgoing, match.id)
    except discord.HTTPException as error:
        if is_passing(error):
            raise
        # The bed stands where it stands, and is shown there.
        _log.info("bed not posted anew", match=match.id, code=error.code)
        return
    await bot.host.outbox.bed_posted(match.id, channel, message, match.revision, post=post)


def _is_old(message: MessageId) -> bool:
    return time.time() - discord.utils.snowflake_time(message).timestamp() > FRESH
