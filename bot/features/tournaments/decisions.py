"""The decisions of a tournament's managers, and what follows from them.

A decision takes effect after a while, except for more time, which counts at once and can be undone
for a day.
"""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from bot.features.competitions.decisions import ManagerDecision
from bot.features.tournaments.formats import rules_of
from bot.features.tournaments.legs import (
    Decision,
    EntrantId,
    LegNumber,
    LegResult,
    TournamentId,
    Withdrawal,
)
from bot.features.tournaments.tournament import GroupLeg, TournamentField
from bot.match.clock import DAY
from bot.match.identity import Instant, Seconds

MOST_DAYS: Final = 60
"""The most days by which one decision can extend a tournament."""
LONGEST: Final = Seconds(180 * DAY)
"""How long after its start a tournament ends at the latest, however often it is given more time."""


class DecisionKind(Enum):
    """A kind of decision. The values are stored."""

    CALL_OFF = "call off"
    """The tournament ends without a result."""
    REMOVE = "remove"
    """An entrant is out."""
    DECIDE = "decide"
    """A leg has a result, or counts as if it had never been drawn."""
    EXTEND = "extend"
    """The tournament may take longer."""


@dataclass(frozen=True, slots=True)
class TournamentDecision(ManagerDecision):
    """A decision about a tournament: the entrant `first`, a leg, or the tournament as a whole.

    `finish_before` is the end of the tournament before it was given more time.
    """

    tournament: TournamentId
    kind: DecisionKind
    first: EntrantId | None = None
    second: EntrantId | None = None
    leg: LegNumber | None = None
    result: LegResult | None = None
    finish_by: Instant | None = None
    finish_before: Instant | None = None

    @property
    def about(self) -> tuple[object, ...]:
        """The kind of decision, and the entrants or the leg."""
        return self.kind, self.first, self.second, self.leg

    @property
    def entrants(self) -> tuple[EntrantId, ...]:
        """The entrants whom the decision is about; none if it is about the whole tournament."""
        return tuple(each for each in (self.first, self.second) if each is not None)

    def is_possible(self, field: TournamentField) -> bool:
        """Return whether the entrants whom the decision is about are still entered."""
        return {*self.entrants} <= {each.id for each in field.entrants}

    def leg_in(self, field: TournamentField) -> GroupLeg | None:
        """Return the leg that the decision is about, if the leg still exists."""
        return next(
            (
                each
                for each in field.pairings
                if (each.leg.first, each.leg.second, each.leg.number)
                == (self.first, self.second, self.leg)
            ),
            None,
        )


def decided_in(field: TournamentField, pairing: GroupLeg, result: LegResult) -> TournamentField:
    """Return the tournament with a leg decided by its managers."""
    after = replace(pairing, leg=pairing.leg.decided(result, Decision.MANAGED))
    pairings = tuple(after if each == pairing else each for each in field.pairings)
    return replace(field, pairings=pairings)


def places_in(field: TournamentField, pairing: GroupLeg) -> tuple[int | None, int | None]:
    """Return the present places of both entrants of a leg in the table of their group."""
    table = field.standings(pairing.group_number)
    first, second = (table.of(each) for each in (pairing.leg.first, pairing.leg.second))
    return (
        None if first is None else first.place,
        None if second is None else second.place,
    )


@dataclass(frozen=True, slots=True)
class RemovalPreview:
    """The consequences if an entrant left now."""

    open_legs: int
    withdrawal: Withdrawal | None
    """How their results would count; `None` if the tournament has not begun for them."""


def removal_preview(field: TournamentField, entrant: EntrantId) -> RemovalPreview:
    """Return the consequences if an entrant left now."""
    gone = field.entrant(entrant)
    if gone.group_number is None:
        return RemovalPreview(0, None)
    open_legs = sum(each.leg.is_open for each in field.pairings_of(entrant))
    return RemovalPreview(open_legs, rules_of(field.tournament.terms).withdrawal(field, gone))
