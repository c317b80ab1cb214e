"""Analysis of a finished match: who was ahead, what decided it, and what was better.

Two turns are compared by their positions: both are searched with the same work, and their scores of
the same depth count. The result depends on the turns alone, so it is the same on every machine.
docs/engine.md has the figures.
"""

import json
from array import array
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from enum import Enum
from functools import lru_cache
from typing import Any, Final, Self, get_args, get_type_hints
from zlib import crc32

from bot.engine.evaluation import Weights, weights_of
from bot.engine.net import Net, net_of
from bot.engine.reasons import Reason, reasons_for
from bot.engine.thinking import StopFlag, Thought, Work, expectation, think, turned
from bot.engine.tree import WIN, WIN_AT_LEAST
from bot.game import (
    CLAIMED_AT,
    CLASSIC,
    MOST_TURNS,
    ROWS,
    SCARCE,
    SEAM,
    Entry,
    NotationError,
    Position,
    Ruleset,
    Seat,
    Step,
    Turn,
    entry_named,
    is_dead,
    play,
    read_turn,
    write_position,
    write_turn,
)

EDITION: Final = 8
"""Raised when this module, the search or the reasons change their results."""

NODES: Final = 20_000
"""The most positions to examine in each search; a turn takes at most two searches.

Where the net is used, only `_NODES_WITH_NET` percent of them are examined, in the same time.
"""

_NODES_WITH_NET: Final = 35

_COUNTED: Final = {CLASSIC.name: 45, ROWS.name: 50, SEAM.name: 55, SCARCE.name: 90}
"""The rulesets that use the net, and the percentage of a score that counts unless it is proved.

The nets foresee how strong players' matches end. These shares predict best how matches between
levels 2 to 5 end. In `junior`, a search of so few positions sees more without the net.
"""

_PARTS: Final = 3
"""No further depth is begun once `nodes / _PARTS` positions are examined.

It would hardly be completed, and two positions are compared at a depth that both completed.
"""

AS_GOOD: Final = 0.02
"""A turn that gives away less of the expectation than this is as good as the best."""

MATTERS: Final = 0.1
"""A turn that gives away this much of the expectation mattered."""

MOST_MATTERING: Final = 3

_SURE_WIN: Final = WIN - 1


@dataclass(frozen=True, slots=True)
class Look:
    """The result of searching a position, from the side of the seat to move.

    `scores` has the score at each depth, from one turn ahead on; `score` is the final one. For a
    position that is drawn, or in which either player may claim a draw, `line` and `scores` are
    empty.
    """

    score: int
    scores: tuple[int, ...] = ()
    line: tuple[Turn, ...] = ()


@dataclass(frozen=True, slots=True)
class ExaminedTurn:
    """The search of a turn.

    `before` is the look at the position in which it was played. `other` is the look at the position
    after the turn that looked best, if that is another turn and does not win at once; `for_it` are
    that turn's reasons. After the last turn of a match comes one more search, of the final
    position, without a turn to compare.
    """

    before: Look
    other: Look | None = None
    for_it: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class JudgedTurn:
    """A turn that was played, its score and the best turn, from the side of its own seat.

    `best` is the best turn and its continuation; it begins with the played turn if none was better.
    `reasons` say why another is better.
    """

    seat: Seat
    played: Turn
    played_score: int
    best: tuple[Turn, ...]
    best_score: int
    reasons: tuple[Reason, ...] = ()

    @property
    def loss(self) -> float:
        """How much of the expectation it gave away, from 0 to 1; 0 if it was as good."""
        loss = expectation(self.best_score) - expectation(self.played_score)
        return loss if self.best[0] != self.played and loss >= AS_GOOD else 0.0

    @property
    def better(self) -> tuple[Turn, ...]:
        """The turn that was better and its continuation; nothing if none was."""
        return self.best if self.loss else ()

    @property
    def loses(self) -> bool:
        """Whether the other seat can force a win after it, though another turn was better."""
        return self.played_score <= -WIN_AT_LEAST and not self.is_lost

    @property
    def spoils(self) -> bool:
        """Whether it let go a sure win, or made a loss sure, though another turn was better."""
        return self.loses or self.best_score >= WIN_AT_LEAST > self.played_score

    @property
    def is_lost(self) -> bool:
        """Whether the other seat wins against every turn, so that no turn is a mistake."""
        return self.best_score <= -WIN_AT_LEAST


@dataclass(frozen=True, slots=True)
class Analysis:
    """All turns of a match, judged; `start` is its first position's score for the seat to move.

    The plies in `kept_back` reveal nothing: their turns count as the best, and the score after each
    equals the score before it.
    """

    start: int
    turns: tuple[JudgedTurn, ...]
    kept_back: frozenset[int] = frozenset()

    @property
    def scores(self) -> tuple[int, ...]:
        """Return the score at the start and after each turn, in points from orange's side.

        A proved result counts from the turn on that proved it; `WIN` is a won match.
        """
        if not self.turns:
            return (self.start,)
        first = self.turns[0]
        return (
            _for_orange(first.seat, self.start),
            *(_for_orange(turn.seat, _a_turn_later(turn.played_score)) for turn in self.turns),
        )

    @property
    def mattering(self) -> tuple[int, ...]:
        """Return the plies of the turns that mattered most, at most three, in order of play.

        The last mistake after which its seat was lost is one of them.
        """
        by_loss = sorted(self.mistakes, key=lambda ply: -self.turns[ply - 1].loss)
        losing = [ply for ply in self.mistakes if self.turns[ply - 1].loses][-1:]
        others = [ply for ply in by_loss if ply not in losing]
        return tuple(sorted((*losing, *others)[:MOST_MATTERING]))

    @property
    def mistakes(self) -> tuple[int, ...]:
        """Return the plies of all turns that gave away enough to matter, in order of play."""
        return tuple(ply for ply, turn in enumerate(self.turns, 1) if turn.loss >= MATTERS)

    def accuracy(self, seat: Seat) -> float | None:
        """Return how much of the expectation a turn of a seat kept, on average, from 0 to 1.

        If no turn mattered, it is more than `1 - MATTERS`. None if the seat never had anything to
        lose.
        """
        losses = [
            turn.loss
            for ply, turn in enumerate(self.turns, 1)
            if turn.seat is seat and not turn.is_lost and ply not in self.kept_back
        ]
        return 1 - sum(losses) / len(losses) if losses else None

    def keeping_back(self, plies: Collection[int]) -> Self:
        """Return the analysis with some plies kept back; 0 is the start."""
        if not plies:
            return self
        last = 0 if 0 in plies else self.scores[0]
        first = self.turns[0].seat if self.turns else Seat.ORANGE
        start, turns = _for_orange(first, last), list[JudgedTurn]()
        for ply, (turn, score) in enumerate(zip(self.turns, self.scores[1:], strict=True), 1):
            if ply not in plies:
                last = score
                turns.append(turn)
                continue
            own = _for_orange(turn.seat, last)
            turns.append(JudgedTurn(turn.seat, turn.played, own, (turn.played,), own))
        return replace(self, start=start, turns=tuple(turns), kept_back=frozenset(plies))


def edition_of(ruleset: Ruleset) -> str:
    """Return the edition of new analyses; stored ones of another edition are computed again."""
    return f"{EDITION}-{_checksum_of(weights_of(ruleset), _net_for(ruleset))}"


def _net_for(ruleset: Ruleset) -> Net | None:
    return net_of(ruleset) if ruleset.name in _COUNTED else None


@lru_cache
def _checksum_of(weights: Weights, net: Net | None) -> str:
    numbers = array("q", weights)
    if net is not None:
        for row in (*net.inputs, net.hidden_bias, net.output, (net.output_bias, net.shift)):
            numbers.extend(row)
    return f"{crc32(numbers):08x}"


def examine(start: Position, turns: Sequence[Turn], ply: int, nodes: int = NODES) -> ExaminedTurn:
    """Search the turn that was played after `ply` others, or the end of the match.

    At most `nodes` positions are examined for each look. Raise what `bot.game.play` raises.
    """
    steps = list(_played(start, turns[: ply + 1]))
    before = steps[ply].before if ply < len(turns) else steps[-1].after if steps else start
    past = [write_position(step.before) for step in steps[:ply]]
    if ply == len(turns):
        won = bool(steps) and steps[-1].win is not None
        return ExaminedTurn(Look(-WIN) if won else _look(before, past, nodes))
    thought = look_ahead(before, past, nodes)
    best = play(before, thought.line[0])
    if best.turn == steps[ply].turn:
        return ExaminedTurn(thought)
    reasons = reasons_for(before, best.turn)
    if best.win is not None:
        return ExaminedTurn(thought, None, reasons)
    past.append(write_position(before))
    return ExaminedTurn(thought, _look(best.after, past, nodes), reasons)


def judge(steps: Sequence[Step], examined: Sequence[ExaminedTurn]) -> Analysis:
    """Combine the searches of each turn of a match, and of its end."""
    occurred = [write_position(step.before) for step in steps[:1]]
    afters = []
    for ply, step in enumerate(steps):
        occurred.append(write_position(step.after))
        is_drawn = step.win is None and _is_drawn(step.after, occurred)
        afters.append(Look(0) if is_drawn else examined[ply + 1].before)
    judged: list[JudgedTurn] = []
    for step, after, own in reversed(list(zip(steps, afters, examined, strict=False))):
        judged.append(_judged(step, _with_proof(after, judged[-1:]), own))
    return Analysis(examined[0].before.score, tuple(reversed(judged)))


def _with_proof(after: Look, following: Sequence[JudgedTurn]) -> Look:
    """Return the look at a position with the win that was proved one turn later, if there is one.

    A turn's search looks at the best turn a second time, and so proves wins that the first look did
    not reach. Without these proofs, a turn that allows a win would seem level.
    """
    for turn in following:
        if turn.best_score >= WIN_AT_LEAST and after.score < turn.best_score and after.line:
            return replace(after, score=turn.best_score, line=turn.best)
    return after


def _judged(step: Step, after: Look, own: ExaminedTurn) -> JudgedTurn:
    """Compare the position after a turn with the one after the best turn."""
    seat, line = step.before.to_move, own.before.line
    if step.win is not None:
        return JudgedTurn(seat, step.turn, _SURE_WIN, (step.turn,), _SURE_WIN)
    other = own.other
    if other is None and not line[0].wins:
        score = turned(after.score)
        return JudgedTurn(seat, step.turn, score, (step.turn, *after.line), score)
    if other is None:
        return JudgedTurn(seat, step.turn, turned(after.score), line, _SURE_WIN, own.for_it)
    played, best = map(turned, _at_one_depth(after, other))
    if played >= best:
        return JudgedTurn(seat, step.turn, played, (step.turn, *after.line), played)
    return JudgedTurn(seat, step.turn, played, (line[0], *other.line), best, own.for_it)


def _at_one_depth(first: Look, second: Look) -> tuple[int, int]:
    """Return the scores of two positions at the greatest depth of both.

    A proved result counts at any depth.
    """
    depth = min(len(first.scores), len(second.scores))
    if depth == 0 or any(abs(look.score) >= WIN_AT_LEAST for look in (first, second)):
        return first.score, second.score
    return first.scores[depth - 1], second.scores[depth - 1]


def _a_turn_later(score: int) -> int:
    """Return the score of a turn, given that of the position after it."""
    if score >= WIN_AT_LEAST:
        return score + 1
    return score - 1 if score <= -WIN_AT_LEAST else score


def _look(position: Position, past: Sequence[str], nodes: int) -> Look:
    """Search a position of the match, unless it is a draw."""
    if _is_drawn(position, (*past, write_position(position))):
        return Look(0)
    return look_ahead(position, past, nodes)


def look_ahead(position: Position, past: Sequence[str], nodes: int = NODES) -> Look:
    """Search a position that is not won but may be drawn; `past` are those before it.

    At most `nodes` positions are examined, and fewer where the net is used.
    """
    net, percent = _net_for(position.ruleset), _COUNTED.get(position.ruleset.name, 100)
    if net is not None:
        nodes = nodes * _NODES_WITH_NET // 100
    scores: list[int] = []
    stop = StopFlag()

    def hear(thought: Thought) -> None:
        # The last look may have been cut short: it has the depth of the one before it.
        if thought.depth > len(scores):
            scores.append(_counted(thought.score, percent))
        if thought.nodes * _PARTS >= nodes:
            stop.raise_it()

    texts = (*past, write_position(position))
    thought = think(position, texts, Work(nodes=nodes), stop, net=net, listener=hear)
    score = _counted(thought.score, percent)
    return Look(score, tuple(scores) or (score,), thought.line)


def _counted(score: int, percent: int) -> int:
    """Return how much of a score counts; a proved result counts whole."""
    if abs(score) >= WIN_AT_LEAST:
        return score
    part = abs(score) * percent // 100
    return part if score > 0 else -part


def _is_drawn(position: Position, occurred: Sequence[str]) -> bool:
    """Return whether a match is drawn at `position`, or either player may claim a draw there."""
    return (
        occurred.count(occurred[-1]) >= CLAIMED_AT
        or len(occurred) > MOST_TURNS
        or (not position.ruleset.keeps_pieces and is_dead(position))
    )


def _played(start: Position, turns: Iterable[Turn]) -> Iterator[Step]:
    position = start
    for turn in turns:
        step = play(position, turn)
        yield step
        position = step.after


def _for_orange(seat: Seat, score: int) -> int:
    return score if seat is Seat.ORANGE else -score


LINE_KEPT: Final = 6
"""How many turns of the continuation of a better turn are stored."""

_REASONS: Final[dict[str, type[Any]]] = {kind.__name__: kind for kind in get_args(Reason)}


def write_analysis(analysis: Analysis) -> str:
    """Write the stored form of an analysis."""
    turns = [_packed(turn) for turn in analysis.turns]
    return json.dumps({"start": analysis.start, "turns": turns}, separators=(",", ":"))


def read_analysis(text: str, first: Seat, played: Sequence[Turn]) -> Analysis:
    """Read what `write_analysis` wrote of a match of these turns, which `first` began.

    Raise `ValueError` for other text, such as the analysis of another number of turns.
    """
    try:
        return _analysis_in(json.loads(text), first, played)
    except (AttributeError, LookupError, NotationError, TypeError, ValueError) as error:
        raise ValueError(f"no analysis of {len(played)} turns: {text[:80]!r}") from error


def _analysis_in(stored: Any, first: Seat, played: Sequence[Turn]) -> Analysis:
    seats = (first, first.other)
    turns = tuple(
        _unpacked(seats[ply % 2], turn, packed)
        for ply, (turn, packed) in enumerate(zip(played, stored["turns"], strict=True))
    )
    return Analysis(_decoded(int, stored["start"]), turns)


def _packed(turn: JudgedTurn) -> list[Any]:
    """Return the score of a turn, then that of a better one, its continuation, and the reasons."""
    if turn.best[0] == turn.played:
        return [turn.played_score]
    line = " ".join(map(write_turn, turn.best[:LINE_KEPT]))
    reasons = [_packed_reason(reason) for reason in turn.reasons]
    return [turn.played_score, turn.best_score, line, reasons]


def _unpacked(seat: Seat, played: Turn, packed: Sequence[Any]) -> JudgedTurn:
    score = _decoded(int, packed[0])
    if len(packed) == 1:
        return JudgedTurn(seat, played, score, (played,), score)
    _, best_score, line, reasons = packed
    first, *others = map(read_turn, line.split())
    why = tuple(map(_unpacked_reason, reasons))
    return JudgedTurn(seat, played, score, (first, *others), _decoded(int, best_score), why)


def _packed_reason(reason: Reason) -> list[Any]:
    return [
        type(reason).__name__,
        *(_plain(getattr(reason, field.name)) for field in fields(reason)),
    ]


def _plain(value: Any) -> Any:
    if isinstance(value, Entry):
        return value.name
    return value.value if isinstance(value, Enum) else value


def _unpacked_reason(packed: Sequence[Any]) -> Reason:
    name, *values = packed
    kind = _REASONS[name]
    kinds = get_type_hints(kind).values()
    found: Reason = kind(*(_decoded(*pair) for pair in zip(kinds, values, strict=True)))
    return found


def _decoded(kind: Any, value: Any) -> Any:
    if kind is Entry:
        return entry_named(value)
    if issubclass(kind, Enum):
        return kind(value)
    if type(value) is not kind:
        raise TypeError(value)
    return value
