"""`/board`: the bed of a match, shown again."""

import asyncio
from contextlib import suppress
from typing import Final

import discord
from discord import app_commands

from bot.app import BoopBot
from bot.host.access import Who
from bot.match.identity import MatchId, UserId
from bot.match.match import Match
from cogs.core.actions import ActionContext, Cog, action
from cogs.ui.arguments import MatchArgument
from cogs.ui.publishing import publish_match
from cogs.ui.showing import answer_with_bed, answer_with_look, lives_here
from cogs.ui.text_board import BoardManner, answer_with_text
from cogs.ui.which_match import match_meant

HEAL_WITHIN: Final = 1.2
"""Seconds that the bed's own message gets before the answer; what is late the sweeper does."""

Asked = discord.Interaction[BoopBot]


class BoardCog(Cog, name="Board"):
    """Shows beds."""

    @app_commands.command(name="board")
    @app_commands.describe(
        match="The match, if you mean another than this thread's",
        text="Letters and words in place of the picture, for screen readers and slow lines",
    )
    async def board(
        self,
        interaction: Asked,
        match: app_commands.Transform[MatchId, MatchArgument] | None = None,
        text: bool = False,  # noqa: FBT001 - Discord's own kind of option
    ) -> None:
        """Show the bed again."""
        manner = BoardManner.TEXT if text else BoardManner.PICTURE
        meant = await match_meant(interaction, match, "show", manner=manner)
        if meant is not None and text:
            await answer_with_text(interaction, meant)
        elif meant is not None:
            await self._show(interaction, meant)

    @action("show", who=Who.PLAYERS)
    async def show_chosen(
        self, context: ActionContext, manner: BoardManner, *, chosen: MatchId
    ) -> None:
        """Show the match that was chosen from the list."""
        match = await self.bot.host.matches.find(chosen)
        if manner is BoardManner.TEXT:
            await answer_with_text(context.interaction, match)
        else:
            await self._show(context.interaction, match)

    async def _show(self, interaction: Asked, match: Match) -> None:
        """Show the bed anew where it lives, or to this person alone.

        Only a player moves the bed to the end of the thread, or heals a lost one.
        """
        is_command = interaction.type is discord.InteractionType.application_command
        is_player = match.seat_of(UserId(interaction.user.id)) is not None
        if is_command and is_player and lives_here(interaction, match):
            await answer_with_bed(interaction, match)
            return
        if is_player:
            await self.bot.host.outbox.show_again(match.id)
            with suppress(TimeoutError):
                async with asyncio.timeout(HEAL_WITHIN):
                    await publish_match(self.bot, match.id)
        await answer_with_look(interaction, match)


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(BoardCog(bot))
