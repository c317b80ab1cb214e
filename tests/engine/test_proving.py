"""Proofs agree with trying every turn by the rules alone."""

import pytest

from bot.engine.proving import Prover, TooMuchWork
from bot.game import (
    CLASSIC,
    ENTRIES,
    JUNIOR,
    RULESETS,
    SCARCE,
    SEAM,
    Position,
    Ruleset,
    legal_turns,
    play,
    read_position,
    read_turn,
    write_position,
)
from tests.engine.forced_wins import stored_wins, winning_turns, wins_at_once
from tests.engine.positions import random_positions
from tests.kit.thoroughness import quick_or_thorough, sampled

SUITE = list(stored_wins())


def name(position: Position) -> str:
    return f"{position.ruleset.name} {write_position(position)}"


@pytest.mark.parametrize("ruleset", sampled(RULESETS, 2, 4), ids=lambda ruleset: ruleset.name)
def test_immediate_wins_are_recognized(ruleset: Ruleset) -> None:
    prover = Prover(ruleset)
    for position in random_positions(ruleset, 5, 40):
        assert prover.can_win(position, 1) == wins_at_once(position), name(position)


@pytest.mark.parametrize(("position", "turns"), SUITE, ids=[name(each) for each, _ in SUITE])
def test_a_forced_win_is_proved_in_as_many_turns_as_it_takes(
    position: Position, turns: int
) -> None:
    prover = Prover(position.ruleset)
    assert not prover.can_win(position, 0)
    assert prover.turns_to_win(position) == turns


@pytest.mark.parametrize(
    "position",
    [position for position, turns in SUITE if turns == 1 or not position.ruleset.seams][
        quick_or_thorough(slice(0, None, 7), slice(None))
    ],
    ids=name,
)
def test_every_turn_that_forces_the_win_is_found_and_no_other(position: Position) -> None:
    turns = 1 if wins_at_once(position) else 2
    winning = Prover(position.ruleset).winning_turns(position, turns)
    assert sorted(map(repr, winning)) == sorted(map(repr, winning_turns(position)))


def test_a_seam_piece_laid_or_kept_is_a_turn_of_its_own_where_it_changes_nothing() -> None:
    position = read_position("6/k1kCCk/6/k1kk2/6/2k3 o 3,3 1,0 - -", SEAM)
    turns = Prover(SEAM).winning_turns(position, 2)
    bare = read_turn("Cc1")
    assert len(turns) == 21
    assert {turn.placement for turn in turns} == {bare.placement}
    assert {turn.seam for turn in turns} == {None, *ENTRIES}


@pytest.mark.long
def test_pushes_of_a_seam_piece_two_turns_later_are_considered() -> None:
    position = read_position("K5/2c1c1/6/2C1C1/6/K5 g 3,1 2,4 - -", SEAM)
    prover = Prover(SEAM)
    assert not prover.can_hold(play(position, read_turn("Cb2~45+")).after, 2)
    assert prover.can_hold(play(position, read_turn("Cb2~34+")).after, 2)
    assert prover.can_hold(play(position, read_turn("Cb2")).after, 2)


def test_a_recall_before_placing_is_part_of_a_proof() -> None:
    position = read_position("2c1C1/3C2/c1c3/3C2/6/3C1c o 0,0 0,0", SCARCE)
    assert Prover(SCARCE).winning_turns(position, 2) == (read_turn("e1>Cd1"),)


def test_the_best_replies_are_those_after_which_the_win_takes_longest() -> None:
    prover = Prover(CLASSIC)
    position = read_position("1C2c1/3C1C/6/cC1c1C/5c/C1cC2 g 0,1 1,2")
    after = play(position, read_turn("Ce4")).after
    longest = prover.best_replies(after, 2)
    assert longest
    for reply in legal_turns(after):
        takes = prover.turns_to_win(play(after, reply).after)
        assert takes in (1, 2)
        assert (takes == 2) == (reply in longest)


def test_a_position_that_can_be_held_has_no_best_replies() -> None:
    prover = Prover(CLASSIC)
    assert prover.best_replies(Position(), 1) == ()
    assert prover.can_hold(Position(), 2)
    winning = read_position("CC4/6/6/6/6/6 o 0,6 8,0")
    assert prover.best_replies(winning, 1) == ()


def test_nothing_is_proved_beyond_the_allowed_work() -> None:
    position = next(iter(random_positions(JUNIOR, 7, 1)))
    prover = Prover(JUNIOR, most_nodes=50)
    with pytest.raises(TooMuchWork):
        prover.can_win(position, 3)
    assert prover.can_win(position, 1) == wins_at_once(position)


def test_a_prover_knows_one_ruleset() -> None:
    with pytest.raises(ValueError, match="a position of junior, not classic"):
        Prover(CLASSIC).can_win(Position.start(JUNIOR), 1)
