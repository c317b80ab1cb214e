"""The reasons why a job was not done.

They are not frozen: the standard library assigns `__traceback__` to an exception on its way up.
"""

from dataclasses import dataclass

from bot.errors import Refusal
from bot.text import N_, NN_


class PoolRefusal(Refusal):
    """The base of all reasons why a job was not done."""


@dataclass(eq=False, slots=True)
class PoolBusy(PoolRefusal):
    """The queue of jobs that wait for a worker is full."""

    message = NN_(
        "I'm busy: {waiting} request is already waiting. Try again in a minute.",
        "I'm busy: {waiting} requests are already waiting. Try again in a minute.",
        "waiting",
    )

    waiting: int


@dataclass(eq=False, slots=True)
class ShareUsed(PoolRefusal):
    """The user already has as many waiting jobs as allowed."""

    message = NN_(
        "You already have {waiting} request waiting. Ask again when it is done.",
        "You already have {waiting} requests waiting. Ask again when one of them is done.",
        "waiting",
    )

    waiting: int


@dataclass(eq=False, slots=True)
class JobTimedOut(PoolRefusal):
    """The job was not done within its time limit, and its worker was killed."""

    message = NN_(
        "That took longer than {most} second, so I stopped it. Try again.",
        "That took longer than {most} seconds, so I stopped it. Try again.",
        "most",
    )

    seconds: float

    @property
    def most(self) -> int:
        """The job's time limit in whole seconds."""
        return round(self.seconds)


class WorkerLost(PoolRefusal):
    """The worker ended or hung during the job, and so did the worker that tried the job again."""

    message = N_("I was interrupted twice and gave up. Try again.")


class PoolClosed(PoolRefusal):
    """The bot is stopping, and its workers with it."""

    message = N_("I'm restarting. Try again in a minute.")


class WorkerTraceback(Exception):
    """The traceback that an exception has in a worker, as the cause of the exception here."""


class UnpicklableError(Exception):
    """A job raised an exception that cannot be pickled; its cause has the text."""
