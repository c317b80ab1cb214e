"""A bot in one of several processes: it connects the shards that its process holds.

discord.py's `AutoShardedClient` launches all of its shards once, at its start. A shard can be added
later in the same way. This module adds the missing parts: dropping a shard, and reporting when the
bot is ready (docs/decisions/shards-are-adopted-by-a-running-bot.md).
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Collection
from contextlib import suppress
from functools import partial
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final, Never

import aiohttp
import discord
import structlog
import yarl
from discord.shard import EventItem, EventType

from bot.app import GUILD_PATIENCE, BoopBot
from bot.db.errors import StorageFailing
from bot.db.patience import wait_it_out
from bot.gateway import TRY_AGAIN, ShardConnection
from bot.jobs.clock import elapsed
from bot.jobs.division import DIRECT_SHARD, shard_of
from bot.jobs.fleet import Fleet
from bot.match.identity import GuildId
from bot.ratelimits import RequestShare
from bot.requests import shows_token
from bot.services import Services
from render.studio import Studio

if TYPE_CHECKING:
    from bot.metrics import ProcessMetrics

REQUESTS: Final = 50
"""The requests a second that Discord allows for a token."""
LETTING_GO: Final = 10.0
"""Seconds that running jobs get before their shard is given to another process."""
LAST_ANSWERS: Final = 3.0
"""Seconds in which Discord accepts answers to users who acted before a shard was disconnected."""
KEPT_SHARE: Final = 0.5
"""The share of a day's sessions that is kept back when shards are given to other processes."""
ASKED_EVERY: Final = 60.0
"""Seconds for which to reuse Discord's report if many sessions remain."""
MOST_MEANWHILE: Final = 12
"""The most sessions that shards of one bucket can start in `ASKED_EVERY` seconds."""
LONGEST_NAP: Final = 60.0
"""The longest wait in seconds before another check of the sessions that remain."""
_SAFE: Final = frozenset({"GET", "HEAD"})

_log: Final = structlog.get_logger(__name__)


class ShardedBot(BoopBot):
    """The bot where several processes share the shards.

    `shards` is their number; None means the number that Discord recommends. `share` has the
    requests that Discord allows all processes together, which the living ones divide; None if
    another program limits them.
    """

    def __init__(
        self,
        services: Services,
        fleet: Fleet,
        studio: Studio,
        guild_ready_timeout: float = GUILD_PATIENCE,
        metering: ProcessMetrics | None = None,
        *,
        shards: int | None = None,
        share: RequestShare | None = None,
    ) -> None:
        super().__init__(services, studio, guild_ready_timeout, metering)
        self._fleet = fleet
        self._configured_shards = shards
        self._share = share
        self._gateway = yarl.URL()
        self._launched: set[int] = set()
        """The shards that are connected or being connected."""
        self._reported: set[int] = set()
        """The shards whose servers Discord has reported."""
        self._reached: frozenset[int] = frozenset()
        """The shards whose servers are served here."""
        self._launching: dict[int, asyncio.Task[None]] = {}
        """The shard that is being connected now, if any."""
        self._failures = Counter[int]()
        """The number of failed attempts to connect, by shard."""
        self._limits: discord.SessionStartLimits | None = None
        """Discord's last report of the sessions that may be started, if many were left."""
        self._asked_at = float("-inf")
        self._keeping: asyncio.Task[Any] | None = None
        self._is_stopping = False
        self._news: Final = fleet.changed
        """The fleet's event. It is also set when a shard's servers were reported, or an attempt to
        connect a shard has ended.
        """
        self.trace.on_request_start.append(self._before_a_request)
        self.requests.sharers = lambda: fleet.living
        fleet.is_connected = self.is_in_touch
        fleet.is_reached = self.is_reached

    def serves(self, guild: GuildId) -> bool:
        """Return whether this process serves a server."""
        return self._shard_of(guild) in self._reached

    def serves_direct_messages(self) -> bool:
        """Return whether this process receives direct messages."""
        return DIRECT_SHARD in self._reached

    @property
    def reached(self) -> frozenset[int]:
        """The shards whose servers are served here."""
        return self._reached

    def is_connected(self) -> bool:
        """Return whether Discord reaches this process through the shards that it serves."""
        shards = self.shards
        return (bool(self._reached) or not self._fleet.held) and not any(
            number not in shards or shards[number].is_closed() for number in self._reached
        )

    def is_reached(self) -> bool:
        """Return whether Discord reaches this process through any shard, if it holds one."""
        shards = self.shards
        return not self._fleet.held or any(
            number in shards and not shards[number].is_closed() for number in self._reached
        )

    def is_complete(self) -> bool:
        """Return whether Discord reaches this process through every shard that it holds.

        A process without shards is complete while others serve them all.
        """
        held = self._fleet.held
        return self.is_connected() and (held <= self._reached if held else self._fleet.is_whole)

    async def before_excuse(self) -> None:
        """Leave the answer to another process, if this one may have lost its lease.

        Discord may send an event to both processes, and the first answer counts. So wait before
        telling users that the bot can't answer.
        """
        if not self._fleet.is_sure:
            await wait_it_out()

    def is_every_shard_connected(self) -> bool:
        """Return whether Discord reaches some process through every shard."""
        return self.is_in_touch() and self._fleet.is_whole

    async def can_do_jobs(self) -> bool:
        """Return whether jobs may run; a process without shards does not look for any."""
        return bool(self._reached) and await super().can_do_jobs()

    def _shard_of(self, guild: GuildId) -> int:
        return shard_of(guild, self.shard_count or 1)

    async def close(self) -> None:
        """Close, and connect nothing from then on."""
        self._is_stopping = True
        if self._keeping is not None:
            self._keeping.cancel()
        await super().close()

    async def _join(self) -> None:
        """Find out the number of shards, and join the processes that share them.

        If other processes already use another number, use theirs. The unfinished work of a previous
        process is taken over later, when a shard is connected. The commands are synced with shard
        0.
        """
        advised, gateway, _ = await self.http.get_bot_gateway()
        desired = max(self._configured_shards or advised, self._fleet.expected)
        total = await self._fleet.share(desired)
        self._gateway = yarl.URL(gateway)
        self.shard_count = self._connection.shard_count = total
        self._fleet.hurry()

    async def launch_shards(self) -> None:
        """Launch none: `keep_shards` does."""

    async def keep_shards(self) -> Never:
        """Connect the shards that this process holds, and release those that others get.

        Connect one shard after the other. Serve each as soon as its servers are reported, even
        while the next one is still waiting. This task is cancelled when the bot closes.
        """
        self._keeping = asyncio.current_task()
        try:
            while True:
                self._news.clear()
                to_run = self._fleet.held - self._fleet.to_release
                leaving = frozenset(self._launched - to_run)
                if reported := (self._reported & to_run) - self._reached:
                    await self._serve(reported)
                elif leaving and await self._may_give():
                    # While `_may_give` waited, the fleet may have decided to keep some of them.
                    kept = self._fleet.held - self._fleet.to_release
                    if leaving - kept:
                        await self._let_go(leaving - kept)
                else:
                    if not self._launching and (coming := to_run - self._launched):
                        self._launch(min(coming, key=lambda each: (self._failures[each], each)))
                    await self._wait_for_news(LONGEST_NAP if leaving else None)
        finally:
            await self._stop_launching(self._launched)

    async def _wait_for_news(self, at_most: float | None) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(at_most):
                await self._news.wait()

    async def _may_give(self) -> bool:
        """Return whether shards may be given to other processes. Each starts a new session there.

        A process that ends again and again would use up the sessions of the day. So keep a share of
        them, `KEPT_SHARE`, for shards that no process has.
        """
        try:
            limits = await self._session_starts()
        except (discord.DiscordException, aiohttp.ClientError, OSError):
            return False
        return limits.remaining > limits.total * KEPT_SHARE

    def _launch(self, number: int) -> None:
        self._launched.add(number)
        task = self._launching[number] = asyncio.create_task(self._connect_shard(number))
        task.add_done_callback(lambda _: self._end_launch(number))

    def _end_launch(self, number: int) -> None:
        self._launching.pop(number, None)
        self._news.set()

    async def _stop_launching(self, numbers: Collection[int]) -> None:
        tasks = [task for number, task in self._launching.items() if number in numbers]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _connect_shard(self, number: int) -> None:
        """Connect a shard. If that fails, other shards come first, before the next attempt."""
        try:
            # Take over the previous process's unfinished work before new events come in.
            count = self.shard_count or 1
            await self.until_stored(lambda: self.services.take_over(number, count))
            if number == 0 and not self.is_ending:
                # If that takes long, the shard is connected all the same.
                await self.command_sync.begin(self.underway.held_up_after)
            async with asyncio.timeout(self.shard_connect_timeout):
                connection = await ShardConnection.from_client(
                    self, gateway=self._gateway, shard_id=number
                )
        except discord.ConnectionClosed as error:
            # Discord has said that no attempt will ever succeed, so `connect` ends the bot.
            self.put(EventItem(EventType.terminate, None, error))
            return
        except Exception as error:
            if isinstance(error, TimeoutError):
                # The shard may have waited for its turn, as all do while the sessions are used up.
                _log.warning("shard not connected in time", shard=number)
            else:
                _log.exception("shard not connected", shard=number)
            await asyncio.sleep(TRY_AGAIN)
            self._failures[number] += 1
            self._launched.discard(number)
            return
        # `launch_shard` would try the same shard forever.
        self.hold(connection, number)

    async def _serve(self, reported: Collection[int]) -> None:
        """Serve the servers of shards that Discord has reported completely."""
        self._reached |= frozenset(reported)
        # Nothing may be done for a server before it is known whether it is available.
        await self.until_stored(self.find_servers)
        self._fleet.served |= frozenset(reported)
        await self.until_stored(self._fleet.renew)
        _log.info("shards adopted", shards=sorted(reported), guilds=len(self.guilds))
        self._connection.call_handlers("ready")
        self.dispatch("ready")

    async def _let_go(self, leaving: frozenset[int]) -> None:
        """Hand shards over to other processes, after the work for their servers has ended."""
        self._reached -= leaving
        self._fleet.served -= leaving
        await self._stop_launching(leaving)
        if 0 in leaving:
            await self.command_sync.close()
        # From here on, this process claims no work for the servers of these shards.
        await self.until_stored(self._fleet.renew)
        await self._finish(leaving)
        for number in leaving:
            await self._disconnect(number)
        # Users may have acted until the end, and no other process has the shards yet.
        with suppress(TimeoutError):
            async with asyncio.timeout(LAST_ANSWERS):
                await asyncio.gather(self.until_done(), self.underway.wait())
        self._fleet.released |= leaving
        await self.until_stored(self._fleet.renew)
        self._fleet.released -= leaving
        _log.info("shards given away", shards=sorted(leaving))

    async def _finish(self, leaving: Collection[int]) -> None:
        """Wait until the present work is done, so that the next holder does nothing twice.

        After `LETTING_GO` seconds, cancel the rest. Messages that were being sent are due again at
        once: in the process that gets the shards, or here for the shards that stay.
        """
        sending = asyncio.create_task(self.underway.wait())
        rest = [
            asyncio.create_task(each) for each in (self.services.jobs.wait(), self.until_done())
        ]
        _, pending = await asyncio.wait([sending, *rest], timeout=LETTING_GO)
        for each in pending:
            each.cancel()
        if pending:
            _log.warning(
                "shards are given away while work is under way",
                shards=sorted(leaving),
                held_up=len(self.underway) if sending in pending else 0,
            )
        if sending in pending:
            await self.underway.close()
            for number in self._reached:
                await self.until_stored(partial(self.services.resume, number))

    async def _disconnect(self, number: int) -> None:
        """Close the connection of a shard and forget its servers."""
        self._launched.discard(number)
        self._reported.discard(number)
        # Discord may still be reporting its servers.
        state = self._connection
        if (reporting := state._ready_tasks.pop(number, None)) is not None:  # noqa: SLF001
            reporting.cancel()
        state._ready_states.pop(number, None)  # noqa: SLF001
        shard = self.every_shard.pop(number, None)
        if shard is None:
            return
        await shard.let_go()
        for guild in [each for each in self.guilds if each.shard_id == number]:
            state._remove_guild(guild)  # noqa: SLF001

    async def on_shard_ready(self, shard_id: int) -> None:
        """Record that Discord has reported all servers of a shard."""
        await super().on_shard_ready(shard_id)
        if shard_id not in self._launched:
            return
        if shard_id in self._reached:
            # The shard has reconnected, so any of its servers may have changed.
            self.dispatch("ready")
        self._reported.add(shard_id)
        self._news.set()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for the turn of a shard's bucket, which all processes share."""
        seconds: float | None = 0.0
        while shard_id is not None and self._may_connect(shard_id):
            seconds = await self._take_turn(shard_id)
            if not seconds:
                break
            self._fleet.note_wait()
            await asyncio.sleep(seconds)
        if seconds is None or shard_id is None or not self._may_connect(shard_id):
            # This makes discord.py give up the shard that it was about to connect.
            raise asyncio.CancelledError

    def _may_connect(self, number: int) -> bool:
        return number in self._launched and not self._is_stopping

    async def _take_turn(self, number: int) -> float | None:
        """Take the turn of a shard to identify. Return the seconds to wait if it cannot be taken.

        Return 0 if the turn was taken, and None if the bot ends first.
        """
        limits = await self._session_starts()
        # Shards of other buckets may be identifying now, and Discord revokes the token of a bot
        # that exceeds the limit.
        if limits.remaining <= limits.max_concurrency:
            _log.error("sessions of the day used up", seconds=limits.reset_after / 1000)
            return min(limits.reset_after / 1000 + 1, LONGEST_NAP)
        bucket = number % limits.max_concurrency
        return await self.until_stored(lambda: self._fleet.take_turn(bucket))

    async def _session_starts(self) -> discord.SessionStartLimits:
        """Return how many sessions may be started, from a report by Discord within the last minute.

        If few sessions are left, ask each time. Otherwise reuse the report: Discord allows a token
        about two such requests in five seconds, and many shards may wait in many processes.
        """
        if elapsed() >= self._asked_at + ASKED_EVERY:
            limits = await self.fetch_session_start_limits()
            if limits.remaining <= (MOST_MEANWHILE + 1) * limits.max_concurrency:
                return limits
            self._limits, self._asked_at = limits, elapsed()
        if self._limits is None:
            raise AssertionError("nothing was asked before the first minute was over")
        return self._limits

    async def _before_a_request(
        self,
        _session: aiohttp.ClientSession,
        _context: SimpleNamespace,
        request: aiohttp.TraceRequestStartParams,
    ) -> None:
        """Keep to this process's share of requests. Send no changes after its lease has expired.

        The process may have been suspended for so long that others do its work. Answers to
        interactions, which do not use the bot's token, are not limited.
        """
        if not shows_token(request.url):
            return
        if self._share is not None:
            self._share.divide(self._fleet.living)
            await self._share.take()
        if request.method not in _SAFE and not self._fleet.is_sure:
            raise StorageFailing("this process has not renewed its lease")
