"""The pages of shared matches: in words and pictures, for programs, and turn by turn."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Final

from aiohttp import hdrs, web

from bot.features.pages.queries import Slug
from bot.features.pages.service import PublicTurns
from bot.game import MOST_TURNS
from bot.listening import reader_of
from bot.match.identity import Revision
from bot.text import Language, accepted_language, gettext, speaking
from bot.web.answers import (
    HEADERS,
    IS_INDEXED,
    LASTING,
    REVOCABLE,
    fresh,
    json_answer,
    json_text,
    page_answer,
)
from bot.web.live import LiveMatches
from bot.web.match_pages import (
    DAY,
    MatchSource,
    PublicMatch,
    Shape,
    live_words,
    match_page,
)

BEGINS_WITHIN: Final = 5.0
"""How many seconds a reader waits for a stream of events to begin."""
STREAM: Final = 50.0
"""Seconds after which a stream of events ends, before its connection is closed."""
AGAIN: Final = 1000
"""Milliseconds after which a browser reconnects to a stream that has ended."""
EVENTS: Final = "/events"
LONGEST_NUMBER: Final = 9
"""The most digits of a revision in a request."""
SUFFIXES: Final = {"-card": Shape.WIDE, "-square": Shape.SQUARE}
"""The endings of the names of pictures that show the players."""


class MatchRoutes:
    """Answers requests for shared matches; `address` is where people outside reach the pages.

    Requests that read from the database share the places of `room`.
    """

    def __init__(self, matches: MatchSource, address: str | None, room: asyncio.Semaphore) -> None:
        self._matches = matches
        self._address = address
        self._room = room
        self._live = LiveMatches(matches, room, self._texts_after)

    def add_to(self, application: web.Application, tree: str) -> None:
        """Serve the pages of matches, in every form, below the path `tree`."""
        add = application.router.add_get
        add(tree + "/{slug}.json", self.match_json)
        add(tree + "/{slug}.gif", self.animation)
        add(tree + "/{slug}/record.txt", self.record)
        add(tree + "/{slug}/turns.json", self.turns)
        add(tree + "/{slug}" + EVENTS, self.events)
        add(tree + "/{slug}/analysis.png", self.curve)
        add(tree + "/{slug}/{ply}.png", self.picture)
        add(tree + "/{slug}/{ply}", self.match)
        add(tree + "/{slug}", self.match)
        add(tree + "/{slug}/", self.without_slash)
        add(tree + "/{slug}/{ply}/", self.without_slash)

    async def close(self) -> None:
        """Stop watching matches."""
        await self._live.close()

    async def match(self, request: web.Request) -> web.Response:
        """Answer with the page of a shared match, after a turn or at its end."""
        slug, is_at_turn = request.match_info["slug"], "ply" in request.match_info
        async with self._shared_match(request) as shared:
            view = shared.view(_ply(request, shared) if is_at_turn else shared.turn_count)
            page = match_page(
                view, slug, self._address, is_at_turn=is_at_turn, is_indexed=shared.is_indexed
            )
        return fresh(request, page_answer(page), REVOCABLE)

    async def without_slash(self, request: web.Request) -> web.Response:
        """Redirect an address with a slash at its end to the one without, shared or not."""
        name = request.rel_url.raw_parts[-2]
        return web.Response(status=308, headers={hdrs.LOCATION: f"../{name}"})

    async def match_json(self, request: web.Request) -> web.Response:
        """Answer with a shared match for programs."""
        async with self._shared_match(request) as shared:
            return fresh(request, json_answer(shared.figures()), REVOCABLE)

    async def record(self, request: web.Request) -> web.Response:
        """Answer with the record of a shared match."""
        async with self._shared_match(request) as shared:
            text = shared.record()
        answer = web.Response(text=text, content_type="text/plain", charset="utf-8")
        return fresh(request, answer, REVOCABLE)

    async def picture(self, request: web.Request) -> web.Response:
        """Answer with the bed after a turn, or with the players beside it, wide or square."""
        async with self._shared_match(request) as shared:
            name, png = request.match_info["ply"], None
            suffix = next((each for each in SUFFIXES if name.endswith(each)), "")
            ply = _ply(request, shared, suffix)
            if suffix:
                png = await shared.card(ply, SUFFIXES[suffix])
            else:
                png = await shared.bed(ply, request.query.get("theme", DAY))
        if png is None:
            raise web.HTTPNotFound(text=no_match())
        return fresh(request, web.Response(body=png, content_type="image/png"), REVOCABLE)

    async def curve(self, request: web.Request) -> web.Response:
        """Answer with the curve of the analysis, if a player chose to show it."""
        async with self._shared_match(request) as shared:
            png = await shared.curve(request.query.get("theme", DAY))
        if png is None:
            raise web.HTTPNotFound(text=no_match())
        return fresh(request, web.Response(body=png, content_type="image/png"), REVOCABLE)

    async def animation(self, request: web.Request) -> web.Response:
        """Answer with a shared match as an animation."""
        async with self._shared_match(request) as shared:
            gif = await shared.animation()
        if gif is None:
            raise web.HTTPNotFound(text=no_match())
        return fresh(request, web.Response(body=gif, content_type="image/gif"), REVOCABLE)

    async def turns(self, request: web.Request) -> web.Response:
        """Answer with only the turns, for readers who poll.

        The turns are kept while the match is watched, so an answer needs no query, and is as old as
        the last query for watched matches.
        """
        slug = Slug(request.match_info["slug"])
        turns = await self._live.turns(slug, _language_asked(request))
        if turns is None:
            raise web.HTTPNotFound(text=no_match())
        answer = fresh(request, json_text(turns), REVOCABLE)
        # Connections that stay open would let readers who poll hold all of them.
        answer.force_close()
        return answer

    async def events(self, request: web.Request) -> web.StreamResponse:
        """Send a reader each turn when it is played, as server-sent events.

        A stream ends before its connection is closed; the browser then reconnects.
        """
        slug, known = Slug(request.match_info["slug"]), _revision_known(request)
        reader = reader_of(request)
        async with AsyncExitStack() as stack:
            async with asyncio.timeout(BEGINS_WITHIN):
                streaming = self._live.stream(slug, known, reader, _language_asked(request))
                stream = await stack.enter_async_context(streaming)
            if stream is None:
                raise web.HTTPNotFound(text=no_match())
            if request.method == hdrs.METH_HEAD:
                return web.Response(content_type="text/event-stream")
            answer = web.StreamResponse(headers=HEADERS)
            answer.content_type = "text/event-stream"
            answer.headers[hdrs.CACHE_CONTROL] = "no-store"
            # Without this, nginx would buffer the events.
            answer.headers["X-Accel-Buffering"] = "no"
            await answer.prepare(request)
            with suppress(TimeoutError, ConnectionError):
                async with asyncio.timeout(STREAM):
                    await answer.write(f"retry: {AGAIN}\n\n".encode())
                    async for text in stream:
                        await answer.write(text.encode())
        return answer

    async def _texts_after(
        self, slug: Slug, turns: PublicTurns, language: Language | None
    ) -> dict[str, str] | None:
        """Return the texts about a match after these turns; None if the match has changed since."""
        async with self._room:
            shared = await self._matches.find(slug)
        if shared is None or shared.is_live == turns.is_over:
            return None
        await shared.learn_names()
        with speaking(language or await shared.language()):
            view = shared.view(shared.turn_count)
            is_same = view.notations == tuple(notation for notation, _ in turns.turns)
            return live_words(view) if is_same else None

    async def drawing(self, request: web.Request) -> web.Response:
        """Answer with a part of the drawing of a bed."""
        drawing = self._matches.drawing(request.match_info["theme"], request.match_info["name"])
        if drawing is None:
            raise web.HTTPNotFound
        answer = web.Response(text=drawing, content_type="image/svg+xml", charset="utf-8")
        return fresh(request, answer, LASTING)

    @asynccontextmanager
    async def _shared_match(self, request: web.Request) -> AsyncIterator[PublicMatch]:
        """Yield a shared match. Inside the block, use the reader's language, or else its server's.

        Raise `HTTPNotFound`.
        """
        async with self._room:
            shared = await self._matches.find(request.match_info["slug"])
        if shared is None:
            raise web.HTTPNotFound(text=no_match())
        request[IS_INDEXED] = shared.is_indexed
        await shared.learn_names()
        if hdrs.ACCEPT_LANGUAGE in request.headers:
            yield shared
        else:
            with speaking(await shared.language()):
                yield shared


def no_match() -> str:
    """Return the sentence for an address where no match is shared, or is shared no longer."""
    return gettext("There is no match here. Its players may have stopped sharing it.")


def _language_asked(request: web.Request) -> Language | None:
    """Return the language that a reader's browser asks for; None if it asks for none."""
    header = request.headers.get(hdrs.ACCEPT_LANGUAGE)
    return None if header is None else accepted_language(header)


def _revision_known(request: web.Request) -> Revision | None:
    """Return the revision of a match that a reader has, as the browser says or else the page."""
    text = request.headers.get("Last-Event-ID") or request.query.get("after", "")
    is_number = text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER
    return Revision(int(text)) if is_number else None


def _ply(request: web.Request, shared: PublicMatch, suffix: str = "") -> int:
    """Return the number of turns in a path. Raise `HTTPNotFound` if fewer were played.

    For a live match, return the number of its last turn instead: the others were taken back.
    """
    text = request.match_info["ply"].removesuffix(suffix)
    is_number = text.isascii() and text.isdecimal() and len(text) <= len(str(MOST_TURNS))
    if not is_number or (int(text) > shared.turn_count and not shared.is_live):
        raise web.HTTPNotFound(text=no_match())
    return min(int(text), shared.turn_count)
