"""`/replay`: looking back at a match, turn by turn or as a film."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import BoopBot
from bot.host.errors import SeveralMatches
from bot.host.replays import MatchRecord
from bot.match.identity import MatchId
from cogs.ui.access import viewer_of
from cogs.ui.errors import NoSuchTurn, NothingToReplay
from cogs.ui.filming import answer_with_film
from cogs.ui.forms import open_form
from cogs.ui.names import noted
from cogs.ui.panels import match_panel
from cogs.ui.past_matches import PastMatchArgument
from cogs.ui.presses import Deed, Press
from cogs.ui.replay import (
    BETTER,
    LATEST,
    better_at,
    better_scene,
    jump_form,
    picture_at,
    replay_view,
    scene_at,
)
from cogs.ui.showing import show_panel
from cogs.ui.themes import for_one, private_theme

Asked = discord.Interaction[BoopBot]


class ReplayCog(commands.Cog, name="Replay"):
    """Shows matches from their first turn on, each person in a viewer of their own."""

    def __init__(self, bot: BoopBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Say what the viewer's buttons, menu and form do."""
        self.bot.presses[Deed.REPLAY.value] = self.go_to
        self.bot.presses[Deed.REPLAY_IN.value] = self.open_chosen
        self.bot.presses[Deed.REPLAY_JUMP.value] = self.ask_where_to
        self.bot.presses[Deed.REPLAY_JUMPED.value] = self.jump
        self.bot.presses[Deed.ANIMATE.value] = self.animate

    @app_commands.command(name="replay")
    @app_commands.describe(match="The match, if you mean another than this thread's")
    async def replay(
        self,
        interaction: Asked,
        match: app_commands.Transform[MatchId, PastMatchArgument] | None = None,
    ) -> None:
        """Look back at a match, turn by turn or as a film."""
        user = noted(interaction)
        try:
            record = await self._record(interaction, match)
        except SeveralMatches as several:
            question = match_panel(several.matches, user, Deed.REPLAY_IN)
            await show_panel(interaction, question)
            return
        await self._open(interaction, record)

    async def open_chosen(self, interaction: Asked, press: Press) -> None:
        """Open the viewer on the match that was chosen from the list."""
        await self._open(
            interaction, await self._record(interaction, MatchId(int(press.chosen[0])))
        )

    async def go_to(self, interaction: Asked, press: Press) -> None:
        """Show another turn; a press below a bed opens a viewer."""
        number, *where = press.facts
        record = await self._record(interaction, MatchId(int(number)))
        if not where:
            await self._open(interaction, record)
            return
        last = len(record.steps)
        ply = last if where[0] == LATEST else int(where[0])
        if BETTER in where[1:]:
            await self._show_better(interaction, record, ply)
        else:
            await self._show(interaction, record, ply)

    async def ask_where_to(self, interaction: Asked, press: Press) -> None:
        """Let the form pop up that asks for the number of a turn."""
        number, ply = press.facts
        record = await self._record(interaction, MatchId(int(number)))
        form = jump_form(record, int(ply), noted(interaction), interaction.id)
        await open_form(interaction, form)

    async def jump(self, interaction: Asked, press: Press) -> None:
        """Show the turn whose number was typed."""
        record = await self._record(interaction, MatchId(int(press.facts[0])))
        typed, last = press.filled["turn"].strip().removeprefix("#"), len(record.steps)
        if not (typed.isascii() and typed.isdigit()) or int(typed) > last:
            raise NoSuchTurn(record.match, press.filled["turn"], last)
        await self._show(interaction, record, int(typed))

    async def animate(self, interaction: Asked, press: Press) -> None:
        """Send the film."""
        noted(interaction)
        record = await self._record(interaction, MatchId(int(press.facts[0])))
        await answer_with_film(interaction, record, await private_theme(interaction))

    async def _record(self, interaction: Asked, named: MatchId | None) -> MatchRecord:
        """Give the record of a match that this person may look back at and that has turns."""
        replays = self.bot.host.replays
        noted(interaction)
        match = await replays.to_replay(viewer_of(interaction), named)
        record = await replays.record(match.id)
        if not record.steps:
            raise NothingToReplay(record.match)
        return record

    async def _open(self, interaction: Asked, record: MatchRecord) -> None:
        """Open the viewer: on the start of what is over, on the last turn of what goes on."""
        await self._show(interaction, record, 0 if record.match.outcome else len(record.steps))

    async def _show(self, interaction: Asked, record: MatchRecord, ply: int) -> None:
        ply = min(ply, len(record.steps))
        scene = await for_one(interaction, scene_at(record, ply))
        picture = picture_at(record, ply, scene, await self.bot.studio.picture(scene))
        analysis = await self.bot.host.analyses.find(record)
        await show_panel(interaction, replay_view(record, ply, picture, analysis), picture)

    async def _show_better(self, interaction: Asked, record: MatchRecord, ply: int) -> None:
        """Show what would have been better than a turn, or the turn where nothing is known."""
        analysis = await self.bot.host.analyses.find(record)
        better = better_at(record, ply, analysis)
        if better is None:
            await self._show(interaction, record, ply)
            return
        scene = await for_one(interaction, better_scene(better))
        picture = picture_at(record, ply, scene, await self.bot.studio.picture(scene))
        view = replay_view(record, ply, picture, analysis, better)
        await show_panel(interaction, view, picture)


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(ReplayCog(bot))
