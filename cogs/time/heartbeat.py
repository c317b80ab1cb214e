"""The heartbeat: it is recorded that people can reach the bot, whatever else takes long."""

from typing import Final

import structlog
from discord.ext import commands, tasks

from bot.app import BoopBot
from bot.errors import NotStored

EVERY: Final = 2.0
"""Seconds between two looks at whether a heartbeat is to be recorded."""

_log: Final = structlog.get_logger(__name__)


class HeartbeatCog(commands.Cog, name="Heartbeat"):
    """Records that the bot is there, so that no outage is seen where there was none."""

    def __init__(self, bot: BoopBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Begin to beat."""
        self._heart.start()

    async def cog_unload(self) -> None:
        """Stop beating."""
        self._heart.cancel()

    @tasks.loop(seconds=EVERY)
    async def _heart(self) -> None:
        try:
            if self.bot.is_connected():
                await self.bot.beat()
        except NotStored:
            pass  # Whoever keeps the lead logs it.
        except Exception:
            _log.exception("heartbeat failed")

    @_heart.before_loop
    async def _ready(self) -> None:
        await self.bot.wait_until_ready()


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(HeartbeatCog(bot))
