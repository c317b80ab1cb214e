"""A bot in one of several processes: it connects the shards that its process holds.

discord.py's `AutoShardedClient` launches all of its shards once, at its start. `launch_shard` does
well at any time, though; what is missing is to drop a shard again, and to say when the bot is ready
(docs/decisions/shards-are-adopted-by-a-running-bot.md).
"""

import asyncio
from collections.abc import Collection
from types import SimpleNamespace
from typing import Final, Never

import aiohttp
import discord
import structlog
import yarl

from bot.app import GUILD_PATIENCE, BoopBot
from bot.db.errors import StorageFailing
from bot.errors import NotStored
from bot.jobs.fleet import Fleet
from bot.match.identity import GuildId
from bot.metrics import Metering
from bot.ratelimits import Share
from bot.services import Services
from render.studio import Studio

REQUESTS: Final = 50
"""Requests a second that Discord allows a token."""
LETTING_GO: Final = 10.0
"""Seconds that jobs under way get before their shard is given to another process."""
LONGEST_NAP: Final = 60.0
"""Seconds between two looks at whether sessions may be started again."""
_SHARD_BITS: Final = 22
"""How far to the right the number of a server is moved to find its shard."""
_SAFE: Final = frozenset({"GET", "HEAD"})

_log: Final = structlog.get_logger(__name__)


class ShardedBot(BoopBot):
    """The bot where several processes share the shards.

    `shards` is how many there are to be; None has Discord say it. `share` is what this process may
    send of what Discord allows all; None if something else sees to that.
    """

    def __init__(
        self,
        services: Services,
        fleet: Fleet,
        studio: Studio,
        guild_ready_timeout: float = GUILD_PATIENCE,
        metering: Metering | None = None,
        *,
        shards: int | None = None,
        share: Share | None = None,
    ) -> None:
        super().__init__(services, studio, guild_ready_timeout, metering)
        self._fleet = fleet
        self._wanted_shards = shards
        self._share = share
        self._gateway = yarl.URL()
        self._launched: set[int] = set()
        """The shards that were connected, or are about to be."""
        self._reported: set[int] = set()
        """Those whose servers Discord has reported."""
        self._reached: frozenset[int] = frozenset()
        """Those whose servers are looked after here."""
        self._news = asyncio.Event()
        """Set when Discord has reported the servers of a shard."""
        self.trace.on_request_start.append(self._before_a_request)
        fleet.is_connected = self.is_connected

    def serves(self, guild: GuildId | None) -> bool:
        """Return whether this process looks after a server; None is for direct messages."""
        return self._shard_of(guild) in self._reached

    @property
    def reached(self) -> frozenset[int]:
        """The shards whose servers are looked after here."""
        return self._reached

    def is_connected(self) -> bool:
        """Return whether Discord reaches this process by the shards that it looks after."""
        shards = self.shards
        return (bool(self._reached) or not self._fleet.held) and not any(
            number not in shards or shards[number].is_closed() for number in self._reached
        )

    def is_everybody_connected(self) -> bool:
        """Return whether Discord reaches some process by every shard."""
        return self.is_connected() and self._fleet.is_whole

    def _shard_of(self, guild: GuildId | None) -> int:
        return ((guild or 0) >> _SHARD_BITS) % (self.shard_count or 1)

    async def _join(self) -> None:
        """Have the shards shared, as many as there are to be, unless others share another number.

        What others have left is taken up, and the commands are synced, with the shards.
        """
        advised, gateway, _ = await self.http.get_bot_gateway()
        wanted = max(self._wanted_shards or advised, self._fleet.expected)
        total = await self._fleet.share(wanted)
        self._gateway = yarl.URL(gateway)
        self.shard_count = self._connection.shard_count = total
        await self._fleet.hurry()

    async def launch_shards(self) -> None:
        """Launch none: `keep_shards` does."""

    async def launch_shard(
        self, gateway: yarl.URL, shard_id: int, *, initial: bool = False
    ) -> None:
        """Launch a shard, unless it was let go since this was tried the last time."""
        if shard_id in self._launched:
            await super().launch_shard(gateway, shard_id, initial=initial)

    async def keep_shards(self) -> Never:
        """Connect the shards that this process holds, and let go of those that others get."""
        fleet = self._fleet
        while True:
            fleet.changed.clear()
            wanted = fleet.held - fleet.to_release
            if leaving := self._launched - wanted:
                await self._let_go(leaving)
            elif coming := wanted - self._launched:
                await self._adopt(coming)
            else:
                await fleet.changed.wait()

    async def _adopt(self, coming: Collection[int]) -> None:
        """Connect shards, one after the other, and look after their servers from then on."""
        # What the process before has left is taken up before anything new comes in.
        await self.until_stored(self.services.outbox.resume)
        if 0 in coming:
            await self._sync()
        for number in sorted(coming):
            self._launched.add(number)
            await self.launch_shard(self._gateway, number)
        while not self._reported >= (left := set(coming) & self._fleet.held):
            self._news.clear()
            await self._news.wait()
        self._reached |= left
        # Nothing may be done for a server before it is known whether it is there.
        await self.until_stored(self.find_servers)
        self._fleet.served |= left
        await self.until_stored(self._fleet.renew)
        _log.info("shards adopted", shards=sorted(left), guilds=len(self.guilds))
        self._connection.call_handlers("ready")
        self.dispatch("ready")

    async def _sync(self) -> None:
        """Sync the commands, which one process does; it is not worth dying for."""
        try:
            await self.underway.run(self._sync_if_changed)
        except (discord.HTTPException, aiohttp.ClientError, OSError, NotStored):
            _log.exception("commands not synced")

    async def _let_go(self, leaving: Collection[int]) -> None:
        """Give shards to others, once what is being done for their servers is done."""
        leaving = frozenset(leaving)
        self._reached -= leaving
        self._fleet.served -= leaving
        # From here on nothing of theirs is claimed.
        await self.until_stored(self._fleet.renew)
        try:
            async with asyncio.timeout(LETTING_GO):
                await self.services.jobs.wait()
        except TimeoutError:
            _log.warning("shards are given away while their jobs are done", shards=sorted(leaving))
        for number in leaving:
            await self._disconnect(number)
        self._fleet.released |= leaving
        await self.until_stored(self._fleet.renew)
        self._fleet.released -= leaving
        _log.info("shards given away", shards=sorted(leaving))

    async def _disconnect(self, number: int) -> None:
        """Close the connection of a shard and forget its servers."""
        self._launched.discard(number)
        self._reported.discard(number)
        shard = self.get_shard(number)
        if shard is None:
            return
        await shard.disconnect()
        # discord.py knows no public way to drop a shard and the servers that it reported.
        self._AutoShardedClient__shards.pop(number, None)  # type: ignore[attr-defined]
        for guild in [each for each in self.guilds if each.shard_id == number]:
            self._connection._remove_guild(guild)  # noqa: SLF001

    async def on_shard_ready(self, shard_id: int) -> None:
        """Hear that Discord has reported all servers of a shard."""
        if shard_id in self._reached:
            # It was connected anew, so everything there may have changed.
            self.dispatch("ready")
        self._reported.add(shard_id)
        self._news.set()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for the turn of a shard's bucket, which all processes share."""
        if shard_id is None or shard_id not in self._launched:
            # The library then gives up a shard that it was about to connect again.
            raise asyncio.CancelledError
        limits = await self.fetch_session_start_limits()
        while limits.remaining <= 0:
            _log.error("no more sessions today", seconds=limits.reset_after / 1000)
            await asyncio.sleep(min(limits.reset_after / 1000 + 1, LONGEST_NAP))
            limits = await self.fetch_session_start_limits()
        bucket = shard_id % limits.max_concurrency
        while True:
            seconds = await self.until_stored(lambda: self._fleet.take_turn(bucket))
            if not seconds:
                return
            await asyncio.sleep(seconds)

    async def _before_a_request(
        self,
        _session: aiohttp.ClientSession,
        _context: SimpleNamespace,
        request: aiohttp.TraceRequestStartParams,
    ) -> None:
        """Keep to the share of this process, and send nothing that it may not send any more.

        It may have been stopped for so long that others do its work. Answers are neither counted by
        Discord nor anybody else's.
        """
        path = request.url.path
        if "/api/" not in path or "/interactions/" in path or "/webhooks/" in path:
            return
        if request.method not in _SAFE and not self._fleet.is_sure:
            raise StorageFailing("this process has not renewed its lease")
        if self._share is not None:
            await self._share.take()


def share_of(processes: int) -> Share:
    """Return the share of each of so many processes of what Discord allows a token."""
    return Share(max(1, REQUESTS // processes))
