"""The decisions of a ladder's managers."""

from dataclasses import dataclass
from enum import Enum

from bot.features.competitions.decisions import ManagerDecision
from bot.features.ladders.ladder import LadderChallenge, LadderChallengeId, LadderField, LadderId
from bot.features.ladders.rules import ChallengeResult, RungId


class LadderDecisionKind(Enum):
    """The kind of a decision. The values are stored."""

    CLOSE = "close"
    """The ladder closes."""
    REMOVE = "remove"
    """A player is taken off the ladder."""
    DECIDE = "decide"
    """A challenge gets a result, or is cancelled."""


@dataclass(frozen=True, slots=True)
class LadderDecision(ManagerDecision):
    """A decision about a player, a challenge, or a ladder as a whole.

    Without a `result`, a challenge is cancelled.
    """

    ladder: LadderId
    kind: LadderDecisionKind
    rung: RungId | None = None
    challenge: LadderChallengeId | None = None
    result: ChallengeResult | None = None

    @property
    def about(self) -> tuple[object, ...]:
        """The kind of decision, and the player or the challenge."""
        return self.kind, self.rung, self.challenge

    def challenge_in(self, field: LadderField) -> LadderChallenge | None:
        """Return the challenge that it is about, if the field still has it."""
        return None if self.challenge is None else field.challenge(self.challenge)

    def is_possible(self, field: LadderField) -> bool:
        """Return whether it would still change anything."""
        if self.kind is LadderDecisionKind.REMOVE:
            return self.rung in field.order
        if self.kind is LadderDecisionKind.DECIDE:
            challenge = self.challenge_in(field)
            return challenge is not None and challenge.is_open
        return field.ladder.is_open
