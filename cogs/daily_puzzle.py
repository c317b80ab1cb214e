"""The puzzle of the day, posted by itself where a server wants it."""

from discord.ext import commands

from bot.app import BoopBot
from cogs.ui.puzzle_posting import post_puzzles


class DailyPuzzleCog(commands.Cog, name="Daily puzzle"):
    """Tells servers their puzzle of the day."""

    def __init__(self, bot: BoopBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Post what is due."""
        self.bot.askers.append(self.post)

    async def cog_unload(self) -> None:
        """Post no more."""
        self.bot.askers.remove(self.post)

    async def post(self) -> None:
        """Post some of what is due."""
        if self.bot.is_connected():
            await post_puzzles(self.bot)


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(DailyPuzzleCog(bot))
