"""What is wrong with the text of a record."""

from dataclasses import dataclass

from bot.errors import StartRefusal
from bot.game import GameRefusal
from bot.match.identity import Ply
from bot.match.outcome import Outcome


@dataclass(eq=False, slots=True)
class RecordRefusal(StartRefusal):
    """The base of all that is wrong with the text of a record; only the command line reads one.

    `line` counts from 1.
    """

    line: int


@dataclass(eq=False, slots=True)
class RecordUnreadable(RecordRefusal):
    """A record that does not read.

    `at` is the character in the line, counted from 0. `found` is what stands there, empty at the
    end of a line, and `expected` names what could have.
    """

    at: int
    found: str
    expected: str


@dataclass(eq=False, slots=True)
class RulesetUnknown(RecordRefusal):
    """A record of a ruleset, or of a version of its rules, that this program does not know."""

    named: str
    known: tuple[str, ...]


@dataclass(eq=False, slots=True)
class RecordTurnRefused(RecordRefusal):
    """A turn of a record that the position before it does not allow; `refusal` tells why."""

    ply: Ply
    text: str
    refusal: GameRefusal


@dataclass(eq=False, slots=True)
class RecordTurnTooMany(RecordRefusal):
    """A turn of a record that stands after the one which ended the match."""

    ply: Ply
    text: str
    outcome: Outcome


@dataclass(eq=False, slots=True)
class RecordContradicted(RecordRefusal):
    """A record whose result is not what its turns lead to; `None` is a match that goes on."""

    told: Outcome | None
    found: Outcome | None
