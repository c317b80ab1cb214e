"""Boards in words: the position as text, and drawn in letters, without a picture."""

from typing import Final

from bot.game import Kind, Piece, Position, Seat, Square
from bot.game.squares import COLUMNS, ROWS, SIZE
from bot.text import gettext, one_by_one
from cogs.wording.alt_text import LONGEST, in_words
from cogs.wording.phrases import piece_name
from render.scene import Scene

EMPTY: Final = "·"
_COLUMN_LINE: Final = "  " + "".join(f"  {name}" for name in COLUMNS)
_SEATS: Final = {Seat.ORANGE: "o", Seat.GRAY: "g"}


def written_board(scene: Scene) -> str:
    """Return a scene in at most `LONGEST` characters of words, and then drawn in letters.

    The words come first, so that a screen reader need not read each letter of the bed before them.
    """
    drawn = f"```\n{letters_of(scene.position)}\n```"
    return "\n".join([*in_words(scene, LONGEST), drawn, legend_of(scene.position)])


def letters_of(position: Position) -> str:
    """Draw the bed with a line for each row. A line above and a line below name the columns.

    A piece is two letters, one for its seat and one for its kind. Seats differ by the letter, not
    by its case, because a screen reader does not tell capitals from small letters.
    """
    lines = [_COLUMN_LINE]
    for row, name in enumerate(ROWS):
        squares = (Square(row * SIZE + column) for column in range(SIZE))
        cells = "".join(_cell(position.bed.piece_at(square)) for square in squares)
        lines.append(f"{name} {cells} {name}")
    return "\n".join([*lines, _COLUMN_LINE])


def shows_letters(text: str) -> bool:
    """Return whether a text has a bed in letters."""
    return f"```\n{_COLUMN_LINE}\n" in text


def legend_of(position: Position) -> str:
    """Return the meanings of the letters that can occur in a match with this ruleset."""
    kinds = tuple(Kind) if position.ruleset.has_cats else (Kind.KITTEN,)
    pieces = [Piece(seat, kind) for seat in Seat for kind in kinds]
    named = one_by_one([f"`{_letters(piece)}` {piece_name(piece)}" for piece in pieces])
    legend = gettext("{pieces}, `{sign}` empty", pieces=named, sign=EMPTY)
    return f"-# {legend}"


def _cell(piece: Piece | None) -> str:
    return f" {_letters(piece)}" if piece else f"  {EMPTY}"


def _letters(piece: Piece) -> str:
    return _SEATS[piece.seat] + piece.kind.value
