"""Draws by agreement: one player offers, the other accepts or declines, or simply plays on."""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, Self

from bot.game import Seat
from bot.match.identity import Ply


class OfferAnswer(Enum):
    """What can be said of a draw that is offered. The values stand in custom ids."""

    ACCEPT = "accept"
    DECLINE = "decline"
    WITHDRAW = "withdraw"


@dataclass(frozen=True, slots=True)
class DrawOffers:
    """The draw offers of a match.

    `open_by` is the seat whose offer can be accepted and `declined_by` the one that has declined
    the other's; both are forgotten at the next turn. Each seat's last offer is remembered by the
    ply at which it was made, whatever became of it, for a seat offers once between two of its
    turns.
    """

    open_by: Seat | None = None
    declined_by: Seat | None = None
    orange_at: Ply | None = None
    gray_at: Ply | None = None

    def may_offer(self, seat: Seat, ply: Ply) -> bool:
        """Tell whether a seat has moved since it last offered, so many turns being played."""
        offered_at = self.orange_at if seat is Seat.ORANGE else self.gray_at
        if offered_at is None:
            return True
        moves_at = offered_at if _mover_at(offered_at) is seat else offered_at + 1
        return ply > moves_at

    def offered(self, seat: Seat, ply: Ply) -> Self:
        """Give the offers with one more."""
        if seat is Seat.ORANGE:
            return replace(self, open_by=seat, declined_by=None, orange_at=ply)
        return replace(self, open_by=seat, declined_by=None, gray_at=ply)

    def declined(self, seat: Seat) -> Self:
        """Give the offers after that seat has declined the other's."""
        return replace(self, open_by=None, declined_by=seat)

    def settled(self) -> Self:
        """Give the offers with none open: it was withdrawn, or somebody has moved on."""
        return replace(self, open_by=None, declined_by=None)

    def back_at(self, ply: Ply) -> Self:
        """Give the offers once turns were taken back so that so many are left.

        An offer that was made after that counts as made just then.
        """
        seats = (self.orange_at, self.gray_at)
        orange, gray = (None if at is None else Ply(min(at, ply)) for at in seats)
        return type(self)(orange_at=orange, gray_at=gray)


NO_OFFERS: Final = DrawOffers()


def _mover_at(ply: Ply) -> Seat:
    """Give the seat that moves when so many turns were played."""
    return Seat.ORANGE if ply % 2 == 0 else Seat.GRAY
