"""The bed as the rules page words it: squares, directions, lines, runs and the pieces' letters.

A bed is a dictionary from a square's name to the letter of its piece (`K` `C` orange, `k` `c`
gray); an empty square is not in it. Pools count what each seat has in hand of each kind.
"""

from collections.abc import Iterable
from dataclasses import dataclass

COLUMNS = "abcdef"
ROWS = "123456"
SQUARES = [column + row for row in ROWS for column in COLUMNS]  # ordered by row then column
SEATS = ("orange", "gray")
KINDS = ("kitten", "cat")
LETTERS = {
    ("orange", "kitten"): "K",
    ("orange", "cat"): "C",
    ("gray", "kitten"): "k",
    ("gray", "cat"): "c",
}
PIECES = {letter: piece for piece, letter in LETTERS.items()}
RIGHT, DOWN, LEFT, UP = (1, 0), (0, 1), (-1, 0), (0, -1)
EIGHT_WAYS = [RIGHT, DOWN, LEFT, UP, (1, 1), (-1, 1), (-1, -1), (1, -1)]
ALONG_A_LINE = [RIGHT, DOWN, (1, 1), (-1, 1)]  # a row, a column and the two diagonals

Bed = dict[str, str]
Pools = dict[tuple[str, str], int]


@dataclass(frozen=True, slots=True)
class Table:
    """Everything visible in a position of any ruleset.

    `seams` is empty except in the ruleset `seam`. There it holds each seat's part of the position
    text: `-` in hand, or the entry and step + 1, as in `cd+4`.
    """

    bed: Bed
    pools: Pools
    seams: dict[str, str]
    to_move: str
    winner: str | None = None


def other(seat: str) -> str:
    return "gray" if seat == "orange" else "orange"


def beyond(square: str, way: tuple[int, int]) -> str | None:
    """Return the next square in a direction, or None beyond the edge of the bed."""
    right, down = way
    column = COLUMNS.index(square[0]) + right
    row = ROWS.index(square[1]) + down
    if column in range(6) and row in range(6):
        return COLUMNS[column] + ROWS[row]
    return None


def every_line() -> list[list[str]]:
    """Return every three consecutive squares in a row, column or diagonal."""
    lines = []
    for first in SQUARES:
        for way in ALONG_A_LINE:
            second = beyond(first, way)
            third = beyond(second, way) if second is not None else None
            if second is not None and third is not None:
                lines.append([first, second, third])
    return lines


LINES = every_line()


def in_order(squares: Iterable[str]) -> list[str]:
    """Return the squares, ordered by row then column."""
    return sorted(squares, key=SQUARES.index)


def squares_of(bed: Bed, seat: str) -> list[str]:
    return [square for square in SQUARES if square in bed and PIECES[bed[square]][0] == seat]


def squares_of_kind(bed: Bed, seat: str, kind: str) -> list[str]:
    return [square for square in SQUARES if bed.get(square) == LETTERS[seat, kind]]


def lines_among(squares: list[str]) -> list[list[str]]:
    """Return each line whose squares are all among these; a run of four holds two."""
    held = set(squares)
    return [line for line in LINES if held.issuperset(line)]


def runs_among(squares: list[str]) -> list[list[str]]:
    """Return each run of three or more of these squares, as long as it goes in both directions."""
    held = set(squares)
    runs = []
    for first in SQUARES:
        for way in ALONG_A_LINE:
            if first not in held or beyond(first, (-way[0], -way[1])) in held:
                continue
            run = [first]
            following = beyond(first, way)
            while following is not None and following in held:
                run.append(following)
                following = beyond(following, way)
            if len(run) >= 3:
                runs.append(run)
    return runs
