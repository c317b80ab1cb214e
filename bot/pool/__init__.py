"""Work that would hold the event loop, done in processes of its own: films, searches, plots."""

from bot.pool.errors import PoolBusy, PoolClosed, UnknownThere, WorkerLost
from bot.pool.pool import Job, Pool, Report
from bot.pool.sharing import SharedPool

__all__ = [
    "Job",
    "Pool",
    "PoolBusy",
    "PoolClosed",
    "Report",
    "SharedPool",
    "UnknownThere",
    "WorkerLost",
]
