"""A director for a bot in this process: it moves the clock as the control socket does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.cli.seeding import seed
from bot.match.identity import ChannelId, GuildId, InServer, UserId
from tests.kit.tables import Table


@dataclass(frozen=True, slots=True)
class TableDirector:
    """Moves the clock of the bot, and runs everything that is due."""

    table: Table

    async def now(self) -> float:
        return self.table.clock.now()

    async def advance(self, seconds: float) -> float:
        await self.table.pass_time(seconds)
        return self.table.clock.now()

    async def until_deadline(self) -> float | None:
        deadline = await self.table.services.clocks.next_deadline()
        return None if deadline is None else max(0.0, deadline - self.table.clock.now())

    async def seed(self, kind: str, guild: int, channel: int, users: Sequence[int]) -> str | None:
        place = InServer(GuildId(guild), ChannelId(channel))
        return await seed(self.table.services, kind, place, list(map(UserId, users)))
