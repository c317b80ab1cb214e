"""Half-open, slow and malformed requests: they are limited, and do not keep others from reading."""

import asyncio
import contextlib
import resource
import socket
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from aiohttp import web

from bot.listening import ListeningLimits, address_of, listening
from playground import Playground
from tests.kit.health import child_of
from tests.kit.leaderboard_pages import free_port
from tests.kit.server_matches import start_match_between
from tests.kit.tables import DESCRIPTION, PATIENT

HALF = b"GET / HTTP/1.1\r\nHost: here\r\n"
WITHIN = 60.0


async def say(_: web.Request) -> web.Response:
    return web.Response(text="a page")


@asynccontextmanager
async def served(limits: ListeningLimits) -> AsyncIterator[int]:
    application = web.Application()
    application.router.add_get("/", say)
    port = free_port()
    async with listening(application, "127.0.0.1", port, limits, {"X-Mark": "ours"}):
        yield port


class Line:
    """A connection on which the test decides how much is sent."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    @classmethod
    async def to(cls, port: int, sent: bytes, address: str = "127.0.0.1") -> "Line":
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
        writer.write(sent)
        return cls(reader, writer)

    async def rest(self) -> bytes:
        """Return all that comes until the connection ends."""
        try:
            return await asyncio.wait_for(self.reader.read(), WITHIN)
        except ConnectionResetError:
            return b""

    async def close(self) -> None:
        self.writer.transport.abort()
        with contextlib.suppress(ConnectionError):
            await self.writer.wait_closed()


async def page(port: int, address: str = "127.0.0.1") -> bytes:
    line = await Line.to(port, HALF + b"Connection: close\r\n\r\n", address)
    try:
        return await line.rest()
    finally:
        await line.close()


async def test_connections_beyond_the_limit_are_refused_with_a_sentence() -> None:
    async with served(ListeningLimits(connections=5, each=5)) as port:
        inside = [await Line.to(port, HALF) for _ in range(5)]
        for _ in range(20):
            away = await page(port)
            assert away.startswith(b"HTTP/1.1 503 ")
            assert b"There are too many connections just now." in away
        inside[0].writer.write(b"Connection: close\r\n\r\n")
        assert (await inside[0].rest()).endswith(b"a page")
        deadline = time.monotonic() + WITHIN
        while not (await page(port)).endswith(b"a page"):
            assert time.monotonic() < deadline
        for line in inside:
            await line.close()


async def test_one_address_is_limited_to_its_share() -> None:
    async with served(ListeningLimits(connections=8, each=3)) as port:
        inside = [await Line.to(port, HALF, "127.0.0.2") for _ in range(3)]
        assert (await page(port, "127.0.0.2")).startswith(b"HTTP/1.1 503 ")
        assert (await page(port, "127.0.0.3")).endswith(b"a page")
        for line in inside:
            await line.close()


async def test_late_headers_end_the_connection() -> None:
    async with served(ListeningLimits(connections=2, headers_within=0.5)) as port:
        begun = [await Line.to(port, sent) for sent in (HALF, b"")]
        assert [await line.rest() for line in begun] == [b"", b""]
        for line in begun:
            await line.close()
        assert (await page(port)).endswith(b"a page")


@pytest.mark.long
async def test_slow_headers_get_no_extra_time() -> None:
    async with served(ListeningLimits(headers_within=1.0)) as port:
        line = await Line.to(port, HALF)
        ended = asyncio.create_task(line.rest())
        deadline = time.monotonic() + WITHIN
        while not ended.done():
            assert time.monotonic() < deadline
            line.writer.write(b"X")
            await asyncio.wait([ended], timeout=0.1)
        assert ended.result() == b""
        await line.close()


@pytest.mark.long
async def test_a_connections_lifetime_is_limited() -> None:
    async with served(ListeningLimits(longest=1.0)) as port:
        line = await Line.to(port, b"")
        ended = asyncio.create_task(line.rest())
        deadline = time.monotonic() + WITHIN
        while not ended.done():
            assert time.monotonic() < deadline
            line.writer.write(HALF + b"\r\n")
            await asyncio.wait([ended], timeout=0.1)
        # This raises an exception if the wait has ended instead of the connection.
        await ended
        await line.close()


@pytest.mark.parametrize(
    "sent",
    [
        b"GET / HTTP/1.1\r\nno header at all\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: here\r\nX: " + b"x" * 10_000 + b"\r\n\r\n",
        b"GET /" + b"x" * 10_000 + b" HTTP/1.1\r\nHost: here\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: here\r\n" + b"X: x\r\n" * 200 + b"\r\n",
        b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: -1\r\n\r\n",
    ],
)
async def test_malformed_requests_are_answered_and_logged_without_the_address(
    sent: bytes, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    async with served(ListeningLimits()) as port:
        for _ in range(20):
            line = await Line.to(port, sent)
            answer = await line.rest()
            assert b" 400 " in answer.splitlines()[0]
            assert b"This request can't be read." in answer
            assert b"X-Mark: ours" in answer
            assert b"Server: boop\r\n" in answer
            await line.close()
    written = "".join([caplog.text, *capfd.readouterr()])
    assert "Traceback" not in written
    assert "127.0.0.1" not in written
    assert written.count("web requests refused") == 1
    assert len(written.splitlines()) < 5


@pytest.mark.parametrize(
    ("peer", "counted"),
    [
        (("192.0.2.7", 1), "192.0.2.7"),
        (("::ffff:192.0.2.7", 1, 0, 0), "192.0.2.7"),
        (("2001:db8:1:2:3:4:5:6", 1, 0, 0), "2001:db8:1:2::/64"),
        (("fe80::1%eth0", 1, 0, 2), "fe80::/64"),
        (None, ""),
    ],
)
def test_addresses_of_one_network_count_as_one(peer: object, counted: str) -> None:
    assert address_of(peer) == counted


@pytest.mark.night
@pytest.mark.process
@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="bounds another process's files")
async def test_heavy_web_traffic_does_not_disturb_play(tmp_path: Path) -> None:
    web_port = free_port()
    async with Playground(description=DESCRIPTION, limits=PATIENT) as playground:
        child = child_of(tmp_path, playground, free_port(), BOOP_WEB_PORT=str(web_port))
        await child.start()
        crowd: list[socket.socket] = []
        try:
            assert child.process_id is not None
            resource.prlimit(child.process_id, resource.RLIMIT_NOFILE, (256, 256))
            for _ in range(400):
                one = socket.create_connection(("127.0.0.1", web_port), timeout=WITHIN)
                one.sendall(HALF)
                crowd.append(one)
            ada, bob = playground.person("ada"), playground.person("bob")
            server_match = await start_match_between(
                playground, ada, bob, playground.channel("games")
            )
            await server_match.play(["Kc3", "Ka1", "Kf6"])
        finally:
            for one in crowd:
                one.close()
            await child.stop()
        playground.expect_valid()
