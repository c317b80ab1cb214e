"""How entrants are put into groups, and how they move between those of a series."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Final

from bot.features.matches.competitions import MOST_AT_ONCE
from bot.features.tournaments.legs import EntrantId
from bot.features.tournaments.standings import Standings

GROUP_SIZES: Final = range(4, 9)
"""The sizes of a group that can be chosen; a group may turn out smaller."""
DEFAULT_SIZE: Final = 6
FEWEST_IN_GROUP: Final = 3
FEWEST_ENTRANTS: Final = 3
MOST_ENTRANTS: Final = 64
LARGE_GROUP: Final = 7
"""From this size on, two move up and two down."""


def default_legs(size: int) -> int:
    """Return how many legs a pairing has by default."""
    return 2 if size <= GROUP_SIZES[0] else 1


def group_sizes(entrants: int, size: int) -> tuple[int, ...]:
    """Return the sizes of the groups, at most one apart and the larger ones first.

    They are at most as large as chosen, unless a group would have fewer than three.
    """
    groups = -(-entrants // size)
    while groups > 1 and entrants // groups < FEWEST_IN_GROUP:
        groups -= 1
    least, larger = divmod(entrants, groups)
    return tuple(least + (group < larger) for group in range(groups))


def matches_at_once(entrants: int, size: int, legs: int) -> int:
    """Return how many matches begin at the start of a league."""
    return legs * sum(each * (each - 1) // 2 for each in group_sizes(entrants, size))


def most_fitting_entrants(size: int, legs: int) -> int:
    """Return the most places for such a league: it may begin with that many entrants or fewer."""
    numbers = range(FEWEST_ENTRANTS, MOST_ENTRANTS + 1)
    too_many = (each for each in numbers if matches_at_once(each, size, legs) > MOST_AT_ONCE)
    return next(too_many, MOST_ENTRANTS + 1) - 1


def fits(most_entrants: int, size: int, legs: int) -> bool:
    """Return whether a league may begin, however many of its places are taken.

    Fewer entrants can have more matches at once, as their groups may be larger.
    """
    return most_entrants <= most_fitting_entrants(size, legs)


Blocks = Collection[frozenset[EntrantId]]
"""Pairs of entrants of whom one has blocked the other."""


@dataclass(frozen=True, slots=True)
class GroupDraw:
    """The groups of a tournament, and those who wait because the groups could not be filled."""

    groups: tuple[tuple[EntrantId, ...], ...]
    waiting: tuple[EntrantId, ...]


def draw_snake(best_first: Sequence[EntrantId], size: int, blocks: Blocks) -> GroupDraw:
    """Return equally strong groups for a single event, with the best in different ones."""
    return _draw(best_first, size, blocks, _snake)


def draw_tiers(best_first: Sequence[EntrantId], size: int, blocks: Blocks) -> GroupDraw:
    """Return the groups of a season, with the best entrants in the first group, and so on."""
    return _draw(best_first, size, blocks, _tiers)


def season_order(
    tables: Sequence[Standings], again: Collection[EntrantId]
) -> tuple[EntrantId, ...]:
    """Return who plays again, in the order of the next season's groups; newcomers follow them.

    The first of each group change places with the last of the group above; where a place is shared,
    the seed decides. If the group above has free places, that many of its last entrants stay.
    """
    lists = [
        [standing.entrant for standing in table.places if standing.entrant in again]
        for table in tables
    ]
    up, order = set[EntrantId](), list[EntrantId]()
    for index, entrants in enumerate(lists):
        staying = [each for each in entrants if each not in up]
        promoted, down = list[EntrantId](), list[EntrantId]()
        if index + 1 < len(lists):
            number = movers(tables[index], tables[index + 1])
            promoted, down = lists[index + 1][:number], staying[-number:]
        order += [*(each for each in staying if each not in down), *promoted, *down]
        up = set(promoted)
    return tuple(order)


def movers(upper: Standings, lower: Standings) -> int:
    """Return how many change places between two neighbouring groups, up as many as down."""
    smaller = min(len(table.places) + len(table.annulled) for table in (upper, lower))
    return 2 if smaller >= LARGE_GROUP else 1


Plan = list[int]
"""The group of each entrant, by their rank."""


def _snake(sizes: Sequence[int]) -> Plan:
    plan = Plan()
    for row in range(max(sizes)):
        groups = [group for group, size in enumerate(sizes) if size > row]
        plan += reversed(groups) if row % 2 else groups
    return plan


def _tiers(sizes: Sequence[int]) -> Plan:
    return [group for group, size in enumerate(sizes) for _ in range(size)]


def _draw(
    best_first: Sequence[EntrantId],
    size: int,
    blocks: Blocks,
    layout: Callable[[Sequence[int]], Plan],
) -> GroupDraw:
    """Draw the groups; blocks do not change how many there are.

    If entrants who block each other cannot be kept apart, the entrant with the most blocks waits;
    of several, the one who entered last.
    """
    entrants, waiting = list(best_first), list[EntrantId]()
    while len(entrants) >= FEWEST_ENTRANTS:
        sizes = group_sizes(len(entrants), size)
        neighbours = _neighbours(entrants, blocks)
        plan = layout(sizes)
        if _swap_apart(plan, neighbours) or _search_apart(plan, sizes, neighbours):
            groups = tuple(
                tuple(each for each, of in zip(entrants, plan, strict=True) if of == group)
                for group in range(len(sizes))
            )
            return GroupDraw(groups, tuple(waiting))
        rank = max(range(len(entrants)), key=lambda each: (len(neighbours[each]), entrants[each]))
        waiting.append(entrants.pop(rank))
    return GroupDraw((), (*entrants, *waiting))


Neighbours = list[set[int]]
"""For each rank, the ranks of the entrants who must be in another group."""


def _neighbours(entrants: Sequence[EntrantId], blocks: Blocks) -> Neighbours:
    rank_of = {entrant: rank for rank, entrant in enumerate(entrants)}
    neighbours = [set[int]() for _ in entrants]
    for one, other in map(tuple, blocks):
        if one in rank_of and other in rank_of:
            neighbours[rank_of[one]].add(rank_of[other])
            neighbours[rank_of[other]].add(rank_of[one])
    return neighbours


def _swap_apart(plan: Plan, neighbours: Neighbours) -> bool:
    """Swap entrants of similar rank while that reduces blocks within groups.

    Return whether no block within a group is left.
    """

    def within(rank: int, group: int) -> int:
        return sum(plan[other] == group for other in neighbours[rank])

    while True:
        unlucky = [rank for rank in range(len(plan)) if within(rank, plan[rank])]
        if not unlucky:
            return True
        swaps = []
        for one in unlucky:
            for other in range(len(plan)):
                if plan[one] == plan[other]:
                    continue
                before = within(one, plan[one]) + within(other, plan[other])
                after = within(one, plan[other]) + within(other, plan[one])
                # If the two block each other, both counts include the one who leaves the group.
                after -= 2 * (other in neighbours[one])
                if after < before:
                    swaps.append((after - before, abs(one - other), -one, -other))
        if not swaps:
            return False
        _, _, one, other = min(swaps)
        plan[-one], plan[-other] = plan[-other], plan[-one]


_MOST_TRIES: Final = 20_000
"""How many steps the search for groups without blocks takes before it gives up."""


def _search_apart(plan: Plan, sizes: Sequence[int], neighbours: Neighbours) -> bool:
    """Put entrants with blocks into groups one by one, the most blocked first, with backtracking.

    Return whether that succeeded; only then is the plan changed.
    """
    blocked = sorted(
        (rank for rank, others in enumerate(neighbours) if others),
        key=lambda rank: (-len(neighbours[rank]), rank),
    )
    room, group_of = list(sizes), dict[int, int]()
    tries = iter(range(_MOST_TRIES))

    def place(index: int) -> bool:
        if index == len(blocked):
            return True
        if next(tries, None) is None:
            return False
        rank = blocked[index]
        taken = {group_of[other] for other in neighbours[rank] if other in group_of}
        for group in sorted(range(len(sizes)), key=lambda each: abs(each - plan[rank])):
            if room[group] and group not in taken:
                group_of[rank] = group
                room[group] -= 1
                if place(index + 1):
                    return True
                room[group] += 1
                del group_of[rank]
        return False

    if not place(0):
        return False
    moved = list[int]()
    for rank in (rank for rank in range(len(plan)) if rank not in group_of):
        if room[plan[rank]]:
            group_of[rank] = plan[rank]
            room[plan[rank]] -= 1
        else:
            moved.append(rank)
    for rank in moved:
        group_of[rank] = next(group for group, left in enumerate(room) if left)
        room[group_of[rank]] -= 1
    plan[:] = [group_of[rank] for rank in range(len(plan))]
    return True
