"""A shard's connections to Discord's gateway: resumed where they can be, and closed where not.

discord.py's own shard leaves connections open that come to nothing, ends its session when one
attempt to connect again fails, and cannot be let go.
"""

import asyncio
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Final

import aiohttp
import discord
import structlog
from discord.backoff import ExponentialBackoff
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from discord.shard import EventItem, EventType, Shard

CLOSED_WITHIN: Final = 1.0
"""Seconds for which Discord's answer to the end of a connection is waited for."""
CONNECTED_WITHIN: Final = 60.0
"""Seconds for which a shard tries to connect again, and waits for its turn if it identifies."""
WAITED: Final = 0.5
"""Seconds from which on a shard has waited for its turn to identify, rather than identified."""
TRY_AGAIN: Final = 5.0
"""Seconds after which it is tried again to connect a shard."""

_log: Final = structlog.get_logger(__name__)


class ShardConnection(DiscordWebSocket):
    """A connection of a shard, which is closed if it does not come to identify or to resume.

    A socket would be left otherwise, and a thread that keeps it alive.
    """

    async def poll_event(self) -> None:
        """Wait for what comes next, which is Discord's greeting at first."""
        if self._keep_alive is None:
            await self._or_close(super().poll_event())
        else:
            await super().poll_event()

    async def identify(self) -> None:
        """Identify, once that is this shard's turn."""
        began = time.perf_counter()
        await self._or_close(super().identify(), code=1000)
        if self._keep_alive is not None and time.perf_counter() - began > WAITED:
            # What answers the heartbeats of the wait is read only now, and the delay would be taken
            # for the connection's.
            self._keep_alive.beat()

    async def resume(self) -> None:
        """Resume the session, which outlives this connection if that fails."""
        await self._or_close(super().resume())

    async def _or_close(self, step: Coroutine[Any, Any, None], *, code: int = 4000) -> None:
        """Take a step, and close the connection if that fails."""
        try:
            await step
        except BaseException:
            await self.close_soon(code)
            raise

    async def close_soon(self, code: int = 4000) -> None:
        """Close the connection, whether Discord answers or not; its session goes on by default."""
        with suppress(TimeoutError, aiohttp.ClientError, OSError):
            async with asyncio.timeout(CLOSED_WITHIN):
                await self.close(code=code)


class HeldShard(Shard):
    """A shard that stays away once it was let go, though it was being connected again just then.

    It would be connected by two processes otherwise: to resume a session no hook is asked.
    """

    def __init__(
        self,
        ws: DiscordWebSocket,
        client: discord.AutoShardedClient,
        queue_put: Callable[..., None],
    ) -> None:
        super().__init__(ws, client, queue_put)
        self._first_gateway: Final = ws.gateway
        """Where sessions begin; Discord says of each where it is resumed."""
        self._failures = 0
        """How often it could not be connected again since it was."""
        self._is_established = True
        """Whether Discord has taken up the session since it was connected last."""
        self._is_let_go = False
        self._connecting: asyncio.Task[None] | None = None

    async def let_go(self) -> None:
        """Disconnect for good."""
        self._is_let_go = True
        await self._stop_connecting()
        await self.disconnect()

    async def close(self) -> None:
        """Disconnect, and connect no more."""
        await self._stop_connecting()
        await super().close()

    async def _stop_connecting(self) -> None:
        if self._connecting is not None:
            self._connecting.cancel()
            await asyncio.gather(self._connecting, return_exceptions=True)

    def established(self) -> None:
        """Note that Discord has begun or resumed the session."""
        self._is_established, self._failures = True, 0
        self._backoff = ExponentialBackoff()

    def launch(self) -> None:
        """Read what comes, or close what was connected too late."""
        if self._is_let_go or self._client.is_closed():
            self._task = asyncio.create_task(self.ws.close(code=1000))
        else:
            super().launch()

    async def reidentify(self, exc: ReconnectWebSocket) -> None:
        """Connect again, as Discord or a broken connection has it."""
        if not self._is_let_go:
            self._dispatch("disconnect")
            self._dispatch("shard_disconnect", self.id)
        if exc.resume and not self._is_established:
            # Where it is to be resumed somebody answers, and no more than that.
            self._failures += 1
            self._connect_again(TRY_AGAIN)
        else:
            self._connect_again()

    async def reconnect(self) -> None:
        """Connect again after that has failed."""
        self._connect_again()

    def _connect_again(self, wait: float = 0.0) -> None:
        """Connect again after some seconds, unless it was let go since that was wanted.

        It does so beside others: who waits to identify holds up nobody who resumes a session.
        """
        self._cancel_task()
        if not self._is_let_go:
            self._connecting = asyncio.create_task(self._connect(wait))

    async def _connect(self, wait: float) -> None:
        """Connect, or have it tried again later; resume the session unless Discord has ended it.

        Where that is to be done may be what cannot be reached, so every other time it is tried
        where sessions begin.
        """
        before = self.ws
        if isinstance(before, ShardConnection) and before.open:
            await before.close_soon()
        await asyncio.sleep(wait)
        is_resuming = before.session_id is not None
        is_there = is_resuming and self._failures % 2 == 0
        try:
            async with asyncio.timeout(CONNECTED_WITHIN):
                self.ws = await ShardConnection.from_client(
                    self._client,
                    gateway=before.gateway if is_there else self._first_gateway,
                    shard_id=self.id,
                    session=before.session_id,
                    sequence=before.sequence,
                    resume=is_resuming,
                )
        except TimeoutError as error:
            # It may have waited for its turn to identify.
            self._failures += 1
            _log.warning("shard not connected in time", shard=self.id)
            await asyncio.sleep(TRY_AGAIN)
            self._queue_put(EventItem(EventType.reconnect, self, error))
        except Exception as error:
            # discord.py would try some failures again at once, and end the bot for others.
            self._failures += 1
            await self._handle_disconnect(error)
        else:
            self._is_established = False
            if is_resuming:
                self.ws.gateway = before.gateway
            self.launch()
