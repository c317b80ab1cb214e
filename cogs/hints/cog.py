"""`/hint`, and **Hint** behind **More**: the best turn, on a picture and with the reason."""

from functools import partial

import discord
from discord import app_commands

from bot.app import BoopBot
from bot.engine.reasons import Reason
from bot.features.hints.engine_requests import advise, explain
from bot.features.hints.service import Given, HintRequest
from bot.features.matches.access import Who
from bot.features.matches.errors import SeveralMatches
from bot.match.identity import MatchId
from bot.match.playing import RanOut
from bot.text import translate
from cogs.core.access import viewer_of
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.answering import show_panel, too_late
from cogs.core.arguments import MatchArgument
from cogs.core.names import user_of
from cogs.core.panels import match_panel, note_panel
from cogs.core.pondering import failing_in_place, pondered, show_pondered
from cogs.core.themes import for_one
from cogs.hints.views import FAILED, THINKING, hint_panel, hint_picture, hint_scene, measured_panel

Interaction = discord.Interaction[BoopBot]


class HintsCog(Cog, name="Hints"):
    """Recommends turns in casual matches."""

    @app_commands.command(name="hint")
    @app_commands.describe(match="Which match; by default, this thread's")
    async def hint(
        self,
        interaction: Interaction,
        match: app_commands.Transform[MatchId, MatchArgument] | None = None,
    ) -> None:
        """See your best turn in a casual match, and why; only you see it."""
        user = user_of(interaction)
        try:
            resolved = await self.bot.services.matches.resolve_to_play(
                viewer_of(interaction), match
            )
        except SeveralMatches as several:
            await show_panel(interaction, match_panel(several.matches, user, "hint-in"))
            return
        await self._answer(interaction, resolved.id)

    @action("hint", who=Who.PLAYERS)
    async def ask(self, context: ActionContext, match: MatchId) -> None:
        """Give a hint in the match that the button names."""
        await self._answer(context.interaction, match)

    @action("hint-in", who=Who.PLAYERS)
    async def ask_in(self, context: ActionContext, *, chosen: MatchId) -> None:
        """Give a hint in the match that was chosen from the list."""
        await self._answer(context.interaction, chosen)

    @action("hint-anyway", who=Who.PLAYERS)
    async def ask_anyway(self, context: ActionContext, match: MatchId) -> None:
        """Give a hint though the match counts for the practice rating no more then."""
        request = await self.bot.services.hints.ask(context.user, match)
        await self._think(context.interaction, request)

    async def _answer(self, interaction: Interaction, number: MatchId) -> None:
        """Give a hint, after a question where it costs the practice rating."""
        request = await self.bot.services.hints.ask(user_of(interaction), number)
        if request.ends_measuring:
            await show_panel(interaction, measured_panel(request.match))
            return
        await self._think(interaction, request)

    async def _think(self, interaction: Interaction, request: HintRequest) -> None:
        async with self.bot.working(), failing_in_place(interaction, translate(FAILED)):
            await self._show(interaction, request)

    async def _show(self, interaction: Interaction, request: HintRequest) -> None:
        found = await self._found(interaction, request)
        if isinstance(found, RanOut):
            await show_pondered(interaction, note_panel(too_late(found.match)))
            return
        given, reasons = found
        scene = await for_one(interaction, hint_scene(given.match, given.hint.turn))
        picture = hint_picture(given.match, scene, await self.bot.studio.picture(scene))
        await show_pondered(interaction, hint_panel(given, reasons, picture), picture)

    async def _found(
        self, interaction: Interaction, request: HintRequest
    ) -> tuple[Given, tuple[Reason, ...]] | RanOut:
        """Return the hint with its reasons: the one given here before, or a new one, counted."""
        match, position = request.match, request.match.position
        if request.given is not None:
            job = partial(explain, position, request.given.turn)
            reasons = await pondered(interaction, job, translate(THINKING))
            return Given(match, request.given, request.left), reasons
        advising = partial(advise, position, tuple(request.past))
        advice = await pondered(interaction, advising, translate(THINKING))
        user = user_of(interaction)
        given = await self.bot.services.hints.give(
            user, match.id, request.moment, advice.turn, advice.wins_in
        )
        return given if isinstance(given, RanOut) else (given, advice.reasons)


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(HintsCog(bot))
