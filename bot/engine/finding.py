"""Finding the puzzle in a position: the only line that wins, or the only turn that holds."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Final

from bot.engine.evaluation import evaluate, weights_of
from bot.engine.levels import LEVELS, Level, level_in, net_for
from bot.engine.proving import MOST_TURNS_PROVED, Prover, TooMuchWork
from bot.engine.puzzles import (
    GOALS,
    HELD_FOR,
    LENGTHS,
    TO_HOLD,
    Puzzle,
    PuzzleTheme,
    Themes,
    steps_of,
)
from bot.engine.reasons import can_win
from bot.engine.thinking import think
from bot.engine.tree import ROW, WEIGHTS_AT, WIN_AT_LEAST
from bot.game import (
    Booped,
    FellOff,
    Position,
    Ruleset,
    Step,
    Turn,
    WinBy,
    land,
    play,
)
from bot.game.compiled import room
from bot.game.perft import state_of

FEWEST_PIECES: Final = 8
"""The fewest pieces on the bed of a puzzle; fewer give a solver too little to look at."""
MOST_NODES: Final = 2_000_000
"""The most positions to examine for a question. Nearly all take fewer; the rest are given up."""


class Finder:
    """Finds the puzzle in a position of a ruleset, if it is one."""

    def __init__(self, ruleset: Ruleset, most_nodes: int = MOST_NODES) -> None:
        self._prover = Prover(ruleset, most_nodes)
        self._row = WEIGHTS_AT + len(weights_of(ruleset))
        self._memory = room(self._row + ROW)
        for number, weight in enumerate(weights_of(ruleset)):
            self._memory[WEIGHTS_AT + number] = weight

    def find(self, position: Position, goals: Collection[int] = GOALS) -> Puzzle | None:
        """Return the puzzle of a position, without an ID or a difficulty; `None` if it is not one.

        `goals` are the goals to look for, as in `Puzzle.goal`.
        """
        if not _has_enough(position):
            return None
        try:
            line = self._line_of(position, goals)
        except TooMuchWork:
            return None
        if not line:
            return None
        puzzle = Puzzle("", position, line)
        return replace(puzzle, themes=themes_of(puzzle))

    def _line_of(self, position: Position, goals: Collection[int]) -> tuple[Turn, ...]:
        for turns in range(1, max(goals, default=0) + 1):
            if self._prover.can_win(position, turns):
                return self._winning(position, turns) if turns in goals else ()
        if TO_HOLD not in goals:
            return ()
        holding = self._prover.holding_turns(position, HELD_FOR, most=2)
        if len(holding) != 1 or self._prover.can_win(position, MOST_TURNS_PROVED):
            return ()
        return holding

    def _winning(self, position: Position, turns: int) -> tuple[Turn, ...]:
        """Return the only line that wins; empty if two turns win somewhere along it."""
        winning = self._prover.winning_turns(position, turns)
        if len(winning) != 1:
            return ()
        if turns == 1:
            return winning
        after = play(position, winning[0]).after
        replies = self._prover.best_replies(after, turns - 1)
        for reply in sorted(replies, key=lambda reply: self._worth(play(after, reply).after)):
            rest = self._winning(play(after, reply).after, turns - 1)
            if rest:
                return (winning[0], reply, *rest)
        return ()

    def _worth(self, position: Position) -> int:
        *state, rules = state_of(position)
        for place, value in enumerate(state):
            self._memory[self._row + place] = value
        return evaluate(self._memory, self._row, rules)


def _has_enough(position: Position) -> bool:
    return sum(1 for _ in position.bed) >= FEWEST_PIECES


def difficulty_of(puzzle: Puzzle) -> int:
    """Return the lowest level such that it and all higher ones find a puzzle's first turn.

    Return one more than the highest level if that level does not find it.
    """
    turn = puzzle.solution[0]
    missed = (level for level in LEVELS[::-1] if not finds(level, puzzle.position, turn))
    highest = next(missed, None)
    return 1 if highest is None else highest.number + 1


def finds(level: Level, position: Position, turn: Turn) -> bool:
    """Return whether a level plays a turn under every misjudgement, unless it strays."""
    own = level_in(level, position.ruleset)
    net = net_for(own, position.ruleset)
    thought = think(position, (), own.work, margin=2 * own.slack, net=net)
    if thought.score >= WIN_AT_LEAST or not thought.scored:
        return thought.turn == turn
    return [one.turn for one in thought.scored] == [turn]


def themes_of(puzzle: Puzzle) -> Themes:
    """Return all themes of a puzzle."""
    return frozenset(_themes(steps_of(puzzle)))


def _themes(steps: Sequence[Step]) -> Iterator[PuzzleTheme]:
    own, last = steps[::2], steps[-1]
    if any(_chooses(step) for step in own):
        yield PuzzleTheme.CHOOSE
    if last.win is None:
        yield PuzzleTheme.DEFEND
        return
    yield LENGTHS[len(own) - 1]
    if last.win.by is WinBy.FULL_BED:
        yield PuzzleTheme.EIGHT_CATS
    if any(step.turn.seam for step in own):
        yield PuzzleTheme.SEAM
    if any(can_win(step.before, step.before.to_move.other) for step in own[:-1]):
        yield PuzzleTheme.PARRY
    if any(len(step.turn.leaves) == 1 or step.turn.recall is not None for step in own):
        yield PuzzleTheme.RECALL
    if any(map(_pushes_off, own)):
        yield PuzzleTheme.PUSH_OFF
    if any(len(step.turn.leaves) > 1 for step in own):
        yield PuzzleTheme.GRADUATE
    pushed = {event.end for event in last.events if isinstance(event, Booped)}
    if pushed.intersection(last.win.squares):
        yield PuzzleTheme.PUSH_IN


def _chooses(step: Step) -> bool:
    """Return whether a turn takes a line off the bed and could have taken another."""
    turn = step.turn
    if len(turn.leaves) < 2:
        return False
    landing = land(step.before, turn.placement, turn.recall)
    return sum(len(option) > 1 for option in landing.options) > 1


def _pushes_off(step: Step) -> bool:
    other = step.before.to_move.other
    return any(isinstance(event, FellOff) and event.piece.seat is other for event in step.events)
