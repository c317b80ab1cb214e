"""How long a player may take, and until when the one to move has.

A deadline is a moment in UTC: days go by whether anybody looks or not.
"""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, Self, assert_never

from bot.game import Seat
from bot.match.identity import Instant, Seconds

HOUR: Final = Seconds(3600.0)
DAY: Final = Seconds(24 * 3600.0)

REMIND_AT: Final = 0.8
"""The share of the time for a turn that may pass before its player is reminded."""


@dataclass(frozen=True, slots=True)
class PerMove:
    """The same time for each turn."""

    seconds: Seconds


@dataclass(frozen=True, slots=True)
class Bank:
    """A store of time for each seat, which grows by a little with each turn up to a cap."""

    start: Seconds
    increment: Seconds
    cap: Seconds


@dataclass(frozen=True, slots=True)
class Unlimited:
    """All the time in the world."""


TimeControl = PerMove | Bank | Unlimited

DEFAULT_TIME: Final = PerMove(Seconds(3 * DAY))


class Weekends(Enum):
    """Whether the clocks run on Saturdays and Sundays, UTC. The values are what is kept."""

    PLAYED = "played"
    PAUSED = "paused"


_NEVER: Final = Instant(0.0)


@dataclass(frozen=True, slots=True)
class TurnClock:
    """The clock of a match.

    `began_at` is when the turn began and `deadline` when its player has run out of time, `None`
    without a limit. The banks are what each seat had left when it last moved. While the clock is
    stopped there is no deadline, and `held` is the time that is left of the turn.
    """

    control: TimeControl = Unlimited()
    began_at: Instant = _NEVER
    deadline: Instant | None = None
    orange_bank: Seconds | None = None
    gray_bank: Seconds | None = None
    weekends: Weekends = Weekends.PLAYED
    held: Seconds | None = None

    @classmethod
    def started(cls, control: TimeControl, now: Instant) -> Self:
        """Start the clock of the first turn."""
        match control:
            case PerMove(seconds):
                return cls(control, now, Instant(now + seconds))
            case Bank(start):
                return cls(control, now, Instant(now + start), start, start)
            case Unlimited():
                return cls(control, now)
            case _:
                assert_never(control)

    def pressed(self, mover: Seat, now: Instant) -> Self:
        """Give the clock after that seat has moved, with the other's time running."""
        match self.control:
            case PerMove():
                return type(self).started(self.control, now)
            case Unlimited():
                return self
            case Bank(_, increment, cap):
                left = Seconds(min(self._left(now) + increment, cap))
                kept = self._with_bank(mover, left)
                bank = kept.bank_of(mover.other)
                return replace(kept, began_at=now, deadline=Instant(now + (bank or 0.0)))
            case _:
                assert_never(self.control)

    def bank_of(self, seat: Seat) -> Seconds | None:
        """Give what a seat had left of its bank when it last moved, if it has one."""
        return self.orange_bank if seat is Seat.ORANGE else self.gray_bank

    def has_run_out(self, now: Instant) -> bool:
        """Tell whether the player to move has no time left."""
        return self.deadline is not None and now >= self.deadline

    @property
    def reminder_at(self) -> Instant | None:
        """When the player to move is reminded; never without a limit."""
        if self.deadline is None:
            return None
        return Instant(self.began_at + REMIND_AT * (self.deadline - self.began_at))

    def _left(self, now: Instant) -> Seconds:
        return Seconds(max(0.0, (self.deadline or now) - now))

    def _with_bank(self, seat: Seat, left: Seconds) -> Self:
        if seat is Seat.ORANGE:
            return replace(self, orange_bank=left)
        return replace(self, gray_bank=left)


NO_CLOCK: Final = TurnClock()
"""The clock of a match without a limit of time."""


def write_time(control: TimeControl) -> str:
    """Give a time control as it is kept: `259200`, `86400+3600<172800`, `none`; in seconds."""
    match control:
        case PerMove(seconds):
            return f"{seconds:.0f}"
        case Bank(start, increment, cap):
            return f"{start:.0f}+{increment:.0f}<{cap:.0f}"
        case Unlimited():
            return "none"
        case _:
            assert_never(control)


def read_time(text: str) -> TimeControl:
    """Read a time control that `write_time` wrote; a `ValueError` when it did not."""
    if text == "none":
        return Unlimited()
    start, is_bank, rest = text.partition("+")
    if not is_bank:
        return PerMove(Seconds(float(start)))
    increment, _, cap = rest.partition("<")
    return Bank(Seconds(float(start)), Seconds(float(increment)), Seconds(float(cap)))
