"""The web server. It limits connections, their duration, and the log lines about requests.

aiohttp closes a connection that has not sent the headers of a request within `keepalive_timeout`.
It does not limit the number of connections, although each takes an open file and the database and
Discord need open files, too. It does not limit how long a client takes to read an answer. And it
logs a traceback and an address for each malformed request.
"""

import asyncio
import ipaddress
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

import structlog
from aiohttp import hdrs, web

from bot.errors import AddressTaken

MOST: Final = 128
"""The most connections at a time."""
EACH: Final = 48
"""The most connections of one address at a time, except the proxy's address."""
BACKLOG: Final = 32
"""How many new connections the system keeps waiting, and how many the bot accepts at once."""
HEADERS_WITHIN: Final = 10.0
"""Seconds in which a request's headers must come, after the connection or the last answer."""
BODY_WITHIN: Final = 1.0
"""Seconds in which to read the body of a request, which no page expects."""
LONGEST: Final = 60.0
"""Seconds after which a connection is closed, even if it is still reading or writing."""
LONGEST_LINE: Final = 4096
"""The longest request line and header in bytes."""
MOST_HEADERS: Final = 64
LOGGED_EVERY: Final = 60.0
"""Seconds between two log lines about refused requests."""

_READER: Final = ContextVar[str | None]("reader", default=None)
"""The address that a proxy names for the request that is being answered."""
_FULL: Final = b"There are too many connections just now. Please ask again in a moment.\n"
_UNREADABLE: Final = "This request can't be read. Please ask by HTTP, with GET.\n"

_log: Final = structlog.get_logger(__name__)

Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network


@dataclass(frozen=True, slots=True)
class ListeningLimits:
    """The limits for incoming connections.

    `proxy` is the network of a reverse proxy. Requests from this network count for the address in
    their `X-Forwarded-For` header, and `each` limits the requests of that address. The header is
    ignored in all other requests.
    """

    connections: int = MOST
    each: int = EACH
    headers_within: float = HEADERS_WITHIN
    longest: float = LONGEST
    proxy: Network | None = None


@asynccontextmanager
async def listening(
    application: web.Application,
    host: str,
    port: int,
    limits: ListeningLimits | None = None,
    headers: Mapping[str, str] | None = None,
) -> AsyncIterator[None]:
    """Serve an application. Raise `AddressTaken` if another program uses the port.

    `headers` are added to refusals of requests that the application never sees.
    """
    runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.5)
    limiter = _ConnectionLimiter(runner, limits or ListeningLimits(), headers or {})
    if limiter.limits.proxy is not None:
        application.middlewares.insert(0, limiter.limit_forwarded)
    await runner.setup()
    try:
        try:
            server = await asyncio.get_running_loop().create_server(
                limiter.connection, host, port, backlog=BACKLOG
            )
        except OSError as error:
            raise AddressTaken(host, port, error.strerror or str(error)) from error
        try:
            yield
        finally:
            server.close()
    finally:
        await runner.cleanup()


class _ConnectionLimiter:
    """Counts connections, and refuses those beyond the limits."""

    def __init__(
        self, runner: web.AppRunner, limits: ListeningLimits, headers: Mapping[str, str]
    ) -> None:
        self.limits: Final = limits
        self.headers: Final = headers
        self._runner = runner
        self._inside: Counter[str] = Counter()
        self._forwarded: Counter[str] = Counter()
        self._refused = _RefusalCounts()

    def connection(self) -> asyncio.Protocol:
        """Return the protocol of a new connection."""
        server = self._runner.server
        if server is None:
            raise AssertionError("the runner has been set up")
        return _HttpConnection(
            server,
            loop=asyncio.get_running_loop(),
            limiter=self,
            access_log=None,
            keepalive_timeout=self.limits.headers_within,
            lingering_time=BODY_WITHIN,
            max_line_size=LONGEST_LINE,
            max_field_size=LONGEST_LINE,
            max_headers=MOST_HEADERS,
        )

    def enter(self, address: str, *, is_proxy: bool) -> bool:
        """Accept a connection, unless there are too many."""
        limits = self.limits
        each = limits.connections if is_proxy else limits.each
        if self._inside.total() >= limits.connections or self._inside[address] >= each:
            self._refused.connections += 1
            self._refused.log()
            return False
        self._inside[address] += 1
        return True

    def leave(self, address: str) -> None:
        """Record that a connection ended."""
        self._inside[address] -= 1
        if not self._inside[address]:
            del self._inside[address]

    def is_proxy(self, peer: object) -> bool:
        """Return whether a connection comes from the reverse proxy."""
        proxy, address = self.limits.proxy, _ip_of(peer)
        return proxy is not None and address is not None and address in proxy

    @web.middleware
    async def limit_forwarded(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        """Answer a request, or refuse it if too many from its forwarded address are under way."""
        transport = request.transport
        peer = None if transport is None else transport.get_extra_info("peername")
        # A proxy appends the address that it saw. The client may have forged the addresses before.
        named = request.headers.getall("X-Forwarded-For", [""])[-1].rpartition(",")[2].strip()
        if not named or not self.is_proxy(peer):
            return await handler(request)
        address = _forwarded_address(named)
        if self._forwarded[address] >= self.limits.each:
            self._refused.connections += 1
            self._refused.log()
            refused = web.Response(status=503, body=_FULL, content_type="text/plain")
            refused.headers.update({**self.headers, "Retry-After": "10"})
            refused.force_close()
            return refused
        self._forwarded[address] += 1
        token = _READER.set(address)
        try:
            return await handler(request)
        finally:
            _READER.reset(token)
            self._forwarded[address] -= 1
            if not self._forwarded[address]:
                del self._forwarded[address]

    def count_malformed(self) -> None:
        """Count a request that could not be read."""
        self._refused.malformed += 1
        self._refused.log()


@dataclass(slots=True)
class _RefusalCounts:
    """The number of refusals since the last log line, without addresses."""

    connections: int = 0
    malformed: int = 0
    logged_at: float = field(default=-LOGGED_EVERY)

    def log(self) -> None:
        """Log the numbers, at most once a minute."""
        now = time.monotonic()
        if now - self.logged_at < LOGGED_EVERY:
            return
        _log.warning(
            "web requests refused",
            connections_too_many=self.connections,
            malformed=self.malformed,
        )
        self.connections = self.malformed = 0
        self.logged_at = now


class _HttpConnection(web.RequestHandler):
    """One connection, from its beginning to its end."""

    __slots__ = ("_aborting", "_address", "_limiter")

    def __init__(self, server: web.Server, *, limiter: _ConnectionLimiter, **options: Any) -> None:
        super().__init__(server, **options)
        self._limiter = limiter
        self._address: str | None = None
        self._aborting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Accept the connection for at most `LONGEST` seconds, or refuse it."""
        if not isinstance(transport, asyncio.Transport):
            raise AssertionError("a connection is made by a socket")
        peer = transport.get_extra_info("peername")
        address = address_of(peer)
        if not self._limiter.enter(address, is_proxy=self._limiter.is_proxy(peer)):
            transport.write(_too_many_connections())
            transport.close()
            return
        self._address = address
        super().connection_made(transport)
        self._aborting = asyncio.get_running_loop().call_later(
            self._limiter.limits.longest, transport.abort
        )

    def connection_lost(self, exc: BaseException | None) -> None:
        """Count the connection as ended, to make room for another."""
        if self._aborting is not None:
            self._aborting.cancel()
        if self._address is not None:
            self._limiter.leave(self._address)
            self._address = None
            super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read the data, unless the connection was refused."""
        if self._address is not None:
            super().data_received(data)

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        """Answer a malformed or failed request, without logging the client's address."""
        if status >= 500:
            _log.error("web request failed", exc_info=exc)
        else:
            self._limiter.count_malformed()
        if request.writer.output_size > 0:
            raise ConnectionResetError("a part of the answer was sent already")
        answer = web.Response(status=status, text=_UNREADABLE if status < 500 else None)
        answer.headers.update(self._limiter.headers)
        answer.headers[hdrs.SERVER] = "boop"
        answer.force_close()
        return answer

    def log_exception(self, *_args: object, exc_info: Any = True, **_more: object) -> None:
        """Log an error of the server itself."""
        _log.error("web connection failed", exc_info=exc_info)


def reader_of(request: web.Request) -> str:
    """Return the address for which a request counts."""
    transport = request.transport
    peer = None if transport is None else transport.get_extra_info("peername")
    return _READER.get() or address_of(peer)


def address_of(peer: object) -> str:
    """Return the key for counting connections: an IPv4 address, or the /64 of an IPv6 address."""
    address = _ip_of(peer)
    if address is None:
        return str(peer[0]) if isinstance(peer, tuple) and peer else ""
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    return str(ipaddress.IPv6Network((address, 64), strict=False))


def _forwarded_address(named: str) -> str:
    """Return the address for which a proxied request counts. The proxy may add a port to it.

    All values that are not addresses count as one address.
    """
    if named.startswith("["):
        named = named[1:].partition("]")[0]
    elif named.count(":") == 1:
        named = named.partition(":")[0]
    return address_of((named,)) if _ip_of((named,)) is not None else ""


def _ip_of(peer: object) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Return the IP address of a peer. Return the IPv4 address for an IPv4-mapped IPv6 address."""
    text = str(peer[0]) if isinstance(peer, tuple) and peer else ""
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address


def _too_many_connections() -> bytes:
    head = (
        "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 10\r\n"
        f"Content-Type: text/plain; charset=utf-8\r\nContent-Length: {len(_FULL)}\r\n\r\n"
    )
    return head.encode() + _FULL
