"""Sending the short messages that are owed to people, and taking back those that were answered."""

from collections.abc import Sequence
from typing import Final

import discord
import structlog

from bot.app import BoopBot
from bot.host.outbox import MatchWork
from bot.match.identity import ChannelId, MatchId, MessageId, UserId
from bot.match.terms import HomeKind
from bot.store.challenges import PostedChallenge
from bot.store.notices import Notice, NoticeState
from cogs.ui.direct import tell_players
from cogs.ui.discord_codes import is_final, is_gone, is_passing
from cogs.ui.links import link_of
from cogs.ui.notices import notice_text, people_meant, people_told
from cogs.ui.words import message_link

_log: Final = structlog.get_logger(__name__)


async def send_notices(bot: BoopBot, number: MatchId) -> None:
    """Tell what is owed of a match.

    The match is read last: a turn may be stored between two of the questions, and a notice must
    not be told of the match as it was before what the notice is about. One that was settled
    meanwhile cannot be claimed.
    """
    owed = await bot.host.notices.of_match(number)
    work = await bot.host.outbox.work_of(number)
    home = work.match.home
    settled = home.channel or (home.origin if home.kind is HomeKind.DIRECT else None)
    for notice in owed:
        if await bot.host.notices.claim(notice) and settled is not None:
            await _send(bot, work, notice, settled)
            # Whoever is written to may have left, of which Discord says nothing.
            await bot.host.departures.look_soon((home.guild, user) for user in work.match.seats)


async def _send(bot: BoopBot, work: MatchWork, notice: Notice, home: ChannelId) -> None:
    """Send a notice about a match that was claimed, or delete the message of one that is stale."""
    notices, match = bot.host.notices, work.match
    if notice.state is NoticeState.STALE:
        await _unsend(bot, notice)
        await notices.done(notice)
        return
    people = people_meant(notice, match)
    if people_told(notice.kind):
        text = notice_text(notice, match, message_link(match.home.guild, match.home.origin))
        await _tell_in_person(bot, people, text, notice)
        await notices.told(notice)
        return
    if match.home.kind is HomeKind.DIRECT:
        await tell_players(bot, work, notice)
        return
    text = notice_text(notice, match, link_of(match, work))
    try:
        message = await bot.get_partial_messageable(home, guild_id=match.home.guild).send(
            text,
            nonce=f"notice{notice.id}",
            allowed_mentions=discord.AllowedMentions(
                users=[discord.Object(user) for user in people]
            ),
        )
    except discord.HTTPException as error:
        if not is_final(error):
            raise
        # A bed may still be changed where nothing new may be said; whoever waits must hear of it.
        await _tell_in_person(bot, people, text, notice)
        await notices.done(notice)
        return
    await notices.sent(notice, home, MessageId(message.id))


async def _unsend(bot: BoopBot, notice: Notice) -> None:
    if notice.channel is None or notice.message is None:
        return
    channel = bot.get_partial_messageable(notice.channel)
    try:
        await channel.get_partial_message(notice.message).delete()
    except discord.HTTPException as error:
        if not is_final(error) and not is_gone(error):
            raise


async def _tell_in_person(
    bot: BoopBot, people: Sequence[UserId], text: str, notice: Notice
) -> None:
    """Tell people in direct messages what cannot be said where the match lives."""
    for user in people:
        await _write_to(bot, user, text, notice)


async def _write_to(bot: BoopBot, user: UserId, text: str, notice: Notice) -> None:
    """Send somebody a direct message, if they take any from us."""
    try:
        person = await bot.fetch_user(user)
        await person.send(text, nonce=f"notice{notice.id}-{user % 10**6}")
    except discord.HTTPException as error:
        if is_passing(error):
            raise
        # Closed direct messages: there is no other way to them.
        _log.info("not told in person", notice=notice.id, code=error.code)


async def tell_challenger(bot: BoopBot, posted: PostedChallenge, notice: Notice) -> None:
    """Tell the challenger where the challenge was made, else in person."""
    place, challenger = posted.challenge.place, posted.challenge.challenger
    if posted.challenge.is_asked_in_person:
        link = message_link(place.guild, place.channel)
        await _write_to(bot, challenger, notice_text(notice, posted.challenge, link), notice)
        await bot.host.notices.done(notice)
        return
    text = notice_text(
        notice, posted.challenge, message_link(place.guild, place.channel, posted.message)
    )
    channel = bot.get_partial_messageable(place.channel, guild_id=place.guild)
    try:
        message = await channel.send(
            text,
            nonce=f"notice{notice.id}",
            allowed_mentions=discord.AllowedMentions(users=[discord.Object(challenger)]),
        )
    except discord.HTTPException as error:
        if not is_final(error):
            raise
        await _write_to(bot, challenger, text, notice)
        await bot.host.notices.done(notice)
        return
    await bot.host.notices.sent(notice, ChannelId(place.channel), MessageId(message.id))
