from dataclasses import replace
from itertools import combinations
from operator import sub

import pytest

from bot.game import Seat
from render.balance import PIN, Balance, Pin, draw_balance, heads_of, point_of
from render.chart_canvas import BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH
from render.palette import Ink
from tests.render.balances import LIVELY, LONG, named
from tests.render.golden import compare, open_png


def test_the_comparison_detects_another_share_and_a_missing_pin() -> None:
    shown = open_png(draw_balance(named(LIVELY)))
    other = replace(LIVELY, shares=(*LIVELY.shares[:9], 0.9, *LIVELY.shares[10:]))
    assert not compare(open_png(draw_balance(other)), shown).alike
    assert not compare(open_png(draw_balance(replace(LIVELY, pins=LIVELY.pins[:2]))), shown).alike


def test_a_balance_needs_a_share_and_pins_need_existing_turns() -> None:
    with pytest.raises(ValueError, match="at least one share, not 0"):
        Balance("Match", ())
    for ply in (0, 2):
        with pytest.raises(ValueError, match=f"a match of 1 turns has no turn {ply}"):
            Balance("Match", (0.5, 0.5), (Pin(ply, Seat.ORANGE),))


def test_unknown_shares_are_not_drawn() -> None:
    known = Balance("Match", (0.9,) * 9)
    gap = replace(known, shares=(*(0.9,) * 3, *(None,) * 3, *(0.9,) * 3))
    whole, drawn = open_png(draw_balance(known)), open_png(draw_balance(gap))
    for share, is_alike in ((0.1, True), (0.5, False), (0.9, True)):
        at = (round(LEFT + share * (RIGHT - LEFT)), TOP + 80)
        assert (drawn.getpixel(at) == whole.getpixel(at)) is is_alike
    assert draw_balance(replace(known, shares=(None,) * 9)) != draw_balance(known)
    with pytest.raises(ValueError, match="no share"):
        replace(gap, pins=(Pin(4, Seat.ORANGE),))


@pytest.mark.parametrize("seat", list(Seat))
def test_the_colour_is_on_the_side_of_the_player_with_the_better_score(seat: Seat) -> None:
    share, ink, y = (
        (0.9, Ink.ORANGE, TOP + 80) if seat is Seat.ORANGE else (0.1, Ink.GRAY, BOTTOM - 80)
    )
    balance = Balance("Match", (share,) * 9)
    picture = open_png(draw_balance(balance))
    middle = (LEFT + RIGHT) // 2
    for expected, at in ((ink, y), (Ink.CREAM, TOP + BOTTOM - y)):
        seen = picture.getpixel((middle, at))
        assert isinstance(seen, tuple)
        # The picture's limited palette is close to the drawn colours, not always the same.
        assert max(map(abs, map(sub, seen, balance.theme.palette.inks[expected]))) <= 3


def test_later_turns_are_further_right_and_a_greater_share_is_higher() -> None:
    balance = Balance("Match", (0.0, 0.5, 1.0))
    (x0, y0), (x1, y1), (x2, y2) = (point_of(balance, ply) for ply in range(3))
    assert LEFT == x0 < x1 < x2 == RIGHT
    assert BOTTOM > y0 > y1 > y2 > TOP


@pytest.mark.parametrize("count", [1, 3, 40, 300])
def test_no_two_pins_on_a_hem_touch_and_none_leaves_the_quilt(count: int) -> None:
    for plies in combinations(sorted({1, 2, 3, count // 2, count - 2, count - 1, count}), 3):
        if not 0 < plies[0] < plies[1] < plies[2] <= count:
            continue
        for seats in ((Seat.ORANGE,) * 3, (Seat.ORANGE, Seat.GRAY, Seat.ORANGE)):
            pins = tuple(Pin(ply, seat) for ply, seat in zip(plies, seats, strict=True))
            heads = heads_of(Balance("Match", (0.5,) * (count + 1), pins))
            for x, _ in heads:
                assert LEFT <= x <= RIGHT
            for one, other in combinations(range(3), 2):
                if seats[one] is seats[other]:
                    assert heads[other][0] - heads[one][0] > 2 * PIN


def test_a_balance_of_a_long_match_is_small_enough_to_send() -> None:
    png = draw_balance(LONG)
    assert len(png) < 40_000
    assert open_png(png).size == (WIDTH, HEIGHT)
