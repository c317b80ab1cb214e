"""The search makes the positions of the rules, each with its turn."""

import pytest

from bot.engine import expanding
from bot.engine.evaluation import SURE, evaluate
from bot.engine.expanding import UNWEIGHED
from bot.engine.tree import CODE, MOST_CHILDREN, ROW, ROWS_AT, STATE, turn_of
from bot.game import RULESETS, Position, Ruleset, Turn, legal_turns, play
from bot.game.compiled import room
from bot.game.kernel import ENTRY_COUNT
from bot.game.perft import state_of
from tests.engine.forced_wins import stored_wins
from tests.engine.positions import random_positions
from tests.kit.thoroughness import sampled


def expected(position: Position) -> dict[Turn, tuple[int, ...]]:
    """Return every turn with the state after it, by the rules; only winning turns if any wins."""
    turns = list(legal_turns(position))
    wins = [turn for turn in turns if turn.wins]
    return {turn: tuple(state_of(play(position, turn).after)[:STATE]) for turn in wins or turns}


def search_children(position: Position) -> tuple[int, dict[Turn, tuple[int, ...]]]:
    """Return the turns and states that the search makes of a position."""
    memory = room((MOST_CHILDREN * (ENTRY_COUNT + 1)) * ROW)
    memory[:STATE] = state_of(position)[:STATE]
    count = expanding.expand(memory, 0, ROW, position.ruleset.rules, UNWEIGHED)
    rows = 1 if count < 0 else count
    if count > 0 and position.ruleset.seams and position.seam_of(position.to_move) is None:
        for number in range(count):
            rows += expanding.lay_seams(memory, ROW + number * ROW, ROW + rows * ROW)
    starts = range(ROW, ROW + rows * ROW, ROW)
    return count, {turn_of(memory[at + CODE]): tuple(memory[at : at + STATE]) for at in starts}


@pytest.mark.parametrize("ruleset", sampled(RULESETS, 0, 3, 4), ids=lambda ruleset: ruleset.name)
def test_the_search_makes_the_positions_of_the_rules(ruleset: Ruleset) -> None:
    for position in [Position.start(ruleset), *random_positions(ruleset, 5, 12)]:
        turns = expected(position)
        count, found = search_children(position)
        if any(turn.wins for turn in turns):
            assert count == -1
            assert found.items() <= turns.items()
        else:
            assert found == turns


@pytest.mark.parametrize("ruleset", sampled(RULESETS, 1, 2, 3), ids=lambda ruleset: ruleset.name)
def test_a_position_evaluated_as_a_sure_win_has_a_winning_turn(ruleset: Ruleset) -> None:
    memory = room(ROWS_AT + ROW)
    sure = 0
    won = [position for position, _ in stored_wins() if position.ruleset is ruleset]
    for position in [*won, *random_positions(ruleset, 11, 40)]:
        memory[ROWS_AT : ROWS_AT + STATE] = state_of(position)[:STATE]
        if evaluate(memory, ROWS_AT, ruleset.rules) == SURE:
            sure += 1
            assert any(turn.wins for turn in legal_turns(position))
    assert sure
