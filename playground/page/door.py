"""Access to the page: only for its own requests, from browsers with a key from the terminal."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable
from enum import Enum

from aiohttp import web

KEY = "key"
COOKIE_SECONDS = 30 * 24 * 3600
_NOT_INVITED = (
    "This page opens with the address that the playground prints in its terminal, "
    "once for each address. Open the newest one there, or start the playground again."
)


class DoorRefusal(Enum):
    """Why a browser was not let in."""

    USED = "used"
    UNKNOWN = "unknown"


class NotLetIn(Exception):
    """A browser was not let in: the key in its address was used already, or it showed none."""

    def __init__(self, why: DoorRefusal) -> None:
        super().__init__(why.value)
        self.why = why


class Door:
    """Lets a browser in if it shows an unused key, and recognises it by a cookie afterwards.

    Each origin, such as `http://127.0.0.1:8080`, has keys of its own. `announce` is called with a
    new address when a browser is refused and no announced key of its origin is unused.
    """

    def __init__(self, announce: Callable[[str], None]) -> None:
        self._announce = announce
        self._pass = secrets.token_urlsafe(32)
        self._keys: dict[str, str] = {}
        self._used: set[str] = set()

    def invitation(self, origin: str) -> str:
        """Return the address at which the next browser is let in."""
        key = self._keys.setdefault(origin, secrets.token_urlsafe(24))
        return f"{origin}/?{KEY}={key}"

    def let_in(self, request: web.Request, answer: web.Response) -> None:
        """Set the cookie in a browser with the key. Raise `NotLetIn` if it has neither."""
        require_own_page(request)
        if self._is_known(request):
            return
        origin, shown = f"http://{request.host}", request.query.get(KEY, "")
        kept = self._keys.get(origin)
        if kept is None or not _is_same(shown, kept):
            if kept is None:
                self._announce(self.invitation(origin))
            raise NotLetIn(DoorRefusal.USED if shown in self._used else DoorRefusal.UNKNOWN)
        self._used.add(self._keys.pop(origin))
        answer.set_cookie(
            _cookie(request), self._pass, max_age=COOKIE_SECONDS, httponly=True, samesite="Strict"
        )

    def require_guest(self, request: web.Request, *, needs_origin: bool = True) -> None:
        """Refuse a request that is not from this page in a browser that was let in."""
        require_own_page(request, needs_origin=needs_origin)
        if not self._is_known(request):
            raise web.HTTPForbidden(text=_NOT_INVITED)

    def _is_known(self, request: web.Request) -> bool:
        return _is_same(request.cookies.get(_cookie(request), ""), self._pass)


def require_own_page(request: web.Request, *, needs_origin: bool = False) -> None:
    """Refuse requests of other pages; the calling server checks the host itself."""
    origin = request.headers.get("Origin")
    if origin is None and not needs_origin:
        return
    if origin != f"http://{request.host}":
        raise web.HTTPForbidden(text="Another page may not use the playground.")


def _cookie(request: web.Request) -> str:
    """Return the cookie's name; cookies ignore the port, so two playgrounds need two names."""
    return f"playground-{request.url.port}"


def _is_same(shown: str, kept: str) -> bool:
    return hmac.compare_digest(shown.encode(), kept.encode())
