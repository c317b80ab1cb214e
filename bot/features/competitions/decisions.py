"""Decisions of managers about a competition: announced at once, in effect a day later.

Until then, a decision can be undone.
"""

from dataclasses import KW_ONLY, dataclass
from enum import Enum
from typing import Final, NewType

from bot.match.clock import DAY
from bot.match.identity import Instant, Revision, Seconds, UserId

DecisionId = NewType("DecisionId", int)
UNDONE_WITHIN: Final = Seconds(DAY)
"""How long a decision can be undone."""


class DecisionState(Enum):
    """What became of a decision. The values are stored."""

    PENDING = "pending"
    """It can be undone."""
    DONE = "done"
    UNDONE = "undone"
    DROPPED = "dropped"
    """Another event, such as the end of the match, made it moot."""


@dataclass(frozen=True, slots=True)
class ManagerDecision:
    """A decision about a competition, and until when it can be undone.

    It gets its number when it is stored. `undo_number` comes from the same counter as decisions, so
    the latest message has the highest number.
    """

    _: KW_ONLY
    id: DecisionId = DecisionId(0)
    manager: UserId
    made_at: Instant
    until: Instant
    state: DecisionState = DecisionState.PENDING
    undo_number: int | None = None

    @property
    def message_number(self) -> Revision:
        """The number of the last message about it: `undo_number` if it was undone, else `id`."""
        return Revision(self.undo_number or self.id)

    @property
    def about(self) -> tuple[object, ...]:
        """Its subject; at most one decision about each subject is pending."""
        raise NotImplementedError

    def can_be_undone(self, now: Instant) -> bool:
        """Return whether it is pending and not due yet."""
        return self.state is DecisionState.PENDING and now < self.until
