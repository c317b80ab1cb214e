"""Draws by agreement: one player offers, the other accepts or declines, or simply plays on."""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from bot.game import Seat
from bot.match.identity import Ply


class OfferState(Enum):
    """Where an offer stands. The values are what the database keeps."""

    OPEN = "open"
    DECLINED = "declined"


@dataclass(frozen=True, slots=True)
class DrawOffer:
    """A draw that a seat has offered after so many turns.

    Any turn that is played takes an open one back. One that was declined is remembered, for its
    seat may offer again only when it has moved since.
    """

    by: Seat
    ply: Ply
    state: OfferState = OfferState.OPEN

    @property
    def is_open(self) -> bool:
        """Whether it can be accepted."""
        return self.state is OfferState.OPEN

    def bars(self, seat: Seat, ply: Ply) -> bool:
        """Tell whether a seat may not offer again yet, for this one was declined just now."""
        return not self.is_open and seat is self.by and ply < self.ply + _A_ROUND

    def declined(self) -> "DrawOffer":
        """Give the offer after the other seat has declined it."""
        return replace(self, state=OfferState.DECLINED)


_A_ROUND: Final = len(Seat)
