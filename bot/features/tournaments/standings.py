"""The standings of a group: points, what decides a tie, and which places can still be reached."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby

from bot.features.tournaments.legs import EntrantId, Leg, Withdrawal


@dataclass(frozen=True, slots=True)
class PlaceRange:
    """The best and the worst place that an entrant can still finish in."""

    best: int
    worst: int

    @property
    def is_settled(self) -> bool:
        """Whether only one place is left."""
        return self.best == self.worst


@dataclass(frozen=True, slots=True)
class GroupStanding:
    """An entrant in the standings of a group.

    `can_finish` holds unless entrants leave or the managers of the tournament make a decision.
    """

    entrant: EntrantId
    place: int
    points: float
    wins: int
    draws: int
    losses: int
    open: int
    sonneborn_berger: float
    can_finish: PlaceRange
    withdrawal: Withdrawal | None = None

    @property
    def finished(self) -> int:
        """How many of their legs are finished and count."""
        return self.wins + self.draws + self.losses


@dataclass(frozen=True, slots=True)
class Standings:
    """The standings of a group by place; entrants who share a place are in order of seed.

    `annulled` are the entrants whose results do not count; they have no place.
    """

    places: tuple[GroupStanding, ...]
    annulled: tuple[EntrantId, ...]

    @property
    def is_finished(self) -> bool:
        """Whether no leg is open."""
        return not any(standing.open for standing in self.places)

    @property
    def winners(self) -> tuple[EntrantId, ...]:
        """The entrants in first place; they share the title once the group is finished."""
        return tuple(standing.entrant for standing in self.places if standing.place == 1)

    def of(self, entrant: EntrantId) -> GroupStanding | None:
        """Return an entrant's standing; `None` if their results do not count."""
        return next((each for each in self.places if each.entrant == entrant), None)


def standings_of(
    by_seed: Sequence[EntrantId],
    legs: Iterable[Leg],
    withdrawals: Mapping[EntrantId, Withdrawal],
) -> Standings:
    """Return the standings of a group, whose entrants are given with the best seed first.

    The order is by points, then by direct encounters among those who have the same, then by wins,
    then by Sonneborn-Berger; entrants who are still equal share a place.
    """
    annulled = tuple(
        entrant for entrant in by_seed if withdrawals.get(entrant) is Withdrawal.ANNULLED
    )
    entrants = [entrant for entrant in by_seed if entrant not in annulled]
    among = [leg for leg in legs if leg.first not in annulled and leg.second not in annulled]
    counts = _EntrantCounts.of(entrants, among)
    ranked = _places(entrants, counts)
    is_finished = not any(counts.open.values())
    places = []
    place = 1
    for tied in ranked:
        for entrant in sorted(tied, key=by_seed.index):
            own = PlaceRange(place, place) if is_finished else counts.range_of(entrant)
            places.append(
                GroupStanding(
                    entrant,
                    place,
                    counts.points[entrant],
                    counts.wins[entrant],
                    counts.draws[entrant],
                    counts.losses[entrant],
                    counts.open[entrant],
                    counts.sonneborn_berger(entrant),
                    own,
                    withdrawals.get(entrant),
                )
            )
        place += len(tied)
    return Standings(tuple(places), annulled)


@dataclass(frozen=True, slots=True)
class _EntrantCounts:
    """The counts of each entrant, over the legs that count."""

    legs: tuple[Leg, ...]
    points: dict[EntrantId, float]
    wins: dict[EntrantId, int]
    draws: dict[EntrantId, int]
    losses: dict[EntrantId, int]
    open: dict[EntrantId, int]

    @classmethod
    def of(cls, entrants: Sequence[EntrantId], legs: Iterable[Leg]) -> "_EntrantCounts":
        points = dict.fromkeys(entrants, 0.0)
        wins, draws, losses, unfinished = (dict.fromkeys(entrants, 0) for _ in range(4))
        finished = []
        for leg in legs:
            if leg.counts:
                finished.append(leg)
            for entrant in (leg.first, leg.second):
                brought = leg.points_of(entrant)
                points[entrant] += brought
                unfinished[entrant] += leg.is_open
                if leg.counts:
                    wins[entrant] += brought == 1.0
                    draws[entrant] += brought == 0.5
                    losses[entrant] += brought == 0.0
        return cls(tuple(finished), points, wins, draws, losses, unfinished)

    def sonneborn_berger(self, entrant: EntrantId) -> float:
        return sum(
            leg.points_of(entrant) * self.points[leg.opponent_of(entrant)]
            for leg in self.legs
            if leg.has(entrant)
        )

    def range_of(self, entrant: EntrantId) -> PlaceRange:
        most = self.points[entrant] + self.open[entrant]
        above = sum(points > most for points in self.points.values())
        below = sum(
            points + self.open[other] < self.points[entrant]
            for other, points in self.points.items()
        )
        return PlaceRange(1 + above, len(self.points) - below)


Tied = list[EntrantId]


def _places(entrants: Tied, counts: _EntrantCounts) -> list[Tied]:
    """Return the entrants of each place, the first place first."""
    return [
        tied
        for by_points in _split(entrants, counts.points.__getitem__)
        for by_encounter in _by_encounters(by_points, counts)
        for by_wins in _split(by_encounter, counts.wins.__getitem__)
        for tied in _split(by_wins, counts.sonneborn_berger)
    ]


def _split(tied: Tied, key: Callable[[EntrantId], float]) -> list[Tied]:
    ordered = sorted(tied, key=key, reverse=True)
    return [list(equal) for _, equal in groupby(ordered, key)]


def _by_encounters(tied: Tied, counts: _EntrantCounts) -> list[Tied]:
    """Split entrants by their points against one another, once all of them have met.

    Entrants who are still tied are compared again without the others.
    """
    if len(tied) == 1:
        return [tied]
    scored = dict.fromkeys(tied, 0.0)
    for one, other in combinations(tied, 2):
        between = [leg for leg in counts.legs if leg.has(one) and leg.has(other)]
        if not between:
            return [tied]
        for each in (one, other):
            scored[each] += sum(leg.points_of(each) for leg in between) / len(between)
    parts = _split(tied, scored.__getitem__)
    if len(parts) == 1:
        return parts
    return [smaller for part in parts for smaller in _by_encounters(part, counts)]
