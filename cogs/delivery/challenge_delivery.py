"""Post and update the message of a challenge, also as the answer to an interaction."""

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final

import discord
import structlog

from bot.app import BoopBot, Interaction
from bot.errors import NotStored
from bot.features.boards.posts import ANSWER_LOST_AFTER
from bot.features.challenges.errors import ChallengeClosed
from bot.features.challenges.queries import CHALLENGE_MESSAGE, PostedChallenge
from bot.features.outbox.entries import OutboxEntry
from bot.features.standings.ratings import PointsOfBoth
from bot.match.challenge import Challenge, ChallengeState
from bot.match.identity import ChallengeId, Direct, InServer, MessageId, Place, Seconds
from bot.match.match import Match
from bot.match.terms import Starts, VenueKind
from bot.ratelimits import RateLimitWait
from bot.text import Language, Languages, speaking
from cogs.core.access import place_of
from cogs.core.components import View
from cogs.core.errors import FAILURES, is_final_in_person
from cogs.core.failures import answer_failure
from cogs.core.outgoing import Outgoing
from cogs.core.replies import answer_privately
from cogs.core.router import answers
from cogs.delivery.challenge_message import challenge_message, mentions_of_invited
from cogs.delivery.notification_sending import send_notifications_of_challenge
from cogs.delivery.outbox import NotYet, Rendering, deliver, deliver_subject, renders
from cogs.delivery.posting import ANSWER_WITHIN, REFUSED_AFTER, fetch_public_answer
from cogs.delivery.publishing import publish_match
from cogs.delivery.venues import direct_channel
from cogs.wording.links import message_link
from cogs.wording.translating import personal_languages, public_language

_log: Final = structlog.get_logger(__name__)

RULESET_MET: Final = "ruleset-met"
"""The key in the extras of an interaction for the ruleset of the challenge that it begins."""


async def publish_challenge(bot: BoopBot, number: ChallengeId) -> RateLimitWait | None:
    """Show the current challenge, and the match that it began."""
    held_up = await show_challenge(bot, number)
    match = (await bot.services.challenges.find(number)).challenge.match
    return held_up or (None if match is None else await publish_match(bot, match))


async def show_challenge(bot: BoopBot, number: ChallengeId) -> RateLimitWait | None:
    """Show the current challenge, and notify the challenger if that is due."""
    async with bot.working():
        held_up = await deliver_subject(bot, CHALLENGE_MESSAGE, number)
        try:
            await send_notifications_of_challenge(bot, number)
        except FAILURES as error:
            _log.warning("notifications not claimed", challenge=number, reason=repr(error))
    return held_up


@renders(CHALLENGE_MESSAGE)
async def render_challenge(bot: BoopBot, due: OutboxEntry) -> Rendering:
    """Return the current challenge, for the direct messages of the friend or for its channel.

    The message links to the counter-offer, if any, so show the counter-offer first. Raise `NotYet`
    if that fails.
    """
    posted = await bot.services.challenges.find(ChallengeId(due.subject))
    if posted.later is not None and posted.later.is_unposted:
        await deliver(bot, posted.later.entry)
        posted = await bot.services.challenges.find(ChallengeId(due.subject))
        if posted.later is not None and posted.later.is_unposted:
            raise NotYet(f"challenge {posted.later.challenge.id} is not shown")
    challenge = posted.challenge
    at_stake = await bot.services.ratings.at_stake(challenge)
    link, matches = _link_to(posted.later), await _last_two_of(bot, challenge)
    is_to_be_posted = _is_to_be_posted(challenge) or await _second_needs_thread(bot, challenge)

    def in_place(place: Place, language: Language | Languages) -> Rendering:
        def view() -> View:
            with speaking(language):
                return challenge_message(challenge, posted.earlier, link, at_stake, matches)

        outgoing = Outgoing(view=view, mentions=mentions_of_invited(challenge))
        return Rendering(challenge.revision, place, outgoing, is_to_be_posted)

    public = in_place(challenge.place, await public_language(bot, challenge.place.guild))
    if not challenge.is_asked_in_person or challenge.friend is None:
        return public
    try:
        channel = await direct_channel(bot, challenge.friend)
    except discord.HTTPException as error:
        if not is_final_in_person(error):
            raise
        return public
    language = await personal_languages(bot, challenge.friend)
    return replace(in_place(Direct(challenge.friend, channel), language), otherwise=public)


async def _last_two_of(bot: BoopBot, challenge: Challenge) -> Sequence[Match]:
    """List the last two matches of the thread that began from a challenge, the newest first."""
    if challenge.match is None:
        return ()
    match = await bot.services.matches.find(challenge.match)
    if match.venue.channel is None or not match.venue.is_thread:
        return ()
    thread = InServer(match.venue.guild, match.venue.channel)
    return await bot.services.matches.last_two_of_thread(thread)


async def answer_with_challenge(
    interaction: Interaction, challenge: Challenge, earlier: Challenge | None = None
) -> None:
    """Answer with a new challenge and record the message.

    If Discord does not accept the answer, the bot posts it when the challenge is published.
    """
    bot = interaction.client
    interaction.extras[RULESET_MET] = challenge.terms.ruleset.name
    at_stake: PointsOfBoth | None = None
    with suppress(NotStored):
        at_stake = await bot.services.ratings.at_stake(challenge)
    language = await public_language(bot, challenge.place.guild)

    def view() -> View:
        with speaking(language):
            return challenge_message(challenge, earlier, at_stake=at_stake)

    outgoing = Outgoing(view=view, mentions=mentions_of_invited(challenge))
    place, refused_at = place_of(interaction), time.monotonic() + REFUSED_AFTER
    posting = None
    try:
        # The answer has a higher id than the interaction.
        entry = (await bot.services.challenges.find(challenge.id)).entry
        posting = replace(
            entry,
            channel=place.channel,
            after=MessageId(interaction.id),
            digest=outgoing.digest(),
        )
        await bot.services.outbox.begin(posting, ANSWER_LOST_AFTER)
    except NotStored as error:
        # A public message needs a record first, so only the challenger sees it now.
        _log.info("challenge shown to one person", challenge=challenge.id, reason=repr(error))
        with suppress(*FAILURES):
            await answer_privately(interaction, view())
        if (resting := posting) is not None:
            # The record may be stored all the same. Correct it, or the challenge waits without a
            # message.
            await bot.until_stored(lambda: bot.services.outbox.not_there(resting))
        return
    try:
        async with asyncio.timeout(ANSWER_WITHIN):
            response = await interaction.response.send_message(
                **outgoing.arguments(), allowed_mentions=outgoing.mentions
            )
    except (TimeoutError, *FAILURES) as error:
        _log.warning("response not accepted", challenge=challenge.id, reason=repr(error))
        message = await fetch_public_answer(interaction, refused_at)
        if message is None:
            # By now a lost message exists or never will. Look for it before posting another.
            with suppress(NotStored):  # The bot looks for it in any case, but later.
                await bot.services.outbox.unanswered(posting, Seconds(0.0))
    else:
        message = MessageId(response.message_id) if response.message_id else None
    if message is not None:
        outbox, revision, shown = bot.services.outbox, challenge.revision, message
        await bot.until_stored(lambda: outbox.shown(posting, revision, place.channel, shown))


def _is_to_be_posted(challenge: Challenge) -> bool:
    """Return whether a challenge without a message still gets one: it is open, or starts a thread.

    The bot accepts a challenge before its message is posted. A match against the bot in direct
    messages needs no message, because it concerns no other user.
    """
    begun = challenge.terms.practice is not None and challenge.venue is not VenueKind.DIRECT
    if challenge.is_listed:
        # Until the challenge is accepted, the panel of users who want to play shows it.
        is_direct = challenge.venue is VenueKind.DIRECT
        return challenge.state is ChallengeState.ACCEPTED and not is_direct
    return begun or challenge.state is ChallengeState.OPEN


async def _second_needs_thread(bot: BoopBot, challenge: Challenge) -> bool:
    """Return whether the second of two matches begins a thread, because the first's is gone."""
    if challenge.terms.starts is not Starts.SWAPPED or challenge.match is None:
        return False
    venue = (await bot.services.matches.find(challenge.match)).venue
    return venue.kind is VenueKind.THREAD and venue.message is None and venue.channel is None


def _link_to(later: PostedChallenge | None) -> str | None:
    """Return the link to the challenge that answers another with other terms."""
    if later is None:
        return None
    place = later.challenge.place
    return message_link(place, later.message)


@answers(ChallengeClosed)
async def refuse_closed(interaction: Interaction, closed: ChallengeClosed) -> None:
    """Say that a challenge is closed: the user clicked an outdated message, or clicked twice."""
    await answer_failure(interaction, closed)
    await publish_challenge(interaction.client, ChallengeId(closed.challenge.id))
