"""**Decline** on a challenge: a form for a reason, which may be sent without a word."""

from typing import Annotated

from bot.app import BoopBot
from bot.match.challenge import Answer
from bot.match.challenging import authorise
from bot.match.identity import ChallengeId
from bot.match.note import LONGEST_NOTE, read_note
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.codecs import Typed
from cogs.ui.answering_challenges import message_pressed, show_answered
from cogs.ui.challenge_forms import decline_form
from cogs.ui.forms import open_form


class DecliningCog(Cog, name="Declining"):
    """Lets a friend decline, and say why."""

    @action("decline-challenge")
    async def ask(self, context: ActionContext, challenge: ChallengeId) -> None:
        """Let the form pop up for whom it is."""
        posted = await self.bot.host.challenges.find_open(challenge)
        authorise(posted.challenge, context.user, Answer.DECLINE)
        form = decline_form(posted.challenge, context.user, context.interaction.id)
        await open_form(context.interaction, form)

    @action("challenge-declined")
    async def decline(
        self,
        context: ActionContext,
        challenge: ChallengeId,
        *,
        reason: Annotated[str, Typed(LONGEST_NOTE)] = "",
    ) -> None:
        """Decline with what was filled in."""
        answered = await self.bot.host.challenges.answer(
            context.user,
            challenge,
            Answer.DECLINE,
            message_pressed(context.interaction, challenge),
            reason=read_note(reason),
        )
        await show_answered(context.interaction, answered.challenge)


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(DecliningCog(bot))
