"""Steps 1 to 3 of a turn: place, boop, settle; each ruleset has its own settling.

A settling returns every possible end: the note of the turn (`#` for a win, `=squares` for the
pieces that leave the bed, or nothing), and the bed and the pools after it.
"""

from collections.abc import Callable

from tests.game.referee.bed import (
    EIGHT_WAYS,
    LETTERS,
    PIECES,
    Bed,
    Pools,
    beyond,
    in_order,
    lines_among,
    runs_among,
    squares_of,
    squares_of_kind,
)

Ending = tuple[str, Bed, Pools]
WIN = "#"


def place_and_boop(bed: Bed, pools: Pools, seat: str, kind: str, square: str) -> tuple[Bed, Pools]:
    """A piece is placed, and each of its up to 8 neighbours moves straight away from it."""
    before = dict(bed)
    pools = dict(pools)
    pools[seat, kind] -= 1
    before[square] = LETTERS[seat, kind]

    after = dict(before)
    for way in EIGHT_WAYS:
        neighbour = beyond(square, way)
        if neighbour is None or neighbour not in before:
            continue
        letter = before[neighbour]
        _, booped_kind = PIECES[letter]
        if kind == "kitten" and booped_kind == "cat":
            continue  # a kitten boops kittens only; a cat boops both
        landing = beyond(neighbour, way)
        if landing is None:
            del after[neighbour]
            pools[PIECES[letter]] += 1  # returns to its owner's pool unchanged
        elif landing not in before:
            del after[neighbour]
            after[landing] = letter
    return after, pools


def line_of(bed: Bed, seat: str, kind: str) -> bool:
    """Return whether three pieces of this seat and kind are in a line."""
    return lines_among(squares_of_kind(bed, seat, kind)) != []


def lifted(bed: Bed, pools: Pools, squares: list[str]) -> Ending:
    """Pieces leave the bed in settling: kittens and cats both come back as cats."""
    bed, pools = dict(bed), dict(pools)
    for square in squares:
        owner, _ = PIECES[bed.pop(square)]
        pools[owner, "cat"] += 1
    return "=" + "".join(in_order(squares)), bed, pools


def settle_classic(bed: Bed, pools: Pools, seat: str) -> list[Ending]:
    """A win by line, a win by eight cats, or one of the possible lines and recalls."""
    if line_of(bed, seat, "cat"):
        return [(WIN, bed, pools)]
    if len(squares_of_kind(bed, seat, "cat")) == 8:
        return [(WIN, bed, pools)]
    own = squares_of(bed, seat)
    options = lines_among(own)
    if len(own) == 8:
        options = options + [[square] for square in own]
    if not options:
        return [("", bed, pools)]
    return [lifted(bed, pools, option) for option in options]


def settle_rows(bed: Bed, pools: Pools, seat: str) -> list[Ending]:
    """Like `classic`, but all lines leave at once; recalls only without lines; 8 cats don't win."""
    if line_of(bed, seat, "cat"):
        return [(WIN, bed, pools)]
    own = squares_of(bed, seat)
    lines = lines_among(own)
    if lines:
        union = {square for line in lines for square in line}
        return [lifted(bed, pools, list(union))]
    if len(own) == 8:
        if len(squares_of_kind(bed, seat, "cat")) == 8:
            recalls = own
        else:
            recalls = squares_of_kind(bed, seat, "kitten")
        return [lifted(bed, pools, [square]) for square in recalls]
    return [("", bed, pools)]


def settle_junior(bed: Bed, pools: Pools, seat: str) -> list[Ending]:
    """A line of three kittens wins; with all 8 on the bed one comes back and stays a kitten."""
    if line_of(bed, seat, "kitten"):
        return [(WIN, bed, pools)]
    own = squares_of_kind(bed, seat, "kitten")
    if len(own) < 8:
        return [("", bed, pools)]
    endings = []
    for square in own:
        without = {place: letter for place, letter in bed.items() if place != square}
        back = {**pools, (seat, "kitten"): pools[seat, "kitten"] + 1}
        endings.append((f"={square}", without, back))
    return endings


def settle_scarce(bed: Bed, pools: Pools, seat: str) -> list[Ending]:
    """Like `classic`, but a whole run leaves, its kittens as one cat; no recall at this step."""
    if line_of(bed, seat, "cat"):
        return [(WIN, bed, pools)]
    if len(squares_of_kind(bed, seat, "cat")) == 8:
        return [(WIN, bed, pools)]
    runs = runs_among(squares_of(bed, seat))
    if not runs:
        return [("", bed, pools)]
    endings = []
    for run in runs:
        kittens = [square for square in run if bed[square] == LETTERS[seat, "kitten"]]
        cats = [square for square in run if bed[square] == LETTERS[seat, "cat"]]
        without = {place: letter for place, letter in bed.items() if place not in run}
        one_for_the_kittens = 1 if kittens else 0
        back = pools[seat, "cat"] + len(cats) + one_for_the_kittens
        endings.append(("=" + "".join(in_order(run)), without, {**pools, (seat, "cat"): back}))
    return endings


SETTLINGS: dict[str, Callable[[Bed, Pools, str], list[Ending]]] = {
    "classic": settle_classic,
    "rows": settle_rows,
    "junior": settle_junior,
    "seam": settle_classic,
    "scarce": settle_scarce,
}
