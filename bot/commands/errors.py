"""What the command line itself refuses, beside the settings, the database and the game."""

from dataclasses import dataclass
from pathlib import Path

from bot.errors import StartRefusal


class NoToken(StartRefusal):
    """The bot was to run and nobody has said as whom."""


@dataclass(eq=False, slots=True)
class NoSuchRuleset(StartRefusal):
    """A ruleset that this program does not know; `known` are the names that it does."""

    name: str
    known: tuple[str, ...]


@dataclass(eq=False, slots=True)
class NoSuchDepth(StartRefusal):
    """What was given for the number of turns to count is none from 0 to `most`."""

    text: str
    most: int


@dataclass(eq=False, slots=True)
class PortTaken(StartRefusal):
    """The playground was to listen on a port of this machine and may not."""

    port: int
    reason: str


@dataclass(eq=False, slots=True)
class ChildEnded(StartRefusal):
    """The bot that the playground started has ended by itself; it said why as it did."""

    status: int


@dataclass(eq=False, slots=True)
class ChildSilent(StartRefusal):
    """The bot that the playground started runs and has not become ready in so many seconds."""

    seconds: float
    control: Path


@dataclass(eq=False, slots=True)
class FileUnreadable(StartRefusal):
    """A file that was named cannot be read; `reason` is the system's own."""

    path: Path
    reason: str


@dataclass(eq=False, slots=True)
class FileTooLong(StartRefusal):
    """A file that was named has more than so many bytes, the most that is read."""

    path: Path
    most: int


@dataclass(eq=False, slots=True)
class FileNotText(StartRefusal):
    """A file that was named is no text in UTF-8; `at` is its first byte that cannot be read."""

    path: Path
    at: int


@dataclass(eq=False, slots=True)
class NoSuchContestant(StartRefusal):
    """Nobody of that name can play in the arena; the levels go from 1 to `levels`."""

    name: str
    levels: int


@dataclass(eq=False, slots=True)
class ContestantMissing(StartRefusal):
    """A program was to play in the arena and cannot be run; `reason` is the system's own."""

    program: str
    reason: str
