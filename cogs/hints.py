"""`/hint`, and **Hint** behind **More**: the best turn, on a picture and with the reason."""

from functools import partial

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import BoopBot
from bot.engine.reasons import Reason
from bot.game import read_turn
from bot.host.advising import advise, explain
from bot.host.errors import SeveralMatches, StaleBed
from bot.host.hints import Asked as HintAsked
from bot.host.hints import Given
from bot.match.identity import MatchId, Revision
from bot.match.playing import RanOut
from cogs.ui.access import viewer_of
from cogs.ui.arguments import MatchArgument
from cogs.ui.hints import FAILED, THINKING, hint_panel, hint_picture, hint_scene, measured_panel
from cogs.ui.names import noted
from cogs.ui.panels import match_panel, note_panel
from cogs.ui.pondering import failing_in_place, pondered, show_pondered
from cogs.ui.presses import Deed, Press
from cogs.ui.showing import answer_privately, answer_stale, said, show_panel, too_late
from cogs.ui.themes import for_one

Asked = discord.Interaction[BoopBot]


class HintsCog(commands.Cog, name="Hints"):
    """Recommends turns in casual matches."""

    def __init__(self, bot: BoopBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Say what the buttons and the menu do."""
        self.bot.presses[Deed.HINT.value] = self.ask
        self.bot.presses[Deed.HINT_IN.value] = self.ask_in
        self.bot.presses[Deed.HINT_ANYWAY.value] = self.ask_anyway
        self.bot.presses[Deed.HINT_PLAY.value] = self.play

    @app_commands.command(name="hint")
    @app_commands.describe(match="The match, if you mean another than this thread's")
    async def hint(
        self,
        interaction: Asked,
        match: app_commands.Transform[MatchId, MatchArgument] | None = None,
    ) -> None:
        """See your best turn in a casual match, and why; only you see it."""
        user = noted(interaction)
        try:
            meant = await self.bot.host.matches.to_play(viewer_of(interaction), match)
        except SeveralMatches as several:
            await show_panel(interaction, match_panel(several.matches, user, Deed.HINT_IN))
            return
        await self._answer(interaction, meant.id)

    async def ask(self, interaction: Asked, press: Press) -> None:
        """Give a hint in the match that the button names."""
        await self._answer(interaction, MatchId(int(press.facts[0])))

    async def ask_in(self, interaction: Asked, press: Press) -> None:
        """Give a hint in the match that was chosen from the list."""
        await self._answer(interaction, MatchId(int(press.chosen[0])))

    async def ask_anyway(self, interaction: Asked, press: Press) -> None:
        """Give a hint though the match counts for the practice rating no more then."""
        asked = await self.bot.host.hints.ask(noted(interaction), MatchId(int(press.facts[0])))
        await self._think(interaction, asked)

    async def play(self, interaction: Asked, press: Press) -> None:
        """Play the turn that was recommended, on a bed that has not changed since."""
        number, seen = MatchId(int(press.facts[0])), Revision(int(press.facts[1]))
        user, turn = noted(interaction), read_turn(press.facts[2])
        async with self.bot.working():
            try:
                done = await self.bot.host.matches.play_as_named(user, number, turn, seen)
            except StaleBed as stale:
                await answer_stale(interaction, stale)
                return
            await answer_privately(interaction, done.match, said(done))

    async def _answer(self, interaction: Asked, number: MatchId) -> None:
        """Give a hint, after a question where it costs the practice rating."""
        asked = await self.bot.host.hints.ask(noted(interaction), number)
        if asked.ends_measuring:
            await show_panel(interaction, measured_panel(asked.match))
            return
        await self._think(interaction, asked)

    async def _think(self, interaction: Asked, asked: HintAsked) -> None:
        async with self.bot.working(), failing_in_place(interaction, FAILED):
            try:
                await self._show(interaction, asked)
            except StaleBed as stale:
                if interaction.response.is_done():
                    raise
                await answer_stale(interaction, stale)

    async def _show(self, interaction: Asked, asked: HintAsked) -> None:
        found = await self._found(interaction, asked)
        if isinstance(found, RanOut):
            await show_pondered(interaction, note_panel(too_late(found.match)))
            return
        given, reasons = found
        scene = await for_one(interaction, hint_scene(given.match, given.hint.turn))
        picture = hint_picture(given.match, scene, await self.bot.studio.picture(scene))
        await show_pondered(interaction, hint_panel(given, reasons, picture), picture)

    async def _found(
        self, interaction: Asked, asked: HintAsked
    ) -> tuple[Given, tuple[Reason, ...]] | RanOut:
        """Give the hint with its reasons: the one given here before, or a new one, counted."""
        match, position = asked.match, asked.match.position
        if asked.given is not None:
            job = partial(explain, position, asked.given.turn)
            reasons = await pondered(interaction, job, THINKING)
            return Given(match, asked.given, asked.left), reasons
        advice = await pondered(interaction, partial(advise, position, tuple(asked.past)), THINKING)
        user = noted(interaction)
        given = await self.bot.host.hints.give(
            user, match.id, asked.moment, advice.turn, advice.wins_in
        )
        return given if isinstance(given, RanOut) else (given, advice.reasons)


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(HintsCog(bot))
