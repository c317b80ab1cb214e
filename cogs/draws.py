"""Draws: offered and answered, or claimed while a position stands for the third time."""

from collections.abc import Awaitable
from typing import Final

import discord
from discord.ext import commands

from bot.app import BoopBot
from bot.host.errors import StaleBed
from bot.match.errors import NothingToClaim
from bot.match.identity import MatchId, Revision
from bot.match.match import Match
from bot.match.offers import OfferAnswer
from bot.match.outcome import Why
from bot.match.playing import authorise_player
from cogs.ui.names import noted
from cogs.ui.panels import claim_panel
from cogs.ui.presses import Deed, Press
from cogs.ui.showing import (
    answer_on_bed,
    answer_privately,
    answer_stale,
    pressed_privately,
    show_panel,
    too_late,
)
from cogs.ui.words import opponent_name, outcome_name, player_name

Asked = discord.Interaction[BoopBot]

_ANSWERS: Final = {
    Deed.ACCEPT_DRAW: OfferAnswer.ACCEPT,
    Deed.DECLINE_DRAW: OfferAnswer.DECLINE,
    Deed.WITHDRAW_DRAW: OfferAnswer.WITHDRAW,
}


class DrawsCog(commands.Cog, name="Draws"):
    """Ends matches that nobody wins, when both agree or one has the right to."""

    def __init__(self, bot: BoopBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Say what the buttons do."""
        self.bot.presses[Deed.CLAIM.value] = self.ask_to_claim
        self.bot.presses[Deed.REALLY_CLAIM.value] = self.really_claim
        self.bot.presses[Deed.OFFER_DRAW.value] = self.offer
        for deed in _ANSWERS:
            self.bot.presses[deed.value] = self.answer

    async def offer(self, interaction: Asked, press: Press) -> None:
        """Offer a draw."""
        user = noted(interaction)
        number, seen = MatchId(int(press.facts[0])), Revision(int(press.facts[1]))
        await self._change(interaction, self.bot.host.matches.offer_draw(user, number, seen))

    async def answer(self, interaction: Asked, press: Press) -> None:
        """Take the answer to a draw offer."""
        user, said = noted(interaction), _ANSWERS[press.deed]
        number, seen = MatchId(int(press.facts[0])), Revision(int(press.facts[1]))
        deed = self.bot.host.matches.answer_draw(user, number, seen, said)
        await self._change(interaction, deed)

    async def _change(self, interaction: Asked, deed: Awaitable[Match]) -> None:
        """Show on the bed what became of the match."""
        try:
            async with self.bot.working():
                match = await deed
        except StaleBed as stale:
            await answer_stale(interaction, stale)
            return
        if pressed_privately(interaction):
            await answer_privately(interaction, match, _said(match))
        else:
            await answer_on_bed(interaction, match)

    async def ask_to_claim(self, interaction: Asked, press: Press) -> None:
        """Ask whether the draw is to be claimed."""
        user = noted(interaction)
        number, seen = MatchId(int(press.facts[0])), Revision(int(press.facts[1]))
        try:
            match = await self.bot.host.matches.seen(number, seen)
        except StaleBed as stale:
            await answer_stale(interaction, stale)
            return
        authorise_player(match, user)
        if not match.may_claim_draw:
            raise NothingToClaim(match)
        await show_panel(interaction, claim_panel(match, user))

    async def really_claim(self, interaction: Asked, press: Press) -> None:
        """Claim the draw."""
        user = noted(interaction)
        number, seen = MatchId(int(press.facts[0])), Revision(int(press.facts[1]))
        try:
            async with self.bot.working():
                match = await self.bot.host.matches.claim_draw(user, number, seen)
        except StaleBed as stale:
            await answer_stale(interaction, stale)
            return
        claimed = match.outcome is not None and match.outcome.why is Why.REPETITION
        opponent = opponent_name(match, user)
        text = f"You claimed the draw against {opponent} in **#{match.id}**."
        await answer_privately(interaction, match, text if claimed else too_late(match))


def _said(match: Match) -> str:
    """Say what became of the match by an offer of a draw."""
    if match.outcome is None:
        answers = ""
        if match.bot is not None and match.draw_offered_by is not None:
            bot = player_name(match, match.bot.seat)
            answers = f" {bot} answers in a moment, on the bed."
        return f"You offered a draw in **#{match.id}**.{answers}"
    return f"**#{match.id}** is over. {outcome_name(match, match.outcome)}."


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(DrawsCog(bot))
