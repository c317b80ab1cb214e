"""Who may come in: loopback alone, this page's own requests, and with a key from the terminal."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable

from aiohttp import web

KEY = "key"
COOKIE_SECONDS = 30 * 24 * 3600
_NOT_INVITED = (
    "This page opens with the address that the playground prints in its terminal, "
    "once for each address. A new one stands there now, or start the playground again."
)


class Door:
    """Lets a browser in that shows an unspent key, and knows it again by a cookie.

    `announce` is told a new key when someone stands outside and no printed key is left.
    """

    def __init__(self, announce: Callable[[str], None]) -> None:
        self._announce = announce
        self._pass = secrets.token_urlsafe(32)
        self._key: str | None = None

    def cut_key(self) -> str:
        """The key that lets the next browser in."""
        if self._key is None:
            self._key = secrets.token_urlsafe(24)
        return self._key

    def let_in(self, request: web.Request, answer: web.Response) -> None:
        """Give the cookie to whom shows the key; refuse those with neither."""
        require_own_page(request)
        if self._is_known(request):
            return
        shown = request.query.get(KEY, "")
        if self._key is None or not _same(shown, self._key):
            if self._key is None:
                self._announce(self.cut_key())
            raise web.HTTPForbidden(text=_NOT_INVITED)
        self._key = None
        answer.set_cookie(
            _cookie(request), self._pass, max_age=COOKIE_SECONDS, httponly=True, samesite="Strict"
        )

    def require_guest(self, request: web.Request) -> None:
        """Refuse a request that is not from this page in a browser that was let in."""
        require_own_page(request, needs_origin=True)
        if not self._is_known(request):
            raise web.HTTPForbidden(text=_NOT_INVITED)

    def _is_known(self, request: web.Request) -> bool:
        return _same(request.cookies.get(_cookie(request), ""), self._pass)


def require_own_page(request: web.Request, *, needs_origin: bool = False) -> None:
    """Refuse what another page asks for; the host itself is checked by the playground."""
    origin = request.headers.get("Origin")
    if origin is None and not needs_origin:
        return
    if origin != f"http://{request.host}":
        raise web.HTTPForbidden(text="Another page may not use the playground.")


def _cookie(request: web.Request) -> str:
    """The cookie's name; cookies know no port, so that two playgrounds need two names."""
    return f"boop-playground-{request.url.port}"


def _same(shown: str, kept: str) -> bool:
    return hmac.compare_digest(shown.encode(), kept.encode())
