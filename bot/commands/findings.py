"""What `boop check` finds, as lines of a list."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum


class Mark(Enum):
    """How grave a finding is; the values stand at the beginning of its line."""

    WELL = "✓"
    NOTE = "·"
    WRONG = "✗"


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the list."""

    mark: Mark
    text: str

    def __str__(self) -> str:
        return f"{self.mark.value} {self.text}"


def well(text: str) -> Finding:
    """Find something as it should be."""
    return Finding(Mark.WELL, text)


def noted(text: str) -> Finding:
    """Find something that can stay so."""
    return Finding(Mark.NOTE, text)


def wrong(text: str) -> Finding:
    """Find something that must be mended."""
    return Finding(Mark.WRONG, text)


def plain(name: str) -> str:
    """Give a name that somebody made up as a terminal may be given it: no control characters."""
    return "".join(letter if letter.isprintable() else "�" for letter in name)


def some_of(names: Iterable[str], most: int = 3) -> str:
    """List the first of many names."""
    listed = list(names)
    more = f" and {len(listed) - most} more" if len(listed) > most else ""
    return ", ".join(listed[:most]) + more
