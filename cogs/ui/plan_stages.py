"""What somebody who plans a reply is asked next, and the bed that they see with it."""

from dataclasses import dataclass
from typing import assert_never

from bot.game import Position, Step
from bot.host.plans import Planning
from bot.match.draft import AskOption, AskPlacement, AskRecall, AskSeam, Question, question
from bot.match.planning import Line, steps_of
from bot.match.planning_errors import PlanOutdated
from cogs.ui.plan_facts import Choosing, line_at
from cogs.ui.turn_questions import scene_of_part
from render.scene import Scene, Status


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
    """Give what is asked next.

    Raises `PlanOutdated` where no turn of the opponent's comes, and what
    `bot.match.planning.steps_of` and `bot.match.draft.question` raise.
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
    """Give the turn that is chosen, with the seam piece kept where it may be laid."""
    asked = stage.asked
    if isinstance(asked, AskSeam):
        return asked.step
    if not isinstance(asked, Step):
        raise PlanOutdated
    return asked


def scene_of_stage(planning: Planning, stage: Stage) -> Scene:
    """Give what the picture beside a question shows."""
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
