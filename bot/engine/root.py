"""The root of a search: every turn that can be played, each with its score."""

from bot.engine.children import expand, lay_seams
from bot.engine.evaluation import evaluate
from bot.engine.hashing import key_of
from bot.engine.layout import (
    CODE,
    FIRST_PLY,
    HALTED,
    LINE_LENGTHS_AT,
    LINES_AT,
    MOST_PLIES,
    NODES,
    PATH_AT,
    RANK,
    ROW,
    ROWS_AT,
    WIDEST,
)
from bot.engine.search import search
from bot.game.compiled import njit
from bot.game.kernel_seam import ENTRY_COUNT, IN_HAND
from bot.game.ruleset import Rules

FIRST_ROW: int = ROWS_AT + ROW
"""The root's children follow the root itself."""


@njit
def lay_out(memory: list[int], rules: Rules) -> int:
    """Write the root's children, each ranked by its static score; -1 when the first row wins."""
    count = expand(memory, ROWS_AT, FIRST_ROW, rules)
    memory[NODES] += max(count, 1)
    memory[PATH_AT] = key_of(memory, ROWS_AT)
    for number in range(count):
        row = FIRST_ROW + number * ROW
        memory[row + RANK] = -evaluate(memory, row, rules)
    sort_rows(memory, FIRST_ROW, count)
    return count


@njit
def lay_out_seams(memory: list[int], count: int, best: int) -> int:
    """Add the best rows once more with a seam piece laid at each entry; give the number of all.

    Nothing is added where no seam piece is in hand.
    """
    if memory[ROWS_AT + 8] != IN_HAND:
        return count
    for number in range(min(best, count)):
        row = FIRST_ROW + number * ROW
        lay_seams(memory, row, FIRST_ROW + count * ROW)
        count += ENTRY_COUNT
    return count


@njit
def sort_rows(memory: list[int], first: int, count: int) -> None:
    """Order rows by rank, the highest first; equal ones stay in their order."""
    for number in range(1, count):
        at = first + number * ROW
        while at > first and memory[at + RANK] > memory[at - ROW + RANK]:
            for place in range(at, at + ROW):
                memory[place], memory[place - ROW] = memory[place - ROW], memory[place]
            at -= ROW


@njit
def search_root(
    memory: list[int], flag: list[int], rules: Rules, depth: int, margin: int, count: int
) -> int:
    """Score the root's children, looking `depth` turns ahead, and give how many were scored.

    Their ranks become their scores: exact for those that are within `margin` of the best before
    them, else no more than a bound. The best line is recorded; rows keep their order.
    """
    ply, widest = memory[FIRST_PLY], memory[WIDEST]
    best = -widest
    after = FIRST_ROW + count * ROW
    for number in range(count):
        row = FIRST_ROW + number * ROW
        lower = max(best - margin - 1, -widest) if margin else best
        if number == 0:
            score = -search(memory, flag, rules, row, ply, depth - 1, -widest, widest, after)
        else:
            score = -search(memory, flag, rules, row, ply, depth - 1, -lower - 1, -lower, after)
            if score > lower and not memory[HALTED]:
                score = -search(memory, flag, rules, row, ply, depth - 1, -widest, -lower, after)
        if memory[HALTED]:
            return number
        memory[row + RANK] = score
        if score > best:
            best = score
            memory[LINES_AT] = memory[row + CODE]
            length = memory[LINE_LENGTHS_AT + 1]
            for place in range(length):
                memory[LINES_AT + 1 + place] = memory[LINES_AT + MOST_PLIES + place]
            memory[LINE_LENGTHS_AT] = 1 + length
    return count
