"""Lines that threaten to graduate."""

from bot.game import (
    EVERY_SQUARE,
    Placement,
    Position,
    Seat,
    Square,
    land,
    name_of,
    read_position,
)
from bot.game.ruleset import SCARCE
from render.bed import compose, draw
from render.layout import TILE, corner_of
from render.outlines import threats_of
from render.palette import thread_of
from render.scene import Scene, Threat
from tests.kit.positions import crowded_positions
from tests.render.scenes import scenes

SCENES = dict(scenes())


def lines(position: Position, seat: Seat) -> list[str]:
    return ["".join(map(name_of, threat.line)) for threat in threats_of(position, seat)]


def test_two_cats_and_an_open_third_are_a_threat_to_their_own_seat_alone() -> None:
    position = read_position("6/1C4/2C3/6/6/6 o 6,0 8,0")
    assert lines(position, Seat.ORANGE) == ["a1b2c3", "b2c3d4"]
    assert lines(position, Seat.GRAY) == []


def test_a_third_piece_that_would_boop_the_two_away_is_not_a_threat() -> None:
    position = read_position("6/1K4/6/3K2/6/6 o 6,0 8,0")
    assert lines(position, Seat.ORANGE) == []


def test_two_pieces_that_cannot_be_booped_away_are_a_threat() -> None:
    position = read_position("k5/1K4/6/3K2/4k1/6 o 6,0 6,0")
    assert lines(position, Seat.ORANGE) == ["b2c3d4"]


def test_a_seat_with_nothing_in_hand_threatens_nothing() -> None:
    position = read_position("6/1C4/2C3/6/6/6 g 0,0 8,0", SCARCE)
    assert threats_of(position, Seat.ORANGE) == ()


def test_every_threat_is_carried_out_by_placing_in_its_third() -> None:
    seen = 0
    for position in crowded_positions(seed=3, count=40):
        for threat in threats_of(position, position.to_move):
            (third,) = (at for at in threat.line if position.bed.piece_at(at) is None)
            made = [
                squares
                for kind in position.pool_of(position.to_move).kinds
                for landing in (land(position, Placement(kind, third)),)
                for squares in (*landing.options, *([landing.win.squares] if landing.win else []))
            ]
            assert any(set(threat.line) <= set(squares) for squares in made)
            seen += 1
    assert seen > 20


def test_a_threat_is_drawn_differently_for_each_seat() -> None:
    line = (Square(0), Square(7), Square(14))
    bare = Scene(Position())
    pictures = {draw(Scene(Position(), threats=(Threat(seat, line),))) for seat in Seat}
    assert len(pictures | {draw(bare)}) == 3
    assert SCENES["threats"].threats


def test_marks_of_both_seats_are_visible_on_a_shared_square() -> None:
    scene = SCENES["threats_shared"]
    shared = [
        third
        for third in EVERY_SQUARE
        if scene.position.bed.piece_at(third) is None
        and {threat.seat for threat in scene.threats if third in threat.line} == set(Seat)
    ]
    assert shared
    picture = compose(scene)
    for square in shared:
        x, y = corner_of(square)
        inks = picture.crop((x, y, x + TILE, y + TILE)).histogram()
        for seat in Seat:
            assert inks[thread_of(scene.theme.palette, seat)] > 200


def test_lines_that_share_two_squares_have_an_outline_each() -> None:
    scene = SCENES["threats_sharing_squares"]
    assert [len(threat.line) for threat in scene.threats] == [3] * 4
    first, second, *_ = scene.threats
    assert len(set(first.line) & set(second.line)) == 2
    of_two, of_first, of_second = (
        compose(Scene(scene.position, threats=threats))
        for threats in ((first, second), (first,), (second,))
    )
    for alone in (of_first, of_second):
        thread = thread_of(scene.theme.palette, Seat.ORANGE)
        assert of_two.histogram()[thread] > alone.histogram()[thread] * 1.5
    # In the part that both lines share, one outline is inside the other.
    x, y = corner_of(first.line[1])
    box = (x, y, x + TILE, y + TILE)
    assert len({picture.crop(box).tobytes() for picture in (of_two, of_first, of_second)}) == 3
