"""Connections to Discord's gateway: resumed where they can be, closed where not, ended by no event.

discord.py's own shard leaves connections open that come to nothing, ends its session when one
attempt to connect again fails, and cannot be let go. Its client ends when it meets an event that
it cannot read.
"""

import asyncio
import time
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from typing import Any, Final

import aiohttp
import discord
import structlog
import yarl
from discord.backoff import ExponentialBackoff
from discord.gateway import DiscordWebSocket, ReconnectWebSocket, WebSocketClosure
from discord.shard import EventItem, EventType, Shard

CLOSED_WITHIN: Final = 1.0
"""Seconds for which Discord's answer to the end of a connection is waited for."""
CONNECTED_WITHIN: Final = 60.0
"""Seconds for which a shard tries to connect again, and waits for its turn if it identifies."""
WAITED: Final = 0.5
"""Seconds from which on a shard has waited for its turn to identify, rather than identified."""
TRY_AGAIN: Final = 5.0
"""Seconds after which it is tried again to connect a shard."""

_ENDINGS: Final = (
    ReconnectWebSocket,
    WebSocketClosure,
    discord.ConnectionClosed,
    aiohttp.ClientError,
)
"""How discord.py says that a connection ends."""
_MOST_SAID: Final = 200
"""Characters of an error that are logged."""

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

    async def received_message(self, msg: Any, /) -> None:
        """Read a frame; raise `ConnectionError` for one that leaves the connection without use.

        That is a greeting that cannot be read, or the beginning of a session. Events that cannot
        be read are passed over by `SteadyClient`.
        """
        try:
            await super().received_message(msg)
        except (*_ENDINGS, OSError):
            raise
        except Exception as error:
            # Resumed, the session would go on as if its beginning had been read.
            self.session_id = self.sequence = None
            raise ConnectionError(f"a frame cannot be read: {error!r}") from error

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
        await self._say_goodbye()
        await self.disconnect()

    async def _say_goodbye(self) -> None:
        """End the session, and read what Discord has sent until it heard of that.

        `close` would drop it unread, with people among it who wait for an answer.
        """
        if self._task is None or self._task.done() or not self.ws.open:
            return
        self.ws._close_code = 1000  # noqa: SLF001 - so that it is not taken for an improper end
        with suppress(aiohttp.ClientError, OSError):
            await self.ws.socket._writer.close(1000)  # noqa: SLF001 - `close` reads no further
            await asyncio.wait({self._task}, timeout=CLOSED_WITHIN)

    async def _handle_disconnect(self, e: Exception) -> None:
        """Connect again later, or end the client; nothing of it for one that was let go."""
        if not self._is_let_go:
            await super()._handle_disconnect(e)

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


class SteadyClient(discord.AutoShardedClient):
    """A client that no unreadable event ends, and that connects its shards again as `HeldShard`.

    Discord adds to its events at any time. Those of a server come at every start, so one that
    ended the process would end each that follows.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        parsers = self._connection.parsers
        for event, parse in list(parsers.items()):
            parsers[event] = self._passing_over(event, parse)

    def _passing_over(
        self, event: str, parse: Callable[[Any], None]
    ) -> Callable[[Mapping[str, Any]], None]:
        """Return a parser that logs an event it cannot read, instead of raising."""

        def read(data: Mapping[str, Any]) -> None:
            try:
                parse(data)
            except Exception as error:
                # Its content is not logged: people wrote some of it, and it may hold tokens.
                reason = repr(error)[:_MOST_SAID]
                _log.error("event not readable", gateway_event=event, reason=reason)
            else:
                return
            try:
                if (rest := self._readable_part(event, data)) is not None:
                    parse(rest)
            except Exception:
                if event == "READY":
                    # Nothing comes of a session whose beginning is not known.
                    raise

        return read

    def _readable_part(self, event: str, data: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """Return an event without what cannot be read of its servers; None if it has none.

        A server would be missed otherwise with all its channels, for one emoji of a new kind.
        """
        if event == "READY":
            servers = [each for each in data["guilds"] if self._can_read_server(each)]
            return {**data, "guilds": servers}
        if event not in ("GUILD_CREATE", "GUILD_UPDATE"):
            return None
        number, rest = data["id"], dict[str, Any]()
        for key, value in data.items():
            if self._can_read_server({"id": number, key: value}):
                rest[key] = value
            elif isinstance(value, list):
                rest[key] = [
                    each for each in value if self._can_read_server({"id": number, key: [each]})
                ]
        return rest

    def _can_read_server(self, data: Any) -> bool:
        try:
            discord.Guild(data=data, state=self._connection)
        except Exception:
            return False
        return True

    @property
    def every_shard(self) -> dict[int, HeldShard]:
        """The shards as discord.py has them; it knows no public way to add or drop one."""
        shards: dict[int, HeldShard] = self._AutoShardedClient__shards  # type: ignore[attr-defined]
        return shards

    def hold(self, connection: ShardConnection, number: int) -> None:
        """Have a shard that was connected read what comes."""
        shard = self.every_shard[number] = HeldShard(connection, self, self.put)
        shard.launch()

    def put(self, item: EventItem) -> None:
        """Say what became of a shard, so that `connect` goes on with it."""
        self._AutoShardedClient__queue.put_nowait(item)  # type: ignore[attr-defined]

    async def launch_shard(
        self, gateway: yarl.URL, shard_id: int, *, initial: bool = False
    ) -> None:
        """Connect a shard, and try again for as long as that may succeed."""
        while not self.is_closed():
            try:
                async with asyncio.timeout(self.shard_connect_timeout):
                    connection = await ShardConnection.from_client(
                        self, initial=initial, gateway=gateway, shard_id=shard_id
                    )
            except discord.ConnectionClosed:
                # Discord has said that it will not do.
                raise
            except Exception:
                if self.is_closed():
                    # It is told to stop while it connects, and its session is closed by now.
                    return
                _log.exception("shard not connected", shard=shard_id)
                await asyncio.sleep(TRY_AGAIN)
            else:
                self.hold(connection, shard_id)
                return

    async def on_shard_ready(self, shard_id: int) -> None:
        """Hear that a shard's session has begun."""
        await self.on_shard_resumed(shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
        """Hear that a shard's session goes on."""
        if shard := self.every_shard.get(shard_id):
            shard.established()
