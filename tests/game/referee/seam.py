"""The seam piece: its 20 entries, its way and its push.

A seam piece is written as in a position text: `-` in hand, or its entry and step + 1.
"""

from tests.game.referee.bed import (
    COLUMNS,
    DOWN,
    LEFT,
    PIECES,
    RIGHT,
    ROWS,
    UP,
    Bed,
    Pools,
    beyond,
)

BETWEEN_COLUMNS = ["ab", "bc", "cd", "de", "ef"]
BETWEEN_ROWS = ["12", "23", "34", "45", "56"]
ENTRIES = [seam + end for seam in BETWEEN_COLUMNS + BETWEEN_ROWS for end in "+-"]
IN_HAND = "-"


def pair_at(entry: str, step: int) -> list[tuple[str, tuple[int, int]]]:
    """Return the two squares beside the piece at a step, each with its direction off the seam.

    `+` enters at row 1 or column a and travels up; `-` enters at row 6 or column f and travels
    down; both one square a step.
    """
    near, far, end = entry[0], entry[1], entry[2]
    if near + far in BETWEEN_COLUMNS:
        row = ROWS[step] if end == "+" else ROWS[5 - step]
        return [(near + row, LEFT), (far + row, RIGHT)]
    column = COLUMNS[step] if end == "+" else COLUMNS[5 - step]
    return [(column + near, UP), (column + far, DOWN)]


def advance(bed: Bed, pools: Pools, seam: str) -> tuple[Bed, Pools, str]:
    """Return the bed, the pools and the seam piece after one of its steps and its boop.

    `cd+0` was just laid and comes to step 0. `cd+5` is at step 4, comes to step 5 and leaves the
    bed after its boop there.
    """
    entry, step = seam[:3], int(seam[3])
    bed, pools = dict(bed), dict(pools)
    for square, away in pair_at(entry, step):
        if square in bed:
            slide(bed, pools, square, away)
    return bed, pools, IN_HAND if step == 5 else f"{entry}{step + 1}"


def slide(bed: Bed, pools: Pools, square: str, away: tuple[int, int]) -> None:
    """Move a piece past occupied squares to the first empty one, or off the bed."""
    letter = bed.pop(square)
    landing = beyond(square, away)
    while landing is not None and landing in bed:
        landing = beyond(landing, away)
    if landing is None:
        pools[PIECES[letter]] += 1
    else:
        bed[landing] = letter


def after_settling(bed: Bed, pools: Pools, seam: str) -> list[tuple[str, Bed, Pools, str]]:
    """Return each possible end of a turn in `seam`: note, bed, pools, the player's seam piece."""
    if seam != IN_HAND:
        return [("", *advance(bed, pools, seam))]
    kept = [("", bed, pools, IN_HAND)]
    laid = [(f"~{entry}", bed, pools, f"{entry}0") for entry in ENTRIES]
    return kept + laid
