"""How long players may take for their turns, and how that is kept as text."""

from dataclasses import dataclass
from typing import Final, assert_never

from bot.match.identity import Seconds

HOUR: Final = Seconds(3600.0)
DAY: Final = Seconds(24 * 3600.0)


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
