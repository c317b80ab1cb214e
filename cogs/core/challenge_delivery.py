"""Posting and updating the message of a challenge, also in answer to an interaction."""

from collections.abc import Hashable, Iterable
from contextlib import suppress
from functools import partial
from typing import Final

import discord
import structlog

from bot.app import BoopBot
from bot.errors import NotStored, Refusal
from bot.features.challenges.errors import ChallengeClosed
from bot.features.challenges.queries import PostedChallenge
from bot.features.standings.ratings import BothAtStake
from bot.match.challenge import Challenge, ChallengeState
from bot.match.identity import ChallengeId, ChannelId, GuildId, MatchId, MessageId, PostId, UserId
from bot.match.terms import VenueKind
from bot.ratelimits import HeldUp
from bot.text import Language, Languages, speaking
from cogs.core.answering import clicked_privately, message_shown, say_held_up, show_panel
from cogs.core.challenge_message import challenge_buttons, challenge_message, people_asked
from cogs.core.delivery import Outgoing, carries, edit, post_recorded
from cogs.core.errors import FAILURES, is_final, is_gone
from cogs.core.notifications import send_notifications_of_challenge
from cogs.core.options import place_of
from cogs.core.permissions import is_unavailable
from cogs.core.phrases import message_link
from cogs.core.publishing import publish_each, publish_match, publish_matches
from cogs.core.replies import answer_failure, say_privately, sentence
from cogs.core.translating import personal_languages, public_language
from cogs.core.venues import direct_channel

_log: Final = structlog.get_logger(__name__)

Interaction = discord.Interaction[BoopBot]

RULESET_MET: Final = "ruleset-met"
"""Where an interaction that makes a challenge, or begins a match, keeps the ruleset's name."""


def about_challenge(number: ChallengeId) -> Hashable:
    """Return what showing a challenge is called while it is under way."""
    return "challenge", number


async def publish_challenge(bot: BoopBot, number: ChallengeId) -> HeldUp | None:
    """Show what became of a challenge and of the match that it began."""
    shown = await bot.underway.run(lambda: show_challenge(bot, number), about_challenge(number))
    if isinstance(shown, HeldUp) or shown is None:
        return shown
    return await publish_match(bot, shown)


async def show_challenge(bot: BoopBot, number: ChallengeId) -> MatchId | None:
    """Show what became of a challenge, and tell the challenger where that is due.

    Return the match that it began, if it did.
    """
    posted = await bot.services.challenges.find(number)
    if posted.later is not None and _is_unposted(posted.later):
        began = await show_challenge(bot, posted.later.challenge.id)
        if began is not None:
            await publish_match(bot, began)
        posted = await bot.services.challenges.find(number)
    try:
        # The message of this one is to lead to that of the one which answers it.
        waits = posted.later is not None and _is_unposted(posted.later)
        lags = posted.shown_revision < posted.challenge.revision and not waits
        if lags and await bot.services.outbox.claim_challenge(posted):
            await _show_challenge(bot, posted)
        await send_notifications_of_challenge(bot, number)
    except FAILURES as error:
        _log.warning("challenge not published yet", challenge=number, reason=repr(error))
    return posted.challenge.match


async def _show_challenge(bot: BoopBot, posted: PostedChallenge) -> None:
    challenge = posted.challenge
    if not challenge.is_asked_in_person and is_unavailable(bot, challenge.place.guild):
        return
    never_posted = posted.message is None and not _is_to_be_posted(challenge)
    for owner in [] if never_posted else _owners_to_try(challenge):
        try:
            guild = None if owner else challenge.place.guild
            language: Language | Languages
            if owner is None:
                channel, language = challenge.place.channel, await public_language(bot, guild)
            else:
                channel = await direct_channel(bot, owner)
                language = await personal_languages(bot, owner)
            with speaking(language):
                message, post = await _shown_in(bot, posted, guild, channel)
        except discord.HTTPException as error:
            if not is_final(error) and not is_gone(error):
                raise
        else:
            await bot.services.outbox.challenge_shown(
                challenge.id, message, challenge.revision, post
            )
            return
    await bot.services.outbox.challenge_given_up(posted)


async def answer_with_challenge(
    interaction: Interaction, challenge: Challenge, earlier: Challenge | None = None
) -> None:
    """Answer with a new challenge and record the message.

    Where Discord does not take the answer, the bot posts it once the challenge is published.
    """
    bot = interaction.client
    interaction.extras[RULESET_MET] = challenge.terms.ruleset.name
    at_stake: BothAtStake | None = None
    with suppress(NotStored):
        at_stake = await bot.services.ratings.at_stake(challenge)
    language = await public_language(bot, challenge.place.guild)

    def view() -> discord.ui.LayoutView:
        with speaking(language):
            return challenge_message(challenge, earlier, at_stake=at_stake)

    outgoing = Outgoing(view=view, mentions=people_asked(challenge))
    place = place_of(interaction)
    try:
        # The answer has a higher id than what it answers.
        post = await bot.services.posts.begin(
            place.channel,
            MessageId(interaction.id),
            digest=outgoing.digest(),
            challenge=challenge.id,
            guild=place.guild,
        )
    except NotStored as error:
        # What everybody sees is recorded first, so the challenger alone sees it now.
        _log.info("challenge shown to one person", challenge=challenge.id, reason=repr(error))
        with suppress(*FAILURES):
            await show_panel(interaction, view())
        return
    try:
        response = await interaction.response.send_message(
            **outgoing.said(), allowed_mentions=outgoing.mentions
        )
    except FAILURES as error:
        _log.warning("response not accepted", challenge=challenge.id, reason=repr(error))
        # A repetition of one that was taken is refused too, so any may be there.
        with suppress(NotStored):  # It is looked for in any case, if later.
            await bot.services.posts.unanswered(post)
        message = await message_shown(interaction)
    else:
        message = MessageId(response.message_id) if response.message_id else None
    if message is not None:
        shown, number, revision = message, challenge.id, challenge.revision
        outbox = bot.services.outbox
        await bot.until_stored(lambda: outbox.challenge_shown(number, shown, revision, post))


def _is_to_be_posted(challenge: Challenge) -> bool:
    """Return whether a challenge without a message gets one still: it is open, or begins a thread.

    The bot has accepted before anybody saw it. What is played with it in person needs no message:
    that is nobody else's business.
    """
    begun = challenge.terms.practice is not None and challenge.venue is not VenueKind.DIRECT
    return begun or challenge.state is ChallengeState.OPEN


def _owners_to_try(challenge: Challenge) -> list[UserId | None]:
    """Return in whose direct messages to show it, `None` for its place, in the order of trying."""
    return [challenge.friend, None] if challenge.is_asked_in_person else [None]


async def _shown_in(
    bot: BoopBot, posted: PostedChallenge, guild: GuildId | None, channel: ChannelId
) -> tuple[MessageId, PostId | None]:
    """Edit the challenge's message in a channel, or post it there if it has none."""
    challenge = posted.challenge
    at_stake = await bot.services.ratings.at_stake(challenge)

    def view() -> discord.ui.LayoutView:
        return challenge_message(challenge, posted.earlier, _link_to(posted.later), at_stake)

    outgoing = Outgoing(
        nonce=f"challenge{challenge.id}", view=view, mentions=people_asked(challenge)
    )
    if posted.message is not None:
        await edit(bot, channel, guild, posted.message, outgoing)
        return posted.message, None
    return await post_recorded(bot, channel, guild, outgoing, challenge=challenge.id)


def _is_unposted(posted: PostedChallenge) -> bool:
    """Return whether a challenge is still to get a message of its own."""
    return posted.message is None and posted.shown_revision < posted.challenge.revision


def _link_to(later: PostedChallenge | None) -> str | None:
    """Return the address of the challenge that answers another with other terms."""
    if later is None:
        return None
    place = later.challenge.place
    return message_link(place.guild, place.channel, later.message)


async def publish_all(
    bot: BoopBot, challenges: Iterable[ChallengeId], matches: Iterable[MatchId]
) -> None:
    """Show what became of some challenges, then some matches and those that they began."""
    async with bot.working():
        put_off = bot.services.outbox.put_off_challenge
        show = partial(show_challenge, bot)
        begun = await publish_each(bot, challenges, show, about_challenge, put_off)
        numbers = [number for number in begun.values() if number is not None]
        await publish_matches(bot, (*matches, *numbers))


def message_clicked(interaction: Interaction, number: ChallengeId) -> MessageId | None:
    """Return the challenge's message that was clicked; none where it was a private copy of it.

    A message that has no button of this challenge is not its own, whatever was sent from there.
    """
    message = interaction.message
    if (
        message is None
        or clicked_privately(interaction)
        or not carries(message, challenge_buttons(number))
    ):
        return None
    return MessageId(message.id)


async def show_answered(interaction: Interaction, challenge: Challenge) -> None:
    """Show on what was clicked, and then everywhere, what became of a challenge.

    Raise `ChallengeClosed` of one that ran out before it was answered.
    """
    message = message_clicked(interaction, challenge.id)
    try:
        if message is None:
            await show_panel(interaction, challenge_message(challenge))
        else:
            if interaction.guild_id is None:
                view = challenge_message(challenge)
            else:
                # All read it, whoever clicked.
                with speaking(await public_language(interaction.client, challenge.place.guild)):
                    view = challenge_message(challenge)
            await interaction.response.edit_message(
                view=view, allowed_mentions=discord.AllowedMentions.none()
            )
            outbox = interaction.client.services.outbox
            await outbox.challenge_shown(challenge.id, message, challenge.revision)
    except FAILURES:
        # It is there, so it is shown by the bot's own token.
        pass
    if challenge.state is ChallengeState.ACCEPTED:
        await interaction.client.show_rules_first(interaction, challenge.terms.ruleset.name)
    held_up = await publish_challenge(interaction.client, challenge.id)
    if held_up and challenge.match is not None:
        await say_held_up(interaction, challenge.match)
    if challenge.state is ChallengeState.EXPIRED:
        raise ChallengeClosed(challenge)


async def refuse_closed(interaction: Interaction, closed: ChallengeClosed) -> None:
    """Say that a challenge is closed; what was clicked is out of date, or was clicked twice."""
    await answer_failure(interaction, closed)
    await publish_challenge(interaction.client, ChallengeId(closed.challenge.id))


async def show_open(interaction: Interaction, refusal: Refusal, challenge: Challenge) -> None:
    """Say why no challenge is made, with the way to the one that there is."""
    posted = await interaction.client.services.challenges.find(challenge.id)
    said, place = sentence(refusal), posted.challenge.place
    if not posted.challenge.is_asked_in_person:
        said = f"{said} {message_link(place.guild, place.channel, posted.message)}"
    await say_privately(interaction, said)
