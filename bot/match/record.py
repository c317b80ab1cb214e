"""A match record as a value and as text, much like PGN: headers, then numbered turns.

`docs/record.md` describes the text.
"""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final, assert_never

from bot.game import Position, Ruleset, Seat, Step, Turn, play, write_turn
from bot.match.calendar import Day
from bot.match.match import EndReason, Outcome

_BREAKS: Final = ("Cc", "Cs", "Zl", "Zp")
"""The categories of control characters, surrogates, and line and paragraph separators."""
_TURNS_IN_A_LINE: Final = len(Seat)


class Result(Enum):
    """Who has won, as records write it."""

    ORANGE_WON = "1-0"
    GRAY_WON = "0-1"
    DRAWN = "1/2-1/2"
    NONE = "*"
    """The match goes on, or ended without a result."""


@dataclass(frozen=True, slots=True)
class Record:
    """A match from its start: the players, the turns, the rules, and how it ended.

    The turns are complete: each square that leaves the bed is named, and a win is marked. Texts are
    single lines; raise `ValueError` for others.
    """

    event: str
    day: Day
    orange: str
    gray: str
    ruleset: Ruleset
    terms: str
    turns: tuple[Turn, ...] = ()
    outcome: Outcome | None = None

    def __post_init__(self) -> None:
        for text in (self.event, self.orange, self.gray, self.terms):
            if any(map(breaks_a_line, text)):
                raise ValueError(f"{text!r} is not one line of text")

    @property
    def result(self) -> Result:
        """The result in short form."""
        return result_of(self.outcome)

    def steps(self) -> Iterator[Step]:
        """Play the turns, and yield their steps."""
        position = Position.start(self.ruleset)
        for turn in self.turns:
            step = play(position, turn)
            yield step
            position = step.after


def write_record(record: Record) -> str:
    """Return the canonical text, with a final line break."""
    headers = [
        ("Event", record.event),
        ("Date", str(record.day)),
        ("Orange", record.orange),
        ("Gray", record.gray),
        ("Ruleset", record.ruleset.versioned_name),
        ("Terms", record.terms),
        ("Result", record.result.value),
    ]
    if record.outcome is not None:
        headers.append(("Why", record.outcome.why.value))
    numbered = [f"{ply}. {write_turn(turn)}" for ply, turn in enumerate(record.turns, start=1)]
    lines = [
        *(f'[{name} "{_escaped(text)}"]' for name, text in headers),
        "",
        *(
            " ".join(numbered[start : start + _TURNS_IN_A_LINE])
            for start in range(0, len(numbered), _TURNS_IN_A_LINE)
        ),
        record.result.value,
    ]
    return "\n".join(lines) + "\n"


def result_of(outcome: Outcome | None) -> Result:
    """Return the short form of an outcome; `None` is a match that goes on."""
    if outcome is None:
        return Result.NONE
    if outcome.winner is not None:
        return Result.ORANGE_WON if outcome.winner is Seat.ORANGE else Result.GRAY_WON
    return next(iter(results_of(outcome.why)))


def results_of(why: EndReason) -> tuple[Result, ...]:
    """List the possible results of a match that ended for that reason."""
    match why:
        case (
            EndReason.LINE
            | EndReason.FULL_BED
            | EndReason.RESIGNATION
            | EndReason.TIME
            | EndReason.LEFT
            | EndReason.FORFEIT
        ):
            return Result.ORANGE_WON, Result.GRAY_WON
        case (
            EndReason.AGREEMENT
            | EndReason.REPETITION
            | EndReason.FIVEFOLD
            | EndReason.MOST_TURNS
            | EndReason.DEAD
            | EndReason.ADJUDICATED
        ):
            return (Result.DRAWN,)
        case (
            EndReason.ABORTED
            | EndReason.CALLED_OFF
            | EndReason.BOTH_LEFT
            | EndReason.ENDED_BY_MODERATOR
            | EndReason.BOT_GONE
            | EndReason.BOTH_FORFEIT
        ):
            return (Result.NONE,)
        case _:
            assert_never(why)


def breaks_a_line(character: str) -> bool:
    """Return whether a character is not allowed in a line of text."""
    return unicodedata.category(character) in _BREAKS


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
