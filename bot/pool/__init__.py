"""Work that would hold the event loop, done in processes of its own: films, searches, plots."""

from bot.pool.errors import (
    JobTimedOut,
    PoolBusy,
    PoolClosed,
    ShareUsed,
    UnknownThere,
    WorkerLost,
)
from bot.pool.pool import Job, Pool, Report
from bot.pool.sharing import SharedPool

__all__ = [
    "Job",
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
