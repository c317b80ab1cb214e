"""Random positions for the laws, read from the texts of random tables."""

from random import Random

from hypothesis import strategies as st

from bot.game import Position, read_position
from tests.game import referee
from tests.game.tables import laid_out, tables


def positions() -> st.SearchStrategy[Position]:
    """Any position in play."""
    return tables().map(referee.position_text).map(read_position)


def crowded(seed: int, count: int) -> list[Position]:
    """Positions with many pieces close together, always the same for a seed."""
    chance = Random(seed)
    return [read_position(referee.position_text(laid_out(chance))) for _ in range(count)]


def kernel_masks(position: Position) -> tuple[int, int, int, int]:
    """The bed as the kernel takes it, the seat to move first."""
    mover = position.to_move
    return (*position.bed.of(mover), *position.bed.of(mover.other))
