"""A proxy to the server that can break or fall silent, as networks do."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Self
from urllib.parse import parse_qs, urlsplit

from bot.address import ServerAddress

COMMIT = b"COMMIT\0"


class Proxy:
    """A proxy that passes data on until a method stops it."""

    def __init__(self, socket: str) -> None:
        self._socket = socket
        self._listening: asyncio.Server | None = None
        self._lines: set[asyncio.StreamWriter] = set()
        self._to_clients: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._passes = asyncio.Event()
        self._passes.set()
        self._is_dead = False
        self.port = 0
        self.connections = 0
        self.unanswered = 0
        """Open connections that got no answer."""
        self.cut_after_commit = False
        self.passes_startups_only = False
        self.delay = 0.0
        """Seconds by which each answer comes later."""

    async def open(self) -> Self:
        """Listen, on the same port as before if there was one."""
        self._listening = await asyncio.start_server(self._serve, "127.0.0.1", self.port)
        self.port = self._listening.sockets[0].getsockname()[1]
        return self

    async def cut(self) -> None:
        """Abort all connections, and accept no new ones."""
        assert self._listening is not None
        self._listening.close()
        for line in tuple(self._lines):
            line.transport.abort()
        self._passes.set()
        if self._tasks:
            await asyncio.wait(tuple(self._tasks))

    async def die(self) -> None:
        """Abort all connections, and accept new ones but never answer them."""
        await self.cut()
        self._is_dead = True
        await self.open()

    def stall(self) -> None:
        """Receive data but pass none on."""
        self._passes.clear()

    def half_close(self) -> None:
        """Pass nothing more on, and close the sending half of each connection to a client."""
        self.stall()
        for line in self._to_clients:
            line.write_eof()

    def resume(self) -> None:
        """Pass on the data that arrived meanwhile."""
        self._passes.set()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        if self._is_dead:
            self.unanswered += 1
            await reader.read()
            self.unanswered -= 1
            writer.close()
            return
        from_server, to_server = await asyncio.open_unix_connection(self._socket)
        self._lines |= {writer, to_server}
        self._to_clients.add(writer)
        self._tasks |= {
            asyncio.create_task(self._forward(reader, to_server)),
            asyncio.create_task(self._return(from_server, writer)),
        }

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while sent := await reader.read(2**16):
                await self._passes.wait()
                if self.cut_after_commit and COMMIT in sent:
                    self.stall()
                # Each message before the first query begins with its length.
                if self.passes_startups_only and not sent.startswith(b"\0"):
                    continue
                writer.write(sent)
                await writer.drain()
        except ConnectionError:
            pass
        finally:
            writer.close()

    async def _return(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while said := await reader.read(2**16):
                if self.cut_after_commit and not self._passes.is_set():
                    writer.transport.abort()
                    return
                await self._passes.wait()
                await asyncio.sleep(self.delay)
                writer.write(said)
                await writer.drain()
        except ConnectionError:
            pass
        finally:
            writer.close()


@asynccontextmanager
async def open_proxy(address: ServerAddress) -> AsyncIterator[tuple[Proxy, ServerAddress]]:
    """Yield a proxy, and the database's address through it."""
    parts = urlsplit(address.url)
    [folder] = parse_qs(parts.query)["host"]
    proxy = await Proxy(f"{folder}/.s.PGSQL.5432").open()
    yield proxy, ServerAddress(f"postgresql://boop@127.0.0.1:{proxy.port}{parts.path}")
    await proxy.cut()
