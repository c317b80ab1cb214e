"""Suggestions for a plan can be played, turn after turn."""

from random import Random

import pytest

from bot.game import CLASSIC, Position, Ruleset, legal_turns, play, write_turn
from bot.match.conditional import steps_of
from bot.match.conditional_errors import PlanUnreadable
from bot.match.conditional_notation import read_lines
from cogs.conditional.arguments import folded_lines, going_on
from tests.kit.compositions import every_ruleset, sampled_rulesets
from tests.kit.matches import GRAY, match
from tests.kit.positions import crowded_positions
from tests.kit.thoroughness import quick_or_thorough


@sampled_rulesets(1, 3)
def test_suggested_plans_can_be_played(ruleset: Ruleset) -> None:
    chance = Random(3)
    # In a crowded position the opponent mostly has nothing in hand, so nothing follows there.
    start = Position.start(ruleset)
    for position in (start, *crowded_positions(3, quick_or_thorough(4, 12), ruleset)):
        turn = chance.choice(list(legal_turns(position)))
        first = write_turn(turn)
        begun = [f"1. {first} 2. ", f"{first} k", "", first[:2], f"{first}, "]
        for typed in begun if play(position, turn).win is None else begun[2:]:
            suggested = list(going_on(match(position), GRAY, folded_lines(typed)))
            assert suggested or position is not start, typed
            for text in suggested:
                for line in read_lines(folded_lines(text)):
                    assert steps_of(position, line)


@every_ruleset
def test_a_square_that_is_suggested_alone_determines_the_turn(ruleset: Ruleset) -> None:
    alone = 0
    for position in (
        Position.start(ruleset),
        *crowded_positions(3, quick_or_thorough(6, 24), ruleset),
    ):
        suggested = [text for text in going_on(match(position), GRAY, "") if len(text) == 2]
        alone += len(suggested)
        assert all(steps_of(position, line) for text in suggested for line in read_lines(text))
    assert alone >= len(Position.start(ruleset).empty_squares[:25])


def test_the_last_turn_of_a_typed_line_is_completed() -> None:
    start = match(Position.start(CLASSIC))
    assert list(going_on(start, GRAY, "Kd4 c"))[:2] == ["Kd4 c1", "Kd4 c2"]
    assert list(going_on(start, GRAY, "Kd4 kc3")) == ["Kd4 Kc3"]
    assert list(going_on(start, GRAY, "Kd4 3c")) == ["Kd4 c3"]


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("1. Kc3 2. Kd4", "Kc3 Kd4"),
        ("1.Kc3 2.Kd4, 2. Ke5", "Kc3 Kd4, Ke5"),
        ("C c3 k  d4", "Cc3 kd4"),
        ("Kc3. Kd4.", "Kc3 Kd4"),
        ("b2 > K c3 = b2c3d4 ~ cd+ # Kd4", "b2>Kc3=b2c3d4~cd+# Kd4"),
        ("\uff2b\uff43\uff13\u3000\uff2b\uff44\uff14\uff0c\uff2b\uff45\uff15", "Kc3 Kd4,Ke5"),
    ],
)
def test_lines_are_read_as_people_write_them(typed: str, read: str) -> None:
    assert folded_lines(typed) == read
    assert read_lines(read)


def test_an_unreadable_word_is_refused_with_an_example_of_a_turn() -> None:
    with pytest.raises(PlanUnreadable) as refused:
        read_lines(folded_lines("Kc3 z"))
    assert refused.value.word == "z"
    assert refused.value.choose_message() == PlanUnreadable.message
