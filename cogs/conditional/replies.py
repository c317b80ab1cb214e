"""The panel on which a reply is planned, and the custom ids that hold the choices."""

import re
from dataclasses import dataclass, replace
from typing import Any, Final, NewType, Self
from zlib import crc32

import discord

from bot.features.conditional.service import MatchPlan
from bot.game import Position, Step, Turn, write_position, write_turn
from bot.match.conditional import MOST_DEEP, Line, Plan, PlannedTurn, TurnRole, steps_of
from bot.match.conditional_errors import PlanOutdated
from bot.match.conditional_notation import write_lines
from bot.match.identity import MatchId
from bot.match.turn_builder import NOTHING, NOTHING_CHOSEN, Question, TurnBuilder, TurnChoices
from bot.text import gettext
from bot.text.graphemes import shortened
from cogs.board.turn_controls import BelowSquares, Style, TurnControls
from cogs.board.turn_panels import scene_of_turn, turn_rows
from cogs.board.turn_questions import Chooser, question_text
from cogs.core.codecs import register
from cogs.core.components import ActionButton, View, button
from cogs.core.outgoing import Picture, gallery
from cogs.core.panels import ACCENTS
from cogs.wording.narration import narrated
from cogs.wording.phrases import capital, line_title, player_name, turn_text, turn_title
from render.scene import Scene, Status

Path = tuple[int, ...]
"""A path through a plan: the index of a planned turn on each level."""
LONGEST: Final = 3000
"""The most characters of a plan on a panel; a message can have 4 000 in all."""
LONGEST_LABEL: Final = 100
"""Discord's limit for an option of a menu, in characters."""


def reply_text(theirs: Turn, answer: Turn) -> str:
    """Return a planned reply in words."""
    # Translators: both gaps are "place a kitten on {square}" or its like.
    return gettext(
        "if they {theirs}, you {answer}",
        theirs=turn_text(theirs),
        answer=turn_text(answer),
    )


def plan_listing(plan: Plan) -> str:
    """List a plan as a tree, each reply below the one before it."""
    words = "\n".join(_level_lines(plan.turns, plan.begins, 0))
    if len(words) <= LONGEST:
        return words
    return "\n".join(_listed_shortly(plan.turns, plan.begins, 0))


def line_label(line: Line) -> str:
    """Return a line's label for a menu; if it is too long, only its last turns."""
    for first in range(len(line)):
        label = line_title(line[first:])
        label = f"… → {label}" if first else label
        if len(label) <= LONGEST_LABEL:
            return label
    return shortened(label, LONGEST_LABEL)


def line_option(line: Line, path: Path) -> discord.SelectOption:
    """Return a line as an option of a menu; if its label is cut, its beginning is below it."""
    label, whole = line_label(line), line_title(line)
    begins = None if label == whole else shortened(whole, LONGEST_LABEL)
    return discord.SelectOption(label=label, value=write_path(path), description=begins)


def _level_lines(level: tuple[PlannedTurn, ...], role: TurnRole, depth: int) -> list[str]:
    lines = []
    for each in level:
        bullet = "  " * depth + "- "
        match role:
            case TurnRole.BY_HAND:
                turn = turn_text(each.turn)
                # Translators: {turn} is "place a kitten on {square}" or its like.
                lines.append(bullet + gettext("After you {turn}:", turn=turn))
                lines += _level_lines(each.then, role.next, depth + 1)
            case _:
                for answer in each.then:
                    words = reply_text(each.turn, answer.turn)
                    words = gettext("then: {reply}", reply=words) if depth else capital(words)
                    lines.append(bullet + words)
                    lines += _level_lines(answer.then, TurnRole.THEIRS, depth + 1)
    return lines


def _listed_shortly(level: tuple[PlannedTurn, ...], role: TurnRole, depth: int) -> list[str]:
    """List a plan in notation if it is too long in words: `Kc3 → Cd4`."""
    lines = []
    for each in level:
        bullet = "  " * depth + "- "
        if role is TurnRole.BY_HAND:
            lines.append(f"{bullet}`{write_turn(each.turn)}`")
            lines += _listed_shortly(each.then, role.next, depth + 1)
        for answer in each.then if role is TurnRole.THEIRS else ():
            lines.append(f"{bullet}`{write_turn(each.turn)}` → `{write_turn(answer.turn)}`")
            lines += _listed_shortly(answer.then, TurnRole.THEIRS, depth + 1)
    return lines


_PATH: Final = re.compile(rf"[0-9]{{1,{2 * MOST_DEEP}}}", re.ASCII)
_MARK: Final = re.compile(r"[0-9a-f]{8}", re.ASCII)

Mark = NewType("Mark", str)
"""A digest of a position and a plan, which shows whether either has changed."""


@dataclass(frozen=True, slots=True)
class PlanDraft:
    """A turn that is being chosen: the opponent's, or the user's own once `theirs` is chosen.

    `mark` is the digest of the match and the plan when the choice began. `path` leads to the place
    of the opponent's turn in the plan.
    """

    match: MatchId
    mark: Mark
    path: Path = ()
    theirs: Turn | None = None
    choices: TurnChoices = NOTHING_CHOSEN

    def with_choices(self, choices: TurnChoices) -> Self:
        """Return the draft with other choices."""
        return replace(self, choices=choices)

    def answering(self, theirs: Turn | None) -> Self:
        """Return the draft with the opponent's turn chosen, and the answer still open."""
        return replace(self, theirs=theirs, choices=NOTHING_CHOSEN)


def mark_of(planning: MatchPlan) -> Mark:
    """Return the digest of a position and a plan."""
    match, plan = planning.match, planning.plan
    text = f"{match.ply} {write_position(match.position)} {write_lines(plan)}"
    return Mark(f"{crc32(text.encode()):08x}")


def write_path(path: Path) -> str:
    """Write a path as a text."""
    return "".join(map(str, path)) or NOTHING


def read_path(text: str) -> Path:
    """Read a path that `write_path` wrote. Raise `ValueError` for anything else."""
    if text == NOTHING:
        return ()
    if _PATH.fullmatch(text) is None:
        raise ValueError(f"{text!r} is not a path in a plan")
    return tuple(map(int, text))


def line_at(plan: Plan, path: Path) -> Line:
    """Return the turns along a path. Raise `PlanOutdated` if the plan has none there."""
    level, line = plan.turns, []
    for index in path:
        if index >= len(level):
            raise PlanOutdated
        line.append(level[index].turn)
        level = level[index].then
    return tuple(line)


def path_of(plan: Plan, line: Line) -> Path:
    """Return the path of a planned line."""
    level, path = plan.turns, []
    for turn in line:
        index = [each.turn for each in level].index(turn)
        path.append(index)
        level = level[index].then
    return tuple(path)


def _mark(text: str) -> str:
    if _MARK.fullmatch(text) is None:
        raise ValueError(f"{text!r} is not a mark of a plan")
    return text


register(Path, write_path, read_path, example=NOTHING)
register(Mark, _mark, _mark, example="0123abcd")


@dataclass(frozen=True, slots=True)
class PlanStage:
    """The turn of a plan that is being chosen, and its choices so far.

    `line` has the planned turns before it. `steps` has the steps of these turns and, if it is
    chosen, of the opponent's turn.
    """

    choosing: PlanDraft
    line: Line
    steps: tuple[Step, ...]
    builder: TurnBuilder

    @property
    def position(self) -> Position:
        """The position in which the turn is chosen."""
        return self.builder.position

    @property
    def question(self) -> Question | Step:
        """The next question, or the whole turn. Raises what the builder's `question` raises."""
        return self.builder.question

    @property
    def is_answer(self) -> bool:
        """Whether the user's own turn is being chosen."""
        return self.choosing.theirs is not None


def stage_of(planning: MatchPlan, choosing: PlanDraft) -> PlanStage:
    """Return the turn of a plan that is being chosen.

    Raise `PlanOutdated` if the other player is to move at `choosing.path`, and what
    `bot.match.conditional.steps_of` raises.
    """
    match, plan = planning.match, planning.plan
    line = line_at(plan, choosing.path)
    theirs = () if choosing.theirs is None else (choosing.theirs,)
    steps = steps_of(match.position, (*line, *theirs))
    position = steps[-1].after if steps else match.position
    if (position.to_move is plan.planner) is not bool(theirs):
        raise PlanOutdated
    return PlanStage(choosing, line, steps, TurnBuilder(position, choosing.choices))


def scene_of_stage(planning: MatchPlan, stage: PlanStage) -> Scene:
    """Return the scene for the picture above the question."""
    recent = stage.steps[-1:] if stage.is_answer else stage.steps[-2:]
    if not stage.steps:
        scene = Scene(stage.position, recent=planning.match.recent)
    else:
        scene = Scene(stage.position, recent=recent).with_status(Status.NOT_YET_PLAYED)
    return scene_of_turn(stage.builder, scene, recent)


def stage_panel(planning: MatchPlan, stage: PlanStage, picture: Picture, note: str = "") -> View:
    """Ask for the next part of a turn, below a preview of the bed; or show a whole reply."""
    container: discord.ui.Container[Any] = discord.ui.Container(
        accent_colour=ACCENTS[stage.position.to_move]
    )
    text = _text(planning, stage)
    container.add_item(discord.ui.TextDisplay(f"{note}\n{text}" if note else text))
    container.add_item(gallery(picture))
    view = View()
    view.add_item(container)
    for row in turn_rows(stage.builder, _controls(stage.choosing), _navigation_buttons(stage)):
        view.add_item(row)
    return view


def _controls(choosing: PlanDraft) -> TurnControls:
    """Return the actions of the buttons; a whole turn of the opponent leads to the answer."""

    def choose(label: str, style: Style, choices: TurnChoices) -> ActionButton:
        return button(label, style, "plan-turn", choosing=choosing.with_choices(choices))

    def complete(label: str, style: Style, turn: Turn) -> ActionButton:
        if choosing.theirs is None:
            return button(label, style, "plan-turn", choosing=choosing.answering(turn))
        kept = choosing.with_choices(NOTHING_CHOSEN)
        return button(label, style, "plan-keep", choosing=kept, answer=turn)

    return TurnControls(choose, complete, gettext("Save"), BelowSquares.NOTHING)


def _navigation_buttons(stage: PlanStage) -> list[ActionButton]:
    """Return the buttons that lead back, while nothing of the turn is chosen."""
    choosing = stage.choosing
    if choosing.choices != NOTHING_CHOSEN:
        return []
    ways = [button(gettext("My plan"), Style.secondary, "plan", match=choosing.match)]
    if choosing.theirs is not None:
        again = choosing.answering(None)
        label = gettext("Another turn of theirs")
        ways.append(button(label, Style.secondary, "plan-turn", choosing=again))
    return ways


def _text(planning: MatchPlan, stage: PlanStage) -> str:
    if isinstance(stage.question, Step):
        return _outcome_text(stage, stage.question)
    chooser = Chooser.YOU if stage.is_answer else Chooser.THEY
    return f"{_heading(planning, stage)}\n{question_text(stage.builder, chooser)}"


def _heading(planning: MatchPlan, stage: PlanStage) -> str:
    """Return the planned turns before this one, and the choices for this one."""
    theirs, placed = stage.choosing.theirs, _chosen_text(stage)
    if theirs is None and placed:
        # Translators: {turn} is "place a kitten on {square}" or its like.
        text = gettext("### If they {turn}…", turn=placed)
    elif theirs is None:
        opponent = player_name(planning.match, planning.plan.planner.other)
        text = gettext("### If {opponent} plays…", opponent=opponent)
    else:
        text = gettext("### If they {turn}…", turn=turn_text(theirs))
        answer = gettext("… what do you do?")
        if placed:
            # Translators: {turn} is "place a kitten on {square}" or its like.
            answer = gettext("… you {turn}…", turn=placed)
        text += f"\n{answer}"
        planned = planning.plan.after((*stage.line, theirs))
        if planned:
            text += "\n" + gettext(
                "-# You have planned {answer}; another answer replaces it.",
                answer=turn_title(planned[0].turn),
            )
    return _earlier_turns(stage) + text


def _earlier_turns(stage: PlanStage) -> str:
    """Return the turns that are planned before this one, as a line."""
    if not stage.line:
        return ""
    return gettext("-# After: {line}", line=line_label(stage.line)) + "\n"


def _chosen_text(stage: PlanStage) -> str:
    """Return the chosen part of the turn, once its square is chosen."""
    turn = stage.builder.turn
    return "" if turn is None else turn_text(turn)


def _outcome_text(stage: PlanStage, step: Step) -> str:
    """Return a whole reply in words, and what would happen."""
    theirs = stage.steps[-1]
    return _earlier_turns(stage) + gettext(
        "### ⏳ Not saved yet\n{reply}.\n-# {theirs}. Then {yours}.",
        reply=capital(reply_text(theirs.turn, step.turn)),
        theirs=capital(narrated(theirs.events)),
        yours=narrated(step.events),
    )


def nothing_to_answer(turn: Turn) -> str:
    """Return the sentence that a turn of the opponent would end the match."""
    # Translators: {turn} is "place a kitten on {square}" or its like.
    return gettext(
        "If they {turn}, the match is over: there is nothing to answer.", turn=turn_text(turn)
    )
