"""The interface of the search: think about a position, and return the result."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from bot.engine.evaluation import Weights, weights_of
from bot.engine.net import Net, lay_out_net
from bot.engine.search import FIRST_ROW, lay_out, lay_out_seams, search_root, sort_rows
from bot.engine.tree import (
    CODE,
    ENTRY,
    FIRST_PLY,
    HALTED,
    LINE_LENGTHS_AT,
    LINES_AT,
    MOST_PLIES,
    NODE_LIMIT,
    NODES,
    OTHER_SEAT,
    RANK,
    ROW,
    ROWS,
    ROWS_AT,
    ROWS_END,
    TABLE_AT,
    TABLE_MASK,
    TURNS_LEFT,
    WEIGHTS_AT,
    WIDEST,
    WIN,
    WIN_AT_LEAST,
    key_of,
    remember_past,
    turn_of,
)
from bot.game import MOST_TURNS, Position, Ruleset, Seat, Turn, read_position, write_position
from bot.game.compiled import room
from bot.game.perft import state_of

Past = Sequence[str]
"""The texts of the positions that have occurred in a match, including the present one."""

SEAMS_OF: Final = 3
"""How many of the best turns at the root are also searched with a seam piece laid after them."""

_SMALLEST_TABLE: Final = 1 << 10
_LARGEST_TABLE: Final = 1 << 19
_NODES_TO_AN_ENTRY: Final = 16
_NO_LIMIT: Final = 1 << 60


class StopFlag:
    """Ends a search from another thread: the search checks it regularly."""

    def __init__(self) -> None:
        self.cell = room(1)

    def raise_it(self) -> None:
        """Make the search with this flag end soon."""
        self.cell[0] = 1


@dataclass(frozen=True, slots=True)
class Work:
    """How much to think: the most positions to examine, and the most turns to look ahead."""

    nodes: int | None = None
    depth: int | None = None


@dataclass(frozen=True, slots=True)
class ScoredTurn:
    """A turn that can be played, and its score for the seat that plays it."""

    turn: Turn
    score: int


@dataclass(frozen=True, slots=True)
class Thought:
    """The result of thinking.

    `score` is the position's score for the seat to move, see docs/engine.md; `line` are the best
    turns of both seats from here, `turn` first; `depth` is how many turns ahead all turns were
    searched, `nodes` how many positions were examined. `scored` are all turns within the requested
    margin, the best first, by the last look that was not cut short.
    """

    turn: Turn
    score: int
    line: tuple[Turn, ...]
    depth: int
    nodes: int
    scored: tuple[ScoredTurn, ...] = field(repr=False, default=())


ThoughtListener = Callable[[Thought], None]
"""Called with the result each time the search has looked one turn further ahead."""


def turns_to_win(score: int) -> int | None:
    """Return after how many turns of both seats a score wins; negative if it loses."""
    if score >= WIN_AT_LEAST:
        return WIN - score
    if score <= -WIN_AT_LEAST:
        return -WIN - score
    return None


def turned(score: int) -> int:
    """Return a position's score for the seat that made the turn before it."""
    if score >= WIN_AT_LEAST:
        return 1 - score
    return -score - 1 if score <= -WIN_AT_LEAST else -score


def own_turns(turns: int) -> int:
    """Return how many of `turns` turns of both seats belong to the seat that makes the last one."""
    return (abs(turns) + 1) // 2


def expectation(score: int) -> float:
    """Return the expected share of a match's point for a score, from 0 to 1."""
    if abs(score) >= WIN_AT_LEAST:
        return 1.0 if score > 0 else 0.0
    return float(1 / (1 + 10 ** (-score / 400)))


def think(
    position: Position,
    past: Past,
    work: Work,
    stop: StopFlag | None = None,
    *,
    margin: int = 0,
    weights: Weights | None = None,
    net: Net | None = None,
    listener: ThoughtListener | None = None,
) -> Thought:
    """Find the best turn of a position that is not won.

    The same arguments give the same thought, unless `stop` ends it. The position after each turn is
    examined even if that exceeds `work`.
    """
    table = _table_size(work.nodes)
    memory = _laid_out(position, past, work.nodes or _NO_LIMIT, weights, table)
    if net is not None:
        lay_out_net(memory, net)
    return _Search(position, memory, stop or StopFlag(), margin).deepen(
        min(work.depth or MOST_PLIES - 1, MOST_PLIES - 1), listener
    )


def _table_size(nodes: int | None) -> int:
    """Return the entries of the transposition table, a power of two."""
    wanted = _LARGEST_TABLE if nodes is None else nodes // _NODES_TO_AN_ENTRY
    within = max(_SMALLEST_TABLE, min(wanted, _LARGEST_TABLE))
    return 1 << (within - 1).bit_length()


def _laid_out(
    position: Position, past: Past, nodes: int, weights: Weights | None, table: int
) -> list[int]:
    table_at = ROWS_AT + ROWS * ROW
    memory = room(table_at + ENTRY * table)
    memory[NODE_LIMIT] = nodes
    memory[TABLE_AT] = table_at
    memory[TABLE_MASK] = table - 1
    memory[ROWS_END] = table_at
    memory[FIRST_PLY] = 1
    memory[WIDEST] = WIN
    memory[TURNS_LEFT] = MOST_TURNS - max(len(past) - 1, 0)
    for number, weight in enumerate(weights or weights_of(position.ruleset)):
        memory[WEIGHTS_AT + number] = weight
    *state, _ = state_of(position)
    for place, value in enumerate(state):
        memory[ROWS_AT + place] = value
    for text in (*past, write_position(position)):
        key, seat = _key_of_text(text, position.ruleset)
        remember_past(memory, key if seat is position.to_move else key ^ OTHER_SEAT)
    return memory


@lru_cache(maxsize=1024)
def _key_of_text(text: str, ruleset: Ruleset) -> tuple[int, Seat]:
    position = read_position(text, ruleset)
    *state, _ = state_of(position)
    row = room(ROW)
    for place, value in enumerate(state):
        row[place] = value
    return key_of(row, 0), position.to_move


class _Search:
    """One search, deepened turn by turn."""

    def __init__(self, position: Position, memory: list[int], stop: StopFlag, margin: int) -> None:
        self._rules = position.ruleset.rules
        self._memory = memory
        self._stop = stop
        self._margin = margin
        self._count = 0

    def deepen(self, depth: int, listener: ThoughtListener | None) -> Thought:
        """Look further and further ahead until the result is certain or the work is used up."""
        self._count = lay_out(self._memory, self._rules)
        if self._count < 0:
            return self._won()
        thought = self._first()
        for ahead in range(1, depth + 1):
            if ahead == 3 and self._rules.seams:
                self._count = lay_out_seams(self._memory, self._rules, self._count, SEAMS_OF)
            deeper = self._look(ahead, thought)
            if deeper is None:
                break
            thought = deeper
            if listener is not None:
                listener(thought)
            if self._memory[HALTED] or abs(thought.score) >= WIN - ahead - 1:
                break
        return thought

    def _look(self, ahead: int, before: Thought) -> Thought | None:
        """Look `ahead` turns ahead; return None if the search was stopped before its first turn."""
        scored = search_root(
            self._memory, self._stop.cell, self._rules, ahead, self._margin, self._count
        )
        if scored == 0:
            return None
        line = self._line()
        if self._memory[HALTED]:
            score = max(self._memory[FIRST_ROW + number * ROW + RANK] for number in range(scored))
            return Thought(line[0], score, line, before.depth, self._nodes, before.scored)
        sort_rows(self._memory, FIRST_ROW, self._count)
        return self._thought(ahead, line)

    @property
    def _nodes(self) -> int:
        return int(self._memory[NODES])

    def _line(self) -> tuple[Turn, ...]:
        codes = self._memory[LINES_AT : LINES_AT + self._memory[LINE_LENGTHS_AT]]
        return tuple(map(turn_of, codes))

    def _won(self) -> Thought:
        turn = turn_of(self._memory[FIRST_ROW + CODE])
        return Thought(turn, WIN - 1, (turn,), 1, self._nodes, (ScoredTurn(turn, WIN - 1),))

    def _first(self) -> Thought:
        """Return the static scores of the turns."""
        turn = turn_of(self._memory[FIRST_ROW + CODE])
        return self._thought(0, (turn,))

    def _thought(self, depth: int, line: tuple[Turn, ...]) -> Thought:
        score = self._memory[FIRST_ROW + RANK]
        return Thought(line[0], score, line, depth, self._nodes, self._scored(score))

    def _scored(self, best: int) -> tuple[ScoredTurn, ...]:
        if not self._margin:
            return ()
        rows = range(FIRST_ROW, FIRST_ROW + self._count * ROW, ROW)
        return tuple(
            ScoredTurn(turn_of(self._memory[row + CODE]), self._memory[row + RANK])
            for row in rows
            if self._memory[row + RANK] >= best - self._margin
        )
