"""The one place that brings what is shown up to date with what is stored.

It may be called at any time and as often as one likes: it does what the outbox says is still to be
done, each piece claimed first and noted after, and leaves to the sweeper what Discord would not
take. It uses the bot's own token, so it works long after an interaction is over.
"""

from dataclasses import replace
from typing import Final

import discord
import structlog

from bot.app import BoopBot
from bot.game import Position
from bot.host.outbox import MatchWork
from bot.match.identity import ChannelId, MatchId, MessageId
from bot.match.match import Match
from bot.store.beds import BedMessage, BedState
from cogs.ui.bed import Picture, live_bed, past_bed, picture_of, scene_of
from cogs.ui.discord_codes import FAILURES, Code, is_final, is_gone
from cogs.ui.homes import settled
from cogs.ui.links import link_of
from cogs.ui.sending import send_notices
from cogs.ui.themes import public_theme
from render.scene import Scene

_log: Final = structlog.get_logger(__name__)


async def draw(bot: BoopBot, match: Match) -> Picture:
    """Draw the bed of a match as it stands, for all to see."""
    scene = replace(scene_of(match), theme=await public_theme(bot, match.home.guild))
    return picture_of(match, scene, await bot.studio.picture(scene))


async def publish_match(bot: BoopBot, number: MatchId) -> None:
    """Show a match as it stands, strip beds that were replaced, send what is owed of it.

    Only the live bed is shown one at a time; whoever waits to answer with it need not wait for
    the rest.
    """
    outbox = bot.host.outbox
    async with bot.working():
        try:
            async with outbox.alone(number):
                work = await outbox.work_of(number)
                for bed in work.beds:
                    if bed.state is BedState.LIVE and bed.lags and await outbox.claim_bed(bed):
                        await _publish_bed(bot, bed)
                        work = await outbox.work_of(number)
            for bed in work.beds:
                if bed.state is BedState.OLD and await outbox.claim_bed(bed):
                    await _strip(bot, bed, work)
            await send_notices(bot, number)
        except FAILURES as error:
            _log.warning("match not published yet", match=number, reason=repr(error))


async def _publish_bed(bot: BoopBot, bed: BedMessage) -> None:
    match, home = await settled(bot, await bot.host.matches.find(bed.match))
    try:
        try:
            await _show(bot, match, home, bed)
        except discord.HTTPException as error:
            never_shown = bed.message is None and is_final(error)
            if not match.home.is_thread or not (never_shown or error.code == Code.UNKNOWN_CHANNEL):
                raise
            # The thread was deleted, or it could be begun and cannot be written in: the match
            # goes on in the channel that it came from.
            await bot.host.outbox.settle_home(match.id, match.home.origin)
            await _show(bot, match, match.home.origin, replace(bed, message=None))
    except discord.HTTPException as error:
        if not is_final(error):
            raise
        _log.warning("bed cannot be delivered", match=match.id, code=error.code)
        await bot.host.outbox.bed_lost(bed)


async def _show(bot: BoopBot, match: Match, home: ChannelId, bed: BedMessage) -> None:
    """Edit the live bed, or post it where there is none or where it can be edited no more."""
    picture = await draw(bot, match)
    nonce = f"bed{bed.id}in{home % 10**9}"
    if bed.message is not None and bed.channel is not None:
        channel = bot.get_partial_messageable(bed.channel, guild_id=match.home.guild)
        try:
            await channel.get_partial_message(bed.message).edit(
                view=live_bed(match, picture),
                attachments=[picture.file()],
                allowed_mentions=discord.AllowedMentions.none(),
            )
        except discord.HTTPException as error:
            # A deleted message, or a thread that was archived: a new message heals both.
            if error.code not in (Code.UNKNOWN_MESSAGE, Code.THREAD_ARCHIVED):
                raise
            nonce = f"heal{bed.message}"
        else:
            await bot.host.outbox.bed_shown(bed, bed.channel, bed.message, match.revision)
            return
    message = await bot.get_partial_messageable(home, guild_id=match.home.guild).send(
        view=live_bed(match, picture),
        file=picture.file(),
        nonce=nonce,
        allowed_mentions=discord.AllowedMentions.none(),
    )
    await bot.host.outbox.bed_shown(bed, home, MessageId(message.id), match.revision)


async def _strip(bot: BoopBot, bed: BedMessage, work: MatchWork) -> None:
    """Take the buttons off a bed that was replaced; it keeps the picture that it showed."""
    match = work.match
    if bed.channel is None or bed.message is None:
        await bot.host.outbox.bed_stripped(bed)
        return
    step = await bot.host.matches.step_shown(match, bed.shown_revision)
    start = Position.start(match.position.ruleset)
    theme = await public_theme(bot, match.home.guild)
    scene = (
        Scene(step.after, told=step, win=step.win, theme=theme)
        if step
        else Scene(start, theme=theme)
    )
    picture = picture_of(match, scene, await bot.studio.picture(scene))
    channel = bot.get_partial_messageable(bed.channel, guild_id=match.home.guild)
    try:
        await channel.get_partial_message(bed.message).edit(
            view=past_bed(match, step, picture, link_of(match, work)),
            attachments=[picture.file()],
            allowed_mentions=discord.AllowedMentions.none(),
        )
    except discord.HTTPException as error:
        if not is_final(error) and not is_gone(error):
            raise
    await bot.host.outbox.bed_stripped(bed)
