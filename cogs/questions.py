"""What is pressed to answer what a bed asks: recalls, options, and the seam piece."""

from collections.abc import Awaitable, Callable

import discord
from discord.ext import commands

from bot.app import BoopBot, Pressed
from bot.game import entry_named, square_named
from bot.host.errors import StaleBed
from bot.match.identity import MatchId, Revision, UserId
from bot.match.playing import Drafted, TurnDone
from cogs.ui.names import noted
from cogs.ui.picker import likely_kind, pick_panel
from cogs.ui.presses import Deed, Press
from cogs.ui.publishing import publish_match
from cogs.ui.showing import (
    answer_on_bed,
    answer_privately,
    answer_stale,
    pressed_privately,
    said,
    show_panel,
)

Asked = discord.Interaction[BoopBot]
Answering = Callable[[UserId, MatchId, Revision, Press], Awaitable[TurnDone]]


class QuestionsCog(commands.Cog, name="Questions"):
    """Hears what the player to move answers."""

    def __init__(self, bot: BoopBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Say what the buttons and the menu below a bed do."""
        self.bot.presses[Deed.CHOOSE.value] = self._hearing(self.choose)
        self.bot.presses[Deed.KEEP_SEAM.value] = self._hearing(self.keep_seam)
        self.bot.presses[Deed.LAY_SEAM.value] = self._hearing(self.lay_seam)
        self.bot.presses[Deed.LIFT.value] = self._hearing(self.lift)

    async def choose(self, user: UserId, number: MatchId, seen: Revision, press: Press) -> TurnDone:
        """Take the choice of what leaves the bed."""
        text = press.facts[2]
        leaves = tuple(square_named(text[start : start + 2]) for start in range(0, len(text), 2))
        return await self.bot.host.matches.choose(user, number, seen, leaves)

    async def keep_seam(self, user: UserId, number: MatchId, seen: Revision, _: Press) -> TurnDone:
        """End the turn with the seam piece in hand."""
        return await self.bot.host.matches.lay(user, number, seen, None)

    async def lay_seam(
        self, user: UserId, number: MatchId, seen: Revision, press: Press
    ) -> TurnDone:
        """End the turn by laying the seam piece where the menu says."""
        entry = entry_named(press.chosen[0])
        return await self.bot.host.matches.lay(user, number, seen, entry)

    async def lift(self, user: UserId, number: MatchId, seen: Revision, press: Press) -> TurnDone:
        """Recall a piece before placing."""
        return await self.bot.host.matches.lift(user, number, seen, square_named(press.facts[2]))

    def _hearing(self, answering: Answering) -> Pressed:
        """Give a deed that answers a question as it stood on the bed that was pressed."""

        async def hear(interaction: Asked, press: Press) -> None:
            number, seen = MatchId(int(press.facts[0])), Revision(int(press.facts[1]))
            try:
                async with self.bot.working():
                    done = await answering(noted(interaction), number, seen, press)
            except StaleBed as stale:
                await answer_stale(interaction, stale)
                return
            if not pressed_privately(interaction):
                await answer_on_bed(interaction, done.match)
            elif press.deed is Deed.LIFT and isinstance(done, Drafted):
                await self._go_on_placing(interaction, done)
            else:
                await answer_privately(interaction, done.match, said(done))

        return hear

    async def _go_on_placing(self, interaction: Asked, done: Drafted) -> None:
        """Ask for the square where the recall was asked for in private."""
        kind = likely_kind(done.match)
        await show_panel(interaction, pick_panel(done.match, kind))
        await publish_match(self.bot, done.match.id)


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(QuestionsCog(bot))
