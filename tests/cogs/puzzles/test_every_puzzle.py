"""Every puzzle of the book is solved on its private panels, tap by tap, without Discord.

A server has one puzzle a day, so a test of whole matches would need a day for each puzzle.
"""

import re
from collections.abc import Iterator

import discord
import pytest

# Panels have buttons of actions, which this module declares.
import cogs.puzzles.cog  # noqa: F401
from bot.engine.puzzles import Puzzle, listed
from bot.errors import Refusal
from bot.features.puzzles.lines import is_right, reached
from bot.features.puzzles.service import LineProgress
from bot.game import RULESETS, Ruleset, Step, Turn, name_of, play
from cogs.core.actions import ActionRequest, Control, read_call
from cogs.core.arguments import TurnInput
from cogs.core.outgoing import Picture
from cogs.puzzles.solving import PuzzleAttempt, PuzzleNumber, is_whole, scene_of_solving
from cogs.puzzles.views import solving_panel
from cogs.wording.alt_text import alt_text
from render.scene import entry_letter
from tests.cogs.limits import overlong_texts
from tests.cogs.texts import text_of
from tests.kit.thoroughness import quick_or_thorough, sampled

ONE_OF = quick_or_thorough(quick=40, thorough=1)
"""A quick run tries one puzzle in this many, because all of them take a minute and a half."""
WITH_PUZZLES = [ruleset for ruleset in RULESETS if listed(ruleset)]
LEAVING = re.compile(r"(?<= )[a-f][1-6]\b")
"""The squares on the button of a letter."""


@pytest.mark.long
@pytest.mark.parametrize("ruleset", sampled(WITH_PUZZLES, 1, 3), ids=lambda each: each.name)
def test_every_puzzle_is_solved_on_its_panels(ruleset: Ruleset) -> None:
    for puzzle in _some_of(ruleset):
        for found in range(puzzle.turns):
            solving = PuzzleAttempt(puzzle, LineProgress(found, 0))
            turn = puzzle.solution[2 * found]
            answered = _choose(solving, turn)
            assert answered == turn, puzzle.id
            assert is_right(puzzle, found, play(solving.position, answered)), puzzle.id


@pytest.mark.parametrize("ruleset", WITH_PUZZLES, ids=lambda each: f"{each.name}-{each.version}")
def test_a_typed_square_is_refused_or_is_the_answer_or_opens_a_panel(ruleset: Ruleset) -> None:
    for puzzle in _some_of(ruleset):
        position = reached(puzzle, 0).position
        kinds = position.pool_of(position.to_move).kinds
        for square in (position.empty_squares[0], position.empty_squares[-1]):
            typed = TurnInput(square=square)
            begun = PuzzleAttempt(puzzle, LineProgress(0, 0))
            solving = begun.with_choices(typed.choices)
            try:
                turn, is_answer = solving.builder.turn, is_whole(begun, typed)
            except Refusal:
                assert not kinds, puzzle.id
                continue
            assert turn is not None
            if is_answer:
                assert len(kinds) == 1, puzzle.id
                continue
            labels = _labels_of(solving)
            assert f" on {name_of(square)}" in text_of(_panel_of(solving)), puzzle.id
            assert ("Answer" in labels) is isinstance(solving.question, Step), puzzle.id
            assert "Back" in labels, puzzle.id


def _some_of(ruleset: Ruleset) -> Iterator[Puzzle]:
    return (each.read() for each in listed(ruleset)[::ONE_OF])


def _choose(solving: PuzzleAttempt, turn: Turn) -> Turn:
    """Choose a turn by the labels of the buttons, as a user does; return the answer."""
    if turn.recall is not None:
        solving = _tap(solving, name_of(turn.recall))
    kind = turn.placement.kind.name.capitalize()
    if kind in _labels_of(solving):
        solving = _tap(solving, kind)
    square = name_of(turn.placement.square)
    solving = _tap(_tap(solving, square[0]), square)
    if any(label.startswith("A ") for label in _labels_of(solving)):
        leaving = [name_of(each) for each in turn.leaves]
        [option] = [each for each in _labels_of(solving) if LEAVING.findall(each) == leaving]
        chosen = _tap_or_answer(solving, option)
        if isinstance(chosen, Turn):
            return chosen
        solving = chosen
    if "Keep in hand" in _labels_of(solving):
        if turn.seam is None:
            return _answer(solving, "Keep in hand")
        solving = _tap(solving, entry_letter(turn.seam))
    return _answer(solving, "Answer")


def _tap(solving: PuzzleAttempt, label: str) -> PuzzleAttempt:
    chosen = _tap_or_answer(solving, label)
    assert isinstance(chosen, PuzzleAttempt)
    return chosen


def _answer(solving: PuzzleAttempt, label: str) -> Turn:
    turn = _tap_or_answer(solving, label)
    assert isinstance(turn, Turn)
    return turn


def _tap_or_answer(solving: PuzzleAttempt, label: str) -> PuzzleAttempt | Turn:
    """Tap the button whose label starts with `label`; return the new choice, or the answer."""
    [button] = [each for text, each in _buttons_of(solving) if f"{text} ".startswith(f"{label} ")]
    call = read_call(ActionRequest(button, Control.BUTTON))
    place, turn = call.values["place"], call.values.get("turn")
    assert place.which == PuzzleNumber(solving.puzzle.id)
    assert place.seen == solving.seen
    if turn is not None:
        assert isinstance(turn, Turn)
        return turn
    return solving.with_choices(place.choices)


def _labels_of(solving: PuzzleAttempt) -> list[str]:
    return [label for label, _ in _buttons_of(solving)]


def _buttons_of(solving: PuzzleAttempt) -> Iterator[tuple[str, str]]:
    """Yield label and custom id of each enabled button; check that Discord takes the panel."""
    panel = _panel_of(solving)
    assert not list(overlong_texts(panel)), solving.puzzle.id
    for each in panel.walk_children():
        if isinstance(each, discord.ui.Button | discord.ui.DynamicItem):
            button = each.item if isinstance(each, discord.ui.DynamicItem) else each
            if not button.disabled and button.label and button.custom_id:
                yield button.label, button.custom_id


def _panel_of(solving: PuzzleAttempt) -> discord.ui.LayoutView:
    picture = Picture(b"png", "puzzle.png", alt_text(scene_of_solving(solving)))
    return solving_panel(solving, picture)
