"""Showing what somebody's answer made of a challenge."""

import discord

from bot.app import BoopBot
from bot.features.challenges.errors import ChallengeClosed
from bot.match.challenge import Challenge, ChallengeState
from bot.match.identity import ChallengeId, MessageId
from cogs.challenges.delivery import publish_challenge
from cogs.challenges.views import challenge_buttons, challenge_message
from cogs.core.answering import clicked_privately, say_held_up, show_panel
from cogs.core.delivery import carries
from cogs.core.discord_codes import FAILURES
from cogs.core.failing import answer_failure

Interaction = discord.Interaction[BoopBot]


def message_pressed(interaction: Interaction, number: ChallengeId) -> MessageId | None:
    """Return the challenge's message that was pressed; none where it was a private copy of it.

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
    """Show on what was pressed, and then everywhere, what became of a challenge.

    Raise `ChallengeClosed` of one that ran out before it was answered.
    """
    message = message_pressed(interaction, challenge.id)
    view = challenge_message(challenge)
    try:
        if message is None:
            await show_panel(interaction, view)
        else:
            await interaction.response.edit_message(
                view=view, allowed_mentions=discord.AllowedMentions.none()
            )
            outbox = interaction.client.services.outbox
            await outbox.challenge_shown(challenge.id, message, challenge.revision)
    except FAILURES:
        # It is there, so it is shown by the bot's own token.
        pass
    if challenge.state is ChallengeState.ACCEPTED:
        await interaction.client.show_rules_first(interaction)
    held_up = await publish_challenge(interaction.client, challenge.id)
    if held_up and challenge.match is not None:
        await say_held_up(interaction, challenge.match)
    if challenge.state is ChallengeState.EXPIRED:
        raise ChallengeClosed(challenge)


async def refuse_closed(interaction: Interaction, closed: ChallengeClosed) -> None:
    """Say that a challenge is closed; what was clicked is out of date, or was clicked twice."""
    await answer_failure(interaction, closed)
    await publish_challenge(interaction.client, ChallengeId(closed.challenge.id))
