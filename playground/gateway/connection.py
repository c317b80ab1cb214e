"""One connection of the bot to the gateway: sending on it, and ending it."""

from __future__ import annotations

import asyncio
import json
import zlib
from dataclasses import dataclass
from typing import Any

from aiohttp import web

from playground.gateway.codes import CloseCode, Opcode


@dataclass(frozen=True, slots=True)
class _Goodbye:
    code: CloseCode
    reason: str


class GatewayConnection:
    """A WebSocket. One task writes the queued frames, in the order of the changes.

    `closed_with` is the code with which the gateway closed the connection, or None. A connection
    that `is_silent` is a zombie: it stays open and reads, but sends nothing.
    """

    def __init__(
        self,
        socket: web.WebSocketResponse,
        transport: asyncio.Transport | None,
        compress: str | None,
    ) -> None:
        self.closed_with: CloseCode | None = None
        self.is_silent = False
        self.beats = 0
        self._socket = socket
        self._transport = transport
        self._outgoing: asyncio.Queue[str | _Goodbye] = asyncio.Queue()
        # zlib-stream is one stream over the life of the connection, flushed after each message.
        self._deflate = zlib.compressobj() if compress == "zlib-stream" else None

    def send(self, opcode: Opcode, body: Any = None) -> None:
        """Send a message that is not an event."""
        frame = {"op": int(opcode), "t": None, "s": None, "d": body}
        self.send_text(json.dumps(frame, separators=(",", ":")))

    def send_text(self, frame: str) -> None:
        """Send a frame that is already encoded."""
        if not self.is_silent:
            self._outgoing.put_nowait(frame)

    def close(self, code: CloseCode, reason: str) -> None:
        """Close the connection with one of Discord's codes, after the queued frames."""
        self.closed_with = code
        self._outgoing.put_nowait(_Goodbye(code, reason))

    def abort(self) -> None:
        """Cut the connection without a closing frame, as a failing network does."""
        if self._transport is not None:
            self._transport.abort()

    async def write(self) -> None:
        """Write the queued frames until the connection ends."""
        while True:
            frame = await self._outgoing.get()
            try:
                if isinstance(frame, _Goodbye):
                    await self._socket.close(code=frame.code, message=frame.reason.encode())
                    return
                await self._write(frame)
            except ConnectionError:
                # The bot disconnected between two events; the reading side notices and cleans up.
                return

    async def _write(self, text: str) -> None:
        if self._deflate is None:
            await self._socket.send_str(text)
            return
        compressed = self._deflate.compress(text.encode())
        await self._socket.send_bytes(compressed + self._deflate.flush(zlib.Z_SYNC_FLUSH))
