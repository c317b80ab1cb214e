"""Position texts: writing, reading, and what is wrong with them."""

import re

from tests.game.referee.bed import (
    COLUMNS,
    KINDS,
    LETTERS,
    PIECES,
    ROWS,
    SEATS,
    Bed,
    Pools,
    Table,
    squares_of,
)
from tests.game.referee.seam import ENTRIES

RULESETS = ("classic", "rows", "junior", "seam", "scarce")
START = {
    "classic": "6/6/6/6/6/6 o 8,0 8,0",
    "rows": "6/6/6/6/6/6 o 8,0 8,0",
    "junior": "6/6/6/6/6/6 o 8,0 8,0",
    "seam": "6/6/6/6/6/6 o 8,0 8,0 - -",
    "scarce": "6/6/6/6/6/6 o 8,0 8,0",
}


class IllegalPosition(ValueError):
    """A position text that the rules page does not allow, with the reason."""


def written(table: Table) -> str:
    rows = []
    for row in ROWS:
        squares = "".join(table.bed.get(column + row, ".") for column in COLUMNS)
        rows.append(re.sub(r"\.+", lambda empty: str(len(empty[0])), squares))
    fields = ["/".join(rows), table.to_move[0]]
    fields += [f"{table.pools[seat, 'kitten']},{table.pools[seat, 'cat']}" for seat in SEATS]
    if table.seams:
        fields += [table.seams[seat] for seat in SEATS]
    if table.winner is not None:
        fields.append(f"{table.winner} wins")
    return " ".join(fields)


def read(ruleset: str, position: str) -> Table:
    """Return the table of a position text; raise IllegalPosition if the text is wrong."""
    fields = position.split(" ")
    expected = 6 if ruleset == "seam" else 4
    if len(fields) != expected:
        raise IllegalPosition(f"{len(fields)} fields instead of {expected}")
    bed = read_bed(fields[0])
    if fields[1] not in ("o", "g"):
        raise IllegalPosition(f"the side to move is {fields[1]!r}, not o or g")
    to_move = "orange" if fields[1] == "o" else "gray"
    pools = read_pools(fields[2:4])
    seams = read_seams(fields[4:])
    for seat in SEATS:
        check_pieces(ruleset, bed, pools, seat)
    check_something_to_place(ruleset, bed, pools, to_move)
    return Table(bed, pools, seams, to_move)


def read_bed(field: str) -> Bed:
    rows = field.split("/")
    if len(rows) != 6:
        raise IllegalPosition(f"{len(rows)} rows instead of 6")
    bed = {}
    for row, drawn in zip(ROWS, rows, strict=True):
        squares = ""
        for character in drawn:
            if character in PIECES:
                squares += character
            elif character in "123456":
                squares += "." * int(character)
            else:
                raise IllegalPosition(f"{character!r} in row {row}")
        if len(squares) != 6:
            raise IllegalPosition(f"row {row} has {len(squares)} squares instead of 6")
        for column, letter in zip(COLUMNS, squares, strict=True):
            if letter != ".":
                bed[column + row] = letter
    return bed


def read_pools(fields: list[str]) -> Pools:
    pools = {}
    for seat, field in zip(SEATS, fields, strict=True):
        counts = re.fullmatch("(0|[1-9][0-9]*),(0|[1-9][0-9]*)", field)
        if counts is None:
            raise IllegalPosition(f"the pool of {seat} is {field!r}, not kittens,cats")
        pools[seat, "kitten"], pools[seat, "cat"] = int(counts[1]), int(counts[2])
    return pools


def read_seams(fields: list[str]) -> dict[str, str]:
    for field in fields:
        if field == "-":
            continue
        if field[:3] not in ENTRIES:
            raise IllegalPosition(f"the seam {field!r} is neither - nor begins with an entry")
        if field[3:] not in ("0", "1", "2", "3", "4", "5"):
            raise IllegalPosition(f"the number of the seam {field!r} is not 0 to 5")
    return dict(zip(SEATS, fields, strict=True)) if fields else {}


def check_pieces(ruleset: str, bed: Bed, pools: Pools, seat: str) -> None:
    """Check the pieces on bed and in pool: 8 (`scarce`: 1 to 8); no cats in `junior`."""
    pieces = pieces_left(bed, pools, seat)
    if ruleset == "scarce":
        if not 1 <= pieces <= 8:
            raise IllegalPosition(f"{seat} has {pieces} pieces instead of 1 to 8")
    elif pieces != 8:
        raise IllegalPosition(f"{seat} has {pieces} pieces instead of 8")
    if ruleset == "junior" and (pools[seat, "cat"] > 0 or LETTERS[seat, "cat"] in bed.values()):
        raise IllegalPosition(f"{seat} has a cat in junior")


def pieces_left(bed: Bed, pools: Pools, seat: str) -> int:
    """Return a seat's pieces on the bed and in the pool."""
    return len(squares_of(bed, seat)) + sum(pools[seat, kind] for kind in KINDS)


def check_something_to_place(ruleset: str, bed: Bed, pools: Pools, to_move: str) -> None:
    """Check that the side to move has a piece in hand (`scarce`: or on the bed)."""
    in_hand = sum(pools[to_move, kind] for kind in KINDS)
    if ruleset == "scarce":
        if in_hand == 0 and not squares_of(bed, to_move):
            raise IllegalPosition(f"{to_move} is to move with nothing in hand or on the bed")
    elif in_hand == 0:
        raise IllegalPosition(f"{to_move} is to move with nothing in hand")
