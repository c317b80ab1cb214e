"""Work that would block the event loop, in processes: animations, searches, plots."""

from bot.workers.messages import (
    JobTimedOut,
    PoolBusy,
    PoolClosed,
    ShareUsed,
    UnknownThere,
    WorkerLost,
)
from bot.workers.pool import Assignment, Pool, Report, SharedPool

__all__ = [
    "Assignment",
    "JobTimedOut",
    "Pool",
    "PoolBusy",
    "PoolClosed",
    "Report",
    "ShareUsed",
    "SharedPool",
    "UnknownThere",
    "WorkerLost",
]
