"""Answers to clicks on a challenge, and to a challenge refused because another is open."""

import discord

from bot.app import Interaction
from bot.errors import Refusal
from bot.features.challenges.errors import ChallengeClosed
from bot.features.challenges.queries import CHALLENGE_MESSAGE
from bot.match.challenge import Challenge, ChallengeState
from bot.match.identity import ChallengeId, Direct, MessageId
from bot.text import speaking
from cogs.core.access import place_of
from cogs.core.errors import FAILURES
from cogs.core.outgoing import has_control
from cogs.core.replies import acknowledge, answer_privately, is_on_private_message
from cogs.delivery.challenge_delivery import publish_challenge
from cogs.delivery.challenge_message import challenge_message, custom_ids_of_challenge
from cogs.delivery.outbox import edit_clicked
from cogs.wording.links import message_link
from cogs.wording.phrases import board_held_up
from cogs.wording.refusals import sentence
from cogs.wording.translating import public_language


def message_clicked(interaction: Interaction, number: ChallengeId) -> MessageId | None:
    """Return the message of a challenge that was clicked; None for a private copy of it.

    A client can claim a click on any message, so the message must have a button of this challenge.
    """
    message = interaction.message
    if (
        message is None
        or is_on_private_message(interaction)
        or not has_control(message, custom_ids_of_challenge(number))
    ):
        return None
    return MessageId(message.id)


async def answer_on_challenge(interaction: Interaction, challenge: Challenge) -> None:
    """Answer a click on a challenge by updating its message, and then show the result everywhere.

    Raise `ChallengeClosed` if it ran out before it was answered.
    """
    message = message_clicked(interaction, challenge.id)
    try:
        if message is None:
            await answer_privately(interaction, challenge_message(challenge))
        else:
            if isinstance(place_of(interaction), Direct):
                view = challenge_message(challenge)
            else:
                # The message is public, so it is in the language of the server.
                with speaking(await public_language(interaction.client, challenge.place.guild)):
                    view = challenge_message(challenge)
            await edit_clicked(
                interaction,
                CHALLENGE_MESSAGE,
                challenge.id,
                challenge.revision,
                view=view,
                allowed_mentions=discord.AllowedMentions.none(),
            )
    except FAILURES:
        # The message exists, so the bot edits it with its own token.
        pass
    if challenge.state is ChallengeState.ACCEPTED:
        await interaction.client.show_rules_first(interaction, challenge.terms.ruleset.name)
    held_up = await publish_challenge(interaction.client, challenge.id)
    if held_up and challenge.match is not None:
        await acknowledge(interaction, board_held_up(challenge.match))
    if challenge.state is ChallengeState.EXPIRED:
        raise ChallengeClosed(challenge)


async def refuse_with_open_challenge(
    interaction: Interaction, refusal: Refusal, challenge: Challenge
) -> None:
    """Say why no challenge was made, with a link to the open one."""
    posted = await interaction.client.services.challenges.find(challenge.id)
    text, place = sentence(refusal), posted.challenge.place
    if not posted.challenge.is_asked_in_person:
        text = f"{text} {message_link(place, posted.message)}"
    await acknowledge(interaction, text)
