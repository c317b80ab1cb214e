"""The order in which turns are looked at: the sooner the best one, the less is looked at in all."""

from typing import Final

from bot.engine.children import lay_seams
from bot.engine.evaluation import evaluate
from bot.engine.layout import CODE, HISTORY_AT, KILLERS_AT, RANK, ROW
from bot.engine.turn_code import SQUARE_AT
from bot.game.compiled import njit
from bot.game.kernel_seam import ENTRY_COUNT
from bot.game.ruleset import Rules

_SEAMS_OF: Final = 1
"""So many of a node's best turns are looked at with a seam piece laid after them too."""

_FIRST: Final = 1 << 40
_KILLER: Final = 60
_MOST_HISTORY: Final = 100
_HISTORY_BITS: Final = 4
_SIDES: Final = 127


@njit
def note_cut(memory: list[int], ply: int, code: int, depth: int) -> None:
    """Remember a turn that has cut a search short, to try it early elsewhere."""
    memory[HISTORY_AT + _placement_in(code)] += depth * depth
    killer = KILLERS_AT + 2 * ply
    if memory[killer] != code:
        memory[killer + 1] = memory[killer]
        memory[killer] = code


@njit
def _placement_in(code: int) -> int:
    """Number the placement of a turn, 0 to 71."""
    placed = code >> SQUARE_AT & _SIDES
    return placed if placed < 64 else placed - 64 + 36


@njit
def rank_children(
    memory: list[int], rules: Rules, ply: int, top: int, count: int, known: int
) -> None:
    """Rank a node's children by how likely they are the best: the turn known best first."""
    killer, second = memory[KILLERS_AT + 2 * ply], memory[KILLERS_AT + 2 * ply + 1]
    for number in range(count):
        child = top + number * ROW
        code = memory[child + CODE]
        rank = -evaluate(memory, child, rules)
        if code == known:
            rank += _FIRST
        elif code in (killer, second):
            rank += _KILLER
        rank += min(memory[HISTORY_AT + _placement_in(code)] >> _HISTORY_BITS, _MOST_HISTORY)
        memory[child + RANK] = rank


@njit
def add_seams(memory: list[int], top: int, count: int, known: int) -> int:
    """Add the best-ranked children once more with a seam piece laid; give the number of all."""
    base = count
    for number in range(min(_SEAMS_OF, base)):
        child = top + number * ROW
        bring_best(memory, child, top + base * ROW)
        laid = top + count * ROW
        lay_seams(memory, child, laid)
        for entry in range(ENTRY_COUNT):
            at = laid + entry * ROW
            memory[at + RANK] -= 1
            if memory[at + CODE] == known:
                memory[at + RANK] += _FIRST
        count += ENTRY_COUNT
    return count


@njit
def bring_best(memory: list[int], row: int, end: int) -> None:
    """Exchange the row with the best-ranked of those from it up to the end."""
    best = row
    for other in range(row + ROW, end, ROW):
        if memory[other + RANK] > memory[best + RANK]:
            best = other
    if best != row:
        for place in range(ROW):
            memory[row + place], memory[best + place] = memory[best + place], memory[row + place]
