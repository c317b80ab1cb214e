"""How far somebody has got in planning a reply, as it stands in custom ids."""

import re
from dataclasses import dataclass, replace
from typing import Final, NewType, Self
from zlib import crc32

from bot.game import Turn, write_position
from bot.host.plans import Planning
from bot.match.identity import MatchId
from bot.match.planning import MOST_DEEP, Line, Plan
from bot.match.planning_errors import PlanOutdated
from bot.match.planning_text import write_lines
from cogs.core.codecs import register
from cogs.ui.turn_parts import NOTHING, NOTHING_SAID, TurnPart

_PATH: Final = re.compile(rf"[0-9]{{1,{2 * MOST_DEEP}}}", re.ASCII)
_MARK: Final = re.compile(r"[0-9a-f]{8}", re.ASCII)

Path = tuple[int, ...]
"""Which of the planned turns is taken on each level, from where the plan begins."""

Mark = NewType("Mark", str)
"""A short text that changes with a position and with what is planned in it."""


@dataclass(frozen=True, slots=True)
class Choosing:
    """A turn that is being chosen: the opponent's, or one's own once `theirs` is chosen.

    `mark` is of the match and the plan as they stood when it was begun. `path` leads to where the
    opponent's turn comes; `part` is what is said of the turn so far.
    """

    match: MatchId
    mark: Mark
    path: Path = ()
    theirs: Turn | None = None
    part: TurnPart = NOTHING_SAID

    def with_part(self, part: TurnPart) -> Self:
        """Give it with something else said of the turn."""
        return replace(self, part=part)

    def answering(self, theirs: Turn | None) -> Self:
        """Give it with the opponent's turn chosen, and nothing of the answer yet."""
        return replace(self, theirs=theirs, part=NOTHING_SAID)


def mark_of(planning: Planning) -> Mark:
    """Give a short text that changes with the position and with the plan."""
    match, plan = planning.match, planning.plan
    text = f"{match.ply} {write_position(match.position)} {write_lines(plan)}"
    return Mark(f"{crc32(text.encode()):08x}")


def write_path(path: Path) -> str:
    """Write a path as one text."""
    return "".join(map(str, path)) or NOTHING


def read_path(text: str) -> Path:
    """Read a path that `write_path` wrote. A `ValueError` for anything else."""
    if text == NOTHING:
        return ()
    if _PATH.fullmatch(text) is None:
        raise ValueError(f"{text!r} is no path in a plan")
    return tuple(map(int, text))


def line_at(plan: Plan, path: Path) -> Line:
    """Give the turns along a path. Raises `PlanOutdated` where the plan has none there."""
    level, line = plan.turns, []
    for index in path:
        if index >= len(level):
            raise PlanOutdated
        line.append(level[index].turn)
        level = level[index].then
    return tuple(line)


def path_of(plan: Plan, line: Line) -> Path:
    """Give the path along a line that is planned."""
    level, path = plan.turns, []
    for turn in line:
        index = [each.turn for each in level].index(turn)
        path.append(index)
        level = level[index].then
    return tuple(path)


def _mark(text: str) -> str:
    if _MARK.fullmatch(text) is None:
        raise ValueError(f"{text!r} is no mark of a plan")
    return text


register(Path, write_path, read_path, example=NOTHING)
register(Mark, _mark, _mark, example="0123abcd")
