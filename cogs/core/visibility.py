"""Keeping the live bed among the last messages of its thread or channel.

Editing a bed in place is quiet and quick, but where people talk it scrolls away. So once a turn was
played, a bed with a few messages of others below it is posted anew, and the old one is deleted.
"""

import time
from collections.abc import Sequence
from typing import Final

import discord
import structlog

from bot.app import BoopBot
from bot.features.boards.queries import BedMessage, BedState
from bot.features.boards.service import MatchWork
from bot.features.challenges.queries import PostedChallenge
from bot.features.notifications.queries import NotificationKind
from bot.features.notifications.service import Word
from bot.match.identity import ChannelId, MessageId, UserId
from bot.match.match import Match
from bot.match.terms import VenueKind
from cogs.core.board import Picture, live_bed
from cogs.core.delivery import Outgoing, post_recorded
from cogs.core.discord_codes import FAILURES, Code, is_gone, is_passing
from cogs.core.membership import is_out_of_reach, waits_for_server
from cogs.core.words import message_link
from cogs.hints.used import hints_of
from cogs.standings.rated import rated_of

MOST_BELOW: Final = 4
"""Messages of others that may stand below the bed: about as many as a phone shows with it."""
FRESH: Final = 60.0
"""Seconds for which a bed that was just posted is taken to be in sight."""

_log: Final = structlog.get_logger(__name__)


def bed_to_look_for(bot: BoopBot, work: MatchWork) -> BedMessage | None:
    """Return the bed that everybody sees, if it may have scrolled away since the turn before."""
    match = work.match
    if match.last is None or match.draft is not None:
        return None
    for bed in work.beds:
        is_shown = bed.state is BedState.LIVE and not bed.lags and bed.user is None
        if is_shown and bed.message is not None and _is_old(bed.message):
            return bed if bot.services.looks.is_first(match) else None
    return None


async def has_scrolled_away(bot: BoopBot, work: MatchWork, bed: BedMessage) -> bool:
    """Ask Discord whether too many messages of others stand below a bed."""
    if bed.channel is None or bed.message is None:
        return False
    place = bot.get_partial_messageable(bed.channel, guild_id=work.match.venue.guild)
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
        message, post = await post_recorded(bot, channel, match.venue.guild, outgoing, match.id)
    except discord.HTTPException as error:
        if is_passing(error):
            raise
        # The bed stands where it stands, and is shown there.
        _log.info("bed not posted anew", match=match.id, code=error.code)
        return
    await bot.services.outbox.bed_posted(match.id, channel, message, match.revision, post=post)


def _is_old(message: MessageId) -> bool:
    return time.time() - discord.utils.snowflake_time(message).timestamp() > FRESH


async def waits(bot: BoopBot, word: Word) -> bool:
    """Return whether a notification waits: for its server, or for a board to be posted again."""
    match word.about:
        case Match():
            if waits_for_server(bot, word.about):
                return True
            match word.notification.kind:
                case NotificationKind.REMINDER:
                    return await is_posted_anew(bot, word.about)
                case NotificationKind.MOVED:
                    return await _is_to_be_posted(bot, word.about, word.notification.user)
                case _:
                    return False
        case PostedChallenge():
            challenge = word.about.challenge
            return not challenge.is_asked_in_person and is_out_of_reach(bot, challenge.place.guild)
        case _:
            return False


async def _is_to_be_posted(bot: BoopBot, match: Match, user: UserId) -> bool:
    """Return whether there is no bed yet to which somebody could be led."""
    work = await bot.services.outbox.work_of(match.id)
    return any(
        bed.state is BedState.LIVE and bed.message is None and bed.user in (None, user)
        for bed in work.beds
    )


async def is_place_doubted(
    bot: BoopBot, error: discord.HTTPException, words: Sequence[Word]
) -> bool:
    """Have live matches go on elsewhere whose place was found to be gone; their words wait."""
    if error.code != Code.UNKNOWN_CHANNEL:
        return False
    live = [
        word.about for word in words if isinstance(word.about, Match) and word.about.outcome is None
    ]
    for match in live:
        await bot.services.outbox.show_again(match.id)
    return bool(live)


async def is_posted_anew(bot: BoopBot, match: Match) -> bool:
    """Look whether the live bed of a match was deleted; then it is due to be posted anew.

    Discord tells nobody of a deleted message who does not hear of every message.
    """
    work = await bot.services.outbox.work_of(match.id)
    for bed in work.beds:
        if bed.state is not BedState.LIVE or bed.channel is None or bed.message is None:
            continue
        try:
            await bot.get_partial_messageable(bed.channel).fetch_message(bed.message)
        except FAILURES as error:
            if isinstance(error, discord.HTTPException) and is_gone(error):
                _log.info("bed was deleted", match=match.id)
                await bot.services.outbox.show_again(match.id)
                return True
    return False


def link_of(match: Match, work: MatchWork, viewer: UserId | None = None) -> str:
    """Return the address of the live bed, or of the place where it will be.

    Of a match in direct messages that is the viewer's own bed; nobody else has a way to it, so
    they are led to its challenge.
    """
    is_direct = match.venue.kind is VenueKind.DIRECT
    guild = None if is_direct else match.venue.guild
    for bed in work.beds:
        if bed.state is not BedState.LIVE or bed.channel is None or bed.message is None:
            continue
        if not is_direct or (viewer is not None and bed.user == viewer):
            return message_link(guild, bed.channel, bed.message)
    if is_direct:
        return message_link(match.venue.guild, match.venue.origin, match.venue.message)
    return message_link(guild, match.venue.channel or match.venue.origin)
