"""The record of a match as a value, and its text: headers, then numbered turns, in PGN's manner.

The text is described in `docs/record.md`; `bot.match.record_reading` reads it.
"""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final, assert_never

from bot.game import Position, Ruleset, Seat, Step, Turn, play, write_turn
from bot.match.day import Day
from bot.match.outcome import Outcome, Why

_BREAKS: Final = ("Cc", "Cs", "Zl", "Zp")
"""The categories of controls, halves of characters, and breaks of lines and paragraphs."""
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
    """A match from its start: who played what, by which rules, and how it ended.

    The turns are in full: each square that leaves the bed is named, and a win is marked. Texts
    are one line each; one that is not is a `ValueError`.
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
        """The result in short."""
        return result_of(self.outcome)

    def steps(self) -> Iterator[Step]:
        """Play the turns, each from the position that the one before has led to."""
        position = Position.start(self.ruleset)
        for turn in self.turns:
            step = play(position, turn)
            yield step
            position = step.after


def write_record(record: Record) -> str:
    """Give the canonical text, which ends with a line break."""
    headers = [
        ("Event", record.event),
        ("Date", str(record.day)),
        ("Orange", record.orange),
        ("Gray", record.gray),
        ("Ruleset", write_ruleset(record.ruleset)),
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


def write_ruleset(ruleset: Ruleset) -> str:
    """Name a ruleset and the version of its rules, as `classic 1`."""
    return f"{ruleset.name} {ruleset.version}"


def result_of(outcome: Outcome | None) -> Result:
    """Give the result in short of a match that has that outcome, or none yet."""
    if outcome is None:
        return Result.NONE
    if outcome.winner is not None:
        return Result.ORANGE_WON if outcome.winner is Seat.ORANGE else Result.GRAY_WON
    return next(iter(results_of(outcome.why)))


def results_of(why: Why) -> tuple[Result, ...]:
    """List the results that a match can have which ended so."""
    match why:
        case Why.LINE | Why.FULL_BED | Why.RESIGNATION | Why.TIME | Why.LEFT:
            return Result.ORANGE_WON, Result.GRAY_WON
        case Why.AGREEMENT | Why.REPETITION | Why.FIVEFOLD | Why.MOST_TURNS | Why.DEAD:
            return (Result.DRAWN,)
        case Why.ABORTED | Why.CALLED_OFF | Why.BOTH_LEFT | Why.ENDED_BY_MODERATOR:
            return (Result.NONE,)
        case _:
            assert_never(why)


def breaks_a_line(character: str) -> bool:
    """Tell whether a character has no place inside a line of text."""
    return unicodedata.category(character) in _BREAKS


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
