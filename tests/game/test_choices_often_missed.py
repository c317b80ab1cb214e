"""The choices of pieces to leave the bed that other programs often get wrong."""

from random import Random

from bot.game import (
    CLASSIC,
    EVERY_SQUARE,
    JUNIOR,
    ROWS,
    SCARCE,
    SEAM,
    Kind,
    Placement,
    Pool,
    Position,
    Ruleset,
    Square,
    kernel,
    land,
    read_position,
    write_turn,
)
from bot.game.kernel import MOST_OPTIONS
from bot.game.squares import mask_of
from tests.kit.compositions import for_rulesets
from tests.kit.drawing import draw, position, rows, square, square_names, step_of

as_classic = for_rulesets(CLASSIC, SEAM)


def options(before: Position, kind: Kind, name: str) -> list[str]:
    return [square_names(option) for option in land(before, Placement(kind, square(name))).options]


LINE_AND_EIGHT = """
    K.C.K.
    ......
    kK.Kk.
    ......
    K.C...
    ......
"""


@as_classic
def test_with_a_line_and_all_eight_on_the_bed_the_player_chooses_between_them(
    ruleset: Ruleset,
) -> None:
    choices = options(position(LINE_AND_EIGHT, ruleset=ruleset), Kind.KITTEN, "c3")
    assert choices == ["b3c3d3", "a1", "c1", "e1", "b3", "c3", "d3", "a5", "c5"]


@for_rulesets(ROWS, SCARCE)
def test_with_a_line_and_all_eight_on_the_bed_the_line_leaves_in_rows_and_scarce(
    ruleset: Ruleset,
) -> None:
    choices = options(position(LINE_AND_EIGHT, ruleset=ruleset), Kind.KITTEN, "c3")
    assert choices == ["b3c3d3"]


@as_classic
def test_with_eight_on_the_bed_a_cat_may_be_recalled(ruleset: Ruleset) -> None:
    step = step_of(position(LINE_AND_EIGHT, ruleset=ruleset), "Kc3=c1")
    assert step.after.bed.piece_at(square("c1")) is None
    assert step.after.orange_pool == Pool(kittens=0, cats=1)


EIGHT = """
    K.C.K.
    ......
    K...K.
    ......
    K.C...
    ......
"""


def test_with_eight_on_the_bed_only_a_kitten_may_be_recalled_in_rows() -> None:
    choices = options(position(EIGHT, ruleset=ROWS), Kind.KITTEN, "f6")
    assert choices == ["a1", "e1", "a3", "e3", "a5", "f6"]
    cats = position(EIGHT.replace("K", "C"), orange_cats=1, ruleset=ROWS)
    landing = land(cats, Placement(Kind.CAT, square("f6")))
    assert landing.win is None, "eight cats on the bed do not win"
    assert list(map(square_names, landing.options)) == [
        "a1",
        "c1",
        "e1",
        "a3",
        "e3",
        "a5",
        "c5",
        "f6",
    ]


def test_with_eight_on_the_bed_nothing_is_recalled_after_a_turn_of_scarce() -> None:
    assert options(position(EIGHT, ruleset=SCARCE), Kind.KITTEN, "f6") == []


def test_a_kitten_recalled_in_junior_stays_a_kitten() -> None:
    before = position(EIGHT.replace("C", "K"), ruleset=JUNIOR)
    assert options(before, Kind.KITTEN, "f6") == ["a1", "c1", "e1", "a3", "e3", "a5", "c5", "f6"]
    assert step_of(before, "Kf6=a1").after.orange_pool == Pool(kittens=1, cats=0)


CROSSING = """
    ..k...
    ..K...
    kK.Kk.
    ..K...
    ..k...
    ......
"""


@for_rulesets(CLASSIC, SEAM, SCARCE)
def test_lines_that_cross_in_one_square_are_named_by_all_their_squares(ruleset: Ruleset) -> None:
    before = position(CROSSING, ruleset=ruleset)
    assert options(before, Kind.KITTEN, "c3") == ["c2c3c4", "b3c3d3"]
    assert draw(step_of(before, "Kc3=c2c3c4").after.bed) == rows("""
        ..k...
        ......
        kK.Kk.
        ......
        ..k...
        ......
    """)


def test_lines_that_cross_leave_together_in_rows() -> None:
    before = position(CROSSING, ruleset=ROWS)
    assert options(before, Kind.KITTEN, "c3") == ["c2b3c3d3c4"]
    step = step_of(before, "Kc3")
    assert write_turn(step.turn) == "Kc3=c2b3c3d3c4"
    assert step.after.orange_pool == Pool(kittens=3, cats=5)


def test_lines_that_do_not_touch_leave_together_in_rows() -> None:
    before = read_position("KK4/6/6/6/6/1KKK2 o 3,0 8,0", ROWS)
    step = step_of(before, "Kc1")
    assert write_turn(step.turn) == "Kc1=a1b1c1b6c6d6"
    assert step.after.orange_pool == Pool(kittens=2, cats=6)


@as_classic
def test_eight_pieces_leave_fourteen_options_at_the_most(ruleset: Ruleset) -> None:
    before = position(
        """
        ......
        ..KK..
        ..KK..
        .KKK..
        ......
        ......
        """,
        ruleset=ruleset,
    )
    choices = options(before, Kind.KITTEN, "b2")
    assert len(choices) == MOST_OPTIONS == 14
    assert sum(len(option) == 6 for option in choices) == 6
    assert sum(len(option) == 2 for option in choices) == 8


def test_eight_pieces_make_six_lines_at_the_most() -> None:
    """Trying every bed of eight pieces takes too long; a search by single moves does not."""
    chance = Random(14)
    most = 0
    for _ in range(60):
        own = chance.sample(EVERY_SQUARE, 8)
        best = lines_of(own)
        for _ in range(150):
            moved = [*chance.sample(own, 7)]
            moved.append(chance.choice([at for at in EVERY_SQUARE if at not in moved]))
            if lines_of(moved) >= best:
                own, best = moved, lines_of(moved)
        most = max(most, best)
    assert most == 6


def lines_of(own: list[Square]) -> int:
    return kernel.find_lines(mask_of(own), [0] * 60)
