"""Every panel for planning replies, some of them as full as possible."""

from collections.abc import Iterator
from dataclasses import replace

import discord

from bot.features.conditional.service import MatchPlan
from bot.game import (
    CLASSIC,
    SEAM,
    Column,
    Kind,
    Position,
    Ruleset,
    Seat,
    Step,
    Turn,
    column_of,
    legal_turns,
    play,
    read_position,
    write_turn,
)
from bot.match.conditional import MOST_ANSWERS, Line, Plan, with_line
from bot.match.conditional_errors import (
    PlannedTooDeep,
    PlannedTooManyAnswers,
    PlannedTooManyBranches,
)
from bot.match.identity import MatchId, Ply, Revision
from bot.match.match import Match
from bot.match.turn_builder import TurnChoices
from cogs.board.layout import board_layout, picture_of, scene_of
from cogs.conditional.replies import PlanDraft, PlanStage, mark_of, path_of, stage_of, stage_panel
from cogs.conditional.views import plan_panel
from cogs.core.outgoing import Picture
from cogs.wording.narration import narrated
from tests.kit.matches import CHOICE, EMPTY_HAND, SEAM_CHOICE, match
from tests.kit.positions import crowded_positions

LARGE = replace(match(), id=MatchId(10**15 - 1), revision=Revision(10**12))


def plan_views(picture: Picture) -> Iterator[discord.ui.LayoutView]:
    """Yield each panel and each of its questions."""
    yield plan_panel(plan_at(), picture)
    yield plan_panel(plan_at(seat=Seat.ORANGE), picture)
    small = with_line(Plan(Seat.GRAY, Ply(0)), Position(), _line(Position(), 1))
    yield plan_panel(plan_at(plan=small), picture, "✅ Saved.", small.lines[0])
    for ruleset in (CLASSIC, SEAM):
        full = largest_plan(ruleset)
        for line in full.plan.lines:
            yield plan_panel(full, picture, "✅ Saved.", line)
        yield from stages(full, picture)
    for turns in (2, 13):
        current = match_with_turns_at_once(turns)
        yield board_layout(current, picture_of(current, scene_of(current), b"png"))
    for position in (CHOICE, SEAM_CHOICE, EMPTY_HAND, BOTH_KINDS):
        yield from stages(plan_at(position), picture)


def match_with_turns_at_once(turns: int) -> Match:
    """Return a match whose last turns came at once; each turn has as much to report as possible."""
    [position] = crowded_positions(seed=7, count=1, ruleset=SEAM)
    steps: list[Step] = []
    while len(steps) < turns:
        found = (play(position, turn) for turn in legal_turns(position))
        step = max(
            (each for each in found if each.win is None),
            key=lambda each: len(narrated(each.events)),
        )
        steps.append(step)
        position = step.after
    return replace(
        LARGE, position=position, ply=Ply(turns), last=steps[-1], together=tuple(steps[:-1])
    )


BOTH_KINDS = read_position("6/6/2K3/6/6/6 o 4,3 4,4")


def plan_at(
    position: Position | None = None, seat: Seat = Seat.GRAY, plan: Plan | None = None
) -> MatchPlan:
    current: Match = replace(LARGE, position=position or LARGE.position)
    return MatchPlan(current, plan or Plan(seat, Ply(0)))


def largest_plan(ruleset: Ruleset) -> MatchPlan:
    """Return a plan with the largest number of answers, in the longest possible lines."""
    plan, start = Plan(Seat.GRAY, Ply(0)), Position.start(ruleset)
    for offset in range(200):
        try:
            grown = with_line(plan, start, _line(start, offset))
        except (PlannedTooDeep, PlannedTooManyBranches, PlannedTooManyAnswers):
            continue
        plan = grown
        if plan.answers == MOST_ANSWERS:
            break
    return plan_at(start, plan=plan)


def _line(position: Position, offset: int) -> Line:
    """Return a line that differs from the others in one of its turns, and has long turns."""
    turns = []
    for depth in range(2 + 2 * (offset % 6)):
        legal = list(legal_turns(position))
        turn = legal[-1 - (offset // 6 if depth == 0 else offset % 3 if depth == 2 else 0)]
        turns.append(turn)
        position = play(position, turn).after
    return tuple(turns)


def stages(match_plan: MatchPlan, picture: Picture) -> Iterator[discord.ui.LayoutView]:
    """Ask for the opponent's turn and for the answer, after the longest line of the plan."""
    longest = max(match_plan.plan.lines, key=len, default=())
    choosing = PlanDraft(
        match_plan.match.id, mark_of(match_plan), path_of(match_plan.plan, longest)
    )
    stage = stage_of(match_plan, choosing)
    yield stage_panel(match_plan, stage, picture, "note")
    theirs = _longest(stage)
    yield from _parts(match_plan, choosing, theirs, picture)
    answering = choosing.answering(theirs)
    asked = stage_of(match_plan, answering)
    yield stage_panel(match_plan, asked, picture)
    for kind in Kind:
        yield stage_panel(
            match_plan,
            stage_of(match_plan, answering.with_choices(TurnChoices(kind=kind))),
            picture,
        )
    yield from _parts(match_plan, answering, _longest(asked), picture)


def _longest(stage: PlanStage) -> Turn:
    turns = (turn for turn in legal_turns(stage.position) if not turn.wins)
    return max(turns, key=lambda turn: len(write_turn(turn)))


def _parts(
    match_plan: MatchPlan, choosing: PlanDraft, turn: Turn, picture: Picture
) -> Iterator[discord.ui.LayoutView]:
    """Choose a turn part by part."""
    for choices in parts_of(turn):
        stage = stage_of(match_plan, choosing.with_choices(choices))
        if stage.is_answer or not isinstance(stage.question, Step):
            yield stage_panel(match_plan, stage, picture)


def parts_of(turn: Turn) -> Iterator[TurnChoices]:
    """Yield the choices of a turn, part by part."""
    yield (choices := TurnChoices(recall=turn.recall))
    placement = turn.placement
    yield choices.in_column(Column(column_of(placement.square)))
    yield (choices := choices.on(placement.square, placement.kind))
    yield choices.choosing(turn.leaves)
    yield TurnChoices.of(turn)
