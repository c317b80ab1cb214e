"""The program computes the same figures as docs/ratings.md shows."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from bot.features.practice.ratings import (
    FLOOR,
    LEVEL_DEVIATION,
    UNPRACTISED,
    WIDEST_GAP,
    PracticeResult,
    practised,
)
from bot.features.standings.glicko import (
    CENTRE,
    FEWEST_OPPONENTS,
    IN_FULL,
    PERIOD,
    SETTLED_BELOW,
    UNRATED,
    PlayerRating,
    Rating,
    aged,
    at_stake,
    carried,
    weight_of,
)
from bot.match.clock import DAY
from bot.match.ending import FEWEST_TURNS, Score
from bot.match.identity import Instant
from bot.match.terms import LevelNumber

PAGE = " ".join(
    (Path(__file__).parents[2] / "docs" / "ratings.md").read_text(encoding="utf-8").split()
)
NOW = Instant(0.0)


def player(points: float, deviation: float) -> PlayerRating:
    return PlayerRating(Rating(points, deviation, 0.06), NOW)


def signed(points: int) -> str:
    return "±0" if not points else f"{'−' if points < 0 else '+'}{abs(points)}"


def stake_texts(one: PlayerRating, other: PlayerRating) -> list[str]:
    stake = at_stake(one, other, 0, NOW)
    return [signed(points) for points in (stake.win, stake.draw, stake.loss)]


def test_the_table_of_points_at_stake_is_what_the_program_computes() -> None:
    rows = re.findall(r"\| (\d+) \| (\S+) \| (\S+) \| (\S+) \|", PAGE)
    assert len(rows) == 5
    for deviation, *texts in rows:
        both = player(1500, float(deviation))
        assert stake_texts(both, both) == texts


def test_points_at_stake_between_unequal_players_are_those_of_the_program() -> None:
    strong, weak = player(1700, 70), player(1500, 70)
    sentence = (
        f"it is {', '.join(stake_texts(strong, weak))} for the stronger and "
        f"{', '.join(stake_texts(weak, strong))} for the weaker."
    )
    assert sentence in PAGE


@pytest.mark.parametrize(
    "words",
    [
        f"everybody starts at {UNRATED.points:.0f} ± {UNRATED.deviation:.0f}",
        f"while the deviation is {SETTLED_BELOW:.0f} or more",
        f"fewer than {FEWEST_TURNS} turns",
        f"The first {IN_FULL} matches",
        f"the 6th for {weight_of(5):.0%}".replace("%", " %"),
        f"against {FEWEST_OPPONENTS} different opponents",
        f"and {CENTRE:.0f}, at ±",
    ],
)
def test_figures_on_the_page_equal_those_of_the_program(words: str) -> None:
    assert words in PAGE


def test_the_tenth_match_counts_for_half() -> None:
    assert "the 10th for half" in PAGE
    assert weight_of(9) == 0.5


def test_the_effect_of_absence_on_the_page_is_that_of_the_program() -> None:
    after = [
        round(aged(Rating(1500, 60, 0.06), days * DAY / PERIOD).deviation) for days in (90, 365)
    ]
    assert f"from 60 to {after[0]} in 90 days, to {after[1]} in a year" in PAGE


def test_the_start_of_a_new_season_is_that_of_the_program() -> None:
    after = carried(player(1700, 70)).rating
    assert f"1700 ± 70 becomes {after.points:.0f} ± {after.deviation:.0f}" in PAGE


def test_the_gain_from_practice_is_that_of_the_program() -> None:
    first = PracticeResult(LevelNumber(8), CENTRE, Score.WIN, NOW)
    far, near = (
        practised(UNPRACTISED, replace(first, points=points)).rating
        for points in (CENTRE + 3000, CENTRE + WIDEST_GAP)
    )
    assert far == near
    assert f"as against one {WIDEST_GAP:.0f} points above" in PAGE
    assert f"No rating falls below {FLOOR:.0f}." in PAGE
    assert f"points are fixed, ± {LEVEL_DEVIATION:.0f}" in PAGE
