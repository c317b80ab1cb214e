"""Beds drawn as text: six lines of six, orange `K` `C`, gray `k` `c`, `.` for an empty square."""

from bot.game import (
    CLASSIC,
    EVERY_SQUARE,
    Bed,
    Kind,
    Piece,
    Pool,
    Position,
    Ruleset,
    SeamPiece,
    Seat,
    Square,
    Squares,
    Step,
    entry_named,
    name_of,
    play,
    read_turn,
    square_named,
)
from bot.game.squares import mask_of

PIECES = {
    "K": Piece(Seat.ORANGE, Kind.KITTEN),
    "C": Piece(Seat.ORANGE, Kind.CAT),
    "k": Piece(Seat.GRAY, Kind.KITTEN),
    "c": Piece(Seat.GRAY, Kind.CAT),
}
LETTERS = {piece: letter for letter, piece in PIECES.items()}


def rows(drawing: str) -> str:
    """Return a drawing without the margin that it has in a test."""
    lines = [line.strip() for line in drawing.strip().splitlines()]
    assert [len(line) for line in lines] == [6] * 6, f"not six rows of six: {lines}"
    return "\n".join(lines)


def bed(drawing: str) -> Bed:
    """Return the bed of a drawing."""
    drawn = rows(drawing).replace("\n", "")
    assert set(drawn) <= {*PIECES, "."}, f"not a bed: {drawing}"
    masks = {letter: mask_of(at for at in EVERY_SQUARE if drawn[at] == letter) for letter in PIECES}
    return Bed(masks["K"], masks["C"], masks["k"], masks["c"])


def position(
    drawing: str,
    *,
    to_move: Seat = Seat.ORANGE,
    orange_cats: int = 0,
    gray_cats: int = 0,
    ruleset: Ruleset = CLASSIC,
    orange_kittens: int | None = None,
    gray_kittens: int | None = None,
    orange_seam: str = "-",
    gray_seam: str = "-",
) -> Position:
    """Return a position with that many cats in hand.

    By default, the ruleset's pieces that are neither drawn nor cats in hand are kittens in hand.
    Seam pieces are written as in a position text.
    """
    drawn = rows(drawing)
    if orange_kittens is None:
        orange_kittens = ruleset.pieces - sum(map(str.isupper, drawn)) - orange_cats
    if gray_kittens is None:
        gray_kittens = ruleset.pieces - sum(map(str.islower, drawn)) - gray_cats
    assert orange_kittens >= 0, f"orange has too many pieces:\n{drawing}"
    assert gray_kittens >= 0, f"gray has too many pieces:\n{drawing}"
    orange, gray = Pool(orange_kittens, orange_cats), Pool(gray_kittens, gray_cats)
    seams = seam(orange_seam), seam(gray_seam)
    return Position(bed(drawing), orange, gray, to_move, ruleset, *seams)


def seam(text: str) -> SeamPiece | None:
    """Return the seam piece of a text such as `cd+4`; `None` for `-`."""
    return None if text == "-" else SeamPiece(entry_named(text[:3]), int(text[3:]))


def draw(shown: Bed) -> str:
    """Return the drawing of a bed, six lines."""
    pieces = [shown.piece_at(square) for square in EVERY_SQUARE]
    drawn = "".join("." if piece is None else LETTERS[piece] for piece in pieces)
    return "\n".join(drawn[start : start + 6] for start in range(0, 36, 6))


def squares(names: str) -> Squares:
    """Return the squares of a text such as `b2c3d4`, in its order."""
    return tuple(square_named(names[start : start + 2]) for start in range(0, len(names), 2))


def square(name: str) -> Square:
    return square_named(name)


def square_names(listed: Squares) -> str:
    """Return the names of squares, joined as after `=` in a turn."""
    return "".join(map(name_of, listed))


def step_of(before: Position, turn: str) -> Step:
    """Return the step of a turn in notation."""
    return play(before, read_turn(turn))
