"""`/challenges`: one's open challenges in this server, to be answered or cancelled."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import BoopBot
from bot.match.challenge_errors import ChallengeClosed
from bot.match.identity import ChallengeId
from cogs.ui.answering_challenges import refuse_closed
from cogs.ui.arguments import server_guild_of
from cogs.ui.challenge import challenge_message
from cogs.ui.challenges import challenges_panel
from cogs.ui.names import noted
from cogs.ui.presses import Deed, Press
from cogs.ui.showing import show_panel

Asked = discord.Interaction[BoopBot]


class ChallengesCog(commands.Cog, name="Challenges"):
    """Lists challenges that are open, so that none is lost among messages."""

    def __init__(self, bot: BoopBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Say what the menu does."""
        self.bot.presses[Deed.CHALLENGE_IN.value] = self.look

    @app_commands.command(name="challenges")
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    async def challenges(self, interaction: Asked) -> None:
        """List your open challenges here, and answer or cancel one."""
        user, guild = noted(interaction), server_guild_of(interaction)
        found = await self.bot.host.challenges.open_of(user, guild)
        await show_panel(interaction, challenges_panel(found, user))

    async def look(self, interaction: Asked, press: Press) -> None:
        """Show the challenge that was chosen with its buttons, in private."""
        noted(interaction)
        try:
            posted = await self.bot.host.challenges.find_open(ChallengeId(int(press.chosen[0])))
        except ChallengeClosed as closed:
            await refuse_closed(interaction, closed)
            return
        at_stake = await self.bot.host.ratings.at_stake(posted.challenge)
        view = challenge_message(posted.challenge, posted.earlier, at_stake=at_stake)
        await show_panel(interaction, view)


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(ChallengesCog(bot))
