"""A bot in one of several processes: it connects the shards that its process holds.

discord.py's `AutoShardedClient` launches all of its shards once, at its start. A shard can be added
later in the same way; what is missing is dropping a shard, and reporting when the bot is ready
(docs/decisions/shards-are-adopted-by-a-running-bot.md).
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
"""How many requests a second Discord allows a token."""
LETTING_GO: Final = 10.0
"""How many seconds running jobs get before their shard is given to another process."""
LAST_ANSWERS: Final = 3.0
"""How many seconds Discord still accepts answers to users who acted before a shard was cut off."""
KEPT_SHARE: Final = 0.5
"""The share of a day's sessions that is not used for giving shards to others."""
ASKED_EVERY: Final = 60.0
"""For how many seconds Discord's report of many remaining sessions is valid."""
MOST_MEANWHILE: Final = 12
"""How many sessions shards of one bucket can start in that time."""
LONGEST_NAP: Final = 60.0
"""Seconds between two checks whether sessions may be started, or used, again."""
_SAFE: Final = frozenset({"GET", "HEAD"})

_log: Final = structlog.get_logger(__name__)


class ShardedBot(BoopBot):
    """The bot where several processes share the shards.

    `shards` is their number; None is the number that Discord recommends. `share` is what Discord
    allows all processes to send, which the living ones divide; None if that is ensured elsewhere.
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
        """The shards that were connected, or are about to be."""
        self._reported: set[int] = set()
        """The shards whose servers Discord has reported."""
        self._reached: frozenset[int] = frozenset()
        """The shards whose servers are served here."""
        self._launching: dict[int, asyncio.Task[None]] = {}
        """The shard that is being connected now, if any."""
        self._failures = Counter[int]()
        """How often connecting each shard has failed."""
        self._limits: discord.SessionStartLimits | None = None
        """Discord's report of the sessions that may be started, while many were left."""
        self._asked_at = float("-inf")
        self._keeping: asyncio.Task[Any] | None = None
        self._is_stopping = False
        self._news: Final = fleet.changed
        """Also set when Discord has reported a shard's servers, or an attempt to connect one has
        ended.
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
        """Leave the answer to another process, if this one may have been dropped.

        Discord may send an event to both of them, and the first answer counts. So wait before users
        are told that the bot can't answer.
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
        """Find out how many shards there are, and join the processes that share them.

        If other processes share another number already, that one is used. What a process has left
        behind is taken over later, when its shard is connected; then the commands are synced too.
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

        They are connected one after the other. Each is served as soon as its servers are reported,
        while the next one may still be waiting. It is cancelled when the bot closes.
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
                    # They may be kept by now.
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
        """Return whether others may be given shards, each of which starts a new session.

        If a process ends again and again, that uses up the sessions of the day; half of them are
        kept for shards that no process has.
        """
        try:
            limits = await self._session_starts()
        except (discord.DiscordException, aiohttp.ClientError, OSError):
            return False
        return limits.remaining > limits.total * KEPT_SHARE

    def _launch(self, number: int) -> None:
        """Start connecting a shard."""
        self._launched.add(number)
        task = self._launching[number] = asyncio.create_task(self._connect_shard(number))
        task.add_done_callback(lambda _: self._end_launch(number))

    def _end_launch(self, number: int) -> None:
        self._launching.pop(number, None)
        self._news.set()

    async def _stop_launching(self, numbers: Collection[int]) -> None:
        """Stop connecting these shards."""
        tasks = [task for number, task in self._launching.items() if number in numbers]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _connect_shard(self, number: int) -> None:
        """Connect a shard; if that fails, others are tried before it is tried again."""
        try:
            # What the previous process has left is taken over before new events come in.
            count = self.shard_count or 1
            await self.until_stored(lambda: self.services.take_over(number, count))
            if number == 0 and not self.is_ending:
                # The shard is connected afterwards in any case.
                await self.command_sync.begin(self.underway.held_up_after)
            async with asyncio.timeout(self.shard_connect_timeout):
                connection = await ShardConnection.from_client(
                    self, gateway=self._gateway, shard_id=number
                )
        except discord.ConnectionClosed as error:
            # Discord has said that it will never succeed: `connect` ends with it.
            self.put(EventItem(EventType.terminate, None, error))
            return
        except Exception as error:
            if isinstance(error, TimeoutError):
                # It may have waited for its turn, as all do while the sessions are used up.
                _log.warning("shard not connected in time", shard=number)
            else:
                _log.exception("shard not connected", shard=number)
            await asyncio.sleep(TRY_AGAIN)
            self._failures[number] += 1
            self._launched.discard(number)
            return
        # `launch_shard` would try the same one forever.
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
        """Give shards to others, after the work for their servers has ended."""
        self._reached -= leaving
        self._fleet.served -= leaving
        await self._stop_launching(leaving)
        if 0 in leaving:
            await self.command_sync.close()
        # From here on nothing of theirs is claimed.
        await self.until_stored(self._fleet.renew)
        await self._finish(leaving)
        for number in leaving:
            await self._disconnect(number)
        # Users may have acted until then, and no other process has the shards yet.
        with suppress(TimeoutError):
            async with asyncio.timeout(LAST_ANSWERS):
                await asyncio.gather(self.until_done(), self.underway.wait())
        self._fleet.released |= leaving
        await self.until_stored(self._fleet.renew)
        self._fleet.released -= leaving
        _log.info("shards given away", shards=sorted(leaving))

    async def _finish(self, leaving: Collection[int]) -> None:
        """Wait until the present work is done, so that the next holder does nothing twice.

        After `LETTING_GO` seconds, what is left is cancelled. Messages that were being sent are due
        again at once: in the process that gets the shards, or here for the shards that stay.
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
            # It was connected again, so everything there may have changed.
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
            # The library then gives up a shard that it was about to connect.
            raise asyncio.CancelledError

    def _may_connect(self, number: int) -> bool:
        return number in self._launched and not self._is_stopping

    async def _take_turn(self, number: int) -> float | None:
        """Take the turn of a shard to identify, or return for how many seconds to wait.

        Return None if the bot ends before.
        """
        limits = await self._session_starts()
        # Shards of other buckets may be identifying just now, and exceeding the limit revokes the
        # token.
        if limits.remaining <= limits.max_concurrency:
            _log.error("sessions of the day used up", seconds=limits.reset_after / 1000)
            return min(limits.reset_after / 1000 + 1, LONGEST_NAP)
        bucket = number % limits.max_concurrency
        return await self.until_stored(lambda: self._fleet.take_turn(bucket))

    async def _session_starts(self) -> discord.SessionStartLimits:
        """Return how many sessions may be started, by Discord's report of the last minute.

        It is asked each time only if few are left. Discord answers this request of a token about
        twice in five seconds, and many shards may wait for their turn in many processes.
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
        """Keep to this process's share of requests, and send none after its lease has expired.

        It may have been suspended for so long that others do its work. Answers to interactions,
        which carry no token of the bot, are not limited.
        """
        if not shows_token(request.url):
            return
        if self._share is not None:
            self._share.divide(self._fleet.living)
            await self._share.take()
        if request.method not in _SAFE and not self._fleet.is_sure:
            raise StorageFailing("this process has not renewed its lease")
