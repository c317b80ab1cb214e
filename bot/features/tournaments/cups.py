"""The bracket of a cup: its pairings, the legs that begin next, and the winners.

The bracket is a pure function of the draw, the legs and the entrants who are out.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final, NewType, assert_never

from bot.features.tournaments.legs import Decision, EntrantId, Leg, LegNumber, leg_between, shuffled
from bot.game.chance import Chance

CUP_SIZES: Final = (4, 8, 16)
"""The sizes that a bracket can have."""
LONG_CUP: Final = 16
"""The size from which users are warned how long a cup takes."""

CupSlot = NewType("CupSlot", int)
"""A pairing's place in the bracket: the final is 1, and slot k leads to slot k // 2."""
FINAL: Final = CupSlot(1)
THIRD_PLACE: Final = CupSlot(0)
"""The slot in which the losers of the semifinals meet."""
LEGS: Final = 2
"""How many legs of a pairing begin at once. If they are tied, a third follows."""


class Seeding(Enum):
    """How entrants are put into the bracket. The values are stored."""

    SEEDED = "seeded"
    LOT = "lot"


class Vacancy(Enum):
    """A side of a pairing that has no entrant."""

    AWAITED = "awaited"
    """The entrant is not known yet."""
    EMPTY = "empty"
    """A bye: the opponent advances without a match. As a pairing's winner: both are out."""


Side = EntrantId | Vacancy


def bracket_size(entrants: int, largest: int) -> int:
    """Return how many places are needed, at most `largest`; further entrants wait."""
    sizes = [size for size in CUP_SIZES if size <= largest]
    return next((size for size in sizes if size >= entrants), sizes[-1])


def final_size(groups: int) -> int:
    """Return the size of the bracket of a final that all group winners play."""
    return 1 << (max(2, groups) - 1).bit_length()


def rounds_of(size: int) -> int:
    """Return how many rounds a bracket of a size has."""
    return size.bit_length() - 1


def seed_order(size: int) -> tuple[int, ...]:
    """Return the seeds from the top of a bracket to its bottom.

    Seeds 1 and 2 can meet only in the final, the first four only in the semifinals, and so on.
    """
    order = [1]
    while len(order) < size:
        total = 2 * len(order) + 1
        order = [seed for each in order for seed in (each, total - each)]
    return tuple(order)


def draw_places(
    best_first: Sequence[EntrantId], size: int, seeding: Seeding, chance: Chance
) -> tuple[EntrantId | None, ...]:
    """Return the entrants in the places of the bracket, from the top; `None` is a bye.

    The best seeds have the byes, however the places are drawn.
    """
    entrants = list(best_first[:size])
    if seeding is Seeding.LOT:
        byes = size - len(entrants)
        entrants = shuffled(entrants[:byes], chance) + shuffled(entrants[byes:], chance)
    return tuple(entrants[seed - 1] if seed <= len(entrants) else None for seed in seed_order(size))


@dataclass(frozen=True, slots=True)
class CupPairing:
    """Two sides of a bracket, the upper one first, their legs, and who advances."""

    slot: CupSlot
    upper: Side
    lower: Side
    legs: tuple[Leg, ...]
    winner: Side

    @property
    def sides(self) -> tuple[Side, Side]:
        """Both sides."""
        return self.upper, self.lower

    @property
    def entrants(self) -> tuple[EntrantId, EntrantId] | None:
        """The two entrants, once both are known and neither is a bye."""
        if isinstance(self.upper, Vacancy) or isinstance(self.lower, Vacancy):
            return None
        return self.upper, self.lower

    @property
    def loser(self) -> Side:
        """The entrant who does not advance."""
        if self.winner is Vacancy.AWAITED:
            return Vacancy.AWAITED
        if self.winner is Vacancy.EMPTY:
            return Vacancy.EMPTY
        return self.lower if self.winner == self.upper else self.upper

    @property
    def losers(self) -> tuple[Side, ...]:
        """The entrants who have not won the pairing: both if it has no winner."""
        is_won_by_none = self.winner is Vacancy.EMPTY and self.entrants is not None
        return self.sides if is_won_by_none else (self.loser,)

    def points_of(self, entrant: EntrantId) -> float:
        """Return the points of an entrant in the pairing."""
        return sum(leg.points_of(entrant) for leg in self.legs)


@dataclass(frozen=True, slots=True)
class Bracket:
    """A whole cup; the rounds are in order, the final last."""

    rounds: tuple[tuple[CupPairing, ...], ...]
    third_place: CupPairing | None

    @property
    def final(self) -> CupPairing:
        """The last pairing."""
        return self.rounds[-1][0]

    @property
    def champion(self) -> Side:
        """The winner of the cup."""
        return self.final.winner

    @property
    def is_finished(self) -> bool:
        """Whether nothing is left to play."""
        return all(pairing.winner is not Vacancy.AWAITED for pairing in self.pairings)

    @property
    def pairings(self) -> tuple[CupPairing, ...]:
        """All pairings, the first round first."""
        every = [pairing for each in self.rounds for pairing in each]
        return (*every, self.third_place) if self.third_place else tuple(every)


class PlayOff(Enum):
    """Whether the third place is played for. The values are stored."""

    NONE = "none"
    PLAYED = "played"


class Play(Enum):
    """Whether a cup still has time to be played."""

    ON = "on"
    OVER = "over"
    """Its time is over: the better score decides, then the better seed."""


def bracket_of(
    places: Sequence[EntrantId | None],
    by_seed: Sequence[EntrantId],
    legs: Sequence[Leg],
    out: Sequence[EntrantId],
    play_off: PlayOff,
    play: Play = Play.ON,
) -> Bracket:
    """Return the bracket as it stands; two entrants meet in one of its pairings at most.

    `out` lists the entrants who are out, in the order in which they left. They lose their undecided
    pairings. If both entrants of a pairing are out, the one who left later advances, and loses the
    next pairing, so that decided pairings stay as they are. If no pairing follows, neither wins.
    """
    by_number = sorted(legs, key=lambda leg: leg.number)

    def pairing(slot: CupSlot, upper: Side, lower: Side) -> CupPairing:
        own = tuple(leg for leg in by_number if {leg.first, leg.second} == {upper, lower})
        winner = _winner(upper, lower, own, by_seed, out, play)
        is_last = slot in (FINAL, THIRD_PLACE)
        if is_last and upper in out and lower in out and not _is_played_out(own):
            winner = Vacancy.EMPTY
        return CupPairing(slot, upper, lower, own, winner)

    sides: list[Side] = [Vacancy.EMPTY if place is None else place for place in places]
    rounds = []
    while len(sides) > 1:
        first = len(sides) // 2
        current = tuple(
            pairing(CupSlot(first + index), *sides[2 * index : 2 * index + 2])
            for index in range(first)
        )
        rounds.append(current)
        sides = [each.winner for each in current]
    third = None
    if play_off is PlayOff.PLAYED and len(rounds) > 1:
        one, other = rounds[-2]
        third = pairing(THIRD_PLACE, one.loser, other.loser)
    return Bracket(tuple(rounds), third)


def _winner(
    upper: Side,
    lower: Side,
    legs: Sequence[Leg],
    by_seed: Sequence[EntrantId],
    out: Sequence[EntrantId],
    play: Play,
) -> Side:
    if upper is Vacancy.AWAITED or lower is Vacancy.AWAITED:
        return Vacancy.AWAITED
    if isinstance(upper, Vacancy):
        return lower
    if isinstance(lower, Vacancy):
        return upper
    ahead = sum(leg.points_of(upper) - leg.points_of(lower) for leg in legs)
    is_played = len(legs) >= LEGS and not any(leg.is_open for leg in legs)
    if is_played and ahead:
        return upper if ahead > 0 else lower
    better = min(upper, lower, key=by_seed.index)
    if is_played and len(legs) > LEGS:
        return better
    first_out = next((each for each in out if each in (upper, lower)), None)
    if first_out is not None:
        return lower if first_out == upper else upper
    match play:
        case Play.ON:
            return Vacancy.AWAITED
        case Play.OVER if ahead:
            return upper if ahead > 0 else lower
        case Play.OVER:
            return better
        case _:
            assert_never(play)


def _is_played_out(legs: Sequence[Leg]) -> bool:
    """Return whether all legs had ended before either player left."""
    is_ended = not any(leg.is_open or leg.decision is Decision.WITHDRAWN for leg in legs)
    return is_ended and len(legs) >= LEGS


def legs_to_begin(pairing: CupPairing, chance: Chance) -> tuple[Leg, ...]:
    """Return the legs of a pairing that begin now.

    The first two have the seats swapped. If they are tied, a third follows, with seats drawn by
    lot.
    """
    entrants = pairing.entrants
    if entrants is None or pairing.winner is not Vacancy.AWAITED:
        return ()
    drawn = shuffled(entrants, chance)
    if not pairing.legs:
        return (
            leg_between(drawn[0], drawn[1], LegNumber(1)),
            leg_between(drawn[1], drawn[0], LegNumber(2)),
        )
    if len(pairing.legs) == LEGS and not any(leg.is_open for leg in pairing.legs):
        return (leg_between(drawn[0], drawn[1], LegNumber(LEGS + 1)),)
    return ()


def cup_places(bracket: Bracket) -> dict[EntrantId, int]:
    """Return the places that are known, by entrant.

    Those who lost in the same round share one, such as the 5th for all who lost in quarterfinals.
    """
    sides: dict[int, Sequence[Side]] = {1: [bracket.final.winner], 2: bracket.final.losers}
    for each in bracket.rounds[:-1]:
        sides[len(each) + 1] = [pairing.loser for pairing in each]
    if bracket.third_place is not None:
        sides |= {3: [bracket.third_place.winner], 4: bracket.third_place.losers}
    return {
        side: place
        for place, shared in sides.items()
        for side in shared
        if not isinstance(side, Vacancy)
    }
