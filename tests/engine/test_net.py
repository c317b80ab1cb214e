"""The net: its sums are updated turn by turn, it has learned the orientations, and it is small."""

from dataclasses import replace
from functools import cache

import pytest

from bot.engine import Work, expectation, level_of, think
from bot.engine.evaluation import SURE, evaluate, weights_of
from bot.engine.expanding import EVERY_TURN, expand
from bot.engine.levels import level_in, net_for
from bot.engine.net import (
    FILE,
    HAND_SIZES,
    HANDS_AT,
    SEAM_PLACES,
    SQUARES,
    Net,
    lay_out_net,
    net_of,
    read_nets,
    write_nets,
)
from bot.engine.search import add_seams, lay_out_seams
from bot.engine.symmetry import EVERY_WAY, turned_position
from bot.engine.tree import (
    HIDDEN,
    LANE_BITS,
    MOST_CHILDREN,
    PLAIN_INPUTS,
    ROW,
    ROWS_AT,
    STATE,
    WEIGHTS_AT,
    WORTH,
)
from bot.game import CLASSIC, RULESETS, SEAM, Position, Ruleset
from bot.game.compiled import room
from bot.game.kernel import IN_HAND
from bot.game.perft import state_of
from tests.engine.nets import random_net
from tests.engine.positions import random_positions
from tests.kit.thoroughness import quick_or_thorough

MOST_BYTES = 300_000
PIECES_EACH = 8


@cache
def classic_net() -> Net:
    net = net_of(CLASSIC)
    assert net is not None
    return net


def score_of(net: Net, state: tuple[int, ...]) -> int:
    """Return the net's score of a position, summed from nothing."""
    inputs = [
        which * SQUARES + square
        for which in range(4)
        for square in range(SQUARES)
        if state[which] >> square & 1
    ]
    inputs += [HANDS_AT + which * HAND_SIZES + state[4 + which] for which in range(4)]
    inputs += [
        PLAIN_INPUTS + seat * SEAM_PLACES + state[8 + seat]
        for seat in range(2)
        if state[8 + seat] != IN_HAND and len(net.inputs) > PLAIN_INPUTS
    ]
    total = net.output_bias
    for unit in range(HIDDEN):
        hidden = net.hidden_bias[unit] + sum(net.inputs[each][unit] for each in inputs)
        total += max(hidden, 0) * net.output[unit]
    return total >> net.shift


@pytest.mark.parametrize(
    ("ruleset", "net"),
    [
        (CLASSIC, random_net(3)),
        (CLASSIC, classic_net()),
        (SEAM, random_net(4)),
        (SEAM, replace(random_net(4), inputs=random_net(4).inputs[:PLAIN_INPUTS])),
    ],
    ids=["random", "classic", "seam", "without-seams"],
)
def test_incremental_sums_equal_sums_from_scratch(ruleset: Ruleset, net: Net) -> None:
    rules = ruleset.rules
    memory = room(ROWS_AT + (MOST_CHILDREN + 1) * ROW)
    for number, weight in enumerate(weights_of(ruleset)):
        memory[WEIGHTS_AT + number] = weight
    lay_out_net(memory, net)
    some = random_positions(ruleset, 8, quick_or_thorough(8, 25))
    for position in [Position.start(ruleset), *some]:
        memory[ROWS_AT : ROWS_AT + STATE] = state_of(position)[:STATE]
        count = expand(memory, ROWS_AT, ROWS_AT + ROW, rules, EVERY_TURN)
        if ruleset.rules.seams:
            count = add_seams(memory, rules, ROWS_AT, ROWS_AT + ROW, count, 0)
            count = lay_out_seams(memory, rules, count, 2)
        for row in range(ROWS_AT + ROW, ROWS_AT + ROW + count * ROW, ROW):
            static = evaluate(memory, row, rules)
            extra = score_of(net, tuple(memory[row : row + STATE])) if static != SURE else 0
            assert memory[row + WORTH] == static + extra


@pytest.mark.parametrize("net", read_nets(FILE.read_text(encoding="utf-8")).values())
def test_sums_do_not_overflow_their_lanes(net: Net) -> None:
    for unit in range(HIDDEN):
        weights = [abs(row[unit]) for row in net.inputs]
        pieces = sum(sorted(weights[:HANDS_AT])[-2 * PIECES_EACH :])
        hands = sum(
            max(weights[at : at + HAND_SIZES]) for at in range(HANDS_AT, PLAIN_INPUTS, HAND_SIZES)
        )
        seams = 2 * max(weights[PLAIN_INPUTS:], default=0)
        assert pieces + hands + seams + abs(net.hidden_bias[unit]) < 1 << LANE_BITS - 1


def test_the_value_of_a_position_does_not_depend_on_symmetry() -> None:
    net = classic_net()
    for position in random_positions(CLASSIC, 4, 30):
        states = [tuple(state_of(turned_position(position, way))[:STATE]) for way in EVERY_WAY]
        shares = [expectation(score_of(net, state)) for state in states]
        assert max(shares) - min(shares) < MOST_APART


MOST_APART = 0.25
"""The net learned from all eight orientations, but does not know that they are equal."""


def test_nets_round_trip_and_are_small() -> None:
    text = FILE.read_text(encoding="utf-8")
    assert write_nets(read_nets(text)) == text
    assert len(text) <= MOST_BYTES * len(read_nets(text))
    names = {ruleset.versioned_name for ruleset in RULESETS}
    assert set(read_nets(text)) <= names
    made = {"classic 1": random_net(1), "junior 1": random_net(2)}
    assert read_nets(write_nets(made)) == made


def test_only_the_highest_level_uses_a_net() -> None:
    for ruleset in RULESETS:
        for number in range(1, 8):
            assert net_for(level_in(level_of(number), ruleset), ruleset) is None
        assert net_for(level_in(level_of(8), ruleset), ruleset) is net_of(ruleset)


@pytest.mark.long
def test_a_search_with_a_net_gives_other_scores() -> None:
    positions, work = random_positions(CLASSIC, 6, 12), Work(nodes=600)
    without = [think(position, (), work).score for position in positions]
    assert without != [think(position, (), work, net=classic_net()).score for position in positions]
