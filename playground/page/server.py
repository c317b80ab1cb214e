"""The page's server: its files, and a WebSocket for each person that it shows."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from importlib.resources import files
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from aiohttp import web

from playground.api.files import ROUTE
from playground.assembly import authority
from playground.page.actions import Actions
from playground.page.connection import PageConnection
from playground.page.direction import Director, ProcessKeeper, ProcessState
from playground.page.door import Door, NotLetIn, require_own_page
from playground.page.reading import ReadMarks
from playground.page.request import Request
from playground.page.stage import PageStage
from playground.page.views import Views
from playground.page.welcome import PICTURE, Welcome
from playground.people import CannotDo
from playground.pulse import WaitTimeout
from playground.world import User, is_id
from playground.world.events import Event

if TYPE_CHECKING:
    from playground.playground import Playground

STATIC = files(__package__) / "static"
TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}
MOST_ASKED = 256 * 1024
MOST_OPENINGS = 10
A_WHILE = 3600.0
Serve = Callable[[web.Request], Awaitable[web.StreamResponse]]
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cache-Control": "no-cache",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class PageServer:
    """The page of a playground; `announce` is called with each further address to log in at."""

    def __init__(
        self,
        playground: Playground,
        announce: Callable[[str], None] = lambda address: None,
        welcome: Welcome | None = None,
    ) -> None:
        self._playground = playground
        self._world = playground.world
        self._reading = ReadMarks(playground.world)
        self._door = Door(announce)
        self._connections: set[PageConnection] = set()
        self._stage = PageStage(playground, welcome or Welcome())
        self._watching: asyncio.Task[None] | None = None
        playground.world.listen(self._pass_on)

    def routes(self) -> list[web.RouteDef]:
        """Return the routes to mount on the playground."""
        return [
            web.get("/", self._page),
            web.get("/page/{name}", self._file),
            web.get(PICTURE, self._welcome_picture),
            web.get("/live/{user_id}", self._live),
            web.post("/direct", self._direct),
            web.post("/begin", self._begin),
        ]

    def invitation(self) -> str:
        """Return the address to open, with a key that lets one browser in."""
        return self._door.invitation(self._playground.address)

    @contextlib.asynccontextmanager
    async def on_network(self, host: str) -> AsyncIterator[str]:
        """Serve the page at one more address of this machine; return the address to open.

        Only the page and the pictures on it are served there, to browsers that were let in.
        Raise `OSError` if the address cannot be listened on.
        """
        name = authority(host, self._playground.port)

        @web.middleware
        async def require_host(request: web.Request, handler: Serve) -> web.StreamResponse:
            if request.host != name:
                raise web.HTTPMisdirectedRequest(text="This address has another name.")
            return await handler(request)

        app = web.Application(middlewares=[require_host], client_max_size=MOST_ASKED)
        app.add_routes([*self.routes(), web.get(ROUTE, self._picture)])
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await runner.setup()
        try:
            await web.TCPSite(runner, host, self._playground.port).start()
            yield self._door.invitation(f"http://{name}")
        finally:
            await runner.cleanup()

    def set_keeper(self, keeper: ProcessKeeper, processes: int = 1) -> None:
        """Set who runs the bot's processes, and how many there are."""
        self._stage.directing.keeper = keeper
        self._stage.directing.processes = processes
        self._stage.states = [ProcessState.RUNNING] * processes

    async def set_director(self, director: Director | None) -> None:
        """Set who moves the bot's clock from now on; None if no one can."""
        await self._stage.directing.set_director(director)
        self._playground.pulse.beat()

    def show(self, state: ProcessState, process: int = 0) -> None:
        """Show the state of a process of the bot."""
        self._stage.states[process] = state
        self._playground.pulse.beat()

    async def close(self) -> None:
        """Disconnect the pages, so that the playground can stop."""
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.gather(self._watching, return_exceptions=True)
        for connection in list(self._connections):
            await connection.close()

    async def _page(self, request: web.Request) -> web.Response:
        answer = _serve("index.html")
        try:
            self._door.let_in(request, answer)
        except NotLetIn as outside:
            refused = _serve(f"{outside.why.value}.html")
            refused.set_status(web.HTTPForbidden.status_code)
            return refused
        return answer

    async def _picture(self, request: web.Request) -> web.Response:
        """Return a file of a message, for browsers that were let in."""
        self._door.require_guest(request, needs_origin=False)
        return await self._playground.files.serve(request)

    async def _file(self, request: web.Request) -> web.Response:
        require_own_page(request)
        return _serve(request.match_info["name"])

    async def _welcome_picture(self, request: web.Request) -> web.Response:
        """Return the picture of the welcome, for browsers that were let in."""
        self._door.require_guest(request, needs_origin=False)
        picture = self._stage.reception.picture
        if not picture:
            raise web.HTTPNotFound
        return web.Response(body=picture, content_type="image/png", headers=HEADERS)

    async def _live(self, request: web.Request) -> web.WebSocketResponse:
        self._door.require_guest(request)
        user = self._user(request.match_info["user_id"])
        person = self._playground.person(user)
        views = Views(person, self._world, self._reading)
        socket = web.WebSocketResponse(heartbeat=30, max_msg_size=MOST_ASKED)
        await socket.prepare(request)
        connection = PageConnection(socket, Actions(person, self._world, self._reading, views))
        self._connections.add(connection)
        if self._watching is None:
            self._watching = asyncio.create_task(self._watch())
        connection.tell(self._stage.shape())
        try:
            await connection.run()
        finally:
            self._connections.discard(connection)
        return socket

    async def _direct(self, request: web.Request) -> web.Response:
        """Do an action of the director's bar, and return its result as a sentence."""
        body = await self._read_request(request)
        try:
            sentence = await self._stage.directing.do(str(body.get("action")), Request(body))
        except CannotDo as refusal:
            raise web.HTTPConflict(text=_sentence(str(refusal))) from None
        self._playground.pulse.beat()
        return web.json_response({"message": sentence})

    async def _begin(self, request: web.Request) -> web.Response:
        """Do the action of a welcome's button, and return the place each person is taken to."""
        body = Request(await self._read_request(request))
        try:
            opening = int(body.number("opening", 0, MOST_OPENINGS))
            places = await self._stage.reception.begin(opening)
        except CannotDo as refusal:
            raise web.HTTPConflict(text=_sentence(str(refusal))) from None
        return web.json_response({"places": places})

    async def _read_request(self, request: web.Request) -> dict[str, Any]:
        """Return the JSON object in a request of a browser that was let in."""
        self._door.require_guest(request)
        if not 0 < (request.content_length or 0) <= MOST_ASKED:
            most = f"An action is told in 1 to {MOST_ASKED} bytes."
            raise web.HTTPRequestEntityTooLarge(MOST_ASKED, request.content_length or 0, text=most)
        try:
            body = await request.json()
        except (ValueError, RecursionError):
            body = None
        if not isinstance(body, dict):
            raise web.HTTPBadRequest(text="Actions are asked for as JSON objects.")
        return body

    async def _watch(self) -> None:
        """Send the stage to every page whenever it changes."""
        while True:
            shown = self._stage.shape()
            for connection in self._connections:
                connection.tell(shown)
            with contextlib.suppress(WaitTimeout):
                await self._playground.until(partial(self._stage.differs, shown), within=A_WHILE)

    def _user(self, text: str) -> User:
        """Return the user with this id; the first user if the address is another playground's."""
        people = [each for each in self._world.users.values() if not each.is_bot]
        number = text.removeprefix("person-")
        if number != text and is_id(number):
            return people[min(int(number), len(people)) - 1]
        return next((user for user in people if str(user.id) == text), people[0])

    def _pass_on(self, event: Event) -> None:
        for connection in list(self._connections):
            connection.hear(event)


def _sentence(text: str) -> str:
    """Return a refusal as a sentence of its own."""
    return f"{text[:1].upper()}{text[1:]}."


def _serve(name: str) -> web.Response:
    """Return a file of the page; all lie in one folder, so no name can lead out of it."""
    kind = TYPES.get(PurePosixPath(name).suffix)
    file = STATIC / name
    if kind is None or "/" in name or "\\" in name or not file.is_file():
        raise web.HTTPNotFound
    return web.Response(body=file.read_bytes(), content_type=kind, charset="utf-8", headers=HEADERS)
