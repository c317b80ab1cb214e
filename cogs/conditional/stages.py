"""How far somebody has got in planning a reply, as it stands in custom ids."""

import re
from dataclasses import dataclass, replace
from typing import Final, NewType, Self, assert_never
from zlib import crc32

from bot.features.conditional.service import Planning
from bot.game import Position, Step, Turn, write_position
from bot.match.conditional import MOST_DEEP, Line, Plan, PlanOutdated, steps_of, write_lines
from bot.match.draft import AskOption, AskPlacement, AskRecall, AskSeam, Question, question
from bot.match.identity import MatchId
from cogs.core.codecs import register
from cogs.core.turn_choice import NOTHING, NOTHING_SAID, TurnPart, scene_of_part
from render.scene import Scene, Status

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
        """Return it with something else said of the turn."""
        return replace(self, part=part)

    def answering(self, theirs: Turn | None) -> Self:
        """Return it with the opponent's turn chosen, and nothing of the answer yet."""
        return replace(self, theirs=theirs, part=NOTHING_SAID)


def mark_of(planning: Planning) -> Mark:
    """Return a short text that changes with the position and with the plan."""
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
    """Return the turns along a path. Raises `PlanOutdated` where the plan has none there."""
    level, line = plan.turns, []
    for index in path:
        if index >= len(level):
            raise PlanOutdated
        line.append(level[index].turn)
        level = level[index].then
    return tuple(line)


def path_of(plan: Plan, line: Line) -> Path:
    """Return the path along a line that is planned."""
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


@dataclass(frozen=True, slots=True)
class Stage:
    """How the bed would be where a turn is chosen, and what is asked of that turn.

    `line` is what is planned before, and `steps` what that and the opponent's turn would do; a
    whole turn is asked nothing any more.
    """

    choosing: Choosing
    line: Line
    steps: tuple[Step, ...]
    position: Position
    asked: Question | Step

    @property
    def is_answer(self) -> bool:
        """Whether it is one's own turn that is chosen."""
        return self.choosing.theirs is not None


def stage_of(planning: Planning, choosing: Choosing) -> Stage:
    """Return what is asked next.

    Raises `PlanOutdated` where no turn of the opponent's comes, and what
    `bot.match.conditional.steps_of` and `bot.match.draft.question` raise.
    """
    match, plan = planning.match, planning.plan
    line = line_at(plan, choosing.path)
    theirs = () if choosing.theirs is None else (choosing.theirs,)
    steps = steps_of(match.position, (*line, *theirs))
    position = steps[-1].after if steps else match.position
    if (position.to_move is plan.planner) is not bool(theirs):
        raise PlanOutdated
    return Stage(choosing, line, steps, position, question(position, choosing.part.draft))


def whole(stage: Stage) -> Step:
    """Return the turn that is chosen, with the seam piece kept where it may be laid."""
    asked = stage.asked
    if isinstance(asked, AskSeam):
        return asked.step
    if not isinstance(asked, Step):
        raise PlanOutdated
    return asked


def scene_of_stage(planning: Planning, stage: Stage) -> Scene:
    """Return what the picture beside a question shows."""
    asked, told = stage.asked, stage.steps[-1:] if stage.is_answer else stage.steps[-2:]
    match asked:
        case AskPlacement() | AskRecall():
            position = asked.position if isinstance(asked, AskPlacement) else stage.position
            if not stage.steps:
                return Scene(position, told=planning.match.told)
            return Scene(position, told=told, status=Status.NOT_YET_PLAYED)
        case AskOption() | AskSeam() | Step():
            return scene_of_part(asked, stage.position, told)
        case _:
            assert_never(asked)
