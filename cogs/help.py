"""`/help`: the game and the commands on one screen."""

from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import BoopBot
from cogs.ui.presses import Deed, Press
from cogs.ui.rules import ACCENT, IN_SHORT, VARIANTS
from cogs.ui.rulesets import DEFAULT

_COMMANDS: Final = """### The commands
`/challenge` a friend, or anyone here; they press **Accept**, and a thread opens for the match.
**Place** below the bed, or `/place c3`, places a piece. Squares are a column `a`–`f` and a row \
`1`–`6`; `a1` is top left. If a move leaves you a choice, press the button with its letter.
`/games` lists your matches, yours to move first. `/board` shows the bed again (`text:true` \
in letters and words), \
`/export` sends a match as a text file.
`/replay` looks back at a match, turn by turn or as a film.
`/preferences` lets **Place** play at once, without a look ahead.
`/resign` gives a match up, after a question. `/rules` shows all the rules, with pictures.
-# Take your time: a move at lunch and one at night is just right."""

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
        await _explain(interaction, DEFAULT.name)

    async def explain_pressed(self, interaction: Asked, press: Press) -> None:
        """Explain to the one who pressed, and what is different in the match they play."""
        await _explain(interaction, press.facts[0] if press.facts else DEFAULT.name)


async def _explain(interaction: Asked, ruleset: str) -> None:
    view = discord.ui.LayoutView(timeout=None)
    container: discord.ui.Container[Any] = discord.ui.Container(accent_colour=ACCENT)
    variant = VARIANTS.get(ruleset)
    if variant is not None:
        container.add_item(discord.ui.TextDisplay(f"### {variant.title}\n{variant.text}"))
        container.add_item(discord.ui.Separator())
    container.add_item(discord.ui.TextDisplay(IN_SHORT))
    container.add_item(discord.ui.Separator())
    container.add_item(discord.ui.TextDisplay(_COMMANDS))
    view.add_item(container)
    await interaction.response.send_message(view=view, ephemeral=True)


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(HelpCog(bot))
