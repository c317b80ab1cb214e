"""The state of requests to Discord: whether it answers them, and how many it has refused.

Interactions come through the gateway, so they may arrive while nothing can be answered, shown or
sent.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from http import HTTPStatus
from types import SimpleNamespace
from typing import Final, Never

import aiohttp
import discord
import structlog
import yarl

from bot.errors import NotStored
from bot.jobs.clock import elapsed

AWAY_AFTER: Final = 20.0
"""Seconds after the first failure, without a success, until Discord counts as unreachable."""
ASK_AFTER: Final = 5.0
"""Seconds after a failure in which another request may succeed before the bot sends a test."""
ASK_WITHIN: Final = 10.0
"""Seconds in which Discord must answer the test."""
REFUSED_WITHIN: Final = 600.0
MOST_REFUSED: Final = 5_000
"""The most refused requests within `REFUSED_WITHIN` seconds; at that number, none are sent.

At 10 000, Discord bans an address for an hour, and other programs may share the bot's address.
"""

_REFUSED: Final = (
    HTTPStatus.UNAUTHORIZED,
    HTTPStatus.FORBIDDEN,
    HTTPStatus.TOO_MANY_REQUESTS,
)
"""The statuses that Discord counts as refusals. 404, for late answers to interactions, is none."""

_log: Final = structlog.get_logger(__name__)


def shows_token(url: yarl.URL) -> bool:
    """Return whether a request has the bot's token. Answers to interactions have other tokens."""
    path = url.path
    return "/api/" in path and "/interactions/" not in path and "/webhooks/" not in path


class Requests:
    """Observes the requests of a bot, and holds them back once Discord has refused too many."""

    def __init__(self, trace: aiohttp.TraceConfig) -> None:
        self.sharers: Callable[[], int] = lambda: 1
        """Returns how many processes share the limit of refusals."""
        self._refused: deque[float] = deque()
        """When Discord refused requests in the last `REFUSED_WITHIN` seconds."""
        self._failing_since: float | None = None
        """When the first request after the last success failed; None if none has failed."""
        self._reason = ""
        self._was_away = False
        self._is_held = False
        self._failing, self._answered = asyncio.Event(), asyncio.Event()
        trace.on_request_start.append(self._on_start)
        trace.on_request_end.append(self._on_end)
        trace.on_request_exception.append(self._failed)

    @property
    def is_answering(self) -> bool:
        """Whether Discord answers requests, as far as that is known."""
        since = self._failing_since
        return since is None or elapsed() - since < AWAY_AFTER

    def faults(self) -> list[str]:
        """Return the faults for `/healthz`."""
        faults = []
        if not self.is_answering and self._failing_since is not None:
            seconds = elapsed() - self._failing_since
            faults.append(f"Discord answers no request since {seconds:.0f} s: {self._reason}")
        if self._held_for() > 0:
            faults.append("requests to Discord are held back, as it has refused too many")
        return faults

    async def keep_asking(
        self, ask: Callable[[], Awaitable[object]], on_return: Callable[[], Awaitable[object]]
    ) -> Never:
        """After a failure, send tests until Discord answers. Call `on_return` if it was away.

        Discord may refuse one request and accept all others. Without users' actions the bot sends
        no others, so only a test can tell.
        """
        while True:
            await self._failing.wait()
            try:
                async with asyncio.timeout(ASK_AFTER):
                    await self._answered.wait()
            except TimeoutError:
                await self._ask(ask)
            if self._answered.is_set() and self._was_away:
                self._was_away = False
                _log.info("discord answers requests again")
                try:
                    await on_return()
                except Exception:
                    _log.exception("not caught up")

    async def _ask(self, ask: Callable[[], Awaitable[object]]) -> None:
        # The hooks below see the outcome, but not that the wait for an answer has ended.
        with suppress(discord.DiscordException, aiohttp.ClientError, OSError, NotStored):
            try:
                async with asyncio.timeout(ASK_WITHIN):
                    await ask()
            except TimeoutError:
                self._note_failure("no answer")

    def _held_for(self) -> float:
        """Return for how many seconds no request may be sent."""
        now, refused = elapsed(), self._refused
        while refused and refused[0] <= now - REFUSED_WITHIN:
            refused.popleft()
        most = max(1, MOST_REFUSED // max(1, self.sharers()))
        return refused[-most] + REFUSED_WITHIN - now if len(refused) >= most else 0.0

    async def _on_start(
        self,
        _session: aiohttp.ClientSession,
        _context: SimpleNamespace,
        request: aiohttp.TraceRequestStartParams,
    ) -> None:
        """Raise `RateLimited` while no request with the bot's token may be sent.

        Answers to interactions are always sent, because users wait for them.
        """
        if not shows_token(request.url):
            return
        seconds = self._held_for()
        if seconds > 0:
            if not self._is_held:
                _log.error("requests held back", refused=len(self._refused), seconds=round(seconds))
            self._is_held = True
            raise discord.RateLimited(seconds)
        self._is_held = False

    async def _on_end(
        self,
        _session: aiohttp.ClientSession,
        _context: SimpleNamespace,
        request: aiohttp.TraceRequestEndParams,
    ) -> None:
        if "/api/" not in request.url.path:
            return
        response = request.response
        status = response.status
        is_refused = status in _REFUSED and shows_token(request.url)
        if is_refused and response.headers.get("X-RateLimit-Scope") != "shared":
            self._refused.append(elapsed())
        if is_refused or status == HTTPStatus.REQUEST_TIMEOUT or status >= 500:
            self._note_failure(f"{status} {response.reason}")
        elif shows_token(request.url):
            # Discord accepts an answer to an interaction even while it refuses the bot's token.
            self._note_success()

    async def _failed(
        self,
        _session: aiohttp.ClientSession,
        _context: SimpleNamespace,
        request: aiohttp.TraceRequestExceptionParams,
    ) -> None:
        error = request.exception
        if "/api/" in request.url.path and isinstance(error, aiohttp.ClientError | OSError):
            self._note_failure(str(error) or type(error).__name__)

    def _note_failure(self, reason: str) -> None:
        self._reason = reason
        if self._failing_since is None:
            self._failing_since = elapsed()
        self._answered.clear()
        self._failing.set()

    def _note_success(self) -> None:
        self._was_away |= not self.is_answering
        self._failing_since = None
        self._failing.clear()
        self._answered.set()


REQUEST_FAILURES: Final = (
    discord.HTTPException,
    discord.GatewayNotFound,
    discord.RateLimited,
    aiohttp.ClientError,
    OSError,
)
"""The exceptions that a request to Discord may raise."""
