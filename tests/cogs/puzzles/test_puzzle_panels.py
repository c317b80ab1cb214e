"""The contents of a puzzle's private panels while a user solves it."""

import discord
import pytest

from bot.engine.puzzles import ListedPuzzle, Puzzle, PuzzleTheme, listed
from bot.features.puzzles.posts import DailyPost
from bot.features.puzzles.queries import Counts
from bot.features.puzzles.service import DailySolvers, LineProgress
from bot.game import SCARCE, newest_ruleset
from bot.match.turn_builder import TurnChoices
from cogs.core.outgoing import Picture
from cogs.puzzles.solving import PuzzleAttempt, scene_of_solving
from cogs.puzzles.views import post_view, solving_panel
from cogs.wording.alt_text import alt_text
from tests.cogs.puzzles.views import DATE, TODAY
from tests.cogs.texts import text_of

CLASSIC = newest_ruleset("classic")
OF_TWO = next(each.read() for each in listed(CLASSIC) if PuzzleTheme.WIN_IN_TWO in each.themes)
RECALLING = next(
    puzzle
    for puzzle in map(ListedPuzzle.read, listed(SCARCE))
    if puzzle.solution[0].recall is not None and not puzzle.holds
)


def choose_answer(puzzle: Puzzle, found: int = 0) -> PuzzleAttempt:
    """Return the attempt of a user who has chosen the right turn and not answered yet."""
    turn = puzzle.solution[2 * found]
    return PuzzleAttempt(puzzle, LineProgress(found, 0), choices=TurnChoices.of(turn))


@pytest.mark.parametrize(("puzzle", "found"), [(OF_TWO, 0), (OF_TWO, 1), (RECALLING, 0)])
def test_the_picture_shows_the_chosen_piece_but_not_its_boops(puzzle: Puzzle, found: int) -> None:
    solving = choose_answer(puzzle, found)
    scene = scene_of_solving(solving)
    turn = puzzle.solution[2 * found]
    assert scene.chosen is not None
    assert scene.chosen.square == turn.placement.square
    assert (scene.recent, scene.win, scene.options) == ((), None, ())
    assert "Chosen, not yet placed" in alt_text(scene)
    before = set(solving.position.bed)
    gone = {square for square, _ in before - set(scene.position.bed)}
    assert gone == ({turn.recall} if turn.recall is not None else set())
    assert set(scene.position.bed) <= before


def test_the_feedback_and_the_task_are_between_the_picture_and_the_buttons() -> None:
    panel = solving_panel(
        choose_answer(OF_TWO), Picture(b"png", "puzzle.png", "words"), "❌ Not that."
    )
    container = panel.to_components()[0]  # type: ignore[no-untyped-call]
    kinds = [part["type"] for part in container["components"]]
    gallery = kinds.index(12)
    [below] = container["components"][gallery + 1 :]
    assert below["content"].startswith("❌ Not that.\n")
    assert "wins in" in below["content"]


@pytest.mark.parametrize(
    ("before", "said"),
    [
        (None, None),
        (DailySolvers(Counts(0, 0)), None),
        (DailySolvers(Counts(9, 0)), "-# No one solved yesterday's puzzle."),
        (DailySolvers(Counts(9, 3)), "-# 3 of you solved yesterday's puzzle."),
    ],
)
def test_an_unsolved_puzzle_is_mentioned_only_if_it_was_tried(
    before: DailySolvers | None, said: str | None
) -> None:
    view = post_view(DailyPost(TODAY, DATE, OF_TWO, before), Picture(b"png", "puzzle.png", "words"))
    about = [line for line in text_of(view).split("\n") if "yesterday's puzzle" in line]
    assert about == ([] if said is None else [said])


def test_the_button_to_answer_is_not_where_the_button_to_give_up_was() -> None:
    picture = Picture(b"png", "puzzle.png", "words")
    begun, whole = PuzzleAttempt(OF_TWO, LineProgress(0, 0)), choose_answer(OF_TWO)
    places = {**_from_the_end(solving_panel(begun, picture))}
    answer = _from_the_end(solving_panel(whole, picture))["Answer"]
    assert answer != places["Show the solution"]


def _from_the_end(panel: discord.ui.LayoutView) -> dict[str, tuple[int, int]]:
    """Return each button's place, with rows counted from the last one, where clients stay."""
    rows = [part["components"] for part in panel.to_components() if part["type"] == 1]  # type: ignore[no-untyped-call]
    return {
        str(each.get("label")): (row, column)
        for row, buttons in enumerate(reversed(rows))
        for column, each in enumerate(buttons)
    }
