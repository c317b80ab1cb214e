"""Prints what the kernel answers on thousands of beds, in the mode asked for.

`python -m tests.game.kernel_answers compiled` imports numba first; `plain` does not. Both print
the same lines, but for the first, which tells whether the kernel is compiled.
"""

import importlib
import sys
from collections.abc import Iterator
from random import Random

BEDS = 4_000
MATCHES = 5


def random_bed(chance: Random) -> tuple[int, int, int, int]:
    """Masks with up to eight pieces for the seat that places and up to eight for the other."""
    own, other = chance.randrange(2, 8), chance.randrange(9)
    top = chance.choice((12, 18, 24, 36))
    squares = chance.sample(range(top), min(own + other, top))
    masks = [0, 0, 0, 0]
    for number, square in enumerate(squares):
        seat = 0 if number < own else 2
        masks[seat + chance.randrange(2)] |= 1 << square
    return masks[0], masks[1], masks[2], masks[3]


def kernel_answers(chance: Random) -> Iterator[str]:
    """What each function of the kernel gives."""
    kernel = importlib.import_module("bot.game.kernel")
    found = importlib.import_module("bot.game.compiled").room(kernel.MOST_OPTIONS)
    for _ in range(BEDS):
        bed = random_bed(chance)
        occupied = bed[0] | bed[1] | bed[2] | bed[3]
        square = chance.choice([at for at in range(36) if not occupied >> at & 1])
        after = kernel.boop(*bed, square, chance.randrange(2))
        count = kernel.find_options(after[0], after[1], 8, found)
        lines = kernel.has_line(after[0]), kernel.has_line(after[1])
        yield f"{bed} {square} {after} {count} {list(found[: max(count, 0)])} {lines}"
    for depth in (1, 2, 3):
        yield f"perft {depth} {kernel.count_sequences(0, 0, 0, 0, 8, 0, 8, 0, 8, depth)}"


def match_answers(chance: Random) -> Iterator[str]:
    """What positions and turns tell, which stand on the kernel: every legal turn of matches."""
    game = importlib.import_module("bot.game")
    for _ in range(MATCHES):
        position = game.Position()
        for _ in range(60):
            turns = list(game.legal_turns(position))
            yield " ".join(map(game.write_turn, turns))
            step = game.play(position, chance.choice(turns))
            yield f"{game.write_position(step.after)} {step.win} {step.events}"
            if step.win is not None:
                break
            position = step.after


def main(mode: str) -> None:
    if mode == "compiled":
        importlib.import_module("numba")
    compiled = importlib.import_module("bot.game.compiled")
    lines = [f"compiled {compiled.COMPILED}"]
    lines += kernel_answers(Random(21))
    lines += match_answers(Random(22))
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main(sys.argv[1])
