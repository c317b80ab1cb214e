"""Plans of conditional moves as text: lines of turns, separated by commas."""

import re
from collections.abc import Callable
from typing import Final, TypeVar

from bot.game import NotationError, Seat, Square, Turn, read_square, read_turn, write_turn
from bot.match.conditional import Line, Plan, PlannedTurn, TypedLine
from bot.match.conditional_errors import PlanEmpty, PlanUnreadable
from bot.match.identity import Ply

Word = TypeVar("Word")
_BETWEEN_LINES: Final = re.compile(r"[,;\n]")


def write_lines(plan: Plan) -> str:
    """Return every line of a plan from its beginning, separated by commas."""
    return ", ".join(" ".join(map(write_turn, line)) for line in plan.lines)


def read_lines(text: str) -> tuple[TypedLine, ...]:
    """Read lines that a player wrote; semicolons and line breaks are commas too.

    `with_line` checks whether the turns can be played. Raise `PlanUnreadable` or `PlanEmpty`.
    """
    return _lines_in(text, read_turn_or_square)


def read_turn_or_square(word: str) -> Turn | Square:
    """Read a word of a line that a player wrote. Raise `NotationError`."""
    try:
        return read_square(word)
    except NotationError:
        return read_turn(word)


def read_plan(planner: Seat, ply: Ply, text: str) -> Plan:
    """Read a plan that `write_lines` wrote without playing its turns again.

    Raise what `read_lines` raises.
    """
    turns: tuple[PlannedTurn, ...] = ()
    for line in _lines_in(text, read_turn):
        turns = _merge_line(turns, line)
    return Plan(planner, ply, turns)


def _lines_in(text: str, read: Callable[[str], Word]) -> tuple[tuple[Word, ...], ...]:
    lines = tuple(_line(part, read) for part in _BETWEEN_LINES.split(text) if part.strip())
    if not lines:
        raise PlanEmpty
    return lines


def _line(text: str, read: Callable[[str], Word]) -> tuple[Word, ...]:
    words: list[Word] = []
    for word in text.split():
        try:
            words.append(read(word))
        except NotationError as error:
            raise PlanUnreadable(" ".join(text.split()), word, error) from error
    return tuple(words)


def _merge_line(level: tuple[PlannedTurn, ...], line: Line) -> tuple[PlannedTurn, ...]:
    if not line:
        return level
    last = level[-1] if level and level[-1].turn == line[0] else None
    grown = PlannedTurn(line[0], _merge_line(last.then if last else (), line[1:]))
    return (*level[:-1], grown) if last else (*level, grown)
