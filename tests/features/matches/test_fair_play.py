"""By how many pieces positions differ, and which matches get no help."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.symmetry import EVERY_WAY, turned_position
from bot.features.matches.fair_play import FairPlay, LikeLiveMatch, is_guarded
from bot.game import CLASSIC, Position, Seat, read_position, write_position
from bot.match.match import EndReason, Outcome
from bot.match.terms import Stakes
from tests.kit.matches import match
from tests.render.animations import random_match

SPREAD = "K4K/6/1K4/4k1/6/k4k o 5,0 5,0"


def positions(seed: int) -> list[Position]:
    return [step.after for step in random_match(Random(seed), CLASSIC, 16)]


def is_similar(position: Position, live: Position) -> bool:
    """Return whether help in a position would be help in a rated match at position `live`."""
    rated = replace(match(), position=live, stakes=Stakes.RATED)
    return FairPlay([rated]).like(position) is not None


@pytest.mark.parametrize(
    ("other", "is_apart"),
    [
        ("6/6/6/6/6/6 o 8,0 8,0", True),
        (SPREAD, False),
        ("K4K/6/1K4/4k1/6/k4k g 5,0 5,0", False),
        ("k4k/6/1k4/4K1/6/K4K o 5,0 5,0", False),
        ("K5/6/6/6/6/6 o 7,0 8,0", False),
        ("C5/6/6/6/6/6 o 7,0 8,0", True),
        ("1K4/6/6/6/6/6 o 7,0 8,0", True),
        ("C5/6/1C4/4k1/6/6 o 6,0 7,0", False),
    ],
)
def test_a_moved_changed_or_missing_piece_counts_once(other: str, *, is_apart: bool) -> None:
    assert is_similar(read_position(other), read_position(SPREAD)) is not is_apart


@given(st.integers(0, 300), st.integers(0, 300), st.sampled_from(EVERY_WAY))
def test_the_distance_of_positions_does_not_depend_on_symmetry_or_order(
    one: int, other: int, way: int
) -> None:
    first, second = positions(one)[-1], positions(other)[-1]
    alike = is_similar(first, second)
    assert alike == is_similar(second, first)
    assert alike == is_similar(turned_position(first, way), second)
    assert is_similar(first, turned_position(first, way))


def test_a_rated_match_is_guarded_as_long_as_it_goes_on() -> None:
    rated = replace(match(), stakes=Stakes.RATED)
    assert is_guarded(rated)
    assert not is_guarded(replace(rated, stakes=Stakes.CASUAL))
    assert not is_guarded(replace(rated, outcome=Outcome(EndReason.RESIGNATION, Seat.GRAY)))


def differing_pieces(position: Position) -> int:
    """Count the pieces in which a position differs from `SPREAD`, by the letters of its text."""
    fixed, turning = pieces_of(SPREAD), pieces_of(write_position(position))
    numbers = []
    for _ in range(2):
        for _ in range(4):
            turning = {(column, 5 - row, piece) for row, column, piece in turning}
            swapped = {(row, column, piece.swapcase()) for row, column, piece in turning}
            numbers += [
                max(len(fixed), len(turning)) - len(fixed & each) for each in (turning, swapped)
            ]
        turning = {(column, row, piece) for row, column, piece in turning}
    return min(numbers)


def pieces_of(written: str) -> set[tuple[int, int, str]]:
    """Return the row, the column and the letter of each piece on a written bed."""
    rows = [
        "".join(" " * int(each) if each.isdigit() else each for each in row)
        for row in written.split()[0].split("/")
    ]
    return {
        (row, column, piece)
        for row, pieces in enumerate(rows)
        for column, piece in enumerate(pieces)
        if piece != " "
    }


def test_help_in_a_position_needs_six_pieces_from_every_guarded_match() -> None:
    spread = read_position(SPREAD)
    rated = replace(match(), position=spread, stakes=Stakes.RATED)
    fair_play, differences = FairPlay([rated]), set[int]()
    for position in [each for seed in range(8) for each in positions(seed)]:
        differing = differing_pieces(position)
        differences.add(differing)
        assert (fair_play.like(position) == rated) is (differing < 6)
    assert {5, 6} <= differences
    with pytest.raises(LikeLiveMatch):
        fair_play.require_apart(spread)
    FairPlay([replace(rated, stakes=Stakes.CASUAL)]).require_apart(spread)
    FairPlay([]).require_apart(spread)


def test_a_line_that_leads_near_a_guarded_match_gets_no_help() -> None:
    steps = random_match(Random(3), CLASSIC, 16)
    live = replace(match(), position=steps[-1].after, stakes=Stakes.RATED)
    fair_play = FairPlay([live])
    ply = next(ply for ply, step in enumerate(steps) if fair_play.like(step.before) is None)
    far, line = steps[ply].before, [step.turn for step in steps[ply:]]
    fair_play.require_apart(far)
    with pytest.raises(LikeLiveMatch):
        fair_play.require_apart(far, line)
