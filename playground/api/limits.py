"""The rate limits of the HTTP API: a bucket for a route and a channel, and one for all requests.

A route without a bucket here has no limit of its own, like most reads of Discord's API.
"""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from playground.api.errors import Problem, RateLimited, Scope
from playground.rates import Counter, Key, Rate, Rates
from playground.world import Snowflake


@dataclass(frozen=True, slots=True)
class _Bucket:
    """A limit of one or more routes.

    `named` becomes the bucket's name in headers. Each value of the ids in `counted_for` has a count
    of its own.
    """

    rate: Callable[[Rates], Rate]
    counter: str
    named: str
    counted_for: tuple[str, ...]


_CHANNEL, _TOKEN = ("channel_id",), ("webhook_id", "webhook_token")
_MESSAGES = "/channels/{channel_id}/messages"
_MESSAGE = _MESSAGES + "/{message_id}"
_ANSWERS = "/webhooks/{webhook_id}/{webhook_token}"
_ANSWER = _Bucket(lambda rates: rates.further_answers, "answers", "answers", _TOKEN)
_THREAD = _Bucket(lambda rates: rates.threads, "threads", "threads", _CHANNEL)
_BUCKETS = {
    # Sending and editing have separate counts, though Discord gives both buckets the same name.
    ("POST", _MESSAGES): _Bucket(lambda rates: rates.messages, "sent", "written", _CHANNEL),
    ("PATCH", _MESSAGE): _Bucket(lambda rates: rates.edits, "edited", "written", _CHANNEL),
    ("DELETE", _MESSAGE): _Bucket(lambda rates: rates.deletions, "deleted", "deleted", _CHANNEL),
    ("POST", "/channels/{channel_id}/typing"): _Bucket(
        lambda rates: rates.typing, "typing", "typing", _CHANNEL
    ),
    ("PATCH", "/channels/{channel_id}"): _Bucket(
        lambda rates: rates.channels, "channel", "channel", _CHANNEL
    ),
    # Both ways to create a thread count for its channel, in a long window.
    ("POST", "/channels/{channel_id}/threads"): _THREAD,
    ("POST", _MESSAGE + "/threads"): _THREAD,
    ("POST", _ANSWERS): _ANSWER,
    **{
        (method, _ANSWERS + which): _ANSWER
        for method in ("GET", "PATCH", "DELETE")
        for which in ("/messages/@original", "/messages/{message_id}")
    },
}


class RateLimits:
    """Counts requests. If `rates` is None, nothing is limited, and no header mentions limits."""

    def __init__(self, rates: Rates | None) -> None:
        self.rates = rates
        self._counter = Counter()

    def admit(self, method: str, route: str, ids: Mapping[str, str]) -> dict[str, str]:
        """Count a request by its route, and return the headers of its answer.

        Raise `RateLimited` if there were too many.
        """
        bucket = _BUCKETS.get((method, route))
        if self.rates is None or bucket is None:
            return {}
        rate = bucket.rate(self.rates)
        window = self._counter.count(
            (bucket.counter, *(ids[name] for name in bucket.counted_for)), rate
        )
        left = max(0.0, window.ends - self._counter.clock())
        headers = {
            "X-RateLimit-Limit": str(rate.requests),
            "X-RateLimit-Remaining": str(max(0, rate.requests - window.used)),
            "X-RateLimit-Reset": f"{time.time() + left:.3f}",
            "X-RateLimit-Reset-After": f"{left:.3f}",
            "X-RateLimit-Bucket": hashlib.sha256(bucket.named.encode()).hexdigest()[:32],
        }
        if window.used > rate.requests:
            raise RateLimited(_wait(left), beside=headers)
        return headers

    def admit_bot(self) -> None:
        """Count a request that shows the bot's token, to any route."""
        if self.rates is not None:
            self._require(
                ("everything",), self.rates.everything, Problem.RATE_LIMITED, Scope.GLOBAL
            )

    def admit_old_edit(self, channel_id: Snowflake) -> None:
        """Count an edit of a message that is over an hour old."""
        if self.rates is not None:
            key = ("old edits", str(channel_id))
            self._require(key, self.rates.old_edits, Problem.TOO_MANY_OLD_EDITS, Scope.USER)

    def _require(self, key: Key, rate: Rate, problem: Problem, scope: Scope) -> None:
        window = self._counter.count(key, rate)
        if window.used > rate.requests:
            raise RateLimited(_wait(window.ends - self._counter.clock()), problem, scope)


def _wait(seconds: float) -> float:
    """Return a time to wait, rounded up to whole milliseconds."""
    return math.ceil(max(seconds, 0.001) * 1000) / 1000
