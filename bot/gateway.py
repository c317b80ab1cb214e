"""Connections to Discord's gateway: ready soon, resumed if possible, and ended by no event.

In discord.py, a shard leaves failed connections open, ends its session when one attempt to
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
"""Seconds to wait for Discord's answer when the bot ends a connection."""
CONNECTED_WITHIN: Final = 60.0
"""Seconds of one attempt to reconnect a shard, including the wait for its turn to identify."""
WAITED: Final = 0.5
"""Seconds to identify after which a shard counts as having waited for its turn."""
TRY_AGAIN: Final = 5.0
"""Seconds to wait before another attempt to connect a shard."""

_ENDINGS: Final = (
    ReconnectWebSocket,
    WebSocketClosure,
    discord.ConnectionClosed,
    aiohttp.ClientError,
)
"""The exceptions with which discord.py reports that a connection ends."""
_LONGEST_REASON: Final = 200
"""The most characters of an error in the log."""

_log: Final = structlog.get_logger(__name__)


class ShardConnection(DiscordWebSocket):
    """A connection of a shard that closes if it fails to identify or to resume.

    Otherwise a socket would be left, and a thread that keeps it alive.
    """

    async def poll_event(self) -> None:
        """Wait for the next message. Close if the first, Discord's greeting, fails."""
        if self._keep_alive is None:
            await self._or_close(super().poll_event())
        else:
            await super().poll_event()

    async def received_message(self, msg: Any, /) -> None:
        """Read a frame. Raise `ConnectionError` for a frame that makes the connection useless.

        Such a frame is an unreadable greeting, or an unreadable beginning of a session.
        `SteadyClient` ignores unreadable events.
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
            # Answers to heartbeats that were sent during the wait are read only now. Without
            # another heartbeat, the wait would count as latency.
            self._keep_alive.beat()

    async def resume(self) -> None:
        """Resume the session. If that fails, the session outlives this connection."""
        await self._or_close(super().resume())

    async def _or_close(self, step: Coroutine[Any, Any, None], *, code: int = 4000) -> None:
        """Await `step`. Close the connection if it fails."""
        try:
            await step
        except BaseException:
            await self.close_soon(code)
            raise

    async def close_soon(self, code: int = 4000) -> None:
        """Close the connection without waiting long for Discord. Code 4000 keeps the session."""
        with suppress(TimeoutError, aiohttp.ClientError, OSError):
            async with asyncio.timeout(CLOSED_WITHIN):
                await self.close(code=code)


class HeldShard(Shard):
    """A shard that stays disconnected after its release, even if it was just reconnecting.

    Otherwise two processes would connect it, because no hook runs before a session is resumed.
    """

    def __init__(
        self,
        ws: DiscordWebSocket,
        client: discord.AutoShardedClient,
        queue_put: Callable[..., None],
    ) -> None:
        super().__init__(ws, client, queue_put)
        self._first_gateway: Final = ws.gateway
        """The gateway where sessions begin. Discord names another to resume each session."""
        self._failures = 0
        """The number of failed attempts since it was last connected."""
        self._is_established = True
        """Whether Discord has begun or resumed the session since it was last connected."""
        self._is_let_go = False
        self._connecting: asyncio.Task[None] | None = None

    async def let_go(self) -> None:
        """Disconnect, and never reconnect."""
        self._is_let_go = True
        await self._stop_connecting()
        await self._say_goodbye()
        await self.disconnect()

    async def _say_goodbye(self) -> None:
        """End the session, and read the events that Discord has sent until then.

        `close` would drop them unread, and with them users' interactions that need an answer.
        """
        if self._task is None or self._task.done() or not self.ws.open:
            return
        self.ws._close_code = 1000  # noqa: SLF001 - so that it is not taken for an improper end
        with suppress(aiohttp.ClientError, OSError):
            await self.ws.socket._writer.close(1000)  # noqa: SLF001 - `close` reads no further
            await asyncio.wait({self._task}, timeout=CLOSED_WITHIN)

    async def _handle_disconnect(self, e: Exception) -> None:
        """Reconnect later or end the client, unless the shard is released."""
        if not self._is_let_go:
            await super()._handle_disconnect(e)

    async def close(self) -> None:
        """Stop reconnecting, and disconnect."""
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
        """Read events, or close the connection if the shard was released while it connected."""
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
            # The gateway answered but did not resume the session, so count this as a failure.
            self._failures += 1
            self._connect_again(TRY_AGAIN)
        else:
            self._connect_again()

    async def reconnect(self) -> None:
        """Reconnect after a failure."""
        self._connect_again()

    def _connect_again(self, wait: float = 0.0) -> None:
        """Reconnect after `wait` seconds, unless the shard is released meanwhile.

        Use a task: a shard that waits to identify must not delay one that resumes a session.
        """
        self._cancel_task()
        if not self._is_let_go:
            self._connecting = asyncio.create_task(self._connect(wait))

    async def _connect(self, wait: float) -> None:
        """Connect, or schedule the next attempt. Resume the session unless Discord has ended it.

        The gateway that Discord named for resuming may be unreachable, so every other attempt uses
        the gateway where sessions begin.
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
            # The shard may have waited for its turn to identify.
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
    """A client state that is ready as soon as Discord has reported all servers.

    discord.py's own always waits for a while after the last server, in case another one comes.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self._awaited: dict[int | None, set[int]] = {}
        """The servers that READY named and that Discord has not reported since, by shard."""
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
        """Seconds to wait for the next server of the shard; 0 after all were reported."""
        shard = _REPORTED.get()
        if shard is None or self._awaited.get(shard):
            return self._patience
        unread = self._ready_states.get(shard)
        return 0.0 if unread is None or unread.empty() else self._patience

    @guild_ready_timeout.setter
    def guild_ready_timeout(self, patience: float) -> None:
        self._patience = patience


class SteadyClient(discord.AutoShardedClient):
    """A client that ignores unreadable events, and whose shards are `HeldShard`.

    Discord may extend its events at any time. It reports each server at every start, so an event
    that ended this process would end each later process too.
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
                # Do not log the event's content: it may contain users' texts and tokens.
                reason = repr(error)[:_LONGEST_REASON]
                _log.error("event not readable", gateway_event=event, reason=reason)
            else:
                return
            try:
                if (rest := self._readable_part(event, data)) is not None:
                    parse(rest)
            except Exception:
                if event == "READY":
                    # A session whose beginning was not read is useless.
                    raise

        return read

    def _readable_part(self, event: str, data: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """Return an event without the unreadable parts of its servers; None if it has no server.

        So a new kind of emoji does not hide a whole server with its channels.
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
        """discord.py's dictionary of shards, which it gives no public way to change."""
        shards: dict[int, HeldShard] = self._AutoShardedClient__shards  # type: ignore[attr-defined]
        return shards

    def hold(self, connection: ShardConnection, number: int) -> None:
        """Start reading the events of a connected shard."""
        shard = self.every_shard[number] = HeldShard(connection, self, self.put)
        shard.launch()

    def put(self, item: EventItem) -> None:
        """Report a change of a shard's state to `connect`, which then acts on it."""
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
                # Discord has said that no attempt will ever succeed.
                raise
            except Exception:
                if self.is_closed():
                    # The client stopped during the attempt, so aiohttp's session is closed.
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
        """Record that a shard's session was begun or resumed."""
        if shard := self.every_shard.get(shard_id):
            shard.established()
