"""The private panels of puzzles: what stands on them as one is solved."""

import pytest

from bot.engine.puzzles import Puzzle, puzzles_of
from bot.features.puzzles.service import Seen
from bot.game import SCARCE, newest_ruleset
from bot.match.turn_builder import TurnChoices
from cogs.core.alt_text import alt_text
from cogs.puzzles.solving import Solving, scene_of_solving

OF_TWO = next(puzzle for puzzle in puzzles_of(newest_ruleset("classic")) if puzzle.turns == 2)
RECALLING = next(puzzle for puzzle in puzzles_of(SCARCE) if puzzle.solution[0].recall is not None)


def chosen(puzzle: Puzzle, found: int = 0) -> Solving:
    """Return the place of somebody who has chosen the right turn and not yet answered."""
    turn = puzzle.solution[2 * found]
    return Solving(puzzle, Seen(found, 0), choices=TurnChoices.of(turn))


@pytest.mark.parametrize(("puzzle", "found"), [(OF_TWO, 0), (OF_TWO, 1), (RECALLING, 0)])
def test_the_piece_that_is_chosen_is_in_the_picture_and_nothing_that_it_does(
    puzzle: Puzzle, found: int
) -> None:
    solving = chosen(puzzle, found)
    scene = scene_of_solving(solving)
    turn = puzzle.solution[2 * found]
    assert scene.chosen is not None
    assert scene.chosen.square == turn.placement.square
    assert (scene.told, scene.win, scene.options) == ((), None, ())
    assert "Chosen, not yet placed" in alt_text(scene)
    before = set(solving.position.bed)
    gone = {square for square, _ in before - set(scene.position.bed)}
    assert gone == ({turn.recall} if turn.recall is not None else set())
    assert set(scene.position.bed) <= before
