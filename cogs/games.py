"""`/games`, `/board` and `/resign`: one's matches, their beds, and giving one up."""

import asyncio
from contextlib import suppress
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import BoopBot
from bot.host.errors import SeveralMatches
from bot.match.calling_off import may_call_off
from bot.match.identity import MatchId, UserId
from bot.match.match import Match
from bot.match.outcome import Why
from bot.match.playing import authorise_player
from cogs.ui.arguments import MatchArgument, place_of
from cogs.ui.calling_off import call_off_panel
from cogs.ui.names import noted
from cogs.ui.panels import match_panel, note_panel, resign_panel
from cogs.ui.presses import Deed, Press
from cogs.ui.publishing import publish_match
from cogs.ui.showing import (
    answer_privately,
    answer_with_bed,
    answer_with_look,
    link_to,
    lives_here,
    show_panel,
    too_late,
)
from cogs.ui.text_board import IN_TEXT, answer_with_text
from cogs.ui.words import mention, moment

MOST_LISTED: Final = 20
HEAL_WITHIN: Final = 1.2
"""Seconds that the bed's own message gets before the answer; what is late the sweeper does."""

Asked = discord.Interaction[BoopBot]


class GamesCog(commands.Cog, name="Games"):
    """Lists matches, shows them, and ends them when asked."""

    def __init__(self, bot: BoopBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Say what the buttons do."""
        self.bot.presses[Deed.SHOW.value] = self.show_chosen
        self.bot.presses[Deed.RESIGN.value] = self.ask_to_resign
        self.bot.presses[Deed.RESIGN_IN.value] = self.ask_to_resign_chosen
        self.bot.presses[Deed.REALLY_RESIGN.value] = self.really_resign
        self.bot.presses[Deed.KEEP_PLAYING.value] = self.keep_playing

    @app_commands.command(name="games")
    async def games(self, interaction: Asked) -> None:
        """List your matches, those that wait for you first."""
        user = noted(interaction)
        live = await self.bot.host.matches.live_of(user)
        if not live:
            text = "You have no match going on. Start one with `/challenge`."
            await show_panel(interaction, note_panel(text))
            return
        lines = [await self._line(match, user) for match in live[:MOST_LISTED]]
        if len(live) > MOST_LISTED:
            lines.append(f"… and {len(live) - MOST_LISTED} more.")
        await show_panel(interaction, note_panel("### Your matches\n" + "\n".join(lines)))

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
        meant = await self._meant(interaction, match, Deed.SHOW, *([IN_TEXT] if text else []))
        if meant is not None and text:
            await answer_with_text(interaction, meant)
        elif meant is not None:
            await self._show(interaction, meant)

    @app_commands.command(name="resign")
    @app_commands.describe(match="The match, if you mean another than this thread's")
    async def resign(
        self,
        interaction: Asked,
        match: app_commands.Transform[MatchId, MatchArgument] | None = None,
    ) -> None:
        """Give a match up; asks first."""
        meant = await self._meant(interaction, match, Deed.RESIGN_IN)
        if meant is not None:
            await self._ask(interaction, meant, noted(interaction))

    async def show_chosen(self, interaction: Asked, press: Press) -> None:
        """Show the match that was chosen from the list."""
        match = await self.bot.host.matches.find(MatchId(int(press.chosen[0])))
        if IN_TEXT in press.facts:
            await answer_with_text(interaction, match)
        else:
            await self._show(interaction, match)

    async def ask_to_resign(self, interaction: Asked, press: Press) -> None:
        """Ask whether the match of this bed is to be resigned."""
        user = noted(interaction)
        match = await self.bot.host.matches.find(MatchId(int(press.facts[0])))
        await self._ask(interaction, match, user)

    async def ask_to_resign_chosen(self, interaction: Asked, press: Press) -> None:
        """Ask whether the match that was chosen from the list is to be resigned."""
        user = noted(interaction)
        match = await self.bot.host.matches.find(MatchId(int(press.chosen[0])))
        await self._ask(interaction, match, user)

    async def really_resign(self, interaction: Asked, press: Press) -> None:
        """Resign."""
        match = await self.bot.host.matches.resign(noted(interaction), MatchId(int(press.facts[0])))
        resigned = match.outcome is not None and match.outcome.why is Why.RESIGNATION
        text = f"You resigned **#{match.id}**." if resigned else too_late(match)
        await answer_privately(interaction, match, text)

    async def keep_playing(self, interaction: Asked, press: Press) -> None:
        """Leave everything as it is."""
        match = await self.bot.host.matches.find(MatchId(int(press.facts[0])))
        goes_on = "goes on" if match.outcome is None else "is over already"
        await show_panel(interaction, note_panel(f"Good. **#{match.id}** {goes_on}."))

    async def _meant(
        self, interaction: Asked, named: MatchId | None, deed: Deed, *facts: str
    ) -> Match | None:
        """Give the match that is meant; where it could be several, ask, and give none."""
        user = noted(interaction)
        try:
            return await self.bot.host.matches.to_see(user, place_of(interaction), named)
        except SeveralMatches as several:
            await show_panel(interaction, match_panel(several.matches, user, deed, *facts))
            return None

    async def _ask(self, interaction: Asked, match: Match, user: UserId) -> None:
        authorise_player(match, user)
        ask = call_off_panel if may_call_off(match) else resign_panel
        await show_panel(interaction, ask(match, user))

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

    async def _line(self, match: Match, user: UserId) -> str:
        mine = match.to_move == user
        whose = "**your turn**" if mine else "their turn"
        link = await link_to(self.bot, match)
        opponent = mention(match.opponent_of(user))
        mark = "▶️" if mine else "⏳"
        deadline = match.clock.deadline
        since = moment(match.changed_at)
        until = f"time runs out {moment(deadline)}" if deadline else f"last move {since}"
        return f"{mark} **#{match.id}** against {opponent}: {whose}, {until} · {link}"


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(GamesCog(bot))
