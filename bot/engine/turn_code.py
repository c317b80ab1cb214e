"""A whole turn as one integer, as the search carries it."""

from typing import Final

from bot.game import ENTRIES, EVERY_SQUARE, Kind, Placement, Turn
from bot.game.squares import Mask, squares_of

SQUARE_AT: Final = 36
"""The lowest 36 bits are the mask of what leaves in settling."""
CAT_AT: Final = 42
RECALL_AT: Final = 43
"""The index of the square recalled before placing, plus one; 0 for none."""
SEAM_AT: Final = 49
"""The number of the entry at which a seam piece is laid, plus one; 0 for none."""
WINS_AT: Final = 54

_SIX_BITS: Final = 63
_FIVE_BITS: Final = 31


def turn_of(code: int) -> Turn:
    """Return the turn that a code stands for."""
    recall = code >> RECALL_AT & _SIX_BITS
    seam = code >> SEAM_AT & _FIVE_BITS
    return Turn(
        Placement(
            Kind.CAT if code >> CAT_AT & 1 else Kind.KITTEN,
            EVERY_SQUARE[code >> SQUARE_AT & _SIX_BITS],
        ),
        squares_of(Mask(code & (1 << SQUARE_AT) - 1)),
        wins=bool(code >> WINS_AT & 1),
        recall=EVERY_SQUARE[recall - 1] if recall else None,
        seam=ENTRIES[seam - 1] if seam else None,
    )
