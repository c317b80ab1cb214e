"""Checking puzzles: the faults of one, proved by every turn and every reply."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from bot.engine.finding import themes_of
from bot.engine.lab.puzzle_making import patterns_of
from bot.engine.proving import MOST_TURNS_PROVED, Prover
from bot.engine.puzzles import HARDEST, HELD_FOR, Puzzle, id_of
from bot.game import GameRefusal, Position, Ruleset, Step, Turn, play


class PuzzleFault(Enum):
    """A fault of a puzzle, or of a turn of its line."""

    MISNUMBERED = "it is not numbered in turn"
    ALIKE = "it looks like one before it"
    ODD = "no puzzle has such a length or difficulty"
    ILLEGAL = "it cannot be played"
    NOT_IN_FULL = "it is not written in full"
    NO_END = "the line does not end with the win, and there alone"
    MISLABELLED = "it has other themes"
    WINS = "a win can be had, and not only held off"
    NOT_HELD = "it does not hold"
    SOONER = "the win can be had sooner"
    NOT_FORCED = "it forces no win in time"
    NOT_ALONE = "another turn wins too"
    WEAK_REPLY = "another reply holds out longer"


@dataclass(frozen=True, slots=True)
class Flaw:
    """A fault of a puzzle. `turn` is the turn of its line, from 1, or 0 for the whole puzzle."""

    fault: PuzzleFault
    turn: int = 0


def flaws_in(
    ruleset: Ruleset, puzzles: Sequence[Puzzle], prover: Prover
) -> Iterator[tuple[Puzzle, Flaw | None]]:
    """Check each puzzle of a ruleset: its proof, its number, and that no earlier one is alike."""
    patterns: set[str] = set()
    for number, puzzle in enumerate(puzzles, 1):
        flaw = flaw_of(puzzle, prover)
        if flaw is None and puzzle.id != id_of(ruleset, number):
            flaw = Flaw(PuzzleFault.MISNUMBERED)
        if flaw is None and not patterns.isdisjoint(patterns_of(puzzle)):
            flaw = Flaw(PuzzleFault.ALIKE)
        if flaw is None:
            patterns |= patterns_of(puzzle)
        yield puzzle, flaw


def flaw_in_line(puzzle: Puzzle) -> Flaw | None:
    """Return the first fault that shows when the line is played, which is cheap, or `None`."""
    turns = len(puzzle.solution)
    fits = turns % 2 and turns < 2 * MOST_TURNS_PROVED
    if not fits or not 1 <= puzzle.difficulty <= HARDEST:
        return Flaw(PuzzleFault.ODD)
    position = puzzle.position
    for number, turn in enumerate(puzzle.solution, 1):
        step = _played(position, turn)
        if step is None:
            return Flaw(PuzzleFault.ILLEGAL, number)
        if step.turn != turn:
            return Flaw(PuzzleFault.NOT_IN_FULL, number)
        if turns > 1 and (step.win is None) is (number == turns):
            return Flaw(PuzzleFault.NO_END, number)
        position = step.after
    return None


def _played(position: Position, turn: Turn) -> Step | None:
    try:
        return play(position, turn)
    except GameRefusal:
        return None


def flaw_of(puzzle: Puzzle, prover: Prover) -> Flaw | None:
    """Prove a puzzle by every turn and reply. Return its fault, or `None`."""
    flaw = flaw_in_line(puzzle)
    if flaw is None:
        prove = _flaw_of_holding if puzzle.holds else _flaw_of_winning
        flaw = prove(puzzle, prover)
    if flaw is None and themes_of(puzzle) != puzzle.themes:
        flaw = Flaw(PuzzleFault.MISLABELLED)
    return flaw


def _flaw_of_winning(puzzle: Puzzle, prover: Prover) -> Flaw | None:
    flaw: Flaw | None = None
    position, left = puzzle.position, puzzle.turns
    for number, turn in enumerate(puzzle.solution, 1):
        if flaw is not None:
            break
        if number % 2:
            flaw = _flaw_of_turn(position, turn, left, prover, number)
            left -= 1
        elif turn not in prover.best_replies(position, left):
            flaw = Flaw(PuzzleFault.WEAK_REPLY, number)
        position = play(position, turn).after
    return flaw


def _flaw_of_turn(
    position: Position, turn: Turn, left: int, prover: Prover, number: int
) -> Flaw | None:
    if prover.can_win(position, left - 1):
        return Flaw(PuzzleFault.SOONER, number)
    winning = prover.winning_turns(position, left)
    if turn not in winning:
        return Flaw(PuzzleFault.NOT_FORCED, number)
    return Flaw(PuzzleFault.NOT_ALONE, number) if len(winning) > 1 else None


def _flaw_of_holding(puzzle: Puzzle, prover: Prover) -> Flaw | None:
    if prover.can_win(puzzle.position, MOST_TURNS_PROVED):
        return Flaw(PuzzleFault.WINS)
    if prover.can_win(play(puzzle.position, puzzle.solution[0]).after, HELD_FOR):
        return Flaw(PuzzleFault.NOT_HELD, 1)
    holding = prover.holding_turns(puzzle.position, HELD_FOR, most=2)
    return Flaw(PuzzleFault.NOT_ALONE, 1) if len(holding) > 1 else None
