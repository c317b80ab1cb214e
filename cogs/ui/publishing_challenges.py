"""Bringing the message of a challenge up to date with what became of it."""

from typing import Final

import discord
import structlog

from bot.app import BoopBot
from bot.match.challenge import ChallengeState
from bot.match.identity import ChallengeId, MessageId
from bot.store.challenges import PostedChallenge
from cogs.ui.challenge import challenge_message, people_asked
from cogs.ui.discord_codes import FAILURES, is_final, is_gone
from cogs.ui.publishing import publish_match
from cogs.ui.sending import tell_challenger
from cogs.ui.words import message_link

_log: Final = structlog.get_logger(__name__)


async def publish_challenge(bot: BoopBot, number: ChallengeId) -> None:
    """Show what became of a challenge, and tell the challenger when they are owed word."""
    posted = await bot.host.challenges.find(number)
    if posted.later is not None and _is_unposted(posted.later):
        await publish_challenge(bot, posted.later.challenge.id)
        posted = await bot.host.challenges.find(number)
    try:
        # The message of this one is to lead to that of the one which answers it.
        waits = posted.later is not None and _is_unposted(posted.later)
        lags = posted.shown_revision < posted.challenge.revision and not waits
        if lags and await bot.host.outbox.claim_challenge(posted):
            await _show_challenge(bot, posted)
        for notice in await bot.host.notices.of_challenge(number):
            if await bot.host.notices.claim(notice):
                await tell_challenger(bot, posted, notice)
    except FAILURES as error:
        _log.warning("challenge not published yet", challenge=number, reason=repr(error))
    if posted.challenge.match is not None:
        await publish_match(bot, posted.challenge.match)


async def _show_challenge(bot: BoopBot, posted: PostedChallenge) -> None:
    challenge = posted.challenge
    channel = bot.get_partial_messageable(challenge.place.channel, guild_id=challenge.place.guild)
    view = challenge_message(challenge, posted.earlier, _link_to(posted.later))
    try:
        if posted.message is not None:
            await channel.get_partial_message(posted.message).edit(
                view=view, allowed_mentions=discord.AllowedMentions.none()
            )
            message = posted.message
        elif challenge.state is ChallengeState.OPEN:
            sent = await channel.send(
                view=view,
                nonce=f"challenge{challenge.id}",
                allowed_mentions=people_asked(challenge),
            )
            message = MessageId(sent.id)
        else:
            await bot.host.outbox.challenge_given_up(challenge.id)
            return
    except discord.HTTPException as error:
        if not is_final(error) and not is_gone(error):
            raise
        await bot.host.outbox.challenge_given_up(challenge.id)
        return
    await bot.host.outbox.challenge_shown(challenge.id, message, challenge.revision)


def _is_unposted(posted: PostedChallenge) -> bool:
    """Tell whether a challenge is still to get a message of its own."""
    return posted.message is None and posted.shown_revision < posted.challenge.revision


def _link_to(later: PostedChallenge | None) -> str | None:
    """Give the address of the challenge that answers another with other terms."""
    if later is None:
        return None
    place = later.challenge.place
    return message_link(place.guild, place.channel, later.message)
