"""Answers of the web server: pages, figures and how long they may be kept."""

import hashlib
import json
from typing import Any, Final

from aiohttp import hdrs, web

from bot.web.html import STYLE_HASH

FRESH: Final = 60
"""How many seconds an answer may be cached."""
CACHED: Final = f"public, max-age={FRESH}"
LASTING: Final = "public, max-age=86400"
"""How long the art is cached. A new version of the bot may change it."""
REVOCABLE: Final = "private, no-cache"
"""For what players may stop sharing: only the reader's browser caches it, and asks each time."""

ROBOTS: Final = "X-Robots-Tag"
IS_INDEXED: Final = web.RequestKey("is_indexed", bool)
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


def page_answer(text: str) -> web.Response:
    """Return a page as an answer."""
    return web.Response(text=text, content_type="text/html", charset="utf-8")


def json_answer(figures: dict[str, Any]) -> web.Response:
    """Return figures for programs as an answer."""
    return json_text(json.dumps(figures, ensure_ascii=False, indent=1) + "\n")


def json_text(text: str) -> web.Response:
    """Return figures that are written as JSON already as an answer."""
    answer = web.Response(text=text, content_type="application/json", charset="utf-8")
    # Allow scripts of every web page to read public figures.
    answer.headers[hdrs.ACCESS_CONTROL_ALLOW_ORIGIN] = "*"
    return answer


def fresh(request: web.Request, answer: web.Response, cached: str = CACHED) -> web.Response:
    """Set how an answer may be cached, and omit its body for a reader who has it already."""
    body = answer.body if isinstance(answer.body, bytes) else b""
    answer.etag = hashlib.sha256(body).hexdigest()[:32]
    answer.headers[hdrs.CACHE_CONTROL] = cached
    known = request.if_none_match or ()
    if any(tag.value in (answer.etag.value, "*") for tag in known if answer.etag):
        answer.body = None
        answer.set_status(304)
    return answer
