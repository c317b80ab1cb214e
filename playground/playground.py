"""The playground: a stand-in Discord served on loopback, with people to play on it."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

import aiohttp
from aiohttp import web

from playground.api.faults import Faults
from playground.api.files import Files
from playground.api.limits import RateLimits
from playground.api.middleware import PREFIX
from playground.assembly import Addresses, Ground, authority, build
from playground.gateway.hub import Credentials, Hub
from playground.gateway.intents import Intent
from playground.gateway.limits import GatewayLimits
from playground.gateway.roster import Roster
from playground.gateway.session_starts import SessionStarts
from playground.interactions.book import CommandBook
from playground.interactions.registry import Interactions, Limits
from playground.little_world import CHANNELS, SERVER, make_little_world
from playground.people.person import Person
from playground.pulse import Pulse
from playground.rates import Rates
from playground.unfurling import Unfurler
from playground.validation.description import read_description
from playground.validation.violations import InvalidRequests, Violation, ViolationRecord
from playground.world import Server, Snowflake, TextChannel, Thread, User

A_MINUTE = 60.0
LOOPBACK_NAMES = ("127.0.0.1", "localhost", "::1")
MOST_BODY = 10 * 10 * 1024 * 1024 + 1024 * 1024
Found = TypeVar("Found")
Serve = Callable[[web.Request], Awaitable[web.StreamResponse]]


class NotLoopback(ValueError):
    """The playground would be reachable from outside this machine."""


class Playground:
    """A stand-in Discord on loopback: `async with Playground() as playground:`.

    The world stays as it is when the bot goes and comes back. `description` is the path of
    Discord's OpenAPI file; without it requests are checked by the rules alone, and answers not at
    all. `rates` limit how often the bot may send requests. Without them there is no limit, so that
    tests with hundreds of matches at once do not wait.
    """

    hub: Hub
    interactions: Interactions
    files: Files
    unfurler: Unfurler

    def __init__(
        self,
        *,
        host: str = "127.0.0.1",
        port: int = 0,
        token: str = "playground-token",  # noqa: S107
        bot_name: str = "bot",
        description: Path | str | None = None,
        shards: int = 1,
        privileged_intents: Intent = Intent.NONE,
        limits: Limits | None = None,
        gateway_limits: GatewayLimits | None = None,
        max_concurrency: int = 1,
        rates: Rates | None = None,
    ) -> None:
        if host != "localhost" and not ipaddress.ip_address(host).is_loopback:
            raise NotLoopback(f"{host} is not a loopback address")
        gateway_limits = gateway_limits or GatewayLimits()
        per_day = gateway_limits.starts_a_day
        self.token = token
        self.world = make_little_world(bot_name)
        self.faults = Faults()
        self.book = CommandBook(self.world)
        self.pulse = Pulse()
        self.port = port
        self._host = host
        self._ground = Ground(
            world=self.world,
            book=self.book,
            pulse=self.pulse,
            faults=self.faults,
            record=ViolationRecord(),
            description=read_description(Path(description)) if description else None,
            credentials=Credentials(token, privileged_intents),
            rates=RateLimits(rates),
            roster=Roster(gateway_limits),
            starts=SessionStarts(rates, max_concurrency=max_concurrency, a_day=per_day),
            limits=limits or Limits(),
            shards=shards,
        )
        self._app = web.Application(middlewares=[self._require_host], client_max_size=MOST_BODY)
        self._people: dict[Snowflake, Person] = {}

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.stop()

    @property
    def address(self) -> str:
        """Where the playground is served, without a slash at the end."""
        return f"http://{authority(self._host, self.port)}"

    @property
    def api(self) -> str:
        """The base of the HTTP API, for `discord.http.Route.BASE`."""
        return self.address + PREFIX

    @property
    def gateway(self) -> str:
        """The gateway, for `discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY`."""
        return self.address.replace("http", "ws", 1) + "/gateway"

    @property
    def cdn(self) -> str:
        """The base of files and pictures, for `discord.asset.Asset.BASE`."""
        return self.address

    @property
    def application_id(self) -> Snowflake:
        """The id of the application, which is that of the bot's user."""
        return self.world.bot.id

    @property
    def violations(self) -> tuple[Violation, ...]:
        """The bot's requests that Discord would refuse, and the answers that it would not give."""
        return self._ground.record.violations

    @property
    def is_connected(self) -> bool:
        """Whether the bot has identified itself at the gateway, with all its shards."""
        return self._ground.roster.is_connected

    def mount(self, routes: Iterable[web.RouteDef]) -> None:
        """Serve further routes, such as those of a page; before the start."""
        self._app.add_routes(routes)

    async def start(self) -> None:
        """Bind to the port, or to a free one, and serve."""
        family = socket.AF_INET6 if ":" in self._host else socket.AF_INET
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((self._host, self.port))
        except OSError:
            listener.close()
            raise
        self.port = listener.getsockname()[1]
        at = Addresses(self.gateway, self.cdn)
        house = build(self._ground, self._app, at, self._fetch)
        self.hub, self.interactions, self._stage = house.hub, house.interactions, house.stage
        self.files, self.unfurler = house.files, house.unfurler
        self._keeper = asyncio.create_task(self._keep_time())
        self._session = aiohttp.ClientSession()
        await self.unfurler.start()
        self._runner = web.AppRunner(self._app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        await web.SockSite(self._runner, listener).start()

    async def stop(self) -> None:
        """Fail what is waiting, cut the gateway and stop serving."""
        self._keeper.cancel()
        self.interactions.close()
        self.hub.drop()
        self._ground.roster.close()
        await self._runner.cleanup()
        await self.unfurler.stop()
        await self._session.close()

    def person(self, who: str | User) -> Person:
        """Return the person with this username, or of this user."""
        user = who if isinstance(who, User) else self._user(who)
        if user.id not in self._people:
            self._people[user.id] = Person(user, self._stage)
        return self._people[user.id]

    def add_person(self, username: str, *servers: Server) -> Person:
        """Make a user, a member of these servers."""
        user = self.world.add_user(username)
        for server in servers:
            self.world.join(server, user)
        return self.person(user)

    def add_server(
        self,
        name: str,
        *members: Person,
        channels: Iterable[str] = CHANNELS,
        locale: str = "en-US",
    ) -> Server:
        """Make one more server, owned by the first of its members; the bot is not in it yet.

        `world.moderation` invites the bot and takes it out.
        """
        server = self.world.add_server(name, members[0].user, locale=locale)
        for person in members[1:]:
            self.world.join(server, person.user)
        for channel in channels:
            self.world.add_channel(server, channel)
        return server

    def server(self, name: str = SERVER) -> Server:
        """Return a server by its name."""
        for server in self.world.servers.values():
            if server.name == name:
                return server
        raise LookupError(f"there is no server {name!r}")

    def channel(self, name: str, server: Server | None = None) -> TextChannel:
        """Return a text channel by its name."""
        for channel in (server or self.server()).channels.values():
            if channel.name == name:
                return channel
        raise LookupError(f"there is no channel {name!r}")

    def thread(self, thread_id: int) -> Thread:
        """Return a thread by its id, which is the id of the message that it was begun from."""
        place = self.world.places.get(Snowflake(thread_id))
        if not isinstance(place, Thread):
            raise LookupError(f"there is no thread {thread_id}")
        return place

    async def until(self, condition: Callable[[], Found], *, within: float = 60.0) -> Found:
        """Wait until `condition` returns a true value, and return it; check it at each change."""
        return await self.pulse.until(condition, within=within)

    def expect_valid(self) -> None:
        """Raise `InvalidRequests` if there are violations."""
        if self.violations:
            raise InvalidRequests(self.violations)

    def limit_rates(self, rates: Rates | None) -> None:
        """Set how often the bot may send requests from now on; None lifts all limits."""
        self._ground.rates.rates = rates
        self._ground.starts.rates = rates

    async def _keep_time(self) -> None:
        """Archive quiet threads and end events as time goes by."""
        while True:
            await asyncio.sleep(A_MINUTE)
            self.world.keep_time()

    async def _fetch(self, url: str) -> bytes:
        async with self._session.get(url) as response:
            response.raise_for_status()
            return await response.read()

    def _user(self, username: str) -> User:
        for user in self.world.users.values():
            if user.username == username:
                return user
        raise LookupError(f"there is no user {username!r}")

    @web.middleware
    async def _require_host(self, request: web.Request, handler: Serve) -> web.StreamResponse:
        """Refuse other host names for this address, and requests of pages from elsewhere.

        A browser sends the requesting page's origin, for WebSockets too; a bot sends none.
        """
        if request.host not in {authority(name, self.port) for name in LOOPBACK_NAMES}:
            raise web.HTTPMisdirectedRequest(text="This address is served on loopback alone.")
        if request.headers.get("Origin") not in (None, f"http://{request.host}"):
            raise web.HTTPForbidden(text="Pages from elsewhere are not served.")
        return await handler(request)
