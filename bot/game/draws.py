"""When a match is drawn, which the published rules never say."""

from typing import Final

from bot.game.pieces import Seat
from bot.game.position import Position

CLAIMED_AT: Final = 3
"""How often a position must occur before either player may claim a draw while it is on the bed."""

DRAWN_AT: Final = 5
"""How often a position must occur before the match is drawn by itself."""

MOST_TURNS: Final = 300
"""Turns of both seats together after which the match is drawn; a win on the last is a win."""

_A_LINE: Final = 3


def is_dead(position: Position) -> bool:
    """Return whether neither seat has enough pieces left, on bed and in pool, for a line."""
    return all(_pieces_of(position, seat) < _A_LINE for seat in Seat)


def _pieces_of(position: Position, seat: Seat) -> int:
    pool = position.pool_of(seat)
    on_bed = sum(mask.bit_count() for mask in position.bed.of(seat))
    return on_bed + pool.kittens + pool.cats
