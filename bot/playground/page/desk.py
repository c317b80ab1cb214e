"""Where the page is served: its files, and a WebSocket for each person that it shows."""

from __future__ import annotations

import time
from collections.abc import Callable
from importlib.resources import files
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

import aiohttp
from aiohttp import web

from bot.playground.page.deeds import Deeds
from bot.playground.page.direction import Director
from bot.playground.page.door import KEY, Door, demand_own_page
from bot.playground.page.reading import Reading
from bot.playground.page.sitting import Sitting
from bot.playground.page.views import Json, Views
from bot.playground.world import User
from bot.playground.world.happenings import Happening

if TYPE_CHECKING:
    from bot.playground.playground import Playground

STATIC = files(__package__) / "static"
TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}
LONGEST_LEAP = 365 * 86400.0
MOST_ASKED = 256 * 1024
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cache-Control": "no-cache",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class Desk:
    """The page of a playground; `announce` is told each further address that lets in."""

    def __init__(
        self, playground: Playground, announce: Callable[[str], None] = lambda address: None
    ) -> None:
        self._playground = playground
        self._world = playground.world
        self._reading = Reading(playground.world)
        self._door = Door(lambda key: announce(self._address(key)))
        self._sittings: set[Sitting] = set()
        self._director: Director | None = None
        self._ahead = 0.0
        playground.world.listen(self._hear)

    def routes(self) -> list[web.RouteDef]:
        """What to mount on the playground."""
        return [
            web.get("/", self._page),
            web.get("/page/{name}", self._file),
            web.get("/live/{user_id}", self._live),
            web.post("/direct/{deed}", self._direct),
        ]

    def invitation(self) -> str:
        """The address to open, with a key that lets one browser in."""
        return self._address(self._door.cut_key())

    def seat_director(self, director: Director | None) -> None:
        """Say who moves the bot's clock from now on; None when nobody can."""
        self._director = director
        self._tell_clock()

    async def close(self) -> None:
        """Send the pages away, so that the playground can stop."""
        for sitting in list(self._sittings):
            await sitting.close()

    async def _page(self, request: web.Request) -> web.Response:
        answer = _serve("index.html")
        self._door.let_in(request, answer)
        return answer

    async def _file(self, request: web.Request) -> web.Response:
        demand_own_page(request)
        return _serve(request.match_info["name"])

    async def _live(self, request: web.Request) -> web.WebSocketResponse:
        self._door.demand_guest(request)
        user = self._user(request.match_info["user_id"])
        person = self._playground.person(user)
        views = Views(person, self._world, self._reading)
        socket = web.WebSocketResponse(heartbeat=30, max_msg_size=MOST_ASKED)
        await socket.prepare(request)
        sitting = Sitting(socket, Deeds(person, self._world, self._reading, views))
        self._sittings.add(sitting)
        sitting.tell(self._clock())
        try:
            await sitting.run()
        finally:
            self._sittings.discard(sitting)
        return socket

    async def _direct(self, request: web.Request) -> web.Response:
        """Let time pass for the bot, and tell every page what its clock shows."""
        self._door.demand_guest(request)
        if self._director is None:
            raise web.HTTPConflict(text="Nobody can move the bot's clock now.")
        try:
            if request.match_info["deed"] == "next-deadline":
                shown = await self._director.next_deadline()
            else:
                shown = await self._director.advance(_seconds(request))
        except aiohttp.ClientError as error:
            raise web.HTTPBadGateway(text=f"The bot did not do it: {error}") from error
        self._ahead = shown - time.time()
        self._tell_clock()
        return web.json_response(self._clock())

    def _user(self, text: str) -> User:
        """The member with this id; the first one for an address kept from another playground."""
        people = [each for each in self._world.users.values() if not each.is_bot]
        return next((user for user in people if str(user.id) == text), people[0])

    def _hear(self, happening: Happening) -> None:
        for sitting in list(self._sittings):
            sitting.hear(happening)

    def _clock(self) -> Json:
        return {"kind": "clock", "ahead": self._ahead, "can_move": self._director is not None}

    def _tell_clock(self) -> None:
        for sitting in self._sittings:
            sitting.tell(self._clock())

    def _address(self, key: str) -> str:
        return f"{self._playground.address}/?{KEY}={key}"


def _seconds(request: web.Request) -> float:
    """How long time is to pass: up to a year, and never back."""
    try:
        seconds = float(request.query.get("seconds", ""))
    except ValueError:
        seconds = 0.0
    # What is no number compares as false.
    if not 0 < seconds <= LONGEST_LEAP:
        raise web.HTTPBadRequest(text="Time passes by 1 to 31536000 seconds at once.")
    return seconds


def _serve(name: str) -> web.Response:
    """A file of the page; there are no folders, so that no name leads out of it."""
    kind = TYPES.get(PurePosixPath(name).suffix)
    file = STATIC / name
    if kind is None or "/" in name or "\\" in name or not file.is_file():
        raise web.HTTPNotFound
    return web.Response(body=file.read_bytes(), content_type=kind, charset="utf-8", headers=HEADERS)
