"""Taking a turn back: one player asks, the other agrees or does not."""

from dataclasses import dataclass
from enum import Enum

from bot.game import Seat
from bot.match.identity import Ply


class TakebackState(Enum):
    """What became of an offer so far. The values are what is kept."""

    OPEN = "open"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    ACCEPTED = "accepted"


@dataclass(frozen=True, slots=True)
class TakebackOffer:
    """A player asks to go back to before their own last turn.

    `ply` is how many turns would be left. What became of it is remembered until somebody moves
    on, so that it can be shown and is not asked again at once; `asked` are the seats that have
    asked since the last turn, so far in vain.
    """

    by: Seat
    ply: Ply
    state: TakebackState = TakebackState.OPEN
    asked: frozenset[Seat] = frozenset()
