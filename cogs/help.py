"""`/help`: the game and the commands on one screen."""

import discord
from discord import app_commands

from bot.app import BoopBot
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.codecs import RulesetName
from cogs.ui.help import Where, help_view, short_view
from cogs.ui.rules import ruleset_here

Asked = discord.Interaction[BoopBot]


class HelpCog(Cog, name="Help"):
    """Explains."""

    @app_commands.command(name="help")
    async def help(self, interaction: Asked) -> None:
        """Explain boop and the commands."""
        where = Where.DIRECT if interaction.guild_id is None else Where.SERVER
        await _explain(interaction, help_view(await ruleset_here(interaction), where))

    @action("explain")
    async def explain_pressed(self, context: ActionContext, ruleset: RulesetName) -> None:
        """Explain to the one who pressed, by the rules of the match they pressed it at."""
        await _explain(context.interaction, short_view(ruleset))


async def _explain(interaction: Asked, view: discord.ui.LayoutView) -> None:
    await interaction.response.send_message(view=view, ephemeral=True)


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(HelpCog(bot))
