"""A scene as a value: what callers may pass, and what they get back."""

from dataclasses import replace

import pytest

from bot.game import Kind, Piece, Placed, Position, Seat, Win, WinBy, land, play, read_turn
from render.bed import draw
from render.scene import Ending, Scene
from render.turns import MOST_TOLD, Strength, recent_turns
from tests.render.scenes import scenes

SCENES = dict(scenes())
FIRST = play(Position(), read_turn("Kc3"))
SECOND = play(FIRST.after, read_turn("Kd4"))


def test_a_scene_takes_no_turn_one_turn_or_several() -> None:
    assert Scene(FIRST.after).turns == ()
    assert Scene(FIRST.after).last is None
    assert Scene(FIRST.after, FIRST).turns == (FIRST,)
    assert Scene(FIRST.after, FIRST) == Scene(FIRST.after, (FIRST,))
    assert hash(Scene(FIRST.after, FIRST)) == hash(Scene(FIRST.after, (FIRST,)))
    assert Scene(FIRST.after) == Scene(FIRST.after, ())
    assert Scene(SECOND.after, (FIRST, SECOND)).last is SECOND


def test_a_landing_can_follow_turns() -> None:
    landing = land(FIRST.after, read_turn("Kd4").placement)
    scene = Scene(landing.position, (FIRST, landing))
    assert scene.turns == (FIRST, landing)
    assert draw(scene) != draw(Scene(landing.position, landing))


def test_the_last_turn_is_drawn_strongest_and_the_first_of_very_many_is_not_drawn() -> None:
    position, steps = Position(), []
    for turn in ["Ka1", "Kf6", "Kc1", "Kd6", "Ke1", "Kb6", "Ka3", "Kf4", "Ka5", "Kf2"]:
        steps.append(play(position, read_turn(turn)))
        position = steps[-1].after
    scene = Scene(position, tuple(steps))
    turns = recent_turns(scene)
    assert [step for step, _ in turns] == steps[-MOST_TOLD:]
    assert [strength for _, strength in turns] == [Strength.EARLIER] * 8 + [Strength.LAST]
    assert draw(scene)


def test_an_earlier_turn_is_drawn_differently_from_the_last() -> None:
    both = Scene(SECOND.after, (FIRST, SECOND))
    assert draw(both) != draw(Scene(SECOND.after, SECOND))
    assert draw(both) != draw(Scene(SECOND.after, (SECOND, FIRST)))


def test_a_win_determines_the_ending_of_a_scene() -> None:
    win = Win(Seat.ORANGE, WinBy.LINE, ())
    assert Scene(Position(), win=win).ending is Ending.ORANGE_WON
    assert Scene(Position(), win=win, ending=Ending.ORANGE_WON).ending is Ending.ORANGE_WON
    for ending in (Ending.GRAY_WON, Ending.DRAWN):
        with pytest.raises(ValueError, match="not the ending of Win"):
            Scene(Position(), win=win, ending=ending)


def test_no_piece_is_chosen_for_a_square_that_is_taken() -> None:
    chosen = Placed(Piece(Seat.GRAY, Kind.KITTEN), FIRST.turn.placement.square)
    with pytest.raises(ValueError, match="c3 is taken"):
        Scene(FIRST.after, chosen=chosen)
    assert Scene(Position(), chosen=chosen).chosen == chosen


@pytest.mark.parametrize(
    ("ending", "asleep"),
    [
        (None, set()),
        (Ending.ORANGE_WON, {Seat.GRAY}),
        (Ending.GRAY_WON, {Seat.ORANGE}),
        (Ending.DRAWN, {Seat.ORANGE, Seat.GRAY}),
    ],
)
def test_at_the_end_the_pieces_of_a_seat_that_has_not_won_sleep(
    ending: Ending | None, asleep: set[Seat]
) -> None:
    scene = replace(SCENES["lively"], ending=ending)
    assert {seat for seat in Seat if scene.is_asleep(seat)} == asleep


def test_every_ending_has_a_different_picture() -> None:
    endings = (None, *Ending)
    pictures = {draw(replace(SCENES["lively"], ending=ending)) for ending in endings}
    assert len(pictures) == len(endings)


def test_an_ending_knows_its_winner() -> None:
    for seat in Seat:
        assert Ending.won_by(seat).winner is seat
    assert Ending.DRAWN.winner is None
