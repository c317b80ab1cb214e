"""**Other terms…** on a challenge: the friend offers other terms in a challenge of their own."""

import discord
from discord.ext import commands

from bot.app import BoopBot
from bot.match.challenge import Answer, Challenge
from bot.match.challenge_errors import ChallengeClosed
from bot.match.challenging import authorise
from bot.match.countering import Countered
from bot.match.identity import ChallengeId, MessageId
from cogs.ui.access import require_may_begin
from cogs.ui.answering_challenges import refuse_closed
from cogs.ui.challenge import challenge_message, people_asked
from cogs.ui.challenge_forms import terms_filled, terms_form
from cogs.ui.discord_codes import FAILURES
from cogs.ui.forms import open_form
from cogs.ui.lost_answers import message_shown
from cogs.ui.names import noted
from cogs.ui.panels import note_panel
from cogs.ui.presses import Deed, Press
from cogs.ui.publishing_challenges import publish_challenge
from cogs.ui.showing import pressed_privately, show_panel
from cogs.ui.words import mention, message_link

Asked = discord.Interaction[BoopBot]


class CounteringCog(commands.Cog, name="Countering"):
    """Lets a friend answer a challenge with other terms."""

    def __init__(self, bot: BoopBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Say what the button and its form do."""
        self.bot.presses[Deed.OTHER_TERMS.value] = self.ask
        self.bot.presses[Deed.OTHER_TERMS_SENT.value] = self.counter

    async def ask(self, interaction: Asked, press: Press) -> None:
        """Let the form pop up for whom it is."""
        user = noted(interaction)
        try:
            posted = await self.bot.host.challenges.find_open(ChallengeId(int(press.facts[0])))
        except ChallengeClosed as closed:
            await refuse_closed(interaction, closed)
            return
        authorise(posted.challenge, user, Answer.DECLINE)
        await open_form(interaction, terms_form(posted.challenge, user, interaction.id))

    async def counter(self, interaction: Asked, press: Press) -> None:
        """Offer the terms that were filled in."""
        user = noted(interaction)
        number = ChallengeId(int(press.facts[0]))
        host = self.bot.host
        viewer = await require_may_begin(interaction, number)
        posted = await host.challenges.find(number)
        terms = terms_filled(posted.challenge, press.filled)
        try:
            countered = await host.challenges.counter(user, number, terms, viewer.roles)
        except ChallengeClosed as closed:
            await refuse_closed(interaction, closed)
            return
        if countered.offered is None:
            await publish_challenge(self.bot, number)
            raise ChallengeClosed(countered.earlier)
        if pressed_privately(interaction):
            await self._tell(interaction, countered.offered)
        else:
            await self._show(interaction, countered, countered.offered)
        await publish_challenge(self.bot, number)

    async def _show(self, interaction: Asked, countered: Countered, offered: Challenge) -> None:
        """Answer with the new challenge; where that fails, it is shown by the bot's own token."""
        message: MessageId | None
        at_stake = await self.bot.host.ratings.at_stake(offered)
        try:
            response = await interaction.response.send_message(
                view=challenge_message(offered, countered.earlier, at_stake=at_stake),
                allowed_mentions=people_asked(offered),
            )
            message = None if response.message_id is None else MessageId(response.message_id)
        except FAILURES:
            message = await message_shown(interaction)
        if message is not None:
            outbox = self.bot.host.outbox
            await outbox.challenge_shown(offered.id, message, offered.revision)

    async def _tell(self, interaction: Asked, offered: Challenge) -> None:
        """Post the new challenge where the first was made, and tell who was looking privately."""
        await publish_challenge(self.bot, offered.id)
        posted = await self.bot.host.challenges.find(offered.id)
        link = message_link(offered.place.guild, offered.place.channel, posted.message)
        asked = mention(offered.friend) if offered.friend else "them"
        await show_panel(interaction, note_panel(f"I ask {asked} about your terms: {link}"))


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(CounteringCog(bot))
