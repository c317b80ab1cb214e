"""`/help`: the game and the commands on one screen."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import BoopBot
from cogs.ui.help import Where, help_view, short_view
from cogs.ui.presses import Deed, Press
from cogs.ui.rules import ruleset_here
from cogs.ui.rulesets import DEFAULT

Asked = discord.Interaction[BoopBot]


class HelpCog(commands.Cog, name="Help"):
    """Explains."""

    def __init__(self, bot: BoopBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Say what the button below a bed does."""
        self.bot.presses[Deed.EXPLAIN.value] = self.explain_pressed

    @app_commands.command(name="help")
    async def help(self, interaction: Asked) -> None:
        """Explain boop and the commands."""
        where = Where.DIRECT if interaction.guild_id is None else Where.SERVER
        await _explain(interaction, help_view(await ruleset_here(interaction), where))

    async def explain_pressed(self, interaction: Asked, press: Press) -> None:
        """Explain to the one who pressed, by the rules of the match they pressed it at."""
        ruleset = press.facts[0] if press.facts else DEFAULT.name
        await _explain(interaction, short_view(ruleset))


async def _explain(interaction: Asked, view: discord.ui.LayoutView) -> None:
    await interaction.response.send_message(view=view, ephemeral=True)


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(HelpCog(bot))
