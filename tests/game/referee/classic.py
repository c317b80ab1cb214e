"""A second implementation of classic boop, slow and literal, written from the rules page alone.

It checks the engine, so it shares nothing with it: no import from `bot`, no bit tricks, no tables.
A bed is a dictionary from a square's name to the letter of its piece (`K` `C` orange, `k` `c`
gray). Positions and turns go in and out as text. Read it beside the rules.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

COLUMNS = "abcdef"
ROWS = "123456"
SQUARES = [column + row for row in ROWS for column in COLUMNS]  # ordered by row then column
SEATS = ("orange", "gray")
LETTERS = {
    ("orange", "kitten"): "K",
    ("orange", "cat"): "C",
    ("gray", "kitten"): "k",
    ("gray", "cat"): "c",
}
PIECES = {letter: piece for piece, letter in LETTERS.items()}
DIRECTIONS = [
    (right, down) for down in (-1, 0, 1) for right in (-1, 0, 1) if (right, down) != (0, 0)
]

Bed = dict[str, str]
Pools = dict[tuple[str, str], int]


@dataclass(frozen=True)
class Table:
    """Everything visible: the bed, both pools, whose turn it is, and who has won and how."""

    bed: Bed
    pools: Pools
    to_move: str
    winner: str | None = None
    won_by: str | None = None


def start() -> Table:
    """Return an empty bed; each seat has 8 kittens and no cats; orange moves first."""
    pools = {
        ("orange", "kitten"): 8,
        ("orange", "cat"): 0,
        ("gray", "kitten"): 8,
        ("gray", "cat"): 0,
    }
    return Table(bed={}, pools=pools, to_move="orange")


def other(seat: str) -> str:
    return "gray" if seat == "orange" else "orange"


def step(square: str, direction: tuple[int, int], length: int = 1) -> str | None:
    """Return the square that lies `length` steps away, or None beyond the edge of the bed."""
    right, down = direction
    column = COLUMNS.index(square[0]) + right * length
    row = ROWS.index(square[1]) + down * length
    if 0 <= column < 6 and 0 <= row < 6:
        return COLUMNS[column] + ROWS[row]
    return None


def every_line() -> list[tuple[str, str, str]]:
    """Return every three consecutive squares in a row, column or diagonal."""
    lines = []
    for square in SQUARES:
        for direction in ((1, 0), (0, 1), (1, 1), (-1, 1)):
            second, third = step(square, direction, 1), step(square, direction, 2)
            if second is not None and third is not None:
                lines.append((square, second, third))
    return lines


LINES = every_line()


def place_and_boop(table: Table, kind: str, square: str) -> tuple[Bed, Pools]:
    """Steps 1 and 2 of a turn: a piece is placed, and its neighbours move away from it."""
    before = dict(table.bed)
    pools = dict(table.pools)
    pools[table.to_move, kind] -= 1
    before[square] = LETTERS[table.to_move, kind]

    after = dict(before)
    for direction in DIRECTIONS:
        neighbour = step(square, direction, 1)
        if neighbour is None or neighbour not in before:
            continue
        letter = before[neighbour]
        owner, booped_kind = PIECES[letter]
        if kind == "kitten" and booped_kind == "cat":
            continue
        beyond = step(square, direction, 2)
        if beyond is None:
            del after[neighbour]
            pools[owner, booped_kind] += 1
        elif beyond not in before:
            del after[neighbour]
            after[beyond] = letter
    return after, pools


def squares_of(bed: Bed, seat: str) -> list[str]:
    return [square for square in SQUARES if square in bed and PIECES[bed[square]][0] == seat]


def how_won(bed: Bed, seat: str) -> str | None:
    """Steps 3.1 and 3.2: three of the seat's cats in a line, otherwise all 8 of them on the bed."""
    cats = {square for square in bed if bed[square] == LETTERS[seat, "cat"]}
    if any(cats.issuperset(line) for line in LINES):
        return "line"
    if len(cats) == 8:
        return "full bed"
    return None


def options(bed: Bed, seat: str) -> list[list[str]]:
    """Step 3.3: each of the seat's lines, and each single piece when all 8 are on the bed."""
    own = set(squares_of(bed, seat))
    found = [list(line) for line in LINES if own.issuperset(line)]
    if len(own) == 8:
        found += [[square] for square in in_order(own)]
    return found


def lift(bed: Bed, pools: Pools, squares: list[str]) -> tuple[Bed, Pools]:
    """Graduate or recall: pieces that leave the bed come back to their owner's pool as cats."""
    bed, pools = dict(bed), dict(pools)
    for square in squares:
        owner, _ = PIECES[bed.pop(square)]
        pools[owner, "cat"] += 1
    return bed, pools


def in_order(squares: Iterable[str]) -> list[str]:
    return sorted(squares, key=SQUARES.index)


def turns(table: Table) -> Iterator[tuple[str, Table]]:
    """Yield each legal turn in its canonical notation, with the table after it."""
    if table.winner is not None:
        return
    seat = table.to_move
    for square in SQUARES:
        if square in table.bed:
            continue
        for kind in ("kitten", "cat"):
            if table.pools[seat, kind] == 0:
                continue
            word = {"kitten": "K", "cat": "C"}[kind] + square
            bed, pools = place_and_boop(table, kind, square)
            won_by = how_won(bed, seat)
            if won_by is not None:
                yield word + "#", Table(bed, pools, other(seat), winner=seat, won_by=won_by)
                continue
            choices = options(bed, seat)
            if not choices:
                yield word, Table(bed, pools, other(seat))
            for choice in choices:
                left = lift(bed, pools, choice)
                yield f"{word}={''.join(in_order(choice))}", Table(*left, other(seat))


def legal_turns(table: Table) -> list[str]:
    return [word for word, _ in turns(table)]


def play(table: Table, word: str) -> Table:
    """Return the table after a turn in canonical notation; raise ValueError if it is illegal."""
    for legal, after in turns(table):
        if legal == word:
            return after
    raise ValueError(f"{word} is not legal in {position_text(table)}")


def position_text(table: Table) -> str:
    rows = []
    for row in ROWS:
        squares = "".join(table.bed.get(column + row, ".") for column in COLUMNS)
        rows.append(re.sub(r"\.+", lambda run: str(len(run[0])), squares))
    pools = [f"{table.pools[seat, 'kitten']},{table.pools[seat, 'cat']}" for seat in SEATS]
    text = f"{'/'.join(rows)} {table.to_move[0]} {pools[0]} {pools[1]}"
    if table.winner is not None:
        text += f" {table.winner} wins"
    return text


def read(text: str) -> Table:
    """Return the table of a position text, which must be legal and without a winner."""
    rows, side, *hands = text.split(" ")
    bed = {}
    for row, squares in zip(ROWS, rows.split("/"), strict=True):
        drawn = re.sub("[1-6]", lambda digit: "." * int(digit[0]), squares)
        for column, letter in zip(COLUMNS, drawn, strict=True):
            if letter != ".":
                bed[column + row] = letter
    pools = {}
    for seat, hand in zip(SEATS, hands, strict=True):
        kittens, cats = hand.split(",")
        pools[seat, "kitten"], pools[seat, "cat"] = int(kittens), int(cats)
    return Table(bed, pools, {"o": "orange", "g": "gray"}[side])


def perft(table: Table, depth: int) -> int:
    """Return the number of sequences of `depth` turns, each choice counted."""
    if depth == 0:
        return 1
    return sum(perft(after, depth - 1) for _, after in turns(table))
