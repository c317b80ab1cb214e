"""**Other terms…** on a challenge: the friend offers other terms in a challenge of their own."""

import discord

from bot.app import BoopBot
from bot.match.challenge import Answer, Challenge
from bot.match.challenge_errors import ChallengeClosed
from bot.match.challenging import authorise
from bot.match.clock import TimeControl, Weekends
from bot.match.identity import ChallengeId
from bot.match.terms import Stakes, Starts
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.codecs import RulesetName
from cogs.ui.access import require_may_begin
from cogs.ui.challenge_forms import TermsFilled, terms_form
from cogs.ui.forms import open_form
from cogs.ui.panels import note_panel
from cogs.ui.publishing_challenges import answer_with_challenge, publish_challenge
from cogs.ui.showing import pressed_privately, show_panel
from cogs.ui.words import mention, message_link

Asked = discord.Interaction[BoopBot]


class CounteringCog(Cog, name="Countering"):
    """Lets a friend answer a challenge with other terms."""

    @action("other-terms")
    async def ask(self, context: ActionContext, challenge: ChallengeId) -> None:
        """Let the form pop up for whom it is."""
        posted = await self.bot.host.challenges.find_open(challenge)
        authorise(posted.challenge, context.user, Answer.DECLINE)
        nonce = context.interaction.id
        form = terms_form(posted.challenge, context.user, nonce)
        await open_form(context.interaction, form)

    @action("terms-offered")
    async def counter(
        self,
        context: ActionContext,
        challenge: ChallengeId,
        *,
        ruleset: RulesetName | None = None,
        time: TimeControl | None = None,
        first: Starts | None = None,
        stakes: Stakes | None = None,
        weekends: Weekends | None = None,
    ) -> None:
        """Offer the terms that were filled in."""
        host, interaction = self.bot.host, context.interaction
        viewer = await require_may_begin(interaction, challenge)
        posted = await host.challenges.find(challenge)
        terms = TermsFilled(ruleset, time, first, stakes, weekends).applied(posted.challenge)
        countered = await host.challenges.counter(context.user, challenge, terms, viewer.roles)
        if countered.offered is None:
            raise ChallengeClosed(countered.earlier)
        if pressed_privately(interaction):
            await self._tell(interaction, countered.offered)
        else:
            await answer_with_challenge(interaction, countered.offered, countered.earlier)
        await publish_challenge(self.bot, challenge)

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
