"""The web server of leaderboards: read-only, with limited work and short refusals."""

import asyncio
import hashlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, Final

import structlog
from aiohttp import hdrs, web

from bot.features.standings.service import NoSuchSeason, PublicTable, PublicTables
from bot.listening import listening
from bot.text import accepted_language, gettext, speaking
from bot.web.pages import STYLE_HASH, error_page, leaderboard_page
from bot.web.tables import (
    Names,
    guild_of,
    leaderboard_figures,
    no_leaderboard,
    no_season,
    seasons_figures,
    wanted_of,
)

FRESH: Final = 60
"""How many seconds an answer may be cached."""
AT_ONCE: Final = 1
"""How many requests read at the same time; the other reader of the database is for players."""
PATIENCE: Final = 5.0
"""How many seconds a request waits for its turn and its answer."""

HEADERS: Final = {
    "Vary": "Accept-Language",
    "Content-Security-Policy": "; ".join(
        f"{directive} {source}"
        for directive, source in {
            "default-src": "'none'",
            "style-src": f"'{STYLE_HASH}'",
            "base-uri": "'none'",
            "form-action": "'none'",
            "frame-ancestors": "'none'",
        }.items()
    ),
    "Cross-Origin-Resource-Policy": "cross-origin",
    "Referrer-Policy": "no-referrer",
    "Server": "boop",
    "X-Content-Type-Options": "nosniff",
    "X-Robots-Tag": "noindex",
}

Answering = Callable[[web.Request], Awaitable[web.StreamResponse]]

_log: Final = structlog.get_logger(__name__)


@asynccontextmanager
async def public(host: str, port: int, tables: PublicTables, names: Names) -> AsyncIterator[None]:
    """Serve leaderboards. Raise `AddressTaken`."""
    pages = _WebPages(tables, names)
    application = web.Application(middlewares=[pages.answer])
    application.router.add_get("/servers/{server}/leaderboard", pages.leaderboard)
    application.router.add_get("/servers/{server}/leaderboard.json", pages.leaderboard_json)
    application.router.add_get("/servers/{server}/seasons.json", pages.seasons_json)
    async with listening(application, host, port, headers=HEADERS):
        yield


class _WebPages:
    def __init__(self, tables: PublicTables, names: Names) -> None:
        self._tables = tables
        self._names = names
        self._room = asyncio.Semaphore(AT_ONCE)

    async def leaderboard(self, request: web.Request) -> web.Response:
        """Answer with a page in the server's language."""
        table = await self._part(request)
        with speaking(await self._names.language(table.wanted.table.guild)):
            return _fresh(request, _page(leaderboard_page(table, self._names)))

    async def leaderboard_json(self, request: web.Request) -> web.Response:
        """Answer with the same figures for programs."""
        figures = leaderboard_figures(await self._part(request), self._names)
        return _fresh(request, _json(figures))

    async def seasons_json(self, request: web.Request) -> web.Response:
        """Answer with a server's seasons."""
        guild = guild_of(request)
        every = await self._tables.seasons(guild)
        if every is None:
            raise web.HTTPNotFound(text=no_leaderboard(guild))
        return _fresh(request, _json(seasons_figures(guild, every, self._names)))

    async def _part(self, request: web.Request) -> PublicTable:
        wanted = wanted_of(request)
        try:
            table = await self._tables.part(wanted)
        except NoSuchSeason as error:
            raise web.HTTPBadRequest(text=no_season(error.text, error.last)) from error
        if table is None:
            raise web.HTTPNotFound(text=no_leaderboard(wanted.table.guild))
        return table

    @web.middleware
    async def answer(self, request: web.Request, handler: Answering) -> web.StreamResponse:
        """Answer a request, or refuse it in one sentence.

        The sentence is in the reader's language: a server's would reveal that the bot is in it.
        """
        language = accepted_language(request.headers.get(hdrs.ACCEPT_LANGUAGE, ""))
        await self._names.read_ahead(language)
        with speaking(language):
            answer = await self._answer(request, handler)
        answer.headers.update(HEADERS)
        return answer

    async def _answer(self, request: web.Request, handler: Answering) -> web.StreamResponse:
        try:
            async with asyncio.timeout(PATIENCE), self._room:
                return await handler(request)
        except web.HTTPException as refused:
            return _refusal(request, refused)
        except TimeoutError:
            answer = _error(request, 503, gettext("The database is busy. Try again in a moment."))
            answer.headers["Retry-After"] = "10"
            return answer
        except Exception:
            _log.exception("public page failed", path=request.path)
            return _error(
                request, 500, gettext("Something went wrong on this server. It has been logged.")
            )


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
    answer = _json({"error": sentence}) if is_json else _page(error_page(sentence))
    answer.set_status(status)
    answer.headers[hdrs.CACHE_CONTROL] = "no-store"
    return answer


def _page(text: str) -> web.Response:
    return web.Response(text=text, content_type="text/html", charset="utf-8")


def _json(figures: dict[str, Any]) -> web.Response:
    text = json.dumps(figures, ensure_ascii=False, indent=1) + "\n"
    answer = web.Response(text=text, content_type="application/json", charset="utf-8")
    # Every web page may read public figures.
    answer.headers[hdrs.ACCESS_CONTROL_ALLOW_ORIGIN] = "*"
    return answer


def _fresh(request: web.Request, answer: web.Response) -> web.Response:
    """Set how long an answer may be cached, and omit its body for a reader who has it already."""
    body = answer.text or ""
    answer.etag = hashlib.sha256(body.encode()).hexdigest()[:32]
    answer.headers[hdrs.CACHE_CONTROL] = f"public, max-age={FRESH}"
    known = request.if_none_match or ()
    if any(tag.value in (answer.etag.value, "*") for tag in known if answer.etag):
        answer.body = None
        answer.set_status(304)
    return answer
