"""`/challenges`: one's open challenges in this server, to be answered or cancelled."""

import discord
from discord import app_commands

from bot.app import BoopBot
from bot.match.identity import ChallengeId
from cogs.core.actions import ActionContext, Cog, action
from cogs.ui.arguments import server_guild_of
from cogs.ui.challenge import challenge_message
from cogs.ui.challenges import challenges_panel
from cogs.ui.names import noted
from cogs.ui.showing import show_panel

Asked = discord.Interaction[BoopBot]


class ChallengesCog(Cog, name="Challenges"):
    """Lists challenges that are open, so that none is lost among messages."""

    @app_commands.command(name="challenges")
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    async def challenges(self, interaction: Asked) -> None:
        """List your open challenges here, and answer or cancel one."""
        user, guild = noted(interaction), server_guild_of(interaction)
        found = await self.bot.host.challenges.open_of(user, guild)
        await show_panel(interaction, challenges_panel(found, user))

    @action("challenge-in")
    async def look(self, context: ActionContext, *, chosen: ChallengeId) -> None:
        """Show the challenge that was chosen with its buttons, in private."""
        posted = await self.bot.host.challenges.find_open(chosen)
        at_stake = await self.bot.host.ratings.at_stake(posted.challenge)
        view = challenge_message(posted.challenge, posted.earlier, at_stake=at_stake)
        await show_panel(context.interaction, view)


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(ChallengesCog(bot))
