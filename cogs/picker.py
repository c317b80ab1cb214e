"""**Place** on a bed: a private picker, its form, and the look ahead before a piece is placed.

All of it ends in the deed that places, as `/place` does. What was chosen so far is in the custom
ids, so a panel works on after a restart, and each belongs to one revision of its match.
"""

from collections.abc import Awaitable, Callable
from typing import Final

import discord
from discord.ext import commands

from bot.app import BoopBot, Pressed
from bot.game import Kind, Placement, RecallFirst, Turn, square_named, write_turn
from bot.host.errors import StaleBed
from bot.match.identity import MatchId, Revision
from bot.match.match import Match
from bot.match.playing import foresee, kinds_in_hand
from bot.match.preferences import Placing
from cogs.ui.forms import open_form
from cogs.ui.names import noted
from cogs.ui.panels import recall_panel
from cogs.ui.picker import (
    likely_kind,
    pick_panel,
    place_form,
    preview_panel,
    preview_picture,
    preview_scene,
)
from cogs.ui.presses import Deed, Press
from cogs.ui.showing import answer_stale, show_panel
from cogs.ui.themes import for_one

Asked = discord.Interaction[BoopBot]
DoneToMatch = Callable[[Asked, Press, Match], Awaitable[None]]

_KIND: Final = 2
"""Which of a press's facts is the kind that is chosen."""


class PickerCog(commands.Cog, name="Picker"):
    """Lets a piece be placed without a command."""

    def __init__(self, bot: BoopBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Say what the picker's buttons, menus and form do."""
        self.bot.presses[Deed.PICK.value] = _of_current_bed(self.pick)
        self.bot.presses[Deed.PICK_SQUARE.value] = _of_current_bed(self.pick_square)
        self.bot.presses[Deed.TYPE_IT.value] = _of_current_bed(self.type_it)
        self.bot.presses[Deed.TYPED.value] = _of_current_bed(self.typed)

    async def pick(self, interaction: Asked, press: Press, match: Match) -> None:
        """Ask for the square, with the kind that is chosen so far, or for a recall first."""
        try:
            kinds_in_hand(match, noted(interaction))
        except RecallFirst as first:
            await show_panel(interaction, recall_panel(match, first.squares))
            return
        await show_panel(interaction, pick_panel(match, _kind(press, match)))

    async def pick_square(self, interaction: Asked, press: Press, match: Match) -> None:
        """Take the square that was chosen in a menu."""
        placement = Placement(_kind(press, match), square_named(press.chosen[0]))
        await self._go_on(interaction, match, placement)

    async def type_it(self, interaction: Asked, press: Press, match: Match) -> None:
        """Let the form pop up."""
        user = noted(interaction)
        kinds_in_hand(match, user)
        await open_form(interaction, place_form(match, _kind(press, match), user, interaction.id))

    async def typed(self, interaction: Asked, press: Press, match: Match) -> None:
        """Take what was filled into the form."""
        filled = press.filled
        (kind, *_) = kinds_in_hand(match, noted(interaction))
        kind = Kind(filled.get("kind", kind.value))
        placement = Placement(kind, square_named(filled["column"] + filled["row"]))
        await self._go_on(interaction, match, placement)

    async def _go_on(self, interaction: Asked, match: Match, placement: Placement) -> None:
        """Show what the placement would do, or do it for those who are not to be asked."""
        user = noted(interaction)
        foreseen = foresee(match, user, placement)
        preferred = await self.bot.host.preferences.of(user)
        if preferred.placing is Placing.AT_ONCE:
            facts = (str(match.id), str(match.revision), write_turn(Turn(placement)))
            await self.bot.presses[Deed.PLACE.value](interaction, Press(Deed.PLACE, facts))
            return
        scene = await for_one(interaction, preview_scene(match, foreseen))
        picture = preview_picture(match, foreseen, scene, await self.bot.studio.picture(scene))
        await show_panel(interaction, preview_panel(match, foreseen, picture), picture)


def _of_current_bed(deed: DoneToMatch) -> Pressed:
    """Give a deed that is done to the match as it was seen, or else brings the current bed."""

    async def done(interaction: Asked, press: Press) -> None:
        number, revision = MatchId(int(press.facts[0])), Revision(int(press.facts[1]))
        try:
            match = await interaction.client.host.matches.seen(number, revision)
        except StaleBed as stale:
            await answer_stale(interaction, stale)
            return
        await deed(interaction, press, match)

    return done


def _kind(press: Press, match: Match) -> Kind:
    """Give the kind that was chosen, or else the likely one."""
    if len(press.facts) > _KIND:
        return Kind(press.facts[_KIND])
    return likely_kind(match)


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(PickerCog(bot))
