"""**Next**, and `/next`: the way to the match that waits for one's turn."""

import discord
from discord import app_commands

from bot.app import BoopBot
from bot.host.games import NothingWaits
from bot.match.identity import Instant, MatchId
from bot.match.terms import HomeKind
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.codecs import EpochSeconds
from cogs.ui.arguments import place_of
from cogs.ui.bed import picture_of, scene_of
from cogs.ui.failing import say_privately
from cogs.ui.healing import is_posted_anew
from cogs.ui.links import link_of
from cogs.ui.names import noted
from cogs.ui.next import next_panel, nothing_waits
from cogs.ui.panels import note_panel
from cogs.ui.publishing import publish_match
from cogs.ui.servers import server_name
from cogs.ui.showing import show_panel
from cogs.ui.themes import for_one

Asked = discord.Interaction[BoopBot]


class NextCog(Cog, name="Next"):
    """Leads people through the matches that wait for them, in whatever server they are."""

    @app_commands.command(name="next")
    async def next(self, interaction: Asked) -> None:
        """Go to the next match that waits for your turn."""
        here = await self.bot.host.matches.of_thread(place_of(interaction))
        await self._lead(interaction, here.id if here else None)

    @action("next")
    async def go_on(
        self,
        context: ActionContext,
        left: MatchId | None = None,
        until: EpochSeconds | None = None,
    ) -> None:
        """Leave the match of the button, if it has one, and go on to the next."""
        moment = None if until is None else Instant(float(until))
        await self._lead(context.interaction, left, moment)

    async def _lead(
        self, interaction: Asked, left: MatchId | None, until: Instant | None = None
    ) -> None:
        found = await self.bot.host.games.next_turn(noted(interaction), left, until)
        if isinstance(found, NothingWaits):
            if found.left_waits:
                await say_privately(interaction, nothing_waits(found))
            else:
                await show_panel(interaction, note_panel(nothing_waits(found)))
            return
        match = found.work.match
        if await is_posted_anew(self.bot, match):
            await publish_match(self.bot, match.id)
        work = await self.bot.host.outbox.work_of(match.id)
        scene = await for_one(interaction, scene_of(match))
        picture = picture_of(match, scene, await self.bot.studio.picture(scene))
        is_direct = match.home.kind is HomeKind.DIRECT
        server = "your direct messages" if is_direct else server_name(self.bot, match.home.guild)
        panel = next_panel(found, server, picture, link_of(match, work, noted(interaction)))
        await show_panel(interaction, panel, picture)


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(NextCog(bot))
