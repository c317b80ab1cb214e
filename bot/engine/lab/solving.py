"""Solving positions: proofs of wins that are too long for trying every turn and reply.

It is a proof-number search (df-pn) of the same and-or tree that `bot.engine.proving` searches: the
question at every position is whether the seat to move gets its way in the turns left, and the
search first looks where an answer seems to take the fewest positions. The turns left are part of
the question, so no question leads back to itself. Nothing is reduced or left out, so an answer is a
proof.
"""

from typing import Final

from bot.engine.expanding import UNWEIGHED, expand
from bot.engine.proving import TooMuchWork, wins_at_once
from bot.engine.search import is_threatened
from bot.engine.tree import (
    CODE,
    HALTED,
    MOST_CHILDREN,
    NODE_LIMIT,
    NODES,
    RANK,
    ROW,
    ROWS_AT,
    TABLE_AT,
    TABLE_MASK,
    WIN,
    WORTH,
    key_of,
    turn_of,
)
from bot.game import Position, Ruleset, Turn
from bot.game.compiled import njit, room
from bot.game.perft import state_of
from bot.game.ruleset import Rules

MOST_LEFT: Final = 40
"""The longest win that is looked for, in turns of both seats."""

_NEVER: Final = 1 << 40
"""The effort to show something that is false, more than any search may spend."""
_ENTRY: Final = 3
_LEFT: Final = 0x5851F42D4C957F2D
_BITS: Final = (1 << 62) - 1
_FIRST_ROW: Final = ROWS_AT + ROW
_UNTHREATENED: Final = 20
"""The estimated effort to refute a seat that need not stop a win at once.

It has more turns to try than a seat that must. With an estimate of 1, a proof examines two to three
times as many positions.
"""
_CHILDREN: Final = 256
"""The average room for the children of each position on the way to the current one."""

# Columns of a row: the effort to show that the seat to move gets its way, and that it does not.
_YES: Final = RANK
_NO: Final = WORTH


@njit
def weigh(memory: list[int], row: int, top: int, rules: Rules, left: int) -> None:
    """Write a row's efforts: from the table, or else by whether the seat to move wins at once."""
    key = (key_of(memory, row) ^ left * _LEFT) & _BITS
    entry = memory[TABLE_AT] + _ENTRY * (key & memory[TABLE_MASK])
    if memory[entry] == key:
        memory[row + _YES] = memory[entry + 1]
        memory[row + _NO] = memory[entry + 2]
    elif left == 0 or wins_at_once(memory, row, top, rules):
        memory[row + _YES] = 0
        memory[row + _NO] = _NEVER
    elif left == 1:
        memory[row + _YES] = _NEVER
        memory[row + _NO] = 0
    else:
        memory[row + _YES] = 1
        memory[row + _NO] = 1 if is_threatened(memory, row, rules) else _UNTHREATENED


@njit
def solve(
    memory: list[int],
    row: int,
    top: int,
    rules: Rules,
    left: int,
    most_yes: int,
    most_no: int,
) -> int:
    """Search a position that is not won at once until the effort of an answer reaches its limit.

    Write the estimated efforts into its row and the table. Return how many children it has.
    """
    count = expand(memory, row, top, rules, UNWEIGHED)
    memory[NODES] += count
    end = top + count * ROW
    for child in range(top, end, ROW):
        weigh(memory, child, end, rules, left - 1)
    while True:
        least = _NEVER
        second = _NEVER
        total = 0
        best = top
        for child in range(top, end, ROW):
            no = memory[child + _NO]
            total += memory[child + _YES]
            if no < least:
                second = least
                least = no
                best = child
            elif no < second:
                second = no
        total = min(total, _NEVER)
        if least == 0:
            total = _NEVER
        if least >= most_yes or total >= most_no or memory[NODES] > memory[NODE_LIMIT]:
            break
        solve(
            memory,
            best,
            end,
            rules,
            left - 1,
            most_no - total + memory[best + _YES],
            min(most_yes, second + second // 4 + 1),
        )
    memory[row + _YES] = least
    memory[row + _NO] = total
    if memory[NODES] > memory[NODE_LIMIT]:
        memory[HALTED] = 1
    key = (key_of(memory, row) ^ left * _LEFT) & _BITS
    entry = memory[TABLE_AT] + _ENTRY * (key & memory[TABLE_MASK])
    memory[entry] = key
    memory[entry + 1] = least
    memory[entry + 2] = total
    return count


class WinProver:
    """Proves wins in a ruleset without seam pieces, and remembers its proofs.

    `table` is how many positions it remembers, a power of two.
    """

    def __init__(self, ruleset: Ruleset, table: int) -> None:
        if ruleset.seams:
            raise ValueError(f"{ruleset.name} has seam pieces")
        self._ruleset = ruleset
        table_at = _FIRST_ROW + (MOST_LEFT * _CHILDREN + MOST_CHILDREN) * ROW
        self._memory = room(table_at + _ENTRY * table)
        self._memory[TABLE_AT] = table_at
        self._memory[TABLE_MASK] = table - 1

    @property
    def nodes(self) -> int:
        """How many positions the last question took."""
        return int(self._memory[NODES])

    def prove(self, position: Position, turns: int, nodes: int) -> int | None:
        """Prove that a seat wins, and return the score of the position.

        With an odd number of turns of both seats, the seat to move is to win within them; with an
        even number, the other seat. Return None if it does not, or if the proof would examine more
        positions than `nodes`.
        """
        try:
            gets_its_way = self._gets_its_way(position, turns, nodes)
        except TooMuchWork:
            return None
        if gets_its_way is (turns % 2 == 0):
            return None
        return WIN - turns if gets_its_way else turns - WIN

    def winning_turn(self, position: Position, turns: int, nodes: int) -> Turn | None:
        """Return a turn after which the seat to move wins within `turns`, or None.

        Only the tests call it: a referee plays the turns of a proof. To find them by `prove`, it
        would have to refute each other turn, which takes minutes a position. Raise `TooMuchWork`.
        """
        if not self._gets_its_way(position, turns, nodes):
            return None
        memory = self._memory
        count = expand(memory, ROWS_AT, _FIRST_ROW, self._ruleset.rules, UNWEIGHED)
        if count < 0:
            return turn_of(memory[_FIRST_ROW + CODE])
        end = _FIRST_ROW + count * ROW
        for row in range(_FIRST_ROW, end, ROW):
            weigh(memory, row, end, self._ruleset.rules, turns - 1)
            if not memory[row + _NO]:
                return turn_of(memory[row + CODE])
        raise TooMuchWork

    def _gets_its_way(self, position: Position, turns: int, nodes: int) -> bool:
        if position.ruleset != self._ruleset:
            raise ValueError(f"a position of {position.ruleset.name}, not {self._ruleset.name}")
        if not 0 < turns <= MOST_LEFT:
            raise ValueError(f"{turns} turns; they are 1 to {MOST_LEFT}")
        memory, rules = self._memory, self._ruleset.rules
        memory[NODES] = memory[HALTED] = 0
        memory[NODE_LIMIT] = nodes
        *state, _ = state_of(position)
        for place, value in enumerate(state):
            memory[ROWS_AT + place] = value
        weigh(memory, ROWS_AT, _FIRST_ROW, rules, turns)
        if memory[ROWS_AT + _YES] and memory[ROWS_AT + _NO]:
            solve(memory, ROWS_AT, _FIRST_ROW, rules, turns, _NEVER, _NEVER)
        if memory[ROWS_AT + _YES] and memory[ROWS_AT + _NO]:
            raise TooMuchWork
        return not memory[ROWS_AT + _YES]
