"""Proves puzzles again by the referee's rules alone: every turn, and every reply.

`python -m tests.engine.refereed_puzzles 100` proves 100 of each ruleset; the tests prove a few. The
engine only proposes the turn to try first; if that turn fails, all others are tried.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass

from bot.engine.proving import Prover
from bot.engine.puzzles import HELD_FOR, Puzzle, puzzles_of
from bot.game import RULESETS, Position, Ruleset, Turn, read_position, write_position, write_turn
from tests.game.referee.bed import Table, squares_of_kind
from tests.game.referee.settling import SETTLINGS, WIN, place_and_boop
from tests.game.referee.text import read, written
from tests.game.referee.whole_turns import beginnings, placements
from tests.game.referee.whole_turns import turns as turns_of

LINE = 3


@dataclass(frozen=True, slots=True)
class Referee:
    """Proves which results a seat can force in a ruleset."""

    ruleset: Ruleset
    prover: Prover

    def wins_at_once(self, table: Table) -> bool:
        """Return whether one turn of the seat to move wins."""
        seat, name = table.to_move, self.ruleset.name
        kind = "kitten" if name == "junior" else "cat"
        for _, begun in beginnings(name, table):
            if len(squares_of_kind(begun.bed, seat, kind)) < LINE - 1:
                continue  # One piece is placed, so a line of three is impossible.
            for placed, square in placements(begun):
                bed, pools = place_and_boop(begun.bed, begun.pools, seat, placed, square)
                if SETTLINGS[name](bed, pools, seat)[0][0] == WIN:
                    return True
        return False

    def can_win(self, table: Table, turns: int) -> bool:
        """Return whether the seat to move can win within `turns` own turns, against every reply."""
        if turns == 0:
            return False
        if self.wins_at_once(table):
            return True
        if turns == 1:
            return False
        proposed = self.prover.find_win(self._position(table), turns)
        return any(self.forces(after, turns - 1) for _, after in self._turns(table, proposed))

    def forces(self, after: Table, turns: int) -> bool:
        """Return whether the seat that just moved can win within `turns`, after every reply."""
        if self.wins_at_once(after):
            return False
        proposed = self.prover.holding_turns(self._position(after), turns, most=1)
        replies = self._turns(after, next(iter(proposed), None))
        return all(self.can_win(reply, turns) for _, reply in replies)

    def winning(self, table: Table, turns: int) -> list[str]:
        """Return the turns that win at once, or else those that force a win within `turns`."""
        every = list(self._turns(table, None))
        at_once = [word for word, _ in every if word.endswith("#")]
        return at_once or [word for word, after in every if self.forces(after, turns - 1)]

    def holding(self, table: Table, turns: int) -> list[str]:
        """Return the turns after which the other seat cannot win within `turns`."""
        every = self._turns(table, None)
        return [word for word, after in every if not self.can_win(after, turns)]

    def _turns(self, table: Table, first: Turn | None) -> Iterator[tuple[str, Table]]:
        name = self.ruleset.name
        solution = None if first is None else write_turn(first)
        if solution is not None:
            yield from (each for each in turns_of(name, table) if each[0] == solution)
        yield from (each for each in turns_of(name, table) if each[0] != solution)

    def _position(self, table: Table) -> Position:
        return read_position(written(table), self.ruleset)


def prove(puzzle: Puzzle) -> None:
    """Prove a puzzle, or raise an `AssertionError`."""
    ruleset = puzzle.position.ruleset
    referee = Referee(ruleset, Prover(ruleset))
    table = read(ruleset.name, write_position(puzzle.position))
    if puzzle.holds:
        assert not referee.can_win(table, 2), "the seat to move wins instead"
        assert referee.holding(table, HELD_FOR) == list(map(write_turn, puzzle.solution))
        return
    left = puzzle.turns
    for number, turn in enumerate(map(write_turn, puzzle.solution)):
        if number % 2 == 0:
            assert not referee.can_win(table, left - 1), "it is won sooner"
            assert referee.winning(table, left) == [turn], "another turn wins, or this one does not"
            left -= 1
        table = dict(turns_of(ruleset.name, table))[turn]
        if number % 2:
            assert not referee.can_win(table, left - 1), "another reply holds out longer"


def spread(ruleset: Ruleset, count: int) -> list[Puzzle]:
    """Choose `count` puzzles of a ruleset, spread from its first to its last."""
    every = puzzles_of(ruleset)
    return [every[number * len(every) // count] for number in range(min(count, len(every)))]


def main(count: int) -> None:
    samples = [spread(ruleset, count) for ruleset in RULESETS]
    for number, puzzles in enumerate(zip(*samples, strict=True), 1):
        for puzzle in puzzles:
            prove(puzzle)
            sys.stdout.write(f"{puzzle.id} ")
            sys.stdout.flush()
        sys.stdout.write(f"- {number} of each ruleset\n")


if __name__ == "__main__":
    main(int(sys.argv[1]))
