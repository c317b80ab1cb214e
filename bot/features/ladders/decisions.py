"""What those who manage a ladder decide, and what follows from it.

A decision is told at once, takes effect a day later, and can be undone until then.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final, NewType

from bot.features.ladders.ladder import LadderChallenge, LadderChallengeId, LadderField, LadderId
from bot.features.ladders.rules import ChallengeResult, RungId
from bot.match.clock import DAY
from bot.match.identity import Instant, Revision, Seconds, UserId

LadderDecisionId = NewType("LadderDecisionId", int)
UNDONE_WITHIN: Final = Seconds(DAY)
"""How long a decision can be undone."""


class LadderDecisionKind(Enum):
    """What is decided. The values are stored."""

    CLOSE = "close"
    """The ladder is over."""
    REMOVE = "remove"
    """A player is off the ladder."""
    DECIDE = "decide"
    """A challenge has a result, or comes to nothing."""


class LadderDecisionState(Enum):
    """What became of a decision. The values are stored."""

    PENDING = "pending"
    """It can be undone."""
    DONE = "done"
    UNDONE = "undone"
    DROPPED = "dropped"
    """Something else came first, such as the end of the match."""


@dataclass(frozen=True, slots=True)
class LadderDecision:
    """A decision about a ladder, and until when it can be undone.

    It is about a player, about a challenge, which comes to nothing without a `result`, or about the
    ladder as a whole. `undo_number` counts with the decisions, so that what is told last has the
    highest number.
    """

    id: LadderDecisionId
    ladder: LadderId
    manager: UserId
    kind: LadderDecisionKind
    made_at: Instant
    until: Instant
    state: LadderDecisionState = LadderDecisionState.PENDING
    rung: RungId | None = None
    challenge: LadderChallengeId | None = None
    result: ChallengeResult | None = None
    undo_number: int | None = None

    @property
    def told(self) -> Revision:
        """The number under which it was told last."""
        return Revision(self.undo_number or self.id)

    def is_about_same(self, other: "LadderDecision") -> bool:
        """Return whether two decisions are about the same."""
        return (self.kind, self.rung, self.challenge) == (other.kind, other.rung, other.challenge)

    def challenge_in(self, field: LadderField) -> LadderChallenge | None:
        """Return the challenge that it is about, if that is known still."""
        return None if self.challenge is None else field.challenge(self.challenge)

    def is_possible(self, field: LadderField) -> bool:
        """Return whether it would still change something."""
        if self.kind is LadderDecisionKind.REMOVE:
            return self.rung in field.order
        if self.kind is LadderDecisionKind.DECIDE:
            challenge = self.challenge_in(field)
            return challenge is not None and challenge.is_open
        return field.ladder.is_open
