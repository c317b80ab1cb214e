"""Searches the opening book's positions: is each turn that a level may play by it good?

`python -m tests.engine.searched_book` searches all positions; the tests search a few.
"""

import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from bot.cli.compiling import compile_if_possible

if __name__ == "__main__":
    compile_if_possible()

from bot.engine.book import best_turns, book_entry, own_book
from bot.engine.lab.book_making import reach_of
from bot.engine.symmetry import common_text
from bot.engine.thinking import Work, expectation, think
from bot.game import RULESETS, Position, Ruleset, legal_turns, play, write_position, write_turn

NODES: Final = 400_000
MOST_LOST: Final = 0.1
"""The share of a match's point that a turn of the book may lose, by a search of `NODES`."""
MOST_LOST_ON_AVERAGE: Final = 0.02
_MARGIN: Final = 200
"""A turn that is worse than the best by this many points or more counts as this much worse."""


def positions(ruleset: Ruleset) -> Iterator[Position]:
    """Yield all positions of the book, each in one of its eight orientations."""
    start = Position.start(ruleset)
    layer, seen = [start], {common_text(start)}
    for ply in range(reach_of(ruleset).plies + 1):
        yield from layer
        following = []
        for position in layer if ply < reach_of(ruleset).plies else ():
            for turn in legal_turns(position):
                after = play(position, turn).after
                text = common_text(after)
                if text not in seen and book_entry(after) is not None:
                    seen.add(text)
                    following.append(after)
        layer = following


def losses(position: Position, nodes: int) -> dict[str, float]:
    """Return the share of the match's point that each of the book's turns loses by a search.

    The search lays a seam piece only after its best turns; other turns count as without a seam
    piece.
    """
    turns = best_turns(position)
    if not turns:
        return {}
    thought = think(position, (), Work(nodes=nodes), margin=_MARGIN)
    scores = {each.turn: each.score for each in thought.scored}
    best, found = expectation(thought.score), {}
    for each in turns:
        plain = scores.get(replace(each.turn, seam=None), thought.score - _MARGIN)
        found[write_turn(each.turn)] = best - expectation(scores.get(each.turn, plain))
    return found


def main() -> int:
    """Search all positions, print what their turns lose, and return how many lose too much."""
    faults = 0
    for ruleset in RULESETS:
        lost, count = [], 0
        for position in positions(ruleset):
            count += 1
            for turn, share in losses(position, NODES).items():
                lost.append(share)
                if share > MOST_LOST:
                    faults += 1
                    sys.stdout.write(f"{write_position(position)}: {turn} loses {share:.3f}\n")
        if count != len(own_book()[ruleset]):
            raise AssertionError(f"{count} of {len(own_book()[ruleset])} positions were found")
        average = sum(lost) / len(lost)
        faults += average > MOST_LOST_ON_AVERAGE
        sys.stdout.write(
            f"{ruleset.name}: {count} positions, {len(lost)} turns, which lose {average:.3f} on "
            f"average, {max(lost):.3f} at most\n"
        )
        sys.stdout.flush()
    return faults


if __name__ == "__main__":
    sys.exit(bool(main()))
