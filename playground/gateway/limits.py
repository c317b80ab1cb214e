"""The time limits and sizes of the gateway."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GatewayLimits:
    """How long a session waits for its bot, in seconds, and how much it keeps for it.

    The gateway gives a connection up after `patience` without a heartbeat. Its session can be
    resumed within `resume_within`, if at most `most_replayed` events were missed.
    """

    heartbeat_every: float = 41.25
    # discord.py records the time of a heartbeat after sending it. On loopback an immediate answer
    # would arrive first, and discord.py would count the latency from the heartbeat before.
    beats_answered_after: float = 0.05
    patience: float = 90.0
    resume_within: float = 180.0
    most_replayed: int = 1000
    starts_a_day: int = 1000
