"""How long players may take for their turns, and how that is kept as text."""

import re
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

_WRITTEN: Final = re.compile(r"([0-9]{1,8})(?:\+([0-9]{1,8})<([0-9]{1,8}))?", re.ASCII)
"""What `write_time` writes; eight digits are three years, and nothing is played so slowly."""


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
    found = _WRITTEN.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is no time control")
    start, increment, cap = (
        None if each is None else Seconds(float(each)) for each in found.groups()
    )
    if start is None or increment is None or cap is None:
        return PerMove(Seconds(float(found[1])))
    return Bank(start, increment, cap)
