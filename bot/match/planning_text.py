"""Plans as text: a line of turns for each way that the match may go, `Kc3 Cd4, Ke5 Ka1`."""

import re
from typing import Final

from bot.game import NotationError, Seat, Turn, read_turn, write_turn
from bot.match.identity import Ply
from bot.match.planning import Line, Plan, Planned
from bot.match.planning_errors import PlanEmpty, PlanUnreadable

_BETWEEN_LINES: Final = re.compile(r"[,;\n]")


def write_lines(plan: Plan) -> str:
    """Give every line of a plan from its beginning, with a comma between two."""
    return ", ".join(" ".join(map(write_turn, line)) for line in plan.lines)


def read_lines(text: str) -> tuple[Line, ...]:
    """Read lines that `write_lines` wrote or a person did; a semicolon or a new line is a comma.

    Whether the turns can be played is for `with_line` to say. Raises `PlanUnreadable` or
    `PlanEmpty`.
    """
    lines = tuple(_line(part) for part in _BETWEEN_LINES.split(text) if part.strip())
    if not lines:
        raise PlanEmpty
    return lines


def read_plan(planner: Seat, ply: Ply, text: str) -> Plan:
    """Read a plan that was kept; its turns are not played again. Raises what `read_lines` does."""
    turns: tuple[Planned, ...] = ()
    for line in read_lines(text):
        turns = _joined(turns, line)
    return Plan(planner, ply, turns)


def _line(text: str) -> Line:
    turns: list[Turn] = []
    for word in text.split():
        try:
            turns.append(read_turn(word))
        except NotationError as error:
            raise PlanUnreadable(" ".join(text.split()), word, error) from error
    return tuple(turns)


def _joined(level: tuple[Planned, ...], line: Line) -> tuple[Planned, ...]:
    """Give a level with a line that parts from it somewhere."""
    if not line:
        return level
    last = level[-1] if level and level[-1].turn == line[0] else None
    grown = Planned(line[0], _joined(last.then if last else (), line[1:]))
    return (*level[:-1], grown) if last else (*level, grown)
