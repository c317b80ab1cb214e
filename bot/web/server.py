"""The web server of leaderboards and shared matches: read-only, with limited work."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from http import HTTPStatus
from pathlib import Path
from typing import Final

import structlog
from aiohttp import hdrs, web

from bot.errors import UserFacingError
from bot.features.standings.leaderboards import PublicTables
from bot.listening import ListeningLimits, Network, listening
from bot.text import accepted_language, gettext, speaking
from bot.web.addresses import PlayerAddresses
from bot.web.answers import HEADERS, IS_INDEXED, ROBOTS, fresh, json_answer, page_answer
from bot.web.competitions import CompetitionSource
from bot.web.html import error_page
from bot.web.leaderboard_routes import LeaderboardRoutes
from bot.web.live import LookedTooLongAgo, TooManyWatched
from bot.web.match_pages import MatchSource, PageBusy
from bot.web.match_routes import EVENTS, MatchRoutes
from bot.web.tables import Names

AT_ONCE: Final = 1
"""How many requests read at the same time; the database's other reader is left for players."""
PATIENCE: Final = 5.0
"""How many seconds a request waits for its turn and its answer."""
EMBEDDED: Final = "/embed"
"""The path of the same pages as below `/m`, for other websites to show in a frame."""

_FRAMED: Final = HEADERS["Content-Security-Policy"].replace(
    "frame-ancestors 'none'", "frame-ancestors *"
)

_SCRIPTS: Final = {
    path.stem: path.read_text(encoding="utf-8")
    for path in Path(__file__).with_name("scripts").glob("*.js")
}

Answering = Callable[[web.Request], Awaitable[web.StreamResponse]]

_log: Final = structlog.get_logger(__name__)


@asynccontextmanager
async def public(
    host: str,
    port: int,
    tables: PublicTables,
    names: Names,
    matches: MatchSource,
    address: str | None = None,
    proxy: Network | None = None,
    *,
    secret: bytes,
    competitions: Mapping[str, CompetitionSource] | None = None,
) -> AsyncIterator[None]:
    """Serve leaderboards and shared matches. Raise `AddressTaken`.

    `address` is where people outside reach the pages, for previews of their links. `proxy` is the
    network of a web server in front of this one. The addresses of players' pages are made from
    `secret`. `competitions` finds tournaments and ladders, by their part of an address.
    """
    room = asyncio.Semaphore(AT_ONCE)
    players = PlayerAddresses(secret)
    leaderboards = LeaderboardRoutes(tables, names, matches, players, competitions or {}, room)
    shared = MatchRoutes(matches, address, room)
    application = web.Application(middlewares=[_AnswerMiddleware(names).answer])
    leaderboards.add_to(application)
    for tree in ("/m", EMBEDDED):
        shared.add_to(application, tree)
    application.router.add_get("/robots.txt", _robots)
    application.router.add_get("/art/{theme}/{name}.svg", shared.drawing)
    application.router.add_get("/{name}.js", _script)
    try:
        limits = ListeningLimits(proxy=proxy)
        async with listening(application, host, port, limits, HEADERS):
            yield
    finally:
        await shared.close()


class _AnswerMiddleware:
    """Sets each answer's language, headers and time limit, and turns exceptions into errors."""

    def __init__(self, names: Names) -> None:
        self._names = names

    @web.middleware
    async def answer(self, request: web.Request, handler: Answering) -> web.StreamResponse:
        """Answer a request, or refuse it in one sentence.

        The sentence is in the reader's language. The language of the server in the address would
        reveal that the bot is in that server.
        """
        language = accepted_language(request.headers.get(hdrs.ACCEPT_LANGUAGE, ""))
        await self._names.read_ahead(language)
        with speaking(language):
            answer = await self._answer(request, handler)
        if not answer.prepared:
            answer.headers.update(HEADERS)
            if request.path.startswith(f"{EMBEDDED}/"):
                answer.headers["Content-Security-Policy"] = _FRAMED
            elif request.get(IS_INDEXED) and answer.status < HTTPStatus.BAD_REQUEST:
                del answer.headers[ROBOTS]
        return answer

    async def _answer(self, request: web.Request, handler: Answering) -> web.StreamResponse:
        is_stream = request.path.endswith(EVENTS)
        try:
            async with asyncio.timeout(None if is_stream else PATIENCE):
                return await handler(request)
        except web.HTTPException as refused:
            answer = _refusal(request, refused)
            if is_stream:
                answer.force_close()
            return answer
        except (TimeoutError, PageBusy, TooManyWatched, LookedTooLongAgo, UserFacingError):
            answer = _error(request, 503, gettext("I'm busy right now. Try again in a moment."))
            answer.headers["Retry-After"] = "10"
            # Others may be waiting for the connection.
            answer.force_close()
            return answer
        except Exception:
            # The path itself may hold the secret address of a match.
            resource = request.match_info.route.resource
            path = "" if resource is None else resource.canonical
            _log.exception("public page failed", path=path)
            return _error(
                request, 500, gettext("Something went wrong on this server. It has been logged.")
            )


async def _robots(_: web.Request) -> web.Response:
    """Allow all robots, because some preview links; a header asks them to list nothing."""
    return web.Response(text="User-agent: *\nAllow: /\n", content_type="text/plain")


async def _script(request: web.Request) -> web.Response:
    """Answer with a script of the pages of matches."""
    text = _SCRIPTS.get(request.match_info["name"])
    if text is None:
        raise web.HTTPNotFound
    return fresh(request, web.Response(text=text, content_type="text/javascript"))


def _refusal(request: web.Request, refused: web.HTTPException) -> web.Response:
    match refused:
        case web.HTTPMethodNotAllowed():
            text = gettext(
                "{method} isn't allowed here: use GET.",
                method=refused.method,
            )
        case web.HTTPNotFound() if refused.text == f"{refused.status}: {refused.reason}":
            text = gettext(
                "There is nothing here. Leaderboards are at /servers/ID/leaderboard, where ID is "
                "a server's id."
            )
        case _:
            text = refused.text or refused.reason
    answer = _error(request, refused.status, text)
    if hdrs.ALLOW in refused.headers:
        answer.headers[hdrs.ALLOW] = refused.headers[hdrs.ALLOW]
    return answer


def _error(request: web.Request, status: int, sentence: str) -> web.Response:
    is_json = request.path.endswith(".json")
    if is_json:
        answer = json_answer({"error": sentence})
    else:
        answer = page_answer(error_page(HTTPStatus(status), sentence))
    answer.set_status(status)
    answer.headers[hdrs.CACHE_CONTROL] = "no-store"
    return answer
