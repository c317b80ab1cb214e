"""Thinking: limits, the stop flag, draws, and the contents of a thought."""

import threading
from dataclasses import replace

import pytest

from bot.engine import StopFlag, Thought, Work, expectation, think, turns_to_win
from bot.engine.search import is_drawn, search
from bot.engine.tree import (
    CODE,
    ENTRY,
    NODE_LIMIT,
    PATH_AT,
    ROW,
    ROWS,
    ROWS_AT,
    ROWS_END,
    STATE,
    TABLE_AT,
    TABLE_MASK,
    TURNS_LEFT,
    WIN,
    key_of,
    turn_of,
)
from bot.game import (
    CLASSIC,
    ENTRIES,
    JUNIOR,
    MOST_TURNS,
    RULESETS,
    SCARCE,
    SEAM,
    Position,
    Ruleset,
    legal_turns,
    play,
    read_position,
    write_position,
)
from bot.game.compiled import room
from bot.game.perft import state_of
from tests.engine.positions import random_positions
from tests.kit.thoroughness import quick_or_thorough, sampled

WON_IN_ONE = read_position("CC4/6/6/6/6/6 o 0,6 8,0")
QUIET = read_position("6/1k4/2K3/3k2/6/6 o 7,0 6,0")


@pytest.mark.parametrize("ruleset", sampled(RULESETS, 0, 3), ids=lambda ruleset: ruleset.name)
def test_every_turn_of_the_best_line_can_be_played(ruleset: Ruleset) -> None:
    for position in random_positions(ruleset, 8, quick_or_thorough(3, 6)):
        thought = think(position, (), Work(nodes=3_000))
        assert thought.turn == thought.line[0]
        for turn in thought.line:
            assert turn in list(legal_turns(position))
            position = play(position, turn).after


def test_equal_arguments_give_equal_thoughts() -> None:
    past = [write_position(QUIET)]
    first, second = (think(QUIET, past, Work(nodes=2_000), margin=40) for _ in range(2))
    assert first == second


def test_the_limit_of_nodes_ends_a_search_soon_after_it_is_reached() -> None:
    thought = think(QUIET, (), Work(nodes=1_000))
    assert 1_000 <= thought.nodes < 1_100
    assert thought.depth >= 2


def test_the_limit_of_depth_is_the_length_of_the_search() -> None:
    thoughts: list[Thought] = []
    thought = think(QUIET, (), Work(depth=3), listener=thoughts.append)
    assert [each.depth for each in thoughts] == [1, 2, 3]
    assert thoughts[-1] == thought
    assert len(thought.line) == 3


def test_a_raised_flag_ends_a_search_at_once_with_a_turn() -> None:
    stop = StopFlag()
    stop.raise_it()
    thought = think(QUIET, (), Work(), stop)
    assert thought.turn in list(legal_turns(QUIET))
    assert thought.depth == 0


def test_a_flag_raised_by_another_thread_ends_a_search_without_other_limits() -> None:
    stop = StopFlag()
    timer = threading.Timer(0.2, stop.raise_it)
    timer.start()
    thought = think(QUIET, (), Work(), stop)
    timer.join()
    assert thought.turn in list(legal_turns(QUIET))


def test_a_flag_raised_after_an_iteration_keeps_its_result() -> None:
    stop = StopFlag()
    whole = think(QUIET, (), Work(depth=2))

    def stop_at_depth_two(thought: Thought) -> None:
        if thought.depth == 2:
            stop.raise_it()

    assert think(QUIET, (), Work(depth=5), stop, listener=stop_at_depth_two) == whole


def test_a_win_is_reported_with_the_turns_to_it() -> None:
    thought = think(WON_IN_ONE, (), Work(depth=1))
    assert (thought.score, turns_to_win(thought.score)) == (WIN - 1, 1)
    assert turns_to_win(-WIN + 2) == -2
    assert turns_to_win(120) is None


def test_the_expected_share_follows_elo() -> None:
    assert expectation(0) == 0.5
    assert expectation(400) == pytest.approx(10 / 11)
    assert expectation(-400) == pytest.approx(1 / 11)
    assert (expectation(WIN - 3), expectation(-WIN + 4)) == (1.0, 0.0)


def test_scored_turns_are_those_within_the_margin() -> None:
    thought = think(QUIET, (), Work(depth=1), margin=25)
    everything = think(QUIET, (), Work(depth=1), margin=100_000)
    best = everything.scored[0].score
    assert len(everything.scored) == len(list(legal_turns(QUIET)))
    assert thought.scored == tuple(one for one in everything.scored if one.score >= best - 25)


def test_the_last_turn_of_a_match_is_a_draw_unless_it_wins() -> None:
    past = [write_position(QUIET)] * MOST_TURNS
    assert think(QUIET, past, Work(depth=2)).score == 0
    assert think(WON_IN_ONE, past, Work(depth=2)).score == WIN - 1


def test_a_win_beyond_the_last_turn_is_not_a_win() -> None:
    position = read_position("6/CkC1c1/6/1C2c1/5k/1c2C1 o 0,4 0,3")
    whole = think(position, (), Work(nodes=3_000))
    turns = turns_to_win(whole.score)
    assert turns is not None
    assert turns > 1
    short = [write_position(position)] * (MOST_TURNS + 2 - turns)
    assert think(position, short, Work(nodes=3_000)).score == 0


def test_a_position_that_has_occurred_in_the_match_is_worth_a_draw() -> None:
    best = think(QUIET, (), Work(depth=1)).turn
    occurred = write_position(play(QUIET, best).after)
    thought = think(QUIET, [occurred, write_position(QUIET)], Work(depth=1), margin=100_000)
    assert {one.turn: one.score for one in thought.scored}[best] == 0


def test_the_same_position_with_the_other_seat_to_move_is_different() -> None:
    best = think(QUIET, (), Work(depth=1)).turn
    after = play(QUIET, best).after
    turned = replace(after, to_move=after.to_move.other)
    past = [write_position(turned), write_position(QUIET)]
    assert think(QUIET, past, Work(depth=1)) == think(QUIET, (), Work(depth=1))


def test_a_position_that_occurred_two_turns_before_in_the_search_is_a_draw() -> None:
    memory = room(ROWS_AT + ROW)
    memory[TURNS_LEFT] = MOST_TURNS
    memory[ROWS_AT : ROWS_AT + STATE] = state_of(QUIET)[:STATE]
    key = key_of(memory, ROWS_AT)
    memory[PATH_AT + 1] = key
    drawn = [is_drawn(memory, ROWS_AT, CLASSIC.rules, ply, key) for ply in (2, 3, 4, 5)]
    assert drawn == [0, 1, 0, 1]


def test_a_dead_position_is_a_draw() -> None:
    position = read_position("kK4/6/6/6/6/6 o 1,0 0,1", SCARCE)
    assert think(position, (), Work(depth=2)).score == 0


def test_a_position_of_a_ruleset_that_was_never_learned_uses_the_weights_of_classic() -> None:
    other = replace(CLASSIC, name="classic", version=2)
    position = Position.start(other)
    assert think(position, (), Work(depth=2)).score == think(Position(), (), Work(depth=2)).score


def test_seam_pieces_are_searched_only_three_or_more_turns_before_the_leaves() -> None:
    position = read_position("2k3/6/2K3/6/6/6 o 7,0 7,0 - 12+5", SEAM)
    for ahead, laid in ((2, 0), (3, len(ENTRIES))):
        memory = room(ROWS_AT + ROWS * ROW + ENTRY * 1024)
        memory[TURNS_LEFT], memory[NODE_LIMIT] = MOST_TURNS, 10**9
        memory[TABLE_AT] = memory[ROWS_END] = ROWS_AT + ROWS * ROW
        memory[TABLE_MASK] = 1023
        memory[ROWS_AT : ROWS_AT + STATE] = state_of(position)[:STATE]
        search(memory, room(1), SEAM.rules, ROWS_AT, 1, ahead, -WIN, WIN, ROWS_AT + ROW)
        turns = 34
        rows = range(ROWS_AT + ROW, ROWS_AT + ROW + (turns + len(ENTRIES)) * ROW, ROW)
        assert sum(turn_of(memory[row + CODE]).seam is not None for row in rows) == laid


@pytest.mark.parametrize(
    ("text", "ruleset", "within"),
    [
        ("6/3k2/6/1K2K1/1k4/6 o 6,0 6,0", JUNIOR, 7),
        ("1C3c/1k2c1/5C/C1c3/5c/kc4 o 3,2 0,1", CLASSIC, 4),
    ],
)
def test_nothing_is_certain_while_a_turn_is_left_to_try(
    text: str, ruleset: Ruleset, within: int
) -> None:
    position = read_position(text, ruleset)
    turns = turns_to_win(think(position, (), Work(nodes=20_000)).score)
    assert turns is None or abs(turns) > within
