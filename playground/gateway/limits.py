"""The times and sizes of the gateway."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GatewayLimits:
    """How long a session waits for its bot, in seconds, and how much it keeps for it.

    A connection on which no heartbeat comes for `patience` is given up. After it broke, its
    session can be resumed `resume_within`, if at most `most_replayed` events were missed.
    """

    heartbeat_every: float = 41.25
    # The thread in which discord.py beats notes when it did only after the beat was sent. On
    # loopback an answer at once overtakes that note, and the whole time since the beat before it
    # is taken for how late the answer is.
    beats_answered_after: float = 0.05
    patience: float = 90.0
    resume_within: float = 180.0
    most_replayed: int = 1000
    starts_a_day: int = 1000
