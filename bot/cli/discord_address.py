"""Where requests to Discord go: to Discord itself, to a proxy of it, or to another API."""

from typing import Any, ClassVar, Final
from urllib.parse import urlsplit

import aiohttp
import discord.http
from discord.http import Route

from bot.config import Settings

NEVER_PROXIED: Final = frozenset({"/users/@me", "/gateway/bot"})
"""Requests that bypass a proxy, which may answer from its cache, even for another token.

The bot's identity and the remaining sessions must be Discord's current answers.
"""
KEPT_OPEN: Final = 8.0
"""How many seconds an idle connection to a proxy is kept.

nirn-proxy closes one after 10 s, and a request that is sent at that moment fails; aiohttp would
keep it for 15 s.
"""


class _ProxiedRoute(Route):
    """A route through a proxy, except for the requests that Discord must answer itself."""

    direct: ClassVar[str]

    def __init__(self, method: str, path: str, **more: Any) -> None:
        super().__init__(method, path, **more)
        if path in NEVER_PROXIED:
            self.url = self.direct + path


def choose_address(settings: Settings) -> None:
    """Send every request from now on according to the settings. A proxy overrides another API."""
    direct = settings.discord_api or Route.BASE
    if settings.discord_proxy is None:
        Route.BASE = direct
        return
    _ProxiedRoute.direct = direct
    Route.BASE = settings.discord_proxy + urlsplit(direct).path
    discord.http.Route = _ProxiedRoute  # type: ignore[misc]  # there is no option for it


def proxy_connector() -> aiohttp.TCPConnector:
    """Return a connector for requests to a proxy; call it inside the running event loop."""
    return aiohttp.TCPConnector(limit=0, keepalive_timeout=KEPT_OPEN)


def reason_of(error: BaseException) -> str:
    """Return why a request has failed; some errors have no text."""
    return str(error) or type(error).__name__
