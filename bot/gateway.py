"""Connections to Discord's gateway: ready soon, resumed if possible, and ended by no event.

discord.py's own shard leaves failed connections open, ends its session when one attempt to
reconnect fails, and cannot be released. Its client ends at an event that it cannot parse.
"""

import asyncio
import time
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from contextvars import ContextVar
from typing import Any, Final

import aiohttp
import discord
import structlog
import yarl
from discord.backoff import ExponentialBackoff
from discord.gateway import DiscordWebSocket, ReconnectWebSocket, WebSocketClosure
from discord.shard import EventItem, EventType, Shard
from discord.state import AutoShardedConnectionState

CLOSED_WITHIN: Final = 1.0
"""How many seconds to wait for Discord's answer to the end of a connection."""
CONNECTED_WITHIN: Final = 60.0
"""How many seconds a shard tries to reconnect, including its turn if it identifies."""
WAITED: Final = 0.5
"""After how many seconds a shard counts as having waited for its turn to identify."""
TRY_AGAIN: Final = 5.0
"""After how many seconds connecting a shard is tried again."""

_ENDINGS: Final = (
    ReconnectWebSocket,
    WebSocketClosure,
    discord.ConnectionClosed,
    aiohttp.ClientError,
)
"""How discord.py reports that a connection ends."""
_LONGEST_REASON: Final = 200
"""How many characters of an error are logged."""

_log: Final = structlog.get_logger(__name__)


class ShardConnection(DiscordWebSocket):
    """A connection of a shard, which is closed if it fails to identify or to resume.

    Otherwise a socket would be left, and a thread that keeps it alive.
    """

    async def poll_event(self) -> None:
        """Wait for the next message; the first is Discord's greeting."""
        if self._keep_alive is None:
            await self._or_close(super().poll_event())
        else:
            await super().poll_event()

    async def received_message(self, msg: Any, /) -> None:
        """Read a frame; raise `ConnectionError` for one that makes the connection useless.

        That is an unreadable greeting, or an unreadable beginning of a session. `SteadyClient`
        ignores unreadable events.
        """
        try:
            await super().received_message(msg)
        except (*_ENDINGS, OSError):
            raise
        except Exception as error:
            # A resumed session would go on as if its beginning had been read.
            self.session_id = self.sequence = None
            raise ConnectionError(f"a frame cannot be read: {error!r}") from error

    async def identify(self) -> None:
        """Identify, once it is this shard's turn."""
        began = time.perf_counter()
        await self._or_close(super().identify(), code=1000)
        if self._keep_alive is not None and time.perf_counter() - began > WAITED:
            # The answers to the heartbeats of the wait are read only now, and the delay would be
            # taken for the connection's latency.
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
        """Close the connection, even if Discord does not answer; by default its session goes on."""
        with suppress(TimeoutError, aiohttp.ClientError, OSError):
            async with asyncio.timeout(CLOSED_WITHIN):
                await self.close(code=code)


class HeldShard(Shard):
    """A shard that stays disconnected once it was released, even while it was reconnecting.

    Two processes would connect it otherwise: resuming a session calls no hook.
    """

    def __init__(
        self,
        ws: DiscordWebSocket,
        client: discord.AutoShardedClient,
        queue_put: Callable[..., None],
    ) -> None:
        super().__init__(ws, client, queue_put)
        self._first_gateway: Final = ws.gateway
        """Where sessions begin; for each, Discord says where to resume it."""
        self._failures = 0
        """The number of failed attempts since it was last connected."""
        self._is_established = True
        """Whether Discord has begun or resumed the session since it was last connected."""
        self._is_let_go = False
        self._connecting: asyncio.Task[None] | None = None

    async def let_go(self) -> None:
        """Disconnect for good."""
        self._is_let_go = True
        await self._stop_connecting()
        await self._say_goodbye()
        await self.disconnect()

    async def _say_goodbye(self) -> None:
        """End the session, and read what Discord has sent before it received that.

        `close` would drop it unread, with interactions of users who wait for an answer.
        """
        if self._task is None or self._task.done() or not self.ws.open:
            return
        self.ws._close_code = 1000  # noqa: SLF001 - so that it is not taken for an improper end
        with suppress(aiohttp.ClientError, OSError):
            await self.ws.socket._writer.close(1000)  # noqa: SLF001 - `close` reads no further
            await asyncio.wait({self._task}, timeout=CLOSED_WITHIN)

    async def _handle_disconnect(self, e: Exception) -> None:
        """Reconnect later, or end the client; do nothing for a released shard."""
        if not self._is_let_go:
            await super()._handle_disconnect(e)

    async def close(self) -> None:
        """Disconnect, and do not connect again."""
        await self._stop_connecting()
        await super().close()

    async def _stop_connecting(self) -> None:
        if self._connecting is not None:
            self._connecting.cancel()
            await asyncio.gather(self._connecting, return_exceptions=True)

    def established(self) -> None:
        """Record that Discord has begun or resumed the session."""
        self._is_established, self._failures = True, 0
        self._backoff = ExponentialBackoff()

    def launch(self) -> None:
        """Read events, or close a connection that came too late."""
        if self._is_let_go or self._client.is_closed():
            self._task = asyncio.create_task(self.ws.close(code=1000))
        else:
            super().launch()

    async def reidentify(self, exc: ReconnectWebSocket) -> None:
        """Reconnect, as Discord requests or after a broken connection."""
        if not self._is_let_go:
            self._dispatch("disconnect")
            self._dispatch("shard_disconnect", self.id)
        if exc.resume and not self._is_established:
            # A gateway to resume at has answered, but that is all that is known.
            self._failures += 1
            self._connect_again(TRY_AGAIN)
        else:
            self._connect_again()

    async def reconnect(self) -> None:
        """Reconnect after a failure."""
        self._connect_again()

    def _connect_again(self, wait: float = 0.0) -> None:
        """Reconnect after some seconds, unless the shard is released meanwhile.

        It runs as a task: a shard that waits to identify must not delay one that resumes a session.
        """
        self._cancel_task()
        if not self._is_let_go:
            self._connecting = asyncio.create_task(self._connect(wait))

    async def _connect(self, wait: float) -> None:
        """Connect, or schedule the next attempt; resume the session unless Discord has ended it.

        The gateway to resume at may be the one that is unreachable, so every other attempt goes
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
            # discord.py would retry some failures at once, and end the bot for others.
            self._failures += 1
            await self._handle_disconnect(error)
        else:
            self._is_established = False
            if is_resuming:
                self.ws.gateway = before.gateway
            self.launch()


_REPORTED: Final = ContextVar[int | None]("shard whose servers are being reported", default=None)


class PromptState(AutoShardedConnectionState[Any]):
    """discord.py's state of a client, which is ready once all of its servers were reported.

    The original always waits for a while after the last one, in case that another one comes.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self._awaited: dict[int | None, set[int]] = {}
        """The servers of each shard that READY named and that were not reported since."""
        super().__init__(*arguments, **options)

    def parse_ready(self, data: Any) -> None:
        """Begin to wait for the servers of a shard."""
        self._awaited[data["shard"][0]] = {int(each["id"]) for each in data["guilds"]}
        super().parse_ready(data)

    def _add_ready_state(self, guild: discord.Guild) -> bool:
        self._awaited.get(guild.shard_id, set()).discard(guild.id)
        return super()._add_ready_state(guild)

    async def _delay_shard_ready(self, shard_id: int) -> None:
        # Each shard waits in a task of its own.
        _REPORTED.set(shard_id)
        await super()._delay_shard_ready(shard_id)

    @property
    def guild_ready_timeout(self) -> float:
        """Seconds to wait for the next server of the shard; none once all were reported."""
        shard = _REPORTED.get()
        if shard is None or self._awaited.get(shard):
            return self._patience
        unread = self._ready_states.get(shard)
        return 0.0 if unread is None or unread.empty() else self._patience

    @guild_ready_timeout.setter
    def guild_ready_timeout(self, patience: float) -> None:
        self._patience = patience


class SteadyClient(discord.AutoShardedClient):
    """A client that no unreadable event ends, whose shards reconnect as `HeldShard`.

    Discord extends its events at any time. Those of a server come at every start, so one that ended
    the process would end each later process too.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        parsers = self._connection.parsers
        for event, parse in list(parsers.items()):
            parsers[event] = self._passing_over(event, parse)

    def _get_state(self, **options: Any) -> PromptState:
        return PromptState(
            dispatch=self.dispatch,
            handlers=self._handlers,
            hooks=self._hooks,
            http=self.http,
            **options,
        )

    def _passing_over(
        self, event: str, parse: Callable[[Any], None]
    ) -> Callable[[Mapping[str, Any]], None]:
        """Return a parser that logs an event it cannot read, instead of raising."""

        def read(data: Mapping[str, Any]) -> None:
            try:
                parse(data)
            except Exception as error:
                # Its content is not logged: it may contain users' texts and tokens.
                reason = repr(error)[:_LONGEST_REASON]
                _log.error("event not readable", gateway_event=event, reason=reason)
            else:
                return
            try:
                if (rest := self._readable_part(event, data)) is not None:
                    parse(rest)
            except Exception:
                if event == "READY":
                    # A session with an unknown beginning is useless.
                    raise

        return read

    def _readable_part(self, event: str, data: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """Return an event without the unreadable parts of its servers; None if it has no server.

        So an emoji of a new kind does not make a whole server with its channels unknown.
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
        """The shards as discord.py has them; it has no public way to add or drop one."""
        shards: dict[int, HeldShard] = self._AutoShardedClient__shards  # type: ignore[attr-defined]
        return shards

    def hold(self, connection: ShardConnection, number: int) -> None:
        """Start reading the events of a connected shard."""
        shard = self.every_shard[number] = HeldShard(connection, self, self.put)
        shard.launch()

    def put(self, item: EventItem) -> None:
        """Report a shard's state, so that `connect` goes on with it."""
        self._AutoShardedClient__queue.put_nowait(item)  # type: ignore[attr-defined]

    async def launch_shard(
        self, gateway: yarl.URL, shard_id: int, *, initial: bool = False
    ) -> None:
        """Connect a shard, and try again while that may succeed."""
        while not self.is_closed():
            try:
                async with asyncio.timeout(self.shard_connect_timeout):
                    connection = await ShardConnection.from_client(
                        self, initial=initial, gateway=gateway, shard_id=shard_id
                    )
            except discord.ConnectionClosed:
                # Discord has said that it will never succeed.
                raise
            except Exception:
                if self.is_closed():
                    # It is stopped while it connects, and its session is closed by now.
                    return
                _log.exception("shard not connected", shard=shard_id)
                await asyncio.sleep(TRY_AGAIN)
            else:
                self.hold(connection, shard_id)
                return

    async def on_shard_ready(self, shard_id: int) -> None:
        """Record that a shard's session has begun."""
        await self.on_shard_resumed(shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
        """Record that a shard's session goes on."""
        if shard := self.every_shard.get(shard_id):
            shard.established()
