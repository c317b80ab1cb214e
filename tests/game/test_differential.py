"""The engine and the referee agree on turns, on the positions after them, and on refusals.

`python -m tests.game.differential 5000 1` compares far more than the tests have time for.
"""

import re
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from bot.game import RULESETS, SCARCE, Position, Ruleset, is_dead, play, read_position, read_turn
from tests.game import referee
from tests.game.differential import compare_many, result_of
from tests.game.referee.positions import positions
from tests.game.referee.text import START, read, written
from tests.game.referee.whole_turns import turns
from tests.kit.thoroughness import quick_or_thorough, sampled

each_ruleset = pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.name)


def test_the_referee_knows_the_same_rulesets_and_shares_nothing_with_the_engine() -> None:
    assert tuple(ruleset.name for ruleset in RULESETS) == referee.RULESETS
    modules = list(Path(referee.__file__).parent.glob("*.py"))
    assert len(modules) > 5
    for module in modules:
        imported = re.findall(r"^\s*(?:from|import) (\w+)", module.read_text(), re.MULTILINE)
        assert not {*imported} & {"bot", "cogs", "playground", "render"}


@each_ruleset
@pytest.mark.parametrize("seed", sampled([1, 2], 0))
def test_the_engine_and_the_referee_agree_on_turns_notation_and_position_texts(
    ruleset: Ruleset, seed: int
) -> None:
    counted = compare_many(ruleset, quick_or_thorough(15, 60), seed)
    assert counted["turns"] > quick_or_thorough(400, 2_000)
    kinds = ("words read as a turn", "words read as illegal", "words read as syntax")
    texts = ("texts that can be read", "texts that cannot")
    assert min(counted[kind] for kind in (*kinds, *texts)) > quick_or_thorough(8, 40)


@pytest.mark.long
@pytest.mark.parametrize("ruleset", sampled(RULESETS, 0, 3), ids=lambda ruleset: ruleset.name)
def test_the_engine_and_the_referee_agree_through_whole_matches(ruleset: Ruleset) -> None:
    """Each step compares only one turn, so a slow divergence is found."""
    chance = Random(7)
    for _ in range(2):
        table, position = read(ruleset.name, START[ruleset.name]), None
        for _ in range(60):
            word, table = chance.choice(list(turns(ruleset.name, table)))
            step = play(position or Position.start(ruleset), read_turn(word))
            position = step.after
            assert result_of(step) == written(table)
            if table.winner is not None:
                break


@pytest.mark.long
def test_the_engine_and_the_referee_agree_on_which_positions_are_dead() -> None:
    few = "6/6/2K3/6/3k2/6 o {},0 0,{}"
    texts = [*islice(positions("scarce", 5), 200)]
    texts += [few.format(orange, gray) for orange in range(4) for gray in range(4)]
    dead = [is_dead(read_position(text, SCARCE)) for text in texts]
    assert dead == [referee.is_dead(text) for text in texts]
    assert dead.count(True) >= 4


def test_compared_positions_have_empty_hands_in_scarce_and_each_step_of_a_seam() -> None:
    scarce = islice(positions("scarce", 5), 150)
    assert any(" o 0,0 " in text or (" g " in text and text.endswith(" 0,0")) for text in scarce)
    seams = [text.split(" ") for text in islice(positions("seam", 6), 100)]
    for field in (4, 5):
        assert {parts[field][3:] for parts in seams} >= set("012345")
