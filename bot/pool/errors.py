"""Why a job was not done. Facts only; `cogs.ui.replies` has the words.

Not frozen: the standard library assigns `__traceback__` to an exception on its way up.
"""

from dataclasses import dataclass

from bot.errors import Refusal


class PoolRefusal(Refusal):
    """The base of all that keeps a job from being done."""


@dataclass(eq=False, slots=True)
class PoolBusy(PoolRefusal):
    """So many jobs wait for a worker already that no more may."""

    waiting: int


@dataclass(eq=False, slots=True)
class ShareUsed(PoolRefusal):
    """So many jobs of this person wait already that no more of theirs may."""

    waiting: int


@dataclass(eq=False, slots=True)
class JobTimedOut(PoolRefusal):
    """The job was not done in the time that it may take, and its worker was killed."""

    seconds: float


@dataclass(eq=False, slots=True)
class WorkerLost(PoolRefusal):
    """The worker ended or hung in the middle of the job, and so did the one that tried it again."""


@dataclass(eq=False, slots=True)
class PoolClosed(PoolRefusal):
    """The bot is stopping, and its workers with it."""


class RaisedThere(Exception):
    """What a worker wrote down of an exception that its job raised: the cause of that here."""


class UnknownThere(Exception):
    """A job raised an exception that cannot be brought here; its cause has the words."""
