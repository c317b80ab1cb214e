"""The findings of `boop check`: a line for each, with a mark for its severity."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum

from bot.text import all_of, gettext


class Severity(Enum):
    """How severe a finding is; the values stand at the beginning of its line."""

    WELL = "✓"
    NOTE = "·"
    WRONG = "✗"


@dataclass(frozen=True, slots=True)
class CheckResult:
    """A finding and how severe it is: one line of the report."""

    severity: Severity
    text: str

    def __str__(self) -> str:
        return f"{self.severity.value} {self.text}"


def well(text: str) -> CheckResult:
    """Return a finding that is as it should be."""
    return CheckResult(Severity.WELL, text)


def remark(text: str) -> CheckResult:
    """Return a finding that needs no action."""
    return CheckResult(Severity.NOTE, text)


def wrong(text: str) -> CheckResult:
    """Return a finding that must be corrected."""
    return CheckResult(Severity.WRONG, text)


def plain(name: str) -> str:
    """Return a user's name without control characters, so that it is safe in a terminal."""
    return "".join(letter if letter.isprintable() else "�" for letter in name)


def some_of(names: Iterable[str], most: int = 3) -> str:
    """List the first names, and count the others."""
    listed = list(names)
    more = len(listed) - most
    shown = listed[:most]
    return all_of([*shown, gettext("{count} more", count=more)] if more > 0 else shown)


Report = Callable[[CheckResult], None]
"""Prints a finding as soon as it is made."""
