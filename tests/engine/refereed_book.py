"""Checks the opening book's proved wins by the referee's rules alone.

`python -m tests.engine.refereed_book 100` checks 100 positions; the tests check a few. The engine
only chooses the winner's turns. The referee plays each of them, and every reply, until each line
has ended in a win, soon enough.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from bot.cli.compiling import compile_if_possible

if __name__ == "__main__":
    compile_if_possible()

from bot.engine.book import known_score
from bot.engine.lab.solving import WinProver
from bot.engine.symmetry import common_text
from bot.engine.thinking import turns_to_win
from bot.game import JUNIOR, Position, legal_turns, play, read_position, write_position, write_turn
from bot.game.chance import pick
from tests.game.referee.bed import Table
from tests.game.referee.text import read, written
from tests.game.referee.whole_turns import turns as turns_of

NODES = 20_000_000
PLIES = 4
WALKS = 500
"""Random matches that are begun for each position to find."""


@dataclass(slots=True)
class Referee:
    """Plays every line of a proof in `junior`, each position once."""

    solver: WinProver = field(default_factory=lambda: WinProver(JUNIOR, 1 << 18))
    checked: set[tuple[str, int]] = field(default_factory=set)

    def check_win(self, table: Table, turns: int) -> None:
        """Check that the seat to move wins within `turns`, against every reply."""
        line = written(table), turns
        if line in self.checked:
            return
        self.checked.add(line)
        turn = self.solver.winning_turn(read_position(line[0], JUNIOR), turns, NODES)
        assert turn is not None, f"nothing wins: {line}"
        word = write_turn(turn)
        after = dict(turns_of(JUNIOR.name, table))[word]
        if not word.endswith("#"):
            self.check_loss(after, turns - 1)

    def check_loss(self, table: Table, turns: int) -> None:
        """Check that the seat to move loses within `turns`, against every defence."""
        assert turns > 1, f"not won in time: {written(table)}"
        for word, after in turns_of(JUNIOR.name, table):
            assert not word.endswith("#"), f"{written(table)} is won by {word}"
            self.check_win(after, turns - 1)


def proved_positions(count: int, seed: int = 1) -> Iterator[tuple[Position, int]]:
    """Yield positions that the book calls decided, with the turns to the win, negative for a loss.

    These are `count` positions, or fewer where the book calls hardly any decided.
    """
    chance, seen = Random(seed), set[str]()
    for _ in range(WALKS * count):
        if len(seen) == count:
            break
        position = Position.start(JUNIOR)
        for _ in range(PLIES):
            position = play(position, pick(tuple(legal_turns(position)), chance)).after
        turns = turns_to_win(known_score(position) or 0)
        text = common_text(position)
        if turns is not None and text not in seen:
            seen.add(text)
            yield position, turns


def check(position: Position, turns: int) -> int:
    """Check a position, or raise an `AssertionError`; return how many positions were checked."""
    referee = Referee()
    table = read(JUNIOR.name, write_position(position))
    if turns > 0:
        referee.check_win(table, turns)
    else:
        referee.check_loss(table, -turns)
    return len(referee.checked)


def main(count: int) -> None:
    for number, (position, turns) in enumerate(proved_positions(count), 1):
        size = check(position, turns)
        sys.stdout.write(f"{number}: {write_position(position)}, {turns} turns, {size} played\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(int(sys.argv[1]))
