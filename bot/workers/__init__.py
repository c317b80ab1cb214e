"""Work that would block the event loop, in processes: animations, searches, plots."""

from bot.workers.messages import (
    JobTimedOut,
    PoolBusy,
    PoolClosed,
    ShareUsed,
    UnpicklableError,
    WorkerLost,
)
from bot.workers.pool import Assignment, Report, SharedPool, WorkerPool

__all__ = [
    "Assignment",
    "JobTimedOut",
    "PoolBusy",
    "PoolClosed",
    "Report",
    "ShareUsed",
    "SharedPool",
    "UnpicklableError",
    "WorkerLost",
    "WorkerPool",
]
