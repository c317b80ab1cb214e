"""**Decline** on a challenge: a form for a reason, which may be sent without a word."""

import discord
from discord.ext import commands

from bot.app import BoopBot
from bot.match.challenge import Answer
from bot.match.challenge_errors import ChallengeClosed
from bot.match.challenging import authorise
from bot.match.identity import ChallengeId
from bot.match.note import read_note
from cogs.ui.answering_challenges import message_pressed, refuse_closed, show_answered
from cogs.ui.challenge_forms import REASON, decline_form
from cogs.ui.forms import open_form
from cogs.ui.names import noted
from cogs.ui.presses import Deed, Press

Asked = discord.Interaction[BoopBot]


class DecliningCog(commands.Cog, name="Declining"):
    """Lets a friend decline, and say why."""

    def __init__(self, bot: BoopBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Say what the button and its form do."""
        self.bot.presses[Deed.DECLINE.value] = self.ask
        self.bot.presses[Deed.DECLINE_WHY.value] = self.decline

    async def ask(self, interaction: Asked, press: Press) -> None:
        """Let the form pop up for whom it is."""
        user = noted(interaction)
        try:
            posted = await self.bot.host.challenges.find_open(ChallengeId(int(press.facts[0])))
        except ChallengeClosed as closed:
            await refuse_closed(interaction, closed)
            return
        authorise(posted.challenge, user, Answer.DECLINE)
        await open_form(interaction, decline_form(posted.challenge, user, interaction.id))

    async def decline(self, interaction: Asked, press: Press) -> None:
        """Decline with what was filled in."""
        user = noted(interaction)
        number = ChallengeId(int(press.facts[0]))
        reason = read_note(press.filled.get(REASON))
        try:
            answered = await self.bot.host.challenges.answer(
                user, number, Answer.DECLINE, message_pressed(interaction, number), reason=reason
            )
        except ChallengeClosed as closed:
            await refuse_closed(interaction, closed)
            return
        await show_answered(interaction, answered.challenge)


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(DecliningCog(bot))
