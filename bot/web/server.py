"""The web server of leaderboards and shared matches: read-only, with limited work."""

import asyncio
import hashlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import replace
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

import structlog
from aiohttp import hdrs, web

from bot.errors import Refusal
from bot.features.pages.queries import Slug
from bot.features.pages.service import PublicTurns
from bot.features.standings.service import NoSuchSeason, PublicTable, PublicTables
from bot.game import MOST_TURNS
from bot.listening import ListeningLimits, Network, listening, reader_of
from bot.match.identity import GuildId, Revision
from bot.text import Language, accepted_language, gettext, speaking
from bot.web.addresses import PlayerAddresses
from bot.web.competitions import CompetitionSource, competition_page
from bot.web.live import LiveMatches, LookedTooLongAgo, TooManyWatched
from bot.web.match_pages import (
    DAY,
    MatchSource,
    PageBusy,
    PublicMatch,
    Shape,
    live_words,
    match_page,
)
from bot.web.pages import (
    STYLE_HASH,
    error_page,
    leaderboard_page,
    player_page,
    server_called,
)
from bot.web.tables import (
    Names,
    guild_of,
    leaderboard_figures,
    no_leaderboard,
    no_page,
    no_season,
    number_in,
    seasons_figures,
    wanted_of,
)

FRESH: Final = 60
"""How many seconds an answer may be cached."""
CACHED: Final = f"public, max-age={FRESH}"
LASTING: Final = "public, max-age=86400"
"""How the art is cached, which a new version of the bot may change."""
REVOCABLE: Final = "private, no-cache"
"""How what a player may stop sharing is cached: only the reader keeps it, and asks each time."""
AT_ONCE: Final = 1
"""How many requests read at the same time; the other reader of the database is for players."""
PATIENCE: Final = 5.0
"""How many seconds a request waits for its turn and its answer."""

STREAM: Final = 50.0
"""Seconds after which a stream of events ends, before its connection is closed."""
AGAIN: Final = 1000
"""Milliseconds after which a browser asks for what follows in a stream that has ended."""
EVENTS: Final = "/events"
EMBEDDED: Final = "/embed"
"""The same pages as below `/m`, for pages of others to show in a frame."""

ROBOTS: Final = "X-Robots-Tag"
FOUND: Final = web.RequestKey("is_found", bool)
"""Whether search engines may list what a request asks for."""

HEADERS: Final = {
    "Vary": "Accept-Language",
    "Content-Security-Policy": "; ".join(
        f"{directive} {source}"
        for directive, source in {
            "default-src": "'none'",
            "style-src": f"'{STYLE_HASH}'",
            "img-src": "'self'",
            "script-src": "'self'",
            "connect-src": "'self'",
            "base-uri": "'none'",
            "form-action": "'none'",
            "frame-ancestors": "'none'",
        }.items()
    ),
    "Cross-Origin-Resource-Policy": "cross-origin",
    "Referrer-Policy": "no-referrer",
    "Server": "boop",
    "X-Content-Type-Options": "nosniff",
    ROBOTS: "noindex",
}

LONGEST_NUMBER: Final = 9
"""The most digits of a revision in a request."""
_FRAMED: Final = HEADERS["Content-Security-Policy"].replace(
    "frame-ancestors 'none'", "frame-ancestors *"
)

SUFFIXES: Final = {"-card": Shape.WIDE, "-square": Shape.SQUARE}
"""What the names of the pictures with the players end with."""

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

    `address` is where people outside reach the pages, for previews of their links, and `proxy`
    where a web server in front of them is. The addresses of players are made from `secret`. The
    `competitions` are tournaments and the like, by the names of their part of an address.
    """
    pages = _WebPages(tables, names, matches, address, PlayerAddresses(secret), competitions or {})
    application = web.Application(middlewares=[pages.answer])
    application.router.add_get("/servers/{server}/leaderboard", pages.leaderboard)
    application.router.add_get("/servers/{server}/leaderboard.json", pages.leaderboard_json)
    application.router.add_get("/servers/{server}/seasons.json", pages.seasons_json)
    below = "/servers/{server}/leaderboard"
    application.router.add_get(below + "/players/{player}", pages.player)
    application.router.add_get(below + "/{kind}/{number}", pages.competition)
    for tree in ("/m", EMBEDDED):
        pages.add_matches(application, tree)
    application.router.add_get("/robots.txt", pages.robots)
    application.router.add_get("/art/{theme}/{name}.svg", pages.drawing)
    application.router.add_get("/{name}.js", pages.script)
    try:
        limits = ListeningLimits(proxy=proxy)
        async with listening(application, host, port, limits, HEADERS):
            yield
    finally:
        await pages.close()


class _WebPages:
    def __init__(
        self,
        tables: PublicTables,
        names: Names,
        matches: MatchSource,
        address: str | None,
        players: PlayerAddresses,
        competitions: Mapping[str, CompetitionSource],
    ) -> None:
        self._tables = tables
        self._names = names
        self._matches = matches
        self._address = address
        self._players = players
        self._competitions = competitions
        self._room = asyncio.Semaphore(AT_ONCE)
        self._live = LiveMatches(matches, self._room, self._words)

    def add_matches(self, application: web.Application, tree: str) -> None:
        """Serve every form of the pages of matches below an address."""
        add = application.router.add_get
        add(tree + "/{slug}.json", self.match_json)
        add(tree + "/{slug}.gif", self.animation)
        add(tree + "/{slug}/record.txt", self.record)
        add(tree + "/{slug}/turns.json", self.turns)
        add(tree + "/{slug}/events", self.events)
        add(tree + "/{slug}/analysis.png", self.curve)
        add(tree + "/{slug}/{ply}.png", self.picture)
        add(tree + "/{slug}/{ply}", self.match)
        add(tree + "/{slug}", self.match)
        add(tree + "/{slug}/", self.without_slash)
        add(tree + "/{slug}/{ply}/", self.without_slash)

    async def close(self) -> None:
        """Stop watching matches."""
        await self._live.close()

    async def leaderboard(self, request: web.Request) -> web.Response:
        """Answer with a page in the server's language."""
        table = await self._part(request)
        guild = table.wanted.table.guild
        with speaking(await self._names.language(guild)):
            async with self._room:
                linked = await self._matches.linked(guild)
                competitions = [
                    replace(each, address=f"{kind}/{each.address}")
                    for kind, source in self._competitions.items()
                    for each in await source.listed(guild)
                ]
            address_of = partial(self._players.of, guild)
            page = leaderboard_page(table, self._names, linked, competitions, address_of)
        return _fresh(request, _page(page), REVOCABLE if linked else CACHED)

    async def player(self, request: web.Request) -> web.Response:
        """Answer with the page of a player who is on a public leaderboard."""
        guild = guild_of(request)
        key = self._players.player(guild, request.match_info["player"])
        async with self._published(request, guild) as is_found, self._room:
            player = None if key is None else await self._tables.player(guild, key)
            if player is None:
                raise web.HTTPNotFound(text=no_page())
            linked = await self._matches.linked(guild, player.user)
            page = player_page(player, guild, self._names, linked, is_found=is_found)
        return _fresh(request, _page(page), REVOCABLE)

    async def competition(self, request: web.Request) -> web.Response:
        """Answer with the page of a tournament, or of what else has pages like one."""
        guild = guild_of(request)
        source = self._competitions.get(request.match_info["kind"])
        number = number_in(request.match_info["number"])
        async with self._published(request, guild) as is_found, self._room:
            view = None
            if source is not None and number is not None:
                view = await source.find(guild, number)
            if view is None:
                raise web.HTTPNotFound(text=no_page())
            server = server_called(self._names, guild)
            page = competition_page(view, server, is_found=is_found)
        return _fresh(request, _page(page), REVOCABLE)

    @asynccontextmanager
    async def _published(self, request: web.Request, guild: GuildId) -> AsyncIterator[bool]:
        """Return whether search engines may list the pages of a server's leaderboards.

        They are spoken of in the reader's language, or else in the server's. Raise `HTTPNotFound`
        if the server has none.
        """
        is_found = await self._tables.is_found(guild)
        if is_found is None:
            raise web.HTTPNotFound(text=no_page())
        request[FOUND] = is_found
        if hdrs.ACCEPT_LANGUAGE in request.headers:
            yield is_found
        else:
            with speaking(await self._names.language(guild)):
                yield is_found

    async def leaderboard_json(self, request: web.Request) -> web.Response:
        """Answer with the same figures for programs."""
        figures = leaderboard_figures(await self._part(request), self._names)
        return _fresh(request, _json(figures))

    async def seasons_json(self, request: web.Request) -> web.Response:
        """Answer with a server's seasons."""
        guild = guild_of(request)
        async with self._room:
            every = await self._tables.seasons(guild)
        if every is None:
            raise web.HTTPNotFound(text=no_leaderboard(guild))
        return _fresh(request, _json(seasons_figures(guild, every, self._names)))

    async def match(self, request: web.Request) -> web.Response:
        """Answer with the page of a shared match, after a turn or at its end."""
        slug, is_at_turn = request.match_info["slug"], "ply" in request.match_info
        async with self._shared(request) as shared:
            view = shared.view(_ply(request, shared) if is_at_turn else shared.turn_count)
            page = match_page(
                view, slug, self._address, is_at_turn=is_at_turn, is_found=shared.is_found
            )
        return _fresh(request, _page(page), REVOCABLE)

    async def without_slash(self, request: web.Request) -> web.Response:
        """Lead from an address with a slash at its end to the one without, shared or not."""
        name = request.rel_url.raw_parts[-2]
        return web.Response(status=308, headers={hdrs.LOCATION: f"../{name}"})

    async def match_json(self, request: web.Request) -> web.Response:
        """Answer with a shared match for programs."""
        async with self._shared(request) as shared:
            return _fresh(request, _json(shared.figures()), REVOCABLE)

    async def record(self, request: web.Request) -> web.Response:
        """Answer with the record of a shared match."""
        async with self._shared(request) as shared:
            text = shared.record()
        answer = web.Response(text=text, content_type="text/plain", charset="utf-8")
        return _fresh(request, answer, REVOCABLE)

    async def picture(self, request: web.Request) -> web.Response:
        """Answer with the bed after a turn, or with the players beside it, wide or square."""
        async with self._shared(request) as shared:
            name, png = request.match_info["ply"], None
            suffix = next((each for each in SUFFIXES if name.endswith(each)), "")
            ply = _ply(request, shared, suffix)
            if suffix:
                png = await shared.card(ply, SUFFIXES[suffix])
            else:
                png = await shared.bed(ply, request.query.get("theme", DAY))
        if png is None:
            raise web.HTTPNotFound(text=no_match())
        return _fresh(request, web.Response(body=png, content_type="image/png"), REVOCABLE)

    async def curve(self, request: web.Request) -> web.Response:
        """Answer with the curve of the analysis, if a player chose to show it."""
        async with self._shared(request) as shared:
            png = await shared.curve(request.query.get("theme", DAY))
        if png is None:
            raise web.HTTPNotFound(text=no_match())
        return _fresh(request, web.Response(body=png, content_type="image/png"), REVOCABLE)

    async def animation(self, request: web.Request) -> web.Response:
        """Answer with a shared match as an animation."""
        async with self._shared(request) as shared:
            gif = await shared.animation()
        if gif is None:
            raise web.HTTPNotFound(text=no_match())
        return _fresh(request, web.Response(body=gif, content_type="image/gif"), REVOCABLE)

    async def turns(self, request: web.Request) -> web.Response:
        """Answer with the turns alone, to readers who ask again and again.

        They are remembered for as long as the match is watched, so an answer asks the database
        nothing, and is as old as the last look at it.
        """
        slug = Slug(request.match_info["slug"])
        turns = await self._live.turns(slug, _language_asked(request))
        if turns is None:
            raise web.HTTPNotFound(text=no_match())
        answer = _fresh(request, _json_of(turns), REVOCABLE)
        # Otherwise all these readers would hold every connection.
        answer.force_close()
        return answer

    async def events(self, request: web.Request) -> web.StreamResponse:
        """Tell a reader of each turn when it is played, as server-sent events.

        A stream ends before its connection is closed; the browser asks for what follows.
        """
        slug, known = Slug(request.match_info["slug"]), _revision_known(request)
        reader = reader_of(request)
        async with AsyncExitStack() as stack:
            async with asyncio.timeout(PATIENCE):
                streaming = self._live.stream(slug, known, reader, _language_asked(request))
                stream = await stack.enter_async_context(streaming)
            if stream is None:
                raise web.HTTPNotFound(text=no_match())
            if request.method == hdrs.METH_HEAD:
                return web.Response(content_type="text/event-stream")
            answer = web.StreamResponse(headers=HEADERS)
            answer.content_type = "text/event-stream"
            answer.headers[hdrs.CACHE_CONTROL] = "no-store"
            # nginx would keep what is said until there is more of it.
            answer.headers["X-Accel-Buffering"] = "no"
            await answer.prepare(request)
            with suppress(TimeoutError, ConnectionError):
                async with asyncio.timeout(STREAM):
                    await answer.write(f"retry: {AGAIN}\n\n".encode())
                    async for text in stream:
                        await answer.write(text.encode())
        return answer

    async def _words(
        self, slug: Slug, turns: PublicTurns, language: Language | None
    ) -> dict[str, str] | None:
        """Return what is said of a match after its turns; None if it has changed since."""
        async with self._room:
            shared = await self._matches.find(slug)
        if shared is None or shared.is_live == turns.is_over:
            return None
        await shared.learn_names()
        with speaking(language or await shared.language()):
            view = shared.view(shared.turn_count)
            is_same = view.notations == tuple(notation for notation, _ in turns.turns)
            return live_words(view) if is_same else None

    async def robots(self, _: web.Request) -> web.Response:
        """Let readers in that preview links; a header asks that nothing be listed."""
        return web.Response(text="User-agent: *\nAllow: /\n", content_type="text/plain")

    async def script(self, request: web.Request) -> web.Response:
        """Answer with a script of the pages of matches."""
        text = _SCRIPTS.get(request.match_info["name"])
        if text is None:
            raise web.HTTPNotFound
        return _fresh(request, web.Response(text=text, content_type="text/javascript"))

    async def drawing(self, request: web.Request) -> web.Response:
        """Answer with what a bed is drawn with."""
        drawing = self._matches.drawing(request.match_info["theme"], request.match_info["name"])
        if drawing is None:
            raise web.HTTPNotFound
        answer = web.Response(text=drawing, content_type="image/svg+xml", charset="utf-8")
        return _fresh(request, answer, LASTING)

    @asynccontextmanager
    async def _shared(self, request: web.Request) -> AsyncIterator[PublicMatch]:
        """Return a shared match, spoken of in the reader's language, or else in its server's.

        Raise `HTTPNotFound`.
        """
        async with self._room:
            shared = await self._matches.find(request.match_info["slug"])
        if shared is None:
            raise web.HTTPNotFound(text=no_match())
        request[FOUND] = shared.is_found
        await shared.learn_names()
        if hdrs.ACCEPT_LANGUAGE in request.headers:
            yield shared
        else:
            with speaking(await shared.language()):
                yield shared

    async def _part(self, request: web.Request) -> PublicTable:
        wanted = wanted_of(request)
        try:
            async with self._room:
                table = await self._tables.part(wanted)
        except NoSuchSeason as error:
            raise web.HTTPBadRequest(text=no_season(error.text, error.last)) from error
        if table is None:
            raise web.HTTPNotFound(text=no_leaderboard(wanted.table.guild))
        request[FOUND] = table.is_found
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
        if not answer.prepared:
            answer.headers.update(HEADERS)
            if request.path.startswith(f"{EMBEDDED}/"):
                answer.headers["Content-Security-Policy"] = _FRAMED
            elif request.get(FOUND) and answer.status < HTTPStatus.BAD_REQUEST:
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
        except (TimeoutError, PageBusy, TooManyWatched, LookedTooLongAgo, Refusal):
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


def no_match() -> str:
    """Return the sentence for an address that shares no match, now or ever."""
    return gettext("There is no match here. Its players may have stopped sharing it.")


def _language_asked(request: web.Request) -> Language | None:
    """Return the language that a reader's browser asks for; None if it asks for none."""
    asked = request.headers.get(hdrs.ACCEPT_LANGUAGE)
    return None if asked is None else accepted_language(asked)


def _revision_known(request: web.Request) -> Revision | None:
    """Return the revision at which a reader knows a match, by its browser or else the page."""
    text = request.headers.get("Last-Event-ID") or request.query.get("after", "")
    is_number = text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER
    return Revision(int(text)) if is_number else None


def _ply(request: web.Request, shared: PublicMatch, suffix: str = "") -> int:
    """Return the number of turns in a path. Raise `HTTPNotFound` if fewer were played.

    In a match that is still played, that is its last turn: the other one was taken back.
    """
    text = request.match_info["ply"].removesuffix(suffix)
    is_number = text.isascii() and text.isdecimal() and len(text) <= len(str(MOST_TURNS))
    if not is_number or (int(text) > shared.turn_count and not shared.is_live):
        raise web.HTTPNotFound(text=no_match())
    return min(int(text), shared.turn_count)


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
    return _json_of(json.dumps(figures, ensure_ascii=False, indent=1) + "\n")


def _json_of(text: str) -> web.Response:
    answer = web.Response(text=text, content_type="application/json", charset="utf-8")
    # Every web page may read public figures.
    answer.headers[hdrs.ACCESS_CONTROL_ALLOW_ORIGIN] = "*"
    return answer


def _fresh(request: web.Request, answer: web.Response, cached: str = CACHED) -> web.Response:
    """Set how an answer may be cached, and omit its body for a reader who has it already."""
    body = answer.body if isinstance(answer.body, bytes) else b""
    answer.etag = hashlib.sha256(body).hexdigest()[:32]
    answer.headers[hdrs.CACHE_CONTROL] = cached
    known = request.if_none_match or ()
    if any(tag.value in (answer.etag.value, "*") for tag in known if answer.etag):
        answer.body = None
        answer.set_status(304)
    return answer
