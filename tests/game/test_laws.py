"""Laws of every position and every turn of every ruleset, including composed ones."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.game import (
    ENTRIES,
    EVERY_SQUARE,
    RULESETS,
    Bed,
    Kind,
    Position,
    Ruleset,
    Seat,
    Turn,
    complete,
    is_dead,
    land,
    legal_turns,
    play,
    read_position,
    read_turn,
    recall,
    to_recall,
    write_position,
    write_turn,
)
from bot.game.ruleset import RecallTime
from tests.game import symmetries
from tests.game.symmetries import SYMMETRIES
from tests.kit.compositions import sampled_rulesets
from tests.kit.positions import positions
from tests.kit.thoroughness import quick_or_thorough

LAWS = settings(max_examples=quick_or_thorough(5, 50), deadline=None)
MOST_TURNS = 40
"""The number of turns of a position that are tried: a seam piece in hand makes over a thousand."""


def some_turns(data: st.DataObject, position: Position) -> list[Turn]:
    """Return the legal turns of a position, or many of them at random."""
    turns = list(legal_turns(position))
    if len(turns) <= MOST_TURNS:
        return turns
    return data.draw(st.randoms(use_true_random=False)).sample(turns, MOST_TURNS)


def pieces_of(position: Position, seat: Seat) -> int:
    pool = position.pool_of(seat)
    return sum(mask.bit_count() for mask in position.bed.of(seat)) + pool.kittens + pool.cats


def cats_of(position: Position, seat: Seat) -> int:
    return position.bed.of(seat)[1].bit_count() + position.pool_of(seat).cats


@sampled_rulesets(0, 4, 6)
@given(data=st.data())
@LAWS
def test_pieces_are_conserved_but_for_kittens_that_leave_together(
    data: st.DataObject, ruleset: Ruleset
) -> None:
    position = data.draw(positions(ruleset))
    mover = position.to_move
    for turn in some_turns(data, position):
        after = play(position, turn).after
        kittens = [at for at in turn.leaves if kitten_leaves(position, turn, at)]
        lost = 0 if ruleset.keeps_pieces else max(len(kittens) - 1, 0)
        assert pieces_of(after, mover) == pieces_of(position, mover) - lost
        assert pieces_of(after, mover.other) == pieces_of(position, mover.other)
        pools = (after.orange_pool, after.gray_pool)
        assert min(count for pool in pools for count in (pool.kittens, pool.cats)) >= 0
        masks = [mask for seat in Seat for mask in after.bed.of(seat)]
        assert sum(mask.bit_count() for mask in masks) == after.bed.occupied.bit_count()


def kitten_leaves(position: Position, turn: Turn, square: int) -> bool:
    landed = land(position, turn.placement, turn.recall).position
    return bool(landed.bed.of(position.to_move)[0] >> square & 1)


@sampled_rulesets(2, 4)
@given(data=st.data())
@LAWS
def test_cats_never_become_kittens_again(data: st.DataObject, ruleset: Ruleset) -> None:
    position = data.draw(positions(ruleset))
    mover = position.to_move
    for turn in some_turns(data, position):
        after = play(position, turn).after
        assert cats_of(after, mover) >= cats_of(position, mover)
        assert cats_of(after, mover.other) == cats_of(position, mover.other)
        if not ruleset.has_cats:
            assert cats_of(after, mover) == 0


@sampled_rulesets(0, 3)
@given(data=st.data(), symmetry=st.sampled_from(SYMMETRIES))
@LAWS
def test_symmetries_of_the_square_commute_with_playing(
    data: st.DataObject, symmetry: symmetries.Symmetry, ruleset: Ruleset
) -> None:
    position = data.draw(positions(ruleset))
    moved = symmetries.of_position(symmetry, position)
    turns = list(legal_turns(position))
    assert {symmetries.of_turn(symmetry, turn) for turn in turns} == set(legal_turns(moved))
    for turn in some_turns(data, position):
        after = play(position, turn).after
        moved_after = play(moved, symmetries.of_turn(symmetry, turn)).after
        assert symmetries.of_position(symmetry, after) == moved_after


def test_eight_symmetries_are_eight_on_squares_and_on_entries() -> None:
    orders = {tuple(map(symmetry, EVERY_SQUARE)) for symmetry in SYMMETRIES}
    assert len(orders) == 8
    assert all(sorted(order) == list(EVERY_SQUARE) for order in orders)
    entries = {
        tuple(symmetries.of_entry(symmetry, entry) for entry in ENTRIES) for symmetry in SYMMETRIES
    }
    assert len(entries) == 8
    assert all(sorted(order) == list(ENTRIES) for order in entries)


@sampled_rulesets(1, 5)
@given(data=st.data())
@LAWS
def test_seats_are_played_alike(data: st.DataObject, ruleset: Ruleset) -> None:
    position = data.draw(positions(ruleset))
    swapped = swap_seats(position)
    assert list(legal_turns(position)) == list(legal_turns(swapped))
    for turn in some_turns(data, position):
        step, other = play(position, turn), play(swapped, turn)
        assert swap_seats(step.after) == other.after
        assert len(step.events) == len(other.events)
        assert (step.win and step.win.winner.other) == (other.win and other.win.winner)


def swap_seats(position: Position) -> Position:
    bed = position.bed
    return Position(
        Bed(bed.gray_kittens, bed.gray_cats, bed.orange_kittens, bed.orange_cats),
        position.gray_pool,
        position.orange_pool,
        position.to_move.other,
        position.ruleset,
        position.gray_seam,
        position.orange_seam,
    )


@sampled_rulesets(3, 4)
@given(data=st.data())
@LAWS
def test_a_position_text_round_trips(data: st.DataObject, ruleset: Ruleset) -> None:
    position = data.draw(positions(ruleset))
    assert read_position(write_position(position), ruleset) == position
    for turn in some_turns(data, position):
        step = play(position, turn)
        # A seat that waited with nothing in hand cannot continue. Play leads to no such position.
        if step.win is None and any(legal_turns(step.after)):
            assert read_position(write_position(step.after), ruleset) == step.after


@sampled_rulesets(1, 4)
@given(data=st.data(), chance=st.randoms(use_true_random=False))
@LAWS
def test_order_letters_and_what_may_be_left_out_make_the_same_step(
    data: st.DataObject, chance: Random, ruleset: Ruleset
) -> None:
    position = data.draw(positions(ruleset))
    for turn in some_turns(data, position):
        options = land(position, turn.placement, turn.recall).options
        leaves = list(turn.leaves)
        chance.shuffle(leaves)
        shuffled = replace(turn, leaves=tuple(leaves), wins=False)
        text = "".join(chance.choice((str.upper, str.lower))(c) for c in write_turn(shuffled))
        step = play(position, turn)
        assert play(position, read_turn(text)) == play(position, shuffled) == step
        if len(options) == 1:
            assert options == (turn.leaves,)
            assert play(position, replace(turn, leaves=())) == step


@sampled_rulesets(0, 3, 6)
@given(data=st.data())
@LAWS
def test_legal_turns_are_distinct_and_each_can_be_written_read_and_played(
    data: st.DataObject, ruleset: Ruleset
) -> None:
    position = data.draw(positions(ruleset))
    turns = list(legal_turns(position))
    assert turns
    assert len(set(turns)) == len({write_turn(turn) for turn in turns}) == len(turns)
    for turn in some_turns(data, position):
        assert read_turn(write_turn(turn)) == turn
        step = play(position, turn)
        assert step.turn == turn
        assert step.before == position
        assert step.after.to_move is position.to_move.other
        assert step.after.ruleset is ruleset
        assert (step.win is not None) == turn.wins


@sampled_rulesets(0, 5)
@given(data=st.data())
@LAWS
def test_a_completed_landing_equals_the_played_turn(data: st.DataObject, ruleset: Ruleset) -> None:
    position = data.draw(positions(ruleset))
    for turn in some_turns(data, position):
        landing = land(position, turn.placement, turn.recall)
        step = play(position, turn)
        assert complete(landing, turn.leaves, turn.seam) == step
        assert step.events[: len(landing.events)] == landing.events
        assert landing.position.to_move is position.to_move
        assert landing.needs_choice == (len(landing.options) > 1)
        if landing.win is not None:
            assert (landing.options, landing.entries) == ((), ())
            assert landing.position == replace(step.after, to_move=position.to_move)
        elif landing.entries:
            assert position.seam_of(position.to_move) is None
            assert landing.entries == ENTRIES


@sampled_rulesets(1, 4, 6)
@given(data=st.data())
@LAWS
def test_one_piece_is_recalled_first_where_and_only_where_the_ruleset_says_so(
    data: st.DataObject, ruleset: Ruleset
) -> None:
    position = data.draw(positions(ruleset))
    in_hand = position.pool_of(position.to_move).kinds
    squares = to_recall(position)
    recalled_first = ruleset.recall_time is RecallTime.EMPTY_HAND and not in_hand
    assert bool(squares) == recalled_first
    assert {turn.recall for turn in legal_turns(position)} == set(squares or (None,))
    for square in squares:
        ready = recall(position, square)
        assert ready.bed.piece_at(square) is None
        assert pieces_of(ready, position.to_move) == pieces_of(position, position.to_move)
        grown = Kind.CAT if ruleset.has_cats else Kind.KITTEN
        kittens, _ = position.bed.of(position.to_move)
        came_back = grown if kittens >> square & 1 else Kind.CAT
        assert ready.pool_of(position.to_move).kinds == (came_back,)


@pytest.mark.long
@sampled_rulesets(2, 3, 5)
@given(data=st.data())
@LAWS
def test_replaying_the_turns_of_a_match_gives_the_snapshot_of_each_turn(
    data: st.DataObject, ruleset: Ruleset
) -> None:
    """Matches are stored as text, and each snapshot continues like the turns from the start."""
    chance = data.draw(st.randoms(use_true_random=False))
    position = Position.start(ruleset)
    snapshots, turns = [write_position(position)], []
    for _ in range(40):
        step = play(position, chance.choice(list(legal_turns(position))))
        turns.append(write_turn(step.turn))
        snapshots.append(write_position(step.after))
        if step.win is not None:
            break
        position = step.after
    replayed = Position.start(ruleset)
    for turn, before, after in zip(turns, snapshots, snapshots[1:], strict=False):
        step = play(replayed, read_turn(turn))
        from_snapshot = play(read_position(before, ruleset), read_turn(turn))
        assert step == from_snapshot
        assert write_position(step.after) == after
        replayed = step.after


@given(data=st.data(), ruleset=st.sampled_from(RULESETS))
@settings(max_examples=quick_or_thorough(40, 300), deadline=None)
def test_a_position_is_dead_only_where_both_seats_have_lost_nearly_all(
    data: st.DataObject, ruleset: Ruleset
) -> None:
    position = data.draw(positions(ruleset))
    left = [pieces_of(position, seat) for seat in Seat]
    assert is_dead(position) == (max(left) < 3)
    assert not (is_dead(position) and ruleset.keeps_pieces)
