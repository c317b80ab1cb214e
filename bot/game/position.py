"""A position: the bed, both pools, the seam pieces and the seat to move."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Self

from bot.game.pieces import Kind, Piece, Pool, SeamPiece, Seat
from bot.game.ruleset import CLASSIC, Ruleset
from bot.game.squares import Mask, Square, squares_of

ORANGE_KITTEN: Final = Piece(Seat.ORANGE, Kind.KITTEN)
ORANGE_CAT: Final = Piece(Seat.ORANGE, Kind.CAT)
GRAY_KITTEN: Final = Piece(Seat.GRAY, Kind.KITTEN)
GRAY_CAT: Final = Piece(Seat.GRAY, Kind.CAT)

_NOWHERE: Final = Mask(0)
_FULL_POOL: Final = Pool(CLASSIC.pieces, 0)


@dataclass(frozen=True, slots=True)
class Bed:
    """The pieces on the 6×6 bed, a mask for each seat and kind."""

    orange_kittens: Mask = _NOWHERE
    orange_cats: Mask = _NOWHERE
    gray_kittens: Mask = _NOWHERE
    gray_cats: Mask = _NOWHERE

    @property
    def occupied(self) -> Mask:
        """Every square that holds a piece."""
        return Mask(self.orange_kittens | self.orange_cats | self.gray_kittens | self.gray_cats)

    def of(self, seat: Seat) -> tuple[Mask, Mask]:
        """Return the seat's kittens and cats."""
        if seat is Seat.ORANGE:
            return self.orange_kittens, self.orange_cats
        return self.gray_kittens, self.gray_cats

    def piece_at(self, square: Square) -> Piece | None:
        """Return the piece on the square, if there is one."""
        if self.orange_kittens >> square & 1:
            return ORANGE_KITTEN
        if self.gray_kittens >> square & 1:
            return GRAY_KITTEN
        if self.orange_cats >> square & 1:
            return ORANGE_CAT
        if self.gray_cats >> square & 1:
            return GRAY_CAT
        return None

    def without(self, leaving: Mask) -> Self:
        """Return the bed with those squares empty."""
        return type(self)(
            Mask(self.orange_kittens & ~leaving),
            Mask(self.orange_cats & ~leaving),
            Mask(self.gray_kittens & ~leaving),
            Mask(self.gray_cats & ~leaving),
        )

    def __iter__(self) -> Iterator[tuple[Square, Piece]]:
        """Iterate over the pieces, by row and then by column."""
        for square in squares_of(self.occupied):
            piece = self.piece_at(square)
            if piece is not None:
                yield square, piece


_EMPTY_BED: Final = Bed()


@dataclass(frozen=True, slots=True)
class Position:
    """All that the next turn depends on.

    `Position()` is the start of `classic`; `Position.start(ruleset)` that of any other. A seat's
    seam piece is `None` while it is in hand, and in rulesets without one. `read_position` and
    `write_position` in `bot.game` read and write the one-line text.
    """

    bed: Bed = _EMPTY_BED
    orange_pool: Pool = _FULL_POOL
    gray_pool: Pool = _FULL_POOL
    to_move: Seat = Seat.ORANGE
    ruleset: Ruleset = CLASSIC
    orange_seam: SeamPiece | None = None
    gray_seam: SeamPiece | None = None

    @classmethod
    def start(cls, ruleset: Ruleset) -> Self:
        """Return the position at the beginning of a match of this ruleset."""
        pool = Pool(ruleset.pieces, 0)
        return cls(Bed(), pool, pool, Seat.ORANGE, ruleset)

    def pool_of(self, seat: Seat) -> Pool:
        """Return the seat's pieces in hand."""
        return self.orange_pool if seat is Seat.ORANGE else self.gray_pool

    def seam_of(self, seat: Seat) -> SeamPiece | None:
        """Return the seat's seam piece if it was laid."""
        return self.orange_seam if seat is Seat.ORANGE else self.gray_seam

    @property
    def empty_squares(self) -> tuple[Square, ...]:
        """The squares that a piece can be placed on, by row and then by column."""
        return squares_of(Mask((1 << 36) - 1 & ~self.bed.occupied))


CLAIMED_AT: Final = 3
"""How often a position must occur before either player may claim a draw while it is on the bed."""

DRAWN_AT: Final = 5
"""How often a position must occur before the match ends as a draw."""

MOST_TURNS: Final = 300
"""The match is drawn after this many turns of both seats; a win on the last one is a win."""

_A_LINE: Final = 3


def is_dead(position: Position) -> bool:
    """Return whether neither seat has enough pieces left, on bed and in pool, for a line."""
    return all(_pieces_of(position, seat) < _A_LINE for seat in Seat)


def _pieces_of(position: Position, seat: Seat) -> int:
    pool = position.pool_of(seat)
    on_bed = sum(mask.bit_count() for mask in position.bed.of(seat))
    return on_bed + pool.kittens + pool.cats
