"""Planned replies: what a player answers by itself to turns that the opponent may play.

A plan is a small tree. Its levels are the opponent's turns and one's own by turns: of the
opponent's there may be several beside each other, and each has one answer. A plan that is made on
one's own turn begins with turns of one's own, which are played by hand.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Final, Self

from bot.game import GameRefusal, Position, Seat, Step, Turn, play, write_turn
from bot.match.identity import Ply
from bot.match.planning_errors import (
    PlannedPastTheEnd,
    PlannedTooDeep,
    PlannedTooManyAnswers,
    PlannedTooManyBranches,
    PlannedTurnRefused,
    PlannedTwice,
    PlannedWithoutAnswer,
    PlanOutdated,
)

MOST_DEEP: Final = 6
"""Answers in one line, each to the turn that comes before it."""
MOST_BRANCHES: Final = 8
"""Turns beside each other, of which one may come."""
MOST_ANSWERS: Final = 25
"""Answers in a whole plan."""

Line = tuple[Turn, ...]
"""Turns one after the other, from where a plan begins."""

Known = dict[Line, Step]
"""What the last turn of a line does, of lines that were played already."""


class Role(Enum):
    """What a turn of a plan is."""

    BY_HAND = auto()
    """The planner's own turn, with which a plan may begin."""
    THEIRS = auto()
    ANSWER = auto()

    @property
    def next(self) -> "Role":
        """The role of a turn that follows."""
        return Role.ANSWER if self is Role.THEIRS else Role.THEIRS


@dataclass(frozen=True, slots=True)
class Planned:
    """A turn that may come, and what is planned after it."""

    turn: Turn
    then: tuple["Planned", ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """What the player of a seat has planned; `ply` is how many turns come before any of `turns`."""

    planner: Seat
    ply: Ply
    turns: tuple[Planned, ...] = ()

    @property
    def begins(self) -> Role:
        """Whose turn it is where the plan begins."""
        to_move = Seat.ORANGE if self.ply % 2 == 0 else Seat.GRAY
        return Role.BY_HAND if to_move is self.planner else Role.THEIRS

    @property
    def lines(self) -> tuple[Line, ...]:
        """Every line from the beginning to its last turn."""
        return tuple(_lines(self.turns))

    @property
    def answers(self) -> int:
        """How many answers are planned."""
        return _answers(self.turns, self.begins)

    def after(self, line: Sequence[Turn]) -> tuple[Planned, ...]:
        """Give what is planned after a line; nothing where the line itself is not."""
        level = self.turns
        for turn in line:
            level = next((each.then for each in level if each.turn == turn), ())
        return level

    def followed(self, turn: Turn) -> Self | None:
        """Give what is left once a turn was played; none where nothing is."""
        left = self.after((turn,))
        return replace(self, ply=Ply(self.ply + 1), turns=left) if left else None

    def without(self, line: Sequence[Turn]) -> Self:
        """Give the plan without the last turn of a line and all after it.

        A turn of the opponent's that is left without an answer goes too. Raises `PlanOutdated`
        where there is no such line.
        """
        if not line or all(each.turn != line[-1] for each in self.after(line[:-1])):
            raise PlanOutdated
        return replace(self, turns=_cut(self.turns, tuple(line), self.begins))


def with_lines(plan: Plan, position: Position, lines: Sequence[Line]) -> Plan:
    """Add several lines at once, that one's own answers in them agree.

    Each turn that lines have in common is played once. Raises `PlannedTwice` where they do not
    agree, and what `with_line` raises.
    """
    known: Known = {}
    answers: dict[Line, Turn] = {}
    for line in dict.fromkeys(lines):
        plan = with_line(plan, position, line, known)
        turns = tuple(known[line[: end + 1]].turn for end in range(len(line)))
        for end, role in enumerate(_roles(plan.begins, len(line))):
            before = turns[:end]
            if role is Role.ANSWER and answers.setdefault(before, turns[end]) != turns[end]:
                first, second = write_turn(answers[before]), write_turn(turns[end])
                raise PlannedTwice(_text(before), first, second)
    return plan


def with_line(
    plan: Plan, position: Position, line: Sequence[Turn], known: Known | None = None
) -> Plan:
    """Add a line of turns, played from the position where the plan begins; each gets its full form.

    What is planned along the line already is kept; where another answer was planned, the new one
    takes its place, and what would have followed goes with it. `known` is what was played already.
    Raises `PlannedTurnRefused`, `PlannedPastTheEnd`, `PlannedWithoutAnswer`, `PlannedTooDeep`,
    `PlannedTooManyBranches` or `PlannedTooManyAnswers`.
    """
    roles = _roles(plan.begins, len(line))
    if roles.count(Role.ANSWER) > MOST_DEEP:
        raise PlannedTooDeep(_text(line), MOST_DEEP)
    steps = steps_of(position, line, known)
    if Role.ANSWER not in roles or roles[-1] is not Role.ANSWER:
        raise PlannedWithoutAnswer(_text(line), begins_by_hand=plan.begins is Role.BY_HAND)
    grown = replace(plan, turns=_grown(plan.turns, steps, plan.begins))
    if grown.answers > MOST_ANSWERS:
        raise PlannedTooManyAnswers(MOST_ANSWERS)
    return grown


def steps_of(
    position: Position, line: Sequence[Turn], known: Known | None = None
) -> tuple[Step, ...]:
    """Play a line of turns, but for what is known of it; what is played is known from then on.

    Raises `PlannedTurnRefused` or `PlannedPastTheEnd`.
    """
    steps: list[Step] = []
    known = {} if known is None else known
    for end, turn in enumerate(line, 1):
        if steps and steps[-1].win is not None:
            raise PlannedPastTheEnd(_text(line), write_turn(steps[-1].turn))
        played = known.get(tuple(line[:end]))
        try:
            steps.append(played or play(steps[-1].after if steps else position, turn))
        except GameRefusal as refusal:
            raise PlannedTurnRefused(_text(line), write_turn(turn), refusal) from refusal
        known[tuple(line[:end])] = steps[-1]
    return tuple(steps)


def _roles(begins: Role, turns: int) -> list[Role]:
    roles = [begins]
    while len(roles) < turns:
        roles.append(roles[-1].next)
    return roles[:turns] or [Role.THEIRS]


def _answers(level: tuple[Planned, ...], role: Role) -> int:
    return sum((role is Role.ANSWER) + _answers(each.then, role.next) for each in level)


def _grown(level: tuple[Planned, ...], steps: Sequence[Step], role: Role) -> tuple[Planned, ...]:
    """Give a level of the tree with a line grown into it."""
    if not steps:
        return level
    turn = steps[0].turn
    old = next((each for each in level if each.turn == turn), None)
    then = old.then if old else ()
    grown = Planned(turn, _grown(then, steps[1:], role.next))
    if role is Role.ANSWER:
        return (grown,)
    if old is not None:
        return tuple(grown if each is old else each for each in level)
    if len(level) >= MOST_BRANCHES:
        raise PlannedTooManyBranches(MOST_BRANCHES)
    return (*level, grown)


def _cut(level: tuple[Planned, ...], line: Line, role: Role) -> tuple[Planned, ...]:
    """Give a level without what a line leads to, and without a turn that is left with nothing.

    An answer stays: nothing need be planned after it.
    """
    kept = []
    for each in level:
        if each.turn != line[0]:
            kept.append(each)
        elif len(line) > 1:
            then = _cut(each.then, line[1:], role.next)
            if then or role is Role.ANSWER:
                kept.append(Planned(each.turn, then))
    return tuple(kept)


def _lines(level: tuple[Planned, ...]) -> Iterator[Line]:
    for each in level:
        if not each.then:
            yield (each.turn,)
        for line in _lines(each.then):
            yield (each.turn, *line)


def _text(line: Sequence[Turn]) -> str:
    return " ".join(map(write_turn, line))
