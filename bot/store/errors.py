"""Why a database cannot be used. Facts only; `bot.commands.sentences` has the words."""

from dataclasses import dataclass
from pathlib import Path

from bot.errors import StartRefusal


class StoreRefusal(StartRefusal):
    """The base of all that stands in the way of using a database."""


@dataclass(eq=False, slots=True)
class DatabaseUnusable(StoreRefusal):
    """The file cannot be opened, read or written; `reason` is SQLite's own."""

    path: Path
    reason: str


@dataclass(eq=False, slots=True)
class NotOurDatabase(StoreRefusal):
    """The file is no SQLite database, or one of another program."""

    path: Path


@dataclass(eq=False, slots=True)
class DatabaseMissing(StoreRefusal):
    """There is no such file."""

    path: Path


@dataclass(eq=False, slots=True)
class DatabaseDamaged(StoreRefusal):
    """The file is ours and not whole; `reason` is what SQLite found first."""

    path: Path
    reason: str


@dataclass(eq=False, slots=True)
class DatabaseNewer(StoreRefusal):
    """A newer version of the program has written the file."""

    path: Path
    version: int
    known: int


@dataclass(eq=False, slots=True)
class RulesetNewer(StoreRefusal):
    """The file holds matches by rules that only a newer version of the program knows."""

    path: Path
    ruleset: str
    version: int


@dataclass(eq=False, slots=True)
class DatabaseInUse(StoreRefusal):
    """Another process leads on the same file."""

    path: Path
    machine: str
    process: int
    expires_at: float


@dataclass(eq=False, slots=True)
class AnotherBotsDatabase(StoreRefusal):
    """The file belongs to another application's bot."""

    path: Path
    owner: int
    application: int


@dataclass(eq=False, slots=True)
class FileThere(StoreRefusal):
    """A file stands where one was to be written."""

    path: Path


@dataclass(eq=False, slots=True)
class CopyFailed(StoreRefusal):
    """A copy could not be written, or is not the same as what was copied."""

    path: Path
    reason: str


class DatabaseBusy(Exception):
    """No transaction can begin now, since another program keeps the file locked."""


class UnreadableRow(Exception):
    """A row that is not what this program writes: its fault or damage, and nobody's mistake.

    It is no refusal, for there is nothing that a person could do otherwise.
    """

    def __init__(self, table: str, number: int) -> None:
        super().__init__(f"row {number} of {table} cannot be read")
