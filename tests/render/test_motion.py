"""Moving pieces: where they start and where they end."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.game import (
    RULESETS,
    Bed,
    Position,
    Ruleset,
    Seat,
    Square,
    Step,
    name_of,
    read_position,
    square_named,
)
from render.motion import Act, MotionPace, acts_of, middle_of
from tests.kit.thoroughness import quick_or_thorough
from tests.render.animations import play_turns, random_match
from tests.render.scenes import position_with

SCARCE = next(each for each in RULESETS if each.name == "scarce")
SEAM = next(each for each in RULESETS if each.name == "seam")


def acts_after(bed: str, *turns: str, cats: tuple[int, int] = (0, 0)) -> list[Act]:
    """Return the acts of the last turn."""
    return list(acts_of(play_turns(position_with(bed, cats), *turns)[-1]))


def changed(act: Act) -> dict[str, str]:
    """Return the squares that an act changes, with their pieces after it."""
    return {
        name_of(square): f"{piece.seat.value}{piece.kind.value}" if piece else "-"
        for square, piece in act.after.items()
    }


def test_a_piece_is_set_down_from_above_its_square() -> None:
    [act] = acts_after("6/6/6/6/6/6 o", "Kc3")
    [path] = act.paths
    assert changed(act) == {"c3": "oK"}
    assert all((pose.sprite, pose.across) == ("orange_kitten", 2.5) for pose in path)
    assert all(pose.down < 2.5 and pose.tenths > 10 for pose in path)


def test_booped_pieces_glide_together_and_always_nearer_to_their_squares() -> None:
    _, act = acts_after("6/1K1k2/6/1k4/5K/6 g", "Kc3")
    assert changed(act) == {"b2": "-", "d2": "-", "b4": "-", "a1": "oK", "e1": "gK", "a5": "gK"}
    ends = {middle_of(square_named(name)) for name in ("a1", "e1", "a5")}
    assert len(act.paths) == 3
    for path in act.paths:
        away = [
            min(abs(pose.across - across) + abs(pose.down - down) for across, down in ends)
            for pose in path
        ]
        assert away == sorted(away, reverse=True)
        assert 0 < away[-1] < away[0] < 2


def test_a_piece_that_falls_tips_beyond_the_edge_and_shrinks() -> None:
    _, act = acts_after("k5/6/6/6/6/6 o", "Kb2")
    assert changed(act) == {"a1": "-"}
    [path] = act.paths
    assert [pose.sprite for pose in path][-1] == "gray_kitten_falls_northeast"
    assert path[0].sprite == "gray_kitten"
    assert all(pose.across < 0.5 and pose.down < 0.5 for pose in path)
    assert path[-1].across < 0
    assert path[-1].tenths < path[0].tenths


def test_a_piece_that_has_reached_its_square_waits_for_one_that_is_still_falling() -> None:
    *_, push = acts_of(_beside_seam("2kKkK/6/6/6/6/6 o 6,0 6,0 cd+0 -"))
    glides, falls = push.paths
    assert len(glides) == len(falls)
    assert (glides[-1].across, glides[-1].down) == middle_of(square_named("b1"))
    assert falls[-1].across > 6


def test_kittens_of_a_line_become_cats_and_then_leave() -> None:
    *_, grow, leave = acts_after("6/6/1KC3/6/6/6 o", "Kd3")
    assert changed(grow) == {"b3": "oC", "d3": "oC"}
    assert grow.stays > 1
    assert {pose.sprite for path in grow.paths for pose in path} == {"orange_cat"}
    assert changed(leave) == {"b3": "-", "c3": "-", "d3": "-"}
    assert {pose.sprite for path in leave.paths for pose in path} == {"orange_cat"}


def test_a_recalled_cat_leaves_alone() -> None:
    *_, leave = acts_after("K1k2K/6/1C2K1/k5/3C1k/K4K o", "Kc5=b3")
    assert changed(leave) == {"b3": "-"}
    assert len(leave.paths) == 1


def test_the_middle_one_of_several_kittens_becomes_the_cat() -> None:
    start = replace(read_position("6/6/1KK3/6/6/6 o 6,0 8,0"), ruleset=SCARCE)
    *_, grow, leave = acts_of(play_turns(start, "Kd3")[0])
    assert changed(grow) == {"c3": "oC"}
    assert sorted(pose.sprite for pose in next(leave.pictures(MotionPace.FULL))) == [
        "orange_cat",
        "orange_kitten",
        "orange_kitten",
    ]


def test_a_piece_beside_the_seam_piece_slides_over_others_to_an_empty_square() -> None:
    *_, seam, push = acts_of(_beside_seam("3Kk1/6/6/6/6/6 o 7,0 7,0 cd+0 -"))
    assert seam.seams[Seat.ORANGE] is not None
    assert changed(push) == {"d1": "-", "f1": "oK"}
    [path] = push.paths
    assert 3.5 < path[0].across < path[-1].across < 5.5


def test_a_piece_beside_the_seam_piece_slides_over_others_and_off_the_bed() -> None:
    *_, push = acts_of(_beside_seam("3KkK/6/6/6/6/6 o 6,0 7,0 cd+0 -"))
    assert changed(push) == {"d1": "-"}
    [path] = push.paths
    assert [pose.across for pose in path] == sorted(pose.across for pose in path)
    assert path[0].across == 4.5
    assert path[-1].across > 6
    assert path[-1].sprite == "orange_kitten_falls_north"


def test_a_seam_piece_is_laid_and_leaves() -> None:
    laid = play_turns(Position.start(SEAM), "Ka6~cd+")[0]
    assert [act.seams for act in acts_of(laid) if act.seams] == [
        {Seat.ORANGE: laid.after.orange_seam}
    ]
    *_, gone, last = acts_of(_beside_seam("6/6/6/6/6/6 o 8,0 8,0 cd+5 -"))
    assert gone.seams == {Seat.ORANGE: None}
    [path] = last.paths
    assert {pose.sprite for pose in path} == {"orange_seam"}
    assert path[0].down == 5.5
    assert path[-1].down > 6


@pytest.mark.parametrize("pace", MotionPace)
def test_every_pace_has_its_number_of_pictures(pace: MotionPace) -> None:
    _, act = acts_after("k5/2K3/6/6/6/6 o", "Kb2")
    pictures = list(act.pictures(pace))
    assert len(pictures) == {MotionPace.FULL: 3, MotionPace.BRIEF: 1, MotionPace.STILL: 0}[pace]
    assert all(pictures)


def test_pieces_further_down_are_drawn_in_front() -> None:
    _, act = acts_after("6/1KkC2/1c1K2/1kKc2/6/6 o", "Cc3", cats=(1, 0))
    for poses in act.pictures(MotionPace.FULL):
        downs = [pose.down for pose in poses]
        assert downs == sorted(downs)


@pytest.mark.long
@settings(deadline=None, max_examples=quick_or_thorough(20, 40))
@given(st.sampled_from(RULESETS), st.integers(0, 2**32))
def test_the_acts_of_any_turn_lead_to_the_bed_after_it(ruleset: Ruleset, seed: int) -> None:
    for step in random_match(Random(seed), ruleset, 30):
        squares, seams = dict(step.before.bed), dict(_seams(step.before))
        for act in acts_of(step):
            for square, piece in act.after.items():
                squares.pop(square, None)
                if piece is not None:
                    squares[square] = piece
            seams |= act.seams
        assert squares == dict(step.after.bed)
        assert seams == _seams(step.after)


@settings(deadline=None, max_examples=20)
@given(st.sampled_from(RULESETS), st.integers(0, 2**32))
def test_every_piece_that_leaves_its_square_moves_visibly(ruleset: Ruleset, seed: int) -> None:
    for step in random_match(Random(seed), ruleset, 30):
        moved = [path[0] for act in acts_of(step) for path in act.paths]
        assert all(
            any(_near(pose.across, pose.down, square) for pose in moved) for square in _left(step)
        )


def _beside_seam(text: str) -> Step:
    return play_turns(read_position(text, SEAM), "Ka6")[0]


def _seams(position: Position) -> dict[Seat, object]:
    return {seat: position.seam_of(seat) for seat in Seat}


def _left(step: Step) -> list[Square]:
    """Return the squares whose piece has left."""
    before: Bed = step.before.bed
    return [square for square, piece in before if step.after.bed.piece_at(square) != piece]


def _near(across: float, down: float, square: Square) -> bool:
    x, y = middle_of(square)
    return abs(across - x) <= 3 and abs(down - y) <= 3
