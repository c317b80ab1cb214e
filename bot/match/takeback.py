"""Taking a turn back: one player asks, the other agrees or does not."""

from dataclasses import dataclass

from bot.game import Seat
from bot.match.identity import Ply


@dataclass(frozen=True, slots=True)
class TakebackOffer:
    """A player asks to go back to before their own last turn.

    `ply` is how many turns would be left. `is_open` is false once the opponent has declined; the
    offer is remembered until somebody moves on, so that it is not made again at once.
    """

    by: Seat
    ply: Ply
    is_open: bool = True
