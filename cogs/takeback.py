"""Taking turns back: asked for behind **More**, answered on the bed, shown as it would be."""

from typing import Final

import discord
from discord.ext import commands

from bot.app import BoopBot
from bot.host.errors import StaleBed
from bot.match.identity import MatchId, Ply, Revision, UserId
from bot.match.match import Match
from bot.match.offers import OfferAnswer
from cogs.ui.bed import Picture, picture_of, scene_of
from cogs.ui.names import noted
from cogs.ui.presses import Deed, Press
from cogs.ui.showing import (
    answer_on_bed,
    answer_privately,
    answer_stale,
    pressed_privately,
    show_panel,
    too_late,
)
from cogs.ui.takeback_panels import agree_panel, ask_panel
from cogs.ui.themes import for_one
from cogs.ui.words import opponent_name, player_name

Asked = discord.Interaction[BoopBot]

_ANSWERS: Final = {
    Deed.AGREE_TAKEBACK: OfferAnswer.ACCEPT,
    Deed.DECLINE_TAKEBACK: OfferAnswer.DECLINE,
    Deed.WITHDRAW_TAKEBACK: OfferAnswer.WITHDRAW,
}


class TakebackCog(commands.Cog, name="Takebacks"):
    """Goes back to before a turn, when both players want to."""

    def __init__(self, bot: BoopBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Say what the buttons do."""
        self.bot.presses[Deed.TAKE_BACK.value] = self.ask_whether_to_ask
        self.bot.presses[Deed.ASK_TAKEBACK.value] = self.ask
        self.bot.presses[Deed.ACCEPT_TAKEBACK.value] = self.ask_whether_to_agree
        for deed in _ANSWERS:
            self.bot.presses[deed.value] = self.answer

    async def ask_whether_to_ask(self, interaction: Asked, press: Press) -> None:
        """Show the bed as it would be, to whoever thinks of asking."""
        user, number = noted(interaction), MatchId(int(press.facts[0]))
        match, back = await self.bot.host.takebacks.foresee_asking(user, number)
        picture = await _drawn(interaction, back)
        await show_panel(interaction, ask_panel(match, back, user, picture), picture)

    async def ask(self, interaction: Asked, press: Press) -> None:
        """Ask the opponent."""
        user, number, seen = noted(interaction), *_bed_of(press)
        back_to = Ply(int(press.facts[2])) if len(press.facts) > 2 else None
        try:
            async with self.bot.working():
                match = await self.bot.host.takebacks.ask(user, number, seen, back_to)
        except StaleBed as stale:
            await answer_stale(interaction, stale)
            return
        text = too_late(match) if match.outcome else _asked(match, user)
        await answer_privately(interaction, match, text)

    async def ask_whether_to_agree(self, interaction: Asked, press: Press) -> None:
        """Show the bed as it would be, to whoever was asked."""
        user, number, seen = noted(interaction), *_bed_of(press)
        try:
            match, back = await self.bot.host.takebacks.foresee_accepting(user, number, seen)
        except StaleBed as stale:
            await answer_stale(interaction, stale)
            return
        picture = await _drawn(interaction, back)
        await show_panel(interaction, agree_panel(match, back, user, picture), picture)

    async def answer(self, interaction: Asked, press: Press) -> None:
        """Take the answer, or the question back."""
        user, number, seen = noted(interaction), *_bed_of(press)
        said = _ANSWERS[press.deed]
        try:
            async with self.bot.working():
                match = await self.bot.host.takebacks.answer(user, number, seen, said)
        except StaleBed as stale:
            await answer_stale(interaction, stale)
            return
        if not pressed_privately(interaction):
            await answer_on_bed(interaction, match)
            return
        text = too_late(match) if match.outcome else _said(match, said)
        await answer_privately(interaction, match, text)


def _bed_of(press: Press) -> tuple[MatchId, Revision]:
    """Give the match and the revision of the bed that were pressed."""
    return MatchId(int(press.facts[0])), Revision(int(press.facts[1]))


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
