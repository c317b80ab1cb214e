"""One connection of the bot to the gateway: what it sends, and how it is closed."""

from __future__ import annotations

import asyncio
import json
import secrets
import zlib
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from aiohttp import web

from bot.playground.gateway.intents import Intent
from bot.playground.world.messages import Json


class Opcode(IntEnum):
    """What a gateway message is; the numbers are Discord's."""

    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    PRESENCE = 3
    VOICE_STATE = 4
    RESUME = 6
    RECONNECT = 7
    REQUEST_MEMBERS = 8
    INVALID_SESSION = 9
    HELLO = 10
    HEARTBEAT_ACK = 11


class CloseCode(IntEnum):
    """Why the gateway closes a connection; the numbers are Discord's."""

    UNKNOWN_OPCODE = 4001
    DECODE_ERROR = 4002
    NOT_AUTHENTICATED = 4003
    AUTHENTICATION_FAILED = 4004
    ALREADY_AUTHENTICATED = 4005
    INVALID_SHARD = 4010
    INVALID_VERSION = 4012
    INVALID_INTENTS = 4013
    DISALLOWED_INTENTS = 4014


class Session:
    """A connection; after IDENTIFY it has intents and a shard and gets events.

    Frames are queued and written by one task, so that they leave in the order of the changes.
    """

    def __init__(
        self,
        socket: web.WebSocketResponse,
        transport: asyncio.Transport | None,
        compress: str | None,
    ) -> None:
        self.id = secrets.token_hex(16)
        self.intents = Intent.NONE
        self.shard = (0, 1)
        self.is_identified = False
        self._socket = socket
        self._transport = transport
        self._sequence = 0
        self._outgoing: asyncio.Queue[Json | _Goodbye] = asyncio.Queue()
        # zlib-stream is one stream over the life of the connection, flushed after each message.
        self._deflate = zlib.compressobj() if compress == "zlib-stream" else None

    def wants(self, intent: Intent) -> bool:
        """Whether the session asked for these events; those without an intent go to all."""
        return self.intents & intent == intent

    def has_shard_of(self, server_id: int | None) -> bool:
        """Whether a server's events belong to this shard; direct messages belong to the first."""
        number, count = self.shard
        return number == (0 if server_id is None else (server_id >> 22) % count)

    def dispatch(self, event: str, body: Json) -> None:
        """Send an event."""
        self._sequence += 1
        frame = {"op": int(Opcode.DISPATCH), "t": event, "s": self._sequence, "d": body}
        self._outgoing.put_nowait(frame)

    def send(self, opcode: Opcode, body: Any = None) -> None:
        """Send anything that is not an event."""
        self._outgoing.put_nowait({"op": int(opcode), "t": None, "s": None, "d": body})

    def close(self, code: CloseCode, reason: str = "") -> None:
        """Close the connection with one of Discord's codes, after what was sent before."""
        self._outgoing.put_nowait(_Goodbye(int(code), reason))

    def abort(self) -> None:
        """Cut the connection without a word, as a dying network does."""
        if self._transport is not None:
            self._transport.abort()

    async def write(self) -> None:
        """Write what is queued until the connection ends."""
        while True:
            frame = await self._outgoing.get()
            try:
                if isinstance(frame, _Goodbye):
                    await self._socket.close(code=frame.code, message=frame.reason.encode())
                    return
                await self._write(json.dumps(frame, separators=(",", ":")))
            except ConnectionError:
                # The bot went away between two events; the reading side notices and cleans up.
                return

    async def _write(self, text: str) -> None:
        if self._deflate is None:
            await self._socket.send_str(text)
            return
        compressed = self._deflate.compress(text.encode())
        await self._socket.send_bytes(compressed + self._deflate.flush(zlib.Z_SYNC_FLUSH))


@dataclass(frozen=True, slots=True)
class _Goodbye:
    code: int
    reason: str
