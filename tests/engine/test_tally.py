"""The arena's arithmetic, compared with known values."""

import math

import pytest

from bot.cli.arena import elo_text, report
from bot.engine.lab.tally import Tally, elo, wilson

ALL_WON = Tally(((1.0, 1.0),) * 100)


@pytest.mark.parametrize(
    ("share", "difference"),
    [(0.5, 0.0), (0.75, 190.85), (0.64, 99.95), (0.9, 381.70), (10 / 11, 400.0), (0.25, -190.85)],
)
def test_elo_is_the_difference_that_predicts_the_share(share: float, difference: float) -> None:
    assert elo(share) == pytest.approx(difference, abs=0.01)


def test_elo_of_all_points_or_none_is_infinite() -> None:
    assert (elo(1.0), elo(0.0)) == (math.inf, -math.inf)
    assert (elo_text(1.0), elo_text(0.0), elo_text(0.64)) == ("+∞", "-∞", "+100")


@pytest.mark.parametrize(
    ("share", "matches", "low", "high"),
    [
        (0.5, 100, 0.4038, 0.5962),
        (0.9, 10, 0.5958, 0.9821),
        (1.0, 200, 0.9812, 1.0),
        (0.0, 20, 0.0, 0.1611),
    ],
)
def test_wilson_gives_published_intervals(
    share: float, matches: int, low: float, high: float
) -> None:
    assert wilson(share, matches) == pytest.approx((low, high), abs=0.0001)


def test_the_interval_depends_on_the_spread_of_the_openings() -> None:
    # Means of 1, 0.5, 0.5 and 0: their standard error is sqrt(0.5 / 3 / 4).
    tally = Tally(((1.0, 1.0), (1.0, 0.0), (0.0, 1.0), (0.0, 0.0)))
    apart = 1.959964 * math.sqrt(0.5 / 3 / 4)
    assert tally.interval == pytest.approx((0.5 - apart, 0.5 + apart))


def test_the_interval_without_spread_is_wilsons() -> None:
    assert ALL_WON.interval == wilson(1.0, 200)
    one = Tally().with_pair(1.0, 0.0)
    assert one.interval == wilson(0.5, 2)


def test_openings_that_always_split_neither_widen_nor_close_the_interval() -> None:
    low, high = Tally(((1.0, 0.0),) * 100).interval
    assert 0.4 < low < 0.5 < high < 0.6


def test_the_interval_stays_between_0_and_1() -> None:
    low, high = Tally(((1.0, 1.0), (1.0, 0.5))).interval
    assert low < 0.875 < high == 1.0


def test_the_report_of_a_clean_sweep_has_no_upper_end() -> None:
    assert report(ALL_WON).splitlines()[1:] == [
        "95% confidence interval 98.1% to 100.0%",
        "Elo +∞, +687 to +∞",
    ]


def test_the_report_counts_wins_draws_and_losses() -> None:
    tally = Tally(((1.0, 0.5), (1.0, 0.0), (0.5, 1.0), (1.0, 1.0)))
    assert tally.share_as_orange == 0.875
    lines = report(tally).splitlines()
    assert lines[0] == "won 5, drawn 2, lost 1: 75.0% of the points, 87.5% as orange"
    assert lines[1].startswith("95% confidence interval ")
    assert lines[2].startswith("Elo +191, +")
