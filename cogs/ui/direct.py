"""Telling the players of a match in direct messages, where each has a bed of their own."""

from typing import Final

import discord
import structlog

from bot.app import BoopBot
from bot.host.outbox import MatchWork
from bot.match.identity import ChannelId, MessageId, UserId
from bot.store.beds import BedState
from bot.store.notices import Notice, NoticeKind
from cogs.ui.discord_codes import is_final
from cogs.ui.homes import direct_channel
from cogs.ui.links import link_of
from cogs.ui.notices import notice_text, people_meant
from cogs.ui.takebacks import word_of_going_back

_log: Final = structlog.get_logger(__name__)


def is_told_by_bed(work: MatchWork, notice: Notice, user: UserId) -> bool:
    """Tell whether a player's bed was posted for the turn, which notifies them by itself.

    An edit notifies nobody; so each turn brings exactly one notification. A turn that is played
    anew came to a bed that was posted for it the first time.
    """
    if notice.kind is not NoticeKind.TURN or word_of_going_back(work.match) is not None:
        return False
    return any(
        bed.user == user and bed.state is BedState.LIVE and bed.posted_ply == notice.ply
        for bed in work.beds
    )


async def tell_players(bot: BoopBot, work: MatchWork, notice: Notice) -> None:
    """Send a notice that was claimed to whom it concerns, each in their direct messages.

    Where somebody takes none any more the match moves, and the notice follows it there.
    """
    notices, match = bot.host.notices, work.match
    sent: tuple[ChannelId, MessageId] | None = None
    for user in people_meant(notice, match):
        if is_told_by_bed(work, notice, user):
            continue
        text = notice_text(notice, match, link_of(match, work, user))
        try:
            channel = await _channel_of(bot, work, user)
            message = await bot.get_partial_messageable(channel).send(
                text,
                nonce=f"notice{notice.id}-{user % 10**6}",
                allowed_mentions=discord.AllowedMentions.none(),
            )
        except discord.HTTPException as error:
            if not is_final(error):
                raise
            _log.info("not told in person", notice=notice.id, code=error.code)
            if bot.get_guild(match.home.guild) is not None:
                await bot.host.outbox.leave_direct(match.id)
                return
        else:
            sent = channel, MessageId(message.id)
    if sent is None:
        await notices.done(notice)
    else:
        await notices.sent(notice, *sent)


async def _channel_of(bot: BoopBot, work: MatchWork, user: UserId) -> ChannelId:
    for bed in work.beds:
        if bed.user == user and bed.channel is not None:
            return bed.channel
    return await direct_channel(bot, user)
