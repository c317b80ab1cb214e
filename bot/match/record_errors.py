"""What is wrong with the text of a record."""

from dataclasses import dataclass
from typing import Annotated

from bot.errors import StartRefusal
from bot.game import GameRefusal
from bot.match.identity import Ply
from bot.match.outcome import Outcome
from bot.text import N_, Detail, Message, Typed

MaybeOutcome = Annotated[Outcome | None, "how a match ended, or that it goes on"]


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

    message = N_(
        "Can't read the record: line {line}, character {place} should be {expected}, not {found}."
    )

    at_the_end = N_("Can't read the record: line {line} ends where there should be {expected}.")

    at: int
    found: Typed
    expected: Message

    @property
    def place(self) -> int:
        """The character in the line, counted from 1."""
        return self.at + 1

    def choose_message(self) -> Message:
        """Return what stands where something else was expected, if anything does."""
        return self.message if self.found else self.at_the_end


@dataclass(eq=False, slots=True)
class RulesetUnknown(RecordRefusal):
    """A record of a ruleset, or of a version of its rules, that this program does not know."""

    message = N_(
        "Line {line} names the ruleset {named}, which this program doesn't know. It knows {known}."
    )

    named: Typed
    known: tuple[Detail, ...]


@dataclass(eq=False, slots=True)
class RecordTurnRefused(RecordRefusal):
    """A turn of a record that the position before it does not allow; `refusal` tells why."""

    message = N_("Turn {ply}, {text} in line {line}, is illegal. {refusal}")

    ply: Ply
    text: Typed
    refusal: GameRefusal


@dataclass(eq=False, slots=True)
class RecordTurnTooMany(RecordRefusal):
    """A turn of a record that stands after the one which ended the match."""

    message = N_(
        "Turn {ply}, {text} in line {line}, can't be played. Before it the match was over: "
        "{outcome}."
    )

    ply: Ply
    text: Typed
    outcome: Outcome


@dataclass(eq=False, slots=True)
class RecordContradicted(RecordRefusal):
    """A record whose result is not what its turns lead to; `None` is a match that goes on."""

    message = N_(
        "The result in line {line} contradicts the turns. It says: {told}. After the turns it is: "
        "{found}."
    )

    told: MaybeOutcome
    found: MaybeOutcome
