"""The job that shows and sends what was written and is left in the outbox of some feature.

Whoever changes something shows it right after. What they do not come to, and what nobody else
shows, is found by this job: rows that say what is still to be shown, and from when on.
"""

from dataclasses import dataclass
from typing import ClassVar, Final

from bot.db.database import Writing
from bot.db.statements import Statement
from bot.jobs import jobs
from bot.jobs.jobs import Job
from bot.match.identity import Instant, Seconds

EVERY: Final = Seconds(60.0)
"""Seconds between two looks at the outbox at the most."""


@dataclass(frozen=True, slots=True)
class OutboxLook(Job):
    """A look for what was written and is still to be shown or sent."""

    kind: ClassVar[str] = "outbox look"
    is_foreseen: ClassVar[bool] = False


def deliver_by(writing: Writing, due_at: Instant) -> Statement[int]:
    """Return what has the outbox looked at by then, for something that is due in it."""
    return jobs.hasten(writing, OutboxLook(), due_at)
