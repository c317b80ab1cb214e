"""Proofs of forced wins, by trying every turn and every reply.

The engine's search may overlook a win, because it reduces and leaves out turns that look bad. Wins
that are found here are proved, by an and-or search. One seat wants to win with its last turn at the
latest, and the other wants not to lose until then. So the seat to move asks the same question at
every turn: is there a turn after which the other seat does not get its way?
"""

from typing import Final

from bot.engine.expanding import UNWEIGHED, expand, lay_seams
from bot.engine.tree import (
    CODE,
    HALTED,
    KILLERS_AT,
    MOST_CHILDREN,
    NODE_LIMIT,
    NODES,
    RANK,
    ROW,
    ROWS_AT,
    turn_of,
)
from bot.game import ENTRIES, Position, Ruleset, Turn, legal_turns, play
from bot.game.compiled import index_of, njit, popcount, room
from bot.game.kernel import BED, ENTRY_COUNT, IN_HAND, MOST_OPTIONS, boop, find_options, has_line
from bot.game.perft import state_of
from bot.game.ruleset import Rules

MOST_TURNS_PROVED: Final = 3
"""The longest win that is looked for, in the winner's own turns."""

SEAMS_FROM: Final = 4
"""How many turns must be left for a new seam piece to matter.

It pushes nothing before its owner's next turn is settled, so the turn after that is the first that
it can change.
"""

_FIRST_ROW: Final = ROWS_AT + ROW
_NO_LIMIT: Final = 1 << 60


class TooMuchWork(Exception):
    """More positions would have to be examined than allowed."""


@njit
def follow(memory: list[int], row: int, top: int, rules: Rules, left: int) -> int:
    """Write the position after each turn that can matter with `left` turns left.

    Return how many there are, or -1 if a turn wins at once.
    """
    count = expand(memory, row, top, rules, UNWEIGHED)
    memory[NODES] += max(count, 1)
    if count < 0 or not rules.seams or left < SEAMS_FROM or memory[row + 8] != IN_HAND:
        return count
    base = count
    for number in range(base):
        lay_seams(memory, top + number * ROW, top + count * ROW)
        count += ENTRY_COUNT
    return count


@njit
def wins_at_once(memory: list[int], row: int, top: int, rules: Rules) -> int:
    """Return whether the seat to move has a turn that wins: 1 or 0."""
    kittens, cats = memory[row], memory[row + 1]
    winners = cats if rules.cats_win else kittens
    if popcount(winners) < 2:
        return 0
    if memory[row + 4] + memory[row + 5] == 0:
        return 1 if expand(memory, row, top, rules, UNWEIGHED) < 0 else 0
    found = [0] * MOST_OPTIONS
    empty = BED & ~(kittens | cats | memory[row + 2] | memory[row + 3])
    for places_cat in range(2):
        # A kitten moves no cat, so it wins only if the line exists already.
        if not places_cat and rules.cats_win and not has_line(cats):
            continue
        rest = empty if memory[row + 4 + places_cat] else 0
        while rest:
            bit = rest & -rest
            rest ^= bit
            after = boop(kittens, cats, memory[row + 2], memory[row + 3], index_of(bit), places_cat)
            if find_options(after[0], after[1], rules, found) < 0:
                return 1
    return 0


@njit
def prevails(memory: list[int], row: int, top: int, rules: Rules, left: int) -> int:
    """Return whether the seat to move gets its way when `left` turns of both seats are left.

    If `left` is odd, that is to win with the last of them at the latest; if it is even, not to lose
    until then. The result is 1 or 0, and is meaningless once the limit of positions is exceeded.
    The rows from `top` on are free.
    """
    if left == 0:
        return 1
    if left == 1:
        memory[NODES] += 1
        return wins_at_once(memory, row, top, rules)
    if memory[NODES] > memory[NODE_LIMIT]:
        memory[HALTED] = 1
        return 0
    count = follow(memory, row, top, rules, left)
    if count < 0:
        return 1
    end = top + count * ROW
    # A turn that has just refuted one often refutes the next as well.
    killer = memory[KILLERS_AT + left]
    first = top
    for child in range(top, end, ROW):
        if memory[child + CODE] == killer:
            first = child
    for number in range(count):
        child = first if number == 0 else top + number * ROW
        if number and child == first:
            child = top
        if not prevails(memory, child, end, rules, left - 1):
            memory[KILLERS_AT + left] = memory[child + CODE]
            return 1
    return 0


@njit
def mark(memory: list[int], rules: Rules, left: int, most: int) -> int:
    """Write the root's children, ranked 1 if the seat gets its way by that turn, or else 0.

    Return how many children there are. Once `most` are ranked 1, the others are not examined.
    """
    count = follow(memory, ROWS_AT, ROWS_AT + ROW, rules, left)
    end = ROWS_AT + ROW + count * ROW
    marked = 0
    for number in range(count):
        child = ROWS_AT + ROW + number * ROW
        memory[child + RANK] = 0
        if marked < most:
            memory[child + RANK] = 1 - prevails(memory, child, end, rules, left - 1)
            marked += memory[child + RANK]
    return count


class Prover:
    """Proves wins in a ruleset.

    A question that takes more than `most_nodes` positions raises `TooMuchWork`.
    """

    def __init__(self, ruleset: Ruleset, most_nodes: int = _NO_LIMIT) -> None:
        wide = 2 * ENTRY_COUNT if ruleset.seams else 0
        self._ruleset = ruleset
        self._memory = room(_FIRST_ROW + (2 * MOST_TURNS_PROVED - 1 + wide) * MOST_CHILDREN * ROW)
        self._memory[NODE_LIMIT] = most_nodes

    def can_win(self, position: Position, turns: int) -> bool:
        """Return whether the seat to move can force a win within this number of its own turns."""
        return turns > 0 and self._prevails(position, 2 * turns - 1)

    def can_hold(self, position: Position, turns: int) -> bool:
        """Return whether the seat to move can keep the other from winning in that many turns."""
        return self._prevails(position, 2 * turns)

    def turns_to_win(self, position: Position) -> int | None:
        """Return in how many of its own turns the seat to move can force a win.

        Return None if it takes more than `MOST_TURNS_PROVED`.
        """
        for turns in range(1, MOST_TURNS_PROVED + 1):
            if self.can_win(position, turns):
                return turns
        return None

    def winning_turns(self, position: Position, turns: int) -> tuple[Turn, ...]:
        """Return the complete turns that force a win within `turns`.

        If some win at once, return only those.
        """
        at_once = tuple(turn for turn in legal_turns(position) if turn.wins)
        if at_once or turns <= 1:
            return at_once
        left = 2 * turns - 1
        marked = self._marked(position, left, MOST_CHILDREN)
        if position.ruleset.seams and left < SEAMS_FROM and not position.seam_of(position.to_move):
            return tuple(each for turn in marked for each in _with_seams(turn))
        return marked

    def find_win(self, position: Position, turns: int) -> Turn | None:
        """Return a turn that forces a win within `turns`, or None."""
        if turns <= 1:
            return next((turn for turn in legal_turns(position) if turn.wins), None)
        return next(iter(self._marked(position, 2 * turns - 1, most=1)), None)

    def holding_turns(self, position: Position, turns: int, most: int) -> tuple[Turn, ...]:
        """Return at most `most` turns after which the other seat cannot win within `turns`.

        Return an empty tuple if the seat to move wins at once.
        """
        return self._marked(position, 2 * turns, most)

    def best_replies(self, position: Position, turns: int) -> tuple[Turn, ...]:
        """Return the replies that hold out longest in a position that is lost within `turns`.

        `turns` is how many turns the other seat needs against the best reply. Return an empty tuple
        if the seat to move can hold out longer.
        """
        if self.can_hold(position, turns):
            return ()
        return tuple(
            reply
            for reply in self._all(position, 2 * turns)
            if not self.can_win(play(position, reply).after, turns - 1)
        )

    def _lay(self, position: Position) -> None:
        if position.ruleset != self._ruleset:
            raise ValueError(f"a position of {position.ruleset.name}, not {self._ruleset.name}")
        self._memory[NODES] = self._memory[HALTED] = 0
        *state, _ = state_of(position)
        for place, value in enumerate(state):
            self._memory[ROWS_AT + place] = value

    def _prevails(self, position: Position, left: int) -> bool:
        self._lay(position)
        result = prevails(self._memory, ROWS_AT, _FIRST_ROW, self._ruleset.rules, left)
        return bool(self._sure(result))

    def _marked(self, position: Position, left: int, most: int) -> tuple[Turn, ...]:
        self._lay(position)
        count = self._sure(mark(self._memory, self._ruleset.rules, left, most))
        rows = range(_FIRST_ROW, _FIRST_ROW + count * ROW, ROW)
        return tuple(turn_of(self._memory[row + CODE]) for row in rows if self._memory[row + RANK])

    def _all(self, position: Position, left: int) -> tuple[Turn, ...]:
        """Return every turn that can matter with `left` turns left, if no turn wins at once."""
        self._lay(position)
        count = follow(self._memory, ROWS_AT, _FIRST_ROW, self._ruleset.rules, left)
        rows = range(_FIRST_ROW, _FIRST_ROW + count * ROW, ROW)
        return tuple(turn_of(self._memory[row + CODE]) for row in rows)

    def _sure(self, result: int) -> int:
        if self._memory[HALTED]:
            raise TooMuchWork
        return result


def _with_seams(turn: Turn) -> tuple[Turn, ...]:
    return (
        turn,
        *(Turn(turn.placement, turn.leaves, recall=turn.recall, seam=entry) for entry in ENTRIES),
    )
