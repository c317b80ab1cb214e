"""Taking turns back: asked for behind **More**, answered on the bed, shown as it would be."""

import discord

from bot.app import BoopBot
from bot.host.access import Who
from bot.match.identity import MatchId, Ply, Revision, UserId
from bot.match.match import Match
from bot.match.offers import OfferAnswer
from cogs.core.actions import ActionContext, Cog, action
from cogs.ui.bed import Picture, picture_of, scene_of
from cogs.ui.showing import (
    answer_on_bed,
    answer_privately,
    pressed_privately,
    show_panel,
    too_late,
)
from cogs.ui.takeback_panels import agree_panel, ask_panel
from cogs.ui.themes import for_one
from cogs.ui.words import opponent_name, player_name

Asked = discord.Interaction[BoopBot]


class TakebackCog(Cog, name="Takebacks"):
    """Goes back to before a turn, when both players want to."""

    @action("take-back", who=Who.PLAYERS)
    async def ask_whether_to_ask(self, context: ActionContext, match: MatchId) -> None:
        """Show the board as it would be, to whoever thinks of asking."""
        found, back = await self.bot.host.takebacks.foresee_asking(context.user, match)
        picture = await _drawn(context.interaction, back)
        panel = ask_panel(found, back, context.user, picture)
        await show_panel(context.interaction, panel, picture)

    @action("ask-takeback", who=Who.PLAYERS)
    async def ask(
        self, context: ActionContext, match: MatchId, revision: Revision, back_to: Ply
    ) -> None:
        """Ask the opponent."""
        asked = await self.bot.host.takebacks.ask(context.user, match, revision, back_to)
        text = too_late(asked) if asked.outcome else _asked(asked, context.user)
        await answer_privately(context.interaction, asked, text)

    @action("accept-takeback", who=Who.PLAYERS)
    async def ask_whether_to_agree(
        self, context: ActionContext, match: MatchId, revision: Revision
    ) -> None:
        """Show the board as it would be, to whoever was asked."""
        takebacks = self.bot.host.takebacks
        found, back = await takebacks.foresee_accepting(context.user, match, revision)
        picture = await _drawn(context.interaction, back)
        panel = agree_panel(found, back, context.user, picture)
        await show_panel(context.interaction, panel, picture)

    @action("answer-takeback", who=Who.PLAYERS)
    async def answer(
        self, context: ActionContext, match: MatchId, revision: Revision, answer: OfferAnswer
    ) -> None:
        """Take the answer, or the question back."""
        answered = await self.bot.host.takebacks.answer(context.user, match, revision, answer)
        if not pressed_privately(context.interaction):
            await answer_on_bed(context.interaction, answered)
            return
        text = too_late(answered) if answered.outcome else _said(answered, answer)
        await answer_privately(context.interaction, answered, text)


def _asked(match: Match, user: UserId) -> str:
    opponent = opponent_name(match, user)
    if match.bot is not None:
        return f"{opponent} agrees: it is your turn again in **#{match.id}** in a moment."
    return f"You asked {opponent} to take your turn back in **#{match.id}**."


def _said(match: Match, said: OfferAnswer) -> str:
    """Say what became of the match by an answer."""
    if said is OfferAnswer.ACCEPT:
        again = f"{player_name(match, match.position.to_move)} plays turn {match.ply + 1} anew"
        return f"You agreed. **#{match.id}** has gone back, and {again}."
    return f"You declined. **#{match.id}** goes on as it is."


async def _drawn(interaction: Asked, back: Match) -> Picture:
    """Draw the bed as it would be, as one person wants to see it."""
    scene = await for_one(interaction, scene_of(back))
    return picture_of(back, scene, await interaction.client.studio.picture(scene))


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(TakebackCog(bot))
