"""What holds for every position and every turn."""

from random import Random

from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.game import (
    EVERY_SQUARE,
    Bed,
    Booped,
    FellOff,
    Graduated,
    Piece,
    Placed,
    Position,
    Recalled,
    Seat,
    Square,
    Step,
    Turn,
    Won,
    complete,
    land,
    legal_turns,
    play,
    read_position,
    read_turn,
    write_position,
    write_turn,
)
from tests.game import symmetries
from tests.game.positions import crowded, positions
from tests.game.symmetries import SYMMETRIES, Symmetry

LAWS = settings(max_examples=100, deadline=None)


def pieces_of(position: Position, seat: Seat) -> int:
    pool = position.pool_of(seat)
    return sum(mask.bit_count() for mask in position.bed.of(seat)) + pool.kittens + pool.cats


@given(positions())
@LAWS
def test_pieces_are_conserved(position: Position) -> None:
    for turn in legal_turns(position):
        after = play(position, turn).after
        assert [pieces_of(after, seat) for seat in Seat] == [8, 8]
        assert min(after.orange_pool.kittens, after.orange_pool.cats) >= 0
        assert min(after.gray_pool.kittens, after.gray_pool.cats) >= 0
        masks = [mask for seat in Seat for mask in after.bed.of(seat)]
        assert sum(mask.bit_count() for mask in masks) == after.bed.occupied.bit_count()


@given(positions())
@LAWS
def test_cats_never_become_kittens_again(position: Position) -> None:
    for turn in legal_turns(position):
        after = play(position, turn).after
        for seat in Seat:
            assert cats_of(after, seat) >= cats_of(position, seat)
        assert cats_of(after, position.to_move.other) == cats_of(position, position.to_move.other)


def cats_of(position: Position, seat: Seat) -> int:
    return position.bed.of(seat)[1].bit_count() + position.pool_of(seat).cats


@given(positions(), st.sampled_from(SYMMETRIES))
@LAWS
def test_symmetries_of_the_square_commute_with_playing(
    position: Position, symmetry: Symmetry
) -> None:
    moved = symmetries.of_position(symmetry, position)
    turns = list(legal_turns(position))
    assert {symmetries.of_turn(symmetry, turn) for turn in turns} == set(legal_turns(moved))
    for turn in turns:
        after = play(position, turn).after
        moved_after = play(moved, symmetries.of_turn(symmetry, turn)).after
        assert symmetries.of_position(symmetry, after) == moved_after


def test_eight_symmetries_are_eight() -> None:
    orders = {tuple(map(symmetry, EVERY_SQUARE)) for symmetry in SYMMETRIES}
    assert len(orders) == 8
    assert all(sorted(order) == list(EVERY_SQUARE) for order in orders)


@given(positions())
@LAWS
def test_seats_are_played_alike(position: Position) -> None:
    swapped = swap_seats(position)
    assert list(legal_turns(position)) == list(legal_turns(swapped))
    for turn in legal_turns(position):
        assert swap_seats(play(position, turn).after) == play(swapped, turn).after


def swap_seats(position: Position) -> Position:
    bed = position.bed
    return Position(
        Bed(bed.gray_kittens, bed.gray_cats, bed.orange_kittens, bed.orange_cats),
        position.gray_pool,
        position.orange_pool,
        position.to_move.other,
    )


@given(positions())
@example(Position())
@LAWS
def test_position_text_round_trips(position: Position) -> None:
    assert read_position(write_position(position)) == position


@given(positions())
@LAWS
def test_notation_of_a_legal_turn_round_trips_and_is_the_turn_played(position: Position) -> None:
    for turn in legal_turns(position):
        assert read_turn(write_turn(turn)) == turn
        assert play(position, turn).turn == turn


@given(positions(), st.randoms(use_true_random=False))
@LAWS
def test_order_letters_and_claim_left_out_make_the_same_step(
    position: Position, chance: Random
) -> None:
    for turn in legal_turns(position):
        leaves = list(turn.leaves)
        chance.shuffle(leaves)
        shuffled = Turn(turn.placement, tuple(leaves))
        text = "".join(chance.choice((str.upper, str.lower))(c) for c in write_turn(shuffled))
        assert play(position, read_turn(text)) == play(position, shuffled) == play(position, turn)


@given(positions())
@LAWS
def test_legal_turns_are_distinct_and_each_can_be_played(position: Position) -> None:
    turns = list(legal_turns(position))
    assert len(set(turns)) == len(turns)
    for turn in turns:
        step = play(position, turn)
        assert step.before == position
        assert step.after.to_move is position.to_move.other
        assert (step.win is not None) == turn.wins


@given(positions())
@LAWS
def test_landing_completed_is_the_turn_played(position: Position) -> None:
    for turn in legal_turns(position):
        landing = land(position, turn.placement)
        assert complete(landing, turn.leaves) == play(position, turn)
        assert landing.position.to_move is position.to_move
        assert landing.needs_choice == (len(landing.options) > 1)
        if landing.win is not None:
            assert landing.options == ()


def test_events_alone_lead_from_the_bed_before_to_the_bed_after() -> None:
    for position in crowded(5, 100):
        for turn in legal_turns(position):
            step = play(position, turn)
            assert told(step) == dict(step.after.bed)


def told(step: Step) -> dict[Square, Piece]:
    """The bed that follows from the bed before by believing the events."""
    bed = dict(step.before.bed)
    for event in step.events:
        match event:
            case Placed(piece, square):
                assert square not in bed
                bed[square] = piece
            case Booped(piece, start, end):
                assert bed.pop(start) == piece
                assert end not in bed
                bed[end] = piece
            case FellOff(piece, start):
                assert bed.pop(start) == piece
            case Graduated(pieces):
                assert all(bed.pop(square) == piece for square, piece in pieces)
            case Recalled(piece, square):
                assert bed.pop(square) == piece
            case Won(win):
                assert win == step.win
                assert event == step.events[-1]
    return bed
