"""The faults that the director can plan for the bot's next requests."""

from __future__ import annotations

from typing import Final

from playground.api.errors import Problem
from playground.api.faults import Delay, Drop, ErrorReply, Fault, Moment, RateLimit, ServerError

SLOW: Final = 4.0
"""Seconds: long enough for Discord to tell the player that the interaction failed."""
RETRY_AFTER: Final = 2.0
"""Seconds that a 429 asks the bot to wait."""
MOST: Final = 20

FAULTS: Final[dict[str, tuple[str, Fault]]] = {
    "429": ("429, too many requests", RateLimit(RETRY_AFTER)),
    "500": ("500, Discord's fault", ServerError(500)),
    "503": ("503, out of service", ServerError(503)),
    "slow": (f"{SLOW:g} seconds late", Delay(SLOW)),
    "answered late": (f"done, answered {SLOW:g} seconds late", Delay(SLOW, Moment.AFTER)),
    "dropped before": ("connection dropped, nothing done", Drop(Moment.BEFORE)),
    "dropped after": ("connection dropped, yet done", Drop(Moment.AFTER)),
    "missing permission": ("403, missing permission", ErrorReply(Problem.MISSING_PERMISSIONS)),
}
"""The faults by name, each with the words for it."""


def words_of(fault: Fault) -> str:
    """Return the words for a fault, even for one that was not planned on this page."""
    return next((words for words, known in FAULTS.values() if known == fault), str(fault))
