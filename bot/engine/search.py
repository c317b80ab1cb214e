"""Alpha-beta search on plain integers."""

from typing import Final

from bot.engine.evaluation import SURE
from bot.engine.expanding import EVERY_TURN, UNWEIGHED, expand, lay_seams, worth_after
from bot.engine.net import begin_turns
from bot.engine.tree import (
    CODE,
    ENTRY,
    FIRST_PLY,
    HALTED,
    HISTORY_AT,
    KILLERS_AT,
    LINE_LENGTHS_AT,
    LINES_AT,
    MOST_CHILDREN,
    MOST_PLIES,
    NODE_LIMIT,
    NODES,
    OTHER_SEAT,
    PATH_AT,
    RANK,
    ROW,
    ROWS_AT,
    ROWS_END,
    SQUARE_AT,
    TABLE_AT,
    TABLE_MASK,
    TURNS_LEFT,
    WIDEST,
    WIN,
    WIN_AT_LEAST,
    WORTH,
    has_occurred,
    key_of,
)
from bot.game.compiled import index_of, njit, popcount
from bot.game.kernel import BED, ENTRY_COUNT, IN_HAND, boop, has_line
from bot.game.ruleset import Growth, RecallTime, Rules

_SEAMS_OF: Final = 1
"""How many of a node's best turns are also searched with a seam piece laid after them."""

_FIRST: Final = 1 << 40
_KILLER: Final = 60
_MOST_HISTORY: Final = 100
_HISTORY_BITS: Final = 4
_SIDES: Final = 127


@njit
def record_cut(memory: list[int], ply: int, code: int, depth: int) -> None:
    """Remember a turn that has caused a cutoff, to try it early elsewhere."""
    memory[HISTORY_AT + _placement_in(code)] += depth * depth
    killer = KILLERS_AT + 2 * ply
    if memory[killer] != code:
        memory[killer + 1] = memory[killer]
        memory[killer] = code


@njit
def _placement_in(code: int) -> int:
    """Return the number of a turn's placement, 0 to 71."""
    placed = code >> SQUARE_AT & _SIDES
    return placed if placed < 64 else placed - 64 + 36


@njit
def rank_children(memory: list[int], ply: int, top: int, count: int, known: int) -> None:
    """Rank a node's children by how likely they are the best: the turn known best first.

    They were ranked by their static scores before.
    """
    killer, second = memory[KILLERS_AT + 2 * ply], memory[KILLERS_AT + 2 * ply + 1]
    for number in range(count):
        child = top + number * ROW
        code = memory[child + CODE]
        rank = memory[child + RANK]
        if code == known:
            rank += _FIRST
        elif code in (killer, second):
            rank += _KILLER
        rank += min(memory[HISTORY_AT + _placement_in(code)] >> _HISTORY_BITS, _MOST_HISTORY)
        memory[child + RANK] = rank


@njit
def add_seams(memory: list[int], rules: Rules, row: int, top: int, count: int, known: int) -> int:
    """Add the best-ranked children again with a seam piece laid; return the number of all.

    The position in `row` has just been expanded.
    """
    base = count
    for number in range(min(_SEAMS_OF, base)):
        child = top + number * ROW
        bring_best(memory, child, top + base * ROW)
        laid = top + count * ROW
        lay_seams(memory, child, laid)
        for entry in range(ENTRY_COUNT):
            at = laid + entry * ROW
            memory[at + WORTH] = worth_after(memory, row, at, rules)
            memory[at + RANK] -= 1
            if memory[at + CODE] == known:
                memory[at + RANK] += _FIRST
        count += ENTRY_COUNT
    return count


@njit
def bring_best(memory: list[int], row: int, end: int) -> None:
    """Swap `row` with the best-ranked row from it up to `end`."""
    best = row
    for other in range(row + ROW, end, ROW):
        if memory[other + RANK] > memory[best + RANK]:
            best = other
    if best != row:
        for place in range(ROW):
            memory[row + place], memory[best + place] = memory[best + place], memory[row + place]


DRAW: Final = 0

_EXACT: Final = 0
_AT_LEAST: Final = 1
_AT_MOST: Final = 2

_SEAMS_FROM_DEPTH: Final = 3
"""A seam piece laid now pushes nothing before the third turn from here."""

_LEAVE_OUT: Final = 30
_LEAVE_OUT_TO_DEPTH: Final = 4
"""Up to `_LEAVE_OUT_TO_DEPTH`, a position is not searched if its score exceeds what the other seat
would ever allow by `_LEAVE_OUT` points for each turn left, and nothing threatens to end it.
"""

_LATE: Final = 4
_VERY_LATE: Final = 10
_LAST: Final = 16
"""Turns from these ranks on are searched less deeply, and again in full if they surprise."""

_UNKNOWN_FROM_DEPTH: Final = 4
"""From this depth on, a position without a best turn in the table is searched one turn less deeply:
its turns can't be ordered well, and the next search will know more.
"""

_EMPTY_HAND: Final = RecallTime.EMPTY_HAND.value
_ONE_CAT_TOGETHER: Final = Growth.ONE_CAT_TOGETHER.value


@njit
def static_score(memory: list[int], row: int, ply: int) -> int:
    """Return the static score of the position in `row`, `ply` turns after the root."""
    score = memory[row + WORTH]
    return WIN - ply - 1 if score == SURE else score


@njit
def is_drawn(memory: list[int], row: int, rules: Rules, ply: int, key: int) -> int:
    """Return whether the position is a draw: by its length, by repetition, or dead. 1 or 0."""
    if ply >= memory[TURNS_LEFT]:
        return 1
    if rules.growth == _ONE_CAT_TOGETHER and is_dead(memory, row):
        return 1
    for back in range(ply - 2, -1, -2):
        if memory[PATH_AT + back] == key:
            return 1
    return has_occurred(memory, key ^ OTHER_SEAT if ply & 1 else key)


@njit
def is_dead(memory: list[int], row: int) -> int:
    """Return whether neither seat has three pieces left: 1 or 0."""
    own = popcount(memory[row] | memory[row + 1]) + memory[row + 4] + memory[row + 5]
    their = popcount(memory[row + 2] | memory[row + 3]) + memory[row + 6] + memory[row + 7]
    return 1 if own < 3 and their < 3 else 0


@njit
def search(
    memory: list[int],
    flag: list[int],
    rules: Rules,
    row: int,
    ply: int,
    depth: int,
    alpha: int,
    beta: int,
    top: int,
) -> int:
    """Return the score of the position in `row` for the seat to move, `depth` turns ahead.

    It is exact between `alpha` and `beta`; below and above, a bound. The rows from `top` on are
    free. The score is meaningless once `flag` or the limit of nodes ends the search.
    """
    memory[LINE_LENGTHS_AT + ply] = 0
    if flag[0] or memory[NODES] >= memory[NODE_LIMIT]:
        memory[HALTED] = 1
        return 0
    key = key_of(memory, row)
    if is_drawn(memory, row, rules, ply, key):
        return DRAW
    if depth <= 0 or ply >= MOST_PLIES - 1 or top + (MOST_CHILDREN + 1) * ROW > memory[ROWS_END]:
        return static_score(memory, row, ply)
    surely_won = memory[row + WORTH] == SURE
    if surely_won and beta - alpha == 1:
        return static_score(memory, row, ply)
    memory[PATH_AT + ply] = key
    if beta - alpha == 1 and depth <= _LEAVE_OUT_TO_DEPTH and beta > -WIN_AT_LEAST:
        score = static_score(memory, row, ply)
        if score >= beta + _LEAVE_OUT * depth and not is_threatened(memory, row, rules):
            return score
    if memory[TURNS_LEFT] - ply <= depth + 1:
        key ^= memory[TURNS_LEFT] - ply << 40
    entry = memory[TABLE_AT] + ENTRY * (key & memory[TABLE_MASK])
    known = 0
    if depth > 1 and memory[entry] == key:
        known = memory[entry + 1]
        score = _score_in(memory, entry, ply, depth, alpha, beta)
        if score > -WIN - 1:
            return score
    if not known and depth >= _UNKNOWN_FROM_DEPTH:
        depth -= 1
    # Positions that are made before the winning turn are not used.
    enough = UNWEIGHED if surely_won else beta if depth == 1 else EVERY_TURN
    count = expand(memory, row, top, rules, enough)
    memory[NODES] += max(count, 1)
    if count < 0:
        _record_line(memory, ply, memory[top + CODE], 0)
        return WIN - ply - 1
    if ply + 1 >= memory[TURNS_LEFT]:
        return DRAW
    if depth == 1:
        return _look_at_leaves(memory, ply, alpha, beta, top, count)
    rank_children(memory, ply, top, count, known)
    if rules.seams and memory[row + 8] == IN_HAND and depth >= _SEAMS_FROM_DEPTH:
        count = add_seams(memory, rules, row, top, count, known)
    best = -WIN
    chosen = 0
    lower = alpha
    after = top + count * ROW
    for tried in range(count):
        bring_best(memory, top + tried * ROW, after)
        child = top + tried * ROW
        if tried == 0:
            score = -search(memory, flag, rules, child, ply + 1, depth - 1, -beta, -lower, after)
        else:
            less = _shortened_by(depth, tried)
            score = -search(
                memory, flag, rules, child, ply + 1, depth - 1 - less, -lower - 1, -lower, after
            )
            if less and score > lower:
                score = -search(
                    memory, flag, rules, child, ply + 1, depth - 1, -lower - 1, -lower, after
                )
            if lower < score < beta:
                score = -search(
                    memory, flag, rules, child, ply + 1, depth - 1, -beta, -lower, after
                )
        if memory[HALTED]:
            return 0
        if score > best:
            best = score
            chosen = memory[child + CODE]
            if score > lower:
                lower = score
                _record_line(memory, ply, chosen, 1)
        if score >= beta:
            record_cut(memory, ply, chosen, depth)
            break
    bound = _AT_LEAST if best >= beta else _EXACT if best > alpha else _AT_MOST
    _keep(memory, entry, key, chosen, best, ply, depth, bound)
    return best


@njit
def _shortened_by(depth: int, tried: int) -> int:
    """Return by how many turns to shorten the search of a child after `tried` other children."""
    if depth < 2 or tried < _LATE:
        return 0
    if depth >= 6 and tried >= _LAST:
        return 3
    return 2 if depth >= 4 and tried >= _VERY_LATE else 1


@njit
def is_threatened(memory: list[int], row: int, rules: Rules) -> int:
    """Return whether the other seat could win at once if it were to move here: 1 or 0.

    If it would have to recall a piece first, it is assumed to have a cat to place.
    """
    if rules.cats_win:
        kind, winners, ready = 1, memory[row + 3], memory[row + 7]
    else:
        kind, winners, ready = 0, memory[row + 2], memory[row + 6]
    if rules.recall_time == _EMPTY_HAND and memory[row + 6] + memory[row + 7] == 0:
        ready = 1
    if not ready or not winners & winners - 1:
        return 0
    if rules.full_bed_wins and popcount(winners) == rules.pieces - 1:
        return 1
    own_kittens, own_cats = memory[row], memory[row + 1]
    kittens, cats = memory[row + 2], memory[row + 3]
    rest = BED & ~(own_kittens | own_cats | kittens | cats)
    while rest:
        bit = rest & -rest
        rest ^= bit
        after = boop(kittens, cats, own_kittens, own_cats, index_of(bit), kind)
        if has_line(after[1] if kind else after[0]):
            return 1
    return 0


@njit
def _look_at_leaves(
    memory: list[int], ply: int, alpha: int, beta: int, top: int, count: int
) -> int:
    """Return the best static score among the children of a node whose depth is 1."""
    best = -WIN
    for number in range(count):
        child = top + number * ROW
        score = memory[child + RANK]
        if score == -SURE:
            score = ply + 2 - WIN
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                _record_line(memory, ply, memory[child + CODE], 0)
                if score >= beta:
                    return best
    return best


@njit
def _score_in(memory: list[int], entry: int, ply: int, depth: int, alpha: int, beta: int) -> int:
    """Return the score in a table entry if it settles the node, else one below every score."""
    packed = memory[entry + 2]
    if packed >> 18 < depth:
        return -WIN - 1
    score = (packed & 0xFFFF) - WIN
    if score >= WIN_AT_LEAST:
        score -= ply
    elif score <= -WIN_AT_LEAST:
        score += ply
    bound = packed >> 16 & 3
    if (
        bound == _EXACT
        or (bound == _AT_LEAST and score >= beta)
        or (bound == _AT_MOST and score <= alpha)
    ):
        return score
    return -WIN - 1


@njit
def _keep(
    memory: list[int],
    entry: int,
    key: int,
    code: int,
    score: int,
    ply: int,
    depth: int,
    bound: int,
) -> None:
    """Store the result of a node's search. Wins are counted from the node, not from the root."""
    if score >= WIN_AT_LEAST:
        score += ply
    elif score <= -WIN_AT_LEAST:
        score -= ply
    memory[entry] = key
    memory[entry + 1] = code
    memory[entry + 2] = depth << 18 | bound << 16 | score + WIN


@njit
def _record_line(memory: list[int], ply: int, code: int, follows: int) -> None:
    """Record the best turn at a ply; the line recorded at the next ply follows it, or none."""
    at = LINES_AT + ply * MOST_PLIES
    memory[at] = code
    length = memory[LINE_LENGTHS_AT + ply + 1] if follows else 0
    for number in range(length):
        memory[at + 1 + number] = memory[at + MOST_PLIES + number]
    memory[LINE_LENGTHS_AT + ply] = 1 + length


FIRST_ROW: int = ROWS_AT + ROW
"""The first of the root's children, which follow the root itself."""


@njit
def lay_out(memory: list[int], rules: Rules) -> int:
    """Write the root's children, each ranked by its static score; -1 if the first row wins."""
    count = expand(memory, ROWS_AT, FIRST_ROW, rules, EVERY_TURN)
    memory[NODES] += max(count, 1)
    memory[PATH_AT] = key_of(memory, ROWS_AT)
    sort_rows(memory, FIRST_ROW, count)
    return count


@njit
def lay_out_seams(memory: list[int], rules: Rules, count: int, best: int) -> int:
    """Add the best rows again with a seam piece laid at each entry; return the number of all.

    Nothing is added without a seam piece in hand.
    """
    if memory[ROWS_AT + 8] != IN_HAND:
        return count
    begin_turns(memory, ROWS_AT)
    for number in range(min(best, count)):
        row = FIRST_ROW + number * ROW
        laid = FIRST_ROW + count * ROW
        lay_seams(memory, row, laid)
        for at in range(laid, laid + ENTRY_COUNT * ROW, ROW):
            memory[at + WORTH] = worth_after(memory, ROWS_AT, at, rules)
        count += ENTRY_COUNT
    return count


@njit
def sort_rows(memory: list[int], first: int, count: int) -> None:
    """Sort rows by rank, the highest first; equal ones keep their order."""
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
    """Score the root's children, searching `depth` turns ahead; return how many were scored.

    Their ranks become their scores. A score within `margin` of the best before it is exact; any
    other is only a bound. The best line is recorded; rows keep their order.
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
