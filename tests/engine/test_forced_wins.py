"""The engine finds every win in one and two turns of a suite made by trying all turns."""

from random import Random

import pytest

from bot.engine import LEVELS, Level, Work, choose, think, turns_to_win
from bot.game import Position, write_position
from tests.engine.forced_wins import OF_EACH, stored_wins, winning_turns
from tests.kit.thoroughness import quick_or_thorough

SUITE = list(stored_wins())
IN_ONE = [position for position, turns in SUITE if turns == 1]
IN_TWO = [position for position, turns in SUITE if turns == 2]


def name(position: Position) -> str:
    return f"{position.ruleset.name} {write_position(position)}"


def test_the_suite_has_each_ruleset_in_full() -> None:
    assert len(IN_ONE) == len(IN_TWO) == 5 * OF_EACH


@pytest.mark.parametrize("position", IN_ONE, ids=name)
def test_a_win_in_one_is_found_at_the_first_look(position: Position) -> None:
    thought = think(position, (), Work(depth=1))
    assert thought.turn in winning_turns(position)
    assert turns_to_win(thought.score) == 1


@pytest.mark.parametrize("level", LEVELS[1:], ids=lambda level: level.name)
def test_a_win_in_one_is_taken_at_every_level_but_the_lowest(level: Level) -> None:
    for position in IN_ONE:
        thought = choose(level, position, (), Random(3))
        assert thought.turn.wins, name(position)


@pytest.mark.parametrize("position", quick_or_thorough(IN_TWO[::4], IN_TWO), ids=name)
def test_a_win_in_two_is_found_by_looking_ahead(position: Position) -> None:
    thought = think(position, (), Work(depth=3))
    assert thought.turn in winning_turns(position)
    assert turns_to_win(thought.score) == 3
