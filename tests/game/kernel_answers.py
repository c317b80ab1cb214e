"""Prints the kernel's answers on thousands of beds of every ruleset, in a given mode.

`python -m tests.game.kernel_answers compiled` imports numba first; `plain` does not. Both print the
same lines, except the first line, which says whether the kernel is compiled.
"""

import importlib
import sys
from collections.abc import Iterator
from random import Random

from tests.kit.thoroughness import quick_or_thorough

BOARDS = 4_000
POSITIONS = quick_or_thorough(100, 500)
"""The number of positions of each ruleset to count from; every tenth one is counted two turns
deep."""
MATCHES = 5


def random_bed(chance: Random) -> tuple[int, int, int, int]:
    """Return masks of up to eight pieces for the seat that places and up to eight for the other."""
    own, other = chance.randrange(2, 8), chance.randrange(9)
    top = chance.choice((12, 18, 24, 36))
    squares = chance.sample(range(top), min(own + other, top))
    masks = [0, 0, 0, 0]
    for number, square in enumerate(squares):
        seat = 0 if number < own else 2
        masks[seat + chance.randrange(2)] |= 1 << square
    return masks[0], masks[1], masks[2], masks[3]


def kernel_answers(chance: Random) -> Iterator[str]:
    """Yield what each function of the kernel returns, under every ruleset."""
    kernel = importlib.import_module("bot.game.kernel")
    settling = importlib.import_module("bot.game.kernel")
    seams = importlib.import_module("bot.game.kernel")
    game = importlib.import_module("bot.game")
    room = importlib.import_module("bot.game.compiled").room
    for _ in range(BOARDS):
        bed = random_bed(chance)
        occupied = bed[0] | bed[1] | bed[2] | bed[3]
        square = chance.choice([at for at in range(36) if not occupied >> at & 1])
        after = kernel.boop(*bed, square, chance.randrange(2))
        lines = kernel.has_line(after[0]), kernel.has_line(after[1])
        slid = seams.advance_seam(*after[:4], chance.randrange(120))
        yield f"{bed} {square} {after} {lines} {slid}"
        for ruleset in game.RULESETS:
            found = room(settling.MOST_OPTIONS)
            count = settling.find_options(after[0], after[1], ruleset.rules, found)
            first = settling.to_recall_first(after[0], after[1], 0, 0, ruleset.rules)
            back = settling.come_back(after[0], after[1], ruleset.rules.growth)
            yield f"{ruleset.name} {count} {list(found[: max(count, 0)])} {first} {back}"


def counts() -> Iterator[str]:
    """Yield the numbers of sequences of turns from the starts and from many other positions."""
    game = importlib.import_module("bot.game")
    positions = importlib.import_module("tests.kit.positions")
    rulesets = importlib.import_module("tests.kit.compositions").EVERY_RULESET
    for ruleset in rulesets:
        for depth in (1, 2) if ruleset.seams else (1, 2, 3):
            counted = game.perft(game.Position.start(ruleset), depth)
            yield f"perft {ruleset.name} {depth} {counted}"
        for number, position in enumerate(positions.crowded_positions(23, POSITIONS, ruleset)):
            depth = 1 if number % 10 else 2
            counted = game.perft(position, depth)
            yield f"perft {ruleset.name} {game.write_position(position)} {depth} {counted}"


def match_answers(chance: Random) -> Iterator[str]:
    """Yield every legal turn of matches, with the positions and steps that depend on the kernel."""
    game = importlib.import_module("bot.game")
    for number in range(MATCHES * len(game.RULESETS)):
        position = game.Position.start(game.RULESETS[number % len(game.RULESETS)])
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
    lines += counts()
    lines += match_answers(Random(22))
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main(sys.argv[1])
