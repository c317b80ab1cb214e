"""Conditional moves: replies that a player has planned for turns of the opponent.

A plan is a small tree whose levels are the opponent's turns and the planner's in alternation. A
level of the opponent's may hold several turns, each with one answer. A plan made on the planner's
own turn begins with turns of the planner's, which are played by hand.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Final, Self

from bot.game import (
    GameRefusal,
    Kind,
    Placement,
    Position,
    Seat,
    Square,
    Step,
    Turn,
    name_of,
    to_recall,
    write_position,
    write_turn,
)
from bot.game import play as play_turn
from bot.match.conditional_errors import (
    PlannedKindOpen,
    PlannedPastTheEnd,
    PlannedRecallOpen,
    PlannedTooDeep,
    PlannedTooManyAnswers,
    PlannedTooManyBranches,
    PlannedTurnRefused,
    PlannedTwice,
    PlannedWithoutAnswer,
    PlanOutdated,
)
from bot.match.identity import Instant, Ply
from bot.match.match import Match, seat_to_move
from bot.match.playing import CompleteTurn, Past, play
from bot.match.turn_builder import TurnBuilder, TurnChoices

MOST_DEEP: Final = 6
"""The most answers in one line, each to the turn before it."""
MOST_BRANCHES: Final = 8
"""The most alternative turns in one place of a plan; one of them may be played."""
MOST_ANSWERS: Final = 25
"""The most answers in a whole plan."""

Line = tuple[Turn, ...]
"""Successive turns, from where a plan begins."""

TypedLine = tuple[Turn | Square, ...]
"""A line as the user types it: a square alone stands for the piece that `/place` would place."""

KnownSteps = dict[TypedLine, Step]
"""The step of the last turn of each line that was played."""


class TurnRole(Enum):
    """The role of a turn in a plan."""

    BY_HAND = auto()
    """The planner's own turn at the beginning of a plan."""
    THEIRS = auto()
    ANSWER = auto()

    @property
    def next(self) -> "TurnRole":
        """The role of the next turn."""
        return TurnRole.ANSWER if self is TurnRole.THEIRS else TurnRole.THEIRS


@dataclass(frozen=True, slots=True)
class PlannedTurn:
    """A turn that may be played, and what is planned after it."""

    turn: Turn
    then: tuple["PlannedTurn", ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """A player's plan; `ply` is the number of turns played before its first turns."""

    planner: Seat
    ply: Ply
    turns: tuple[PlannedTurn, ...] = ()

    @property
    def begins(self) -> TurnRole:
        """The role of the first turn."""
        is_own = seat_to_move(self.ply) is self.planner
        return TurnRole.BY_HAND if is_own else TurnRole.THEIRS

    @property
    def lines(self) -> tuple[Line, ...]:
        """Every line from the beginning to its last turn."""
        return tuple(_lines(self.turns))

    @property
    def answers(self) -> int:
        """The number of planned answers."""
        return _answers(self.turns, self.begins)

    def after(self, line: Sequence[Turn]) -> tuple[PlannedTurn, ...]:
        """Return what is planned after a line; empty if the line itself is not in the plan."""
        level = self.turns
        for turn in line:
            level = next((each.then for each in level if each.turn == turn), ())
        return level

    def advanced_by(self, turn: Turn) -> Self | None:
        """Return the plan after a turn was played; `None` if nothing is planned after the turn."""
        left = self.after((turn,))
        return replace(self, ply=Ply(self.ply + 1), turns=left) if left else None

    def without(self, line: Sequence[Turn]) -> Self:
        """Return the plan without the last turn of a line and all turns after it.

        A turn of the opponent's that loses its answer is removed too. Raise `PlanOutdated` if there
        is no such line.
        """
        if not line or all(each.turn != line[-1] for each in self.after(line[:-1])):
            raise PlanOutdated
        return replace(self, turns=_cut(self.turns, tuple(line), self.begins))


def with_lines(plan: Plan, position: Position, lines: Sequence[TypedLine]) -> Plan:
    """Add several lines at once, whose answers must agree.

    Turns that lines have in common are played once. Raise `PlannedTwice` if the answers do not
    agree, and what `with_line` raises.
    """
    known: KnownSteps = {}
    answers: dict[Line, Turn] = {}
    for line in dict.fromkeys(lines):
        plan = with_line(plan, position, line, known)
        turns = tuple(known[line[: end + 1]].turn for end in range(len(line)))
        for end, role in enumerate(_roles(plan.begins, len(line))):
            before = turns[:end]
            if role is TurnRole.ANSWER and answers.setdefault(before, turns[end]) != turns[end]:
                first, second = write_turn(answers[before]), write_turn(turns[end])
                raise PlannedTwice(_text(before), first, second)
    return plan


def with_line(
    plan: Plan, position: Position, line: Sequence[Turn | Square], known: KnownSteps | None = None
) -> Plan:
    """Add a line of turns, played from the position where the plan begins.

    Each turn gets its full form. The line's turns that are planned already stay. A new answer
    replaces the old one and what follows it. `known` are the steps that were played before.
    Raise what `steps_of` raises, `PlannedWithoutAnswer`, `PlannedTooDeep`, `PlannedTooManyBranches`
    or `PlannedTooManyAnswers`.
    """
    roles = _roles(plan.begins, len(line))
    if roles.count(TurnRole.ANSWER) > MOST_DEEP:
        raise PlannedTooDeep(_text(line), MOST_DEEP)
    steps = steps_of(position, line, known)
    if roles[-1] is not TurnRole.ANSWER:
        raise PlannedWithoutAnswer(_text(line), begins_by_hand=plan.begins is TurnRole.BY_HAND)
    grown = replace(plan, turns=_with_steps(plan.turns, steps, plan.begins))
    if grown.answers > MOST_ANSWERS:
        raise PlannedTooManyAnswers(MOST_ANSWERS)
    return grown


def steps_of(
    position: Position, line: Sequence[Turn | Square], known: KnownSteps | None = None
) -> tuple[Step, ...]:
    """Play the turns of a line that are not in `known`, and add their steps to it.

    Raise `PlannedTurnRefused`, `PlannedPastTheEnd`, `PlannedKindOpen` or `PlannedRecallOpen`.
    """
    steps: list[Step] = []
    known = {} if known is None else known
    for end, typed in enumerate(line, 1):
        if steps and steps[-1].win is not None:
            raise PlannedPastTheEnd(_text(line), write_turn(steps[-1].turn))
        before = steps[-1].after if steps else position
        played = known.get(tuple(line[:end]))
        try:
            steps.append(played or play_turn(before, _whole_turn(typed, before, line)))
        except GameRefusal as refusal:
            raise PlannedTurnRefused(_text(line), _text([typed]), refusal) from refusal
        known[tuple(line[:end])] = steps[-1]
    return tuple(steps)


def _whole_turn(typed: Turn | Square, position: Position, line: Sequence[Turn | Square]) -> Turn:
    """Return a turn as typed, or the one that a square alone stands for."""
    if isinstance(typed, Turn):
        return typed
    builder = TurnBuilder(position, TurnChoices(square=typed))
    if not builder.leaves_piece_open:
        return Turn(Placement(builder.kind, typed))
    recallable = to_recall(position)
    if recallable:
        kind = TurnBuilder(position, TurnChoices(recall=recallable[0])).kind
        example = Turn(Placement(kind, typed), recall=recallable[0])
        raise PlannedRecallOpen(_text(line), typed, write_turn(example))
    kitten, cat = (write_turn(Turn(Placement(kind, typed))) for kind in (Kind.KITTEN, Kind.CAT))
    raise PlannedKindOpen(_text(line), typed, kitten, cat)


def _roles(begins: TurnRole, turns: int) -> list[TurnRole]:
    roles = [begins]
    while len(roles) < turns:
        roles.append(roles[-1].next)
    return roles[:turns] or [TurnRole.THEIRS]


def _answers(level: tuple[PlannedTurn, ...], role: TurnRole) -> int:
    return sum((role is TurnRole.ANSWER) + _answers(each.then, role.next) for each in level)


def _with_steps(
    level: tuple[PlannedTurn, ...], steps: Sequence[Step], role: TurnRole
) -> tuple[PlannedTurn, ...]:
    if not steps:
        return level
    turn = steps[0].turn
    old = next((each for each in level if each.turn == turn), None)
    then = old.then if old else ()
    grown = PlannedTurn(turn, _with_steps(then, steps[1:], role.next))
    if role is TurnRole.ANSWER:
        return (grown,)
    if old is not None:
        return tuple(grown if each is old else each for each in level)
    if len(level) >= MOST_BRANCHES:
        raise PlannedTooManyBranches(MOST_BRANCHES)
    return (*level, grown)


def _cut(level: tuple[PlannedTurn, ...], line: Line, role: TurnRole) -> tuple[PlannedTurn, ...]:
    """Remove a line's last turn with all after it, and opponent's turns that lose their answer.

    An answer stays, because nothing need be planned after it.
    """
    kept = []
    for each in level:
        if each.turn != line[0]:
            kept.append(each)
        elif len(line) > 1:
            then = _cut(each.then, line[1:], role.next)
            if then or role is TurnRole.ANSWER:
                kept.append(PlannedTurn(each.turn, then))
    return tuple(kept)


def _lines(level: tuple[PlannedTurn, ...]) -> Iterator[Line]:
    for each in level:
        if not each.then:
            yield (each.turn,)
        for line in _lines(each.then):
            yield (each.turn, *line)


def _text(line: Sequence[Turn | Square]) -> str:
    return " ".join(write_turn(each) if isinstance(each, Turn) else name_of(each) for each in line)


Plans = Mapping[Seat, Plan]


def play_on(
    before: Match, done: CompleteTurn, plans: Plans, now: Instant, past: Past
) -> tuple[CompleteTurn, Plans]:
    """Play the replies planned for a turn and for one another; return the plans that are left.

    All of these turns are one change of the match and have one revision. A plan that does not fit
    is dropped. All plans are dropped once the match is over. A reply is a turn like any other: it
    is not played after its player's time has run out.
    """
    match, replies, past = done.match, list(done.replies), list(past)
    current = {seat: plan for seat, plan in plans.items() if plan.ply == before.ply}
    left = _plans_after(current, done.step.turn)
    while match.outcome is None and not match.clock.has_run_out(now):
        planned = left.pop(match.position.to_move, None)
        if planned is None:
            break
        past.append(write_position(match.position))
        user, answer = match.seats.user_of(planned.planner), planned.turns[0].turn
        try:
            reply = play(match, user, answer, now, past)
        except GameRefusal:
            break
        replies.append(reply.step)
        match = replace(reply.match, revision=match.revision, together=match.recent)
        left = _plans_after({**left, planned.planner: planned}, reply.step.turn)
    left.pop(match.position.to_move, None)
    done = replace(done, match=match, replies=tuple(replies))
    return done, {} if match.outcome is not None else left


def _plans_after(plans: Plans, turn: Turn) -> dict[Seat, Plan]:
    followed = {seat: plan.advanced_by(turn) for seat, plan in plans.items()}
    return {seat: plan for seat, plan in followed.items() if plan is not None}
