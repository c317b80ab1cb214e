"""The referee's reading of position texts and turns, and its random positions."""

from itertools import islice

import pytest

from tests.game.referee import RULESETS, START, is_dead, legal, meaning, problem
from tests.game.referee.positions import positions
from tests.kit.thoroughness import sampled


@pytest.mark.parametrize(
    ("ruleset", "text", "reason"),
    [
        ("classic", "6/6/6/6/6/6 o 8,0", "3 fields"),
        ("classic", "6/6/6/6/6/6 o 8,0 8,0 - -", "6 fields"),
        ("classic", "6/6/6/6/6/6  o 8,0 8,0", "5 fields"),
        ("classic", "6/6/6/6/6/6 g 8,0 8,0 orange wins", "6 fields"),
        ("seam", "6/6/6/6/6/6 o 8,0 8,0", "4 fields"),
        ("seam", "6/6/6/6/6/6 o 8,0 8,0 -", "5 fields"),
        ("classic", "6/6/6/6/6 o 8,0 8,0", "5 rows"),
        ("classic", "6/6/6/6/6/5 o 8,0 8,0", "row 6 has 5 squares"),
        ("classic", "6/6/6/6/K6/6 o 7,0 8,0", "row 5 has 7 squares"),
        ("classic", "7/6/6/6/6/6 o 8,0 8,0", "'7' in row 1"),
        ("classic", "6/6/2x3/6/6/6 o 8,0 8,0", "'x' in row 3"),
        ("classic", "6/6/6/6/6/6 O 8,0 8,0", "'O'"),
        ("classic", "6/6/6/6/6/6 o 8 8,0", "pool of orange is '8'"),
        ("classic", "6/6/6/6/6/6 o 8,0 9,-1", "pool of gray is '9,-1'"),
        ("classic", "6/6/6/6/6/6 o 8,0 7,0", "gray has 7 pieces"),
        ("classic", "K5/6/6/6/6/6 o 8,0 8,0", "orange has 9 pieces"),
        ("scarce", "6/6/6/6/6/6 o 0,0 8,0", "orange has 0 pieces"),
        ("scarce", "K5/6/6/6/6/6 o 8,0 8,0", "orange has 9 pieces"),
        ("junior", "6/6/6/6/6/6 o 8,0 7,1", "gray has a cat"),
        ("junior", "C5/6/6/6/6/6 g 7,0 8,0", "orange has a cat"),
        ("classic", "K1K1K1/6/K1K1K1/6/K1K3/6 o 0,0 8,0", "nothing in hand"),
        ("seam", "6/6/6/6/6/6 o 8,0 8,0 cd+6 -", "number"),
        ("seam", "6/6/6/6/6/6 o 8,0 8,0 - cd+", "number"),
        ("seam", "6/6/6/6/6/6 o 8,0 8,0 ac+1 -", "entry"),
        ("seam", "6/6/6/6/6/6 o 8,0 8,0 - dc-1", "entry"),
        ("seam", "6/6/6/6/6/6 o 8,0 8,0 - cd1", "entry"),
    ],
)
def test_an_illegal_position_text_is_refused_with_the_reason(
    ruleset: str, text: str, reason: str
) -> None:
    assert reason in str(problem(ruleset, text))


@pytest.mark.parametrize(
    ("ruleset", "text"),
    [
        *START.items(),
        ("seam", "6/6/6/6/6/6 g 8,0 8,0 ab+0 56-5"),
        ("scarce", "C5/6/6/6/6/6 o 0,0 0,1"),
        ("classic", "K1K1K1/6/K1K1K1/6/K1K3/6 g 0,0 8,0"),
        ("rows", "KCKCKC/6/6/6/6/6 o 1,1 0,8"),
    ],
)
def test_a_legal_position_text_is_accepted(ruleset: str, text: str) -> None:
    assert problem(ruleset, text) is None


@pytest.mark.parametrize(
    ("ruleset", "text", "word", "expected"),
    [
        ("classic", START["classic"], "Kc3", "Kc3"),
        ("classic", START["classic"], "kC3", "Kc3"),
        ("classic", START["classic"], "c3", "syntax"),
        ("classic", START["classic"], "Kc3 ", "syntax"),
        ("classic", START["classic"], "Kc3\n", "syntax"),
        ("classic", START["classic"], "Kg1", "syntax"),
        ("classic", START["classic"], "Cc3", "illegal"),
        ("classic", START["classic"], "Kc3#", "illegal"),
        ("classic", START["classic"], "Kc3=c3", "illegal"),
        ("classic", START["classic"], "Kc3~cd+", "illegal"),
        ("classic", "6/6/KK4/6/6/6 o 6,0 8,0", "Kc3", "Kc3=a3b3c3"),
        ("classic", "6/6/KK4/6/6/6 o 6,0 8,0", "kc3=C3a3B3", "Kc3=a3b3c3"),
        ("classic", "6/6/KK4/6/6/6 o 6,0 8,0", "Kc3=a3b3b3", "illegal"),
        ("classic", "6/6/KK4/6/6/6 o 6,0 8,0", "Kc3=a3b3c3c3", "illegal"),
        ("classic", "6/6/KK1KK1/6/6/6 o 4,0 8,0", "Kc3", "ambiguous"),
        ("classic", "6/6/KK1KK1/6/6/6 o 4,0 8,0", "Kc3=d3c3b3", "Kc3=b3c3d3"),
        ("classic", "6/6/CC4/6/6/6 o 5,1 8,0", "Cc3", "Cc3#"),
        ("classic", "6/6/CC4/6/6/6 o 5,1 8,0", "Cc3#", "Cc3#"),
        ("seam", START["seam"], "Kc3", "Kc3"),
        ("seam", START["seam"], "KC3~CD+", "Kc3~cd+"),
        ("seam", START["seam"], "Kc3~dc+", "syntax"),
        ("seam", "6/6/KK1KK1/6/6/6 o 4,0 8,0 - -", "Kc3~34-", "ambiguous"),
        ("scarce", "6/1K4/6/6/6/6 o 0,0 8,0", "B2>cb2", "b2>Cb2"),
        ("scarce", "6/1K4/6/6/6/6 o 0,0 8,0", "Cb2", "illegal"),
        ("scarce", START["scarce"], "b2>Cb2", "illegal"),
    ],
)
def test_a_turn_is_read_without_the_parts_that_the_rules_page_makes_optional(
    ruleset: str, text: str, word: str, expected: str
) -> None:
    assert meaning(ruleset, text, word) == expected


@pytest.mark.parametrize("ruleset", sampled(RULESETS, 0, 3))
def test_each_legal_turn_is_read_in_capital_and_small_letters(ruleset: str) -> None:
    for text in islice(positions(ruleset, 2), 4):
        for turn in list(legal(ruleset, text))[::97]:
            assert meaning(ruleset, text, turn) == turn
            assert meaning(ruleset, text, turn.upper()) == turn


@pytest.mark.long
@pytest.mark.parametrize("ruleset", sampled(RULESETS, 2))
def test_positions_are_the_same_for_the_same_seed_and_may_be_read(ruleset: str) -> None:
    some = list(islice(positions(ruleset, 3), 60))
    assert some == list(islice(positions(ruleset, 3), 60))
    assert some != list(islice(positions(ruleset, 4), 60))
    assert len(set(some)) > 50
    assert [problem(ruleset, text) for text in some] == [None] * 60


@pytest.mark.long
def test_positions_of_scarce_reach_dead_ones_and_empty_pools() -> None:
    some = list(islice(positions("scarce", 5), 150))
    assert any(is_dead(text) for text in some)
    assert any(" o 0,0 " in text or (" g " in text and text.endswith(" 0,0")) for text in some)


def test_positions_of_seam_show_a_seam_at_each_step() -> None:
    some = [text.split(" ") for text in islice(positions("seam", 6), 100)]
    for field in (4, 5):
        assert {parts[field][3:] for parts in some} >= set("012345")
