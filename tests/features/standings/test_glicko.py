"""Glicko-2 by its paper's worked example, and by what must hold of every rating."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.features.standings.glicko import UNRATED, WIDEST, Game, Rating, aged, expected_score, rated

ratings = st.builds(
    Rating,
    points=st.floats(600, 2600),
    deviation=st.floats(30, 350),
    volatility=st.floats(0.03, 0.12),
)
games = st.lists(st.builds(Game, ratings, st.sampled_from([0.0, 0.5, 1.0])), min_size=1, max_size=8)


def test_the_worked_example_of_the_paper_is_reproduced() -> None:
    """A player with 1500 points and a deviation of 200 beats one opponent and loses to two."""
    after = rated(
        Rating(1500, 200, 0.06),
        [
            Game(Rating(1400, 30), 1.0),
            Game(Rating(1550, 100), 0.0),
            Game(Rating(1700, 300), 0.0),
        ],
    )
    assert after.points == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


@pytest.mark.parametrize(
    ("opponent", "expected"), [((1400, 30), 0.639), ((1550, 100), 0.432), ((1700, 300), 0.303)]
)
def test_expected_scores_of_the_paper(opponent: tuple[float, float], expected: float) -> None:
    against = Rating(*opponent)
    assert expected_score(Rating(1500, 200), against) == pytest.approx(expected, abs=0.0005)


def test_where_the_points_lie_does_not_change_deviation_and_volatility() -> None:
    """Only differences count: a library that we tried took the points for the deviation here."""
    low = rated(Rating(1500, 200), [Game(Rating(1400, 30), 1.0), Game(Rating(1700, 300), 0.0)])
    high = rated(Rating(2300, 200), [Game(Rating(2200, 30), 1.0), Game(Rating(2500, 300), 0.0)])
    assert high.points - low.points == pytest.approx(800)
    assert high.deviation == pytest.approx(low.deviation)
    assert high.volatility == pytest.approx(low.volatility)


@given(ratings, games)
def test_a_better_score_never_gives_fewer_points(rating: Rating, played: list[Game]) -> None:
    worse = [Game(game.opponent, 0.0) for game in played]
    better = [Game(game.opponent, 1.0) for game in played]
    points = [rated(rating, each).points for each in (worse, played, better)]
    assert points == sorted(points)


@given(ratings, games)
def test_games_make_a_rating_surer_than_the_same_time_without(
    rating: Rating, played: list[Game]
) -> None:
    assert rated(rating, played, 0.0).deviation <= rating.deviation + 1e-9
    assert 0.0 < rated(rating, played).volatility < 1.0


@given(ratings, st.floats(0, 500), st.floats(0, 500))
def test_time_away_widens_the_deviation_up_to_a_newcomers(
    rating: Rating, first: float, more: float
) -> None:
    after = aged(aged(rating, first), more)
    assert rating.deviation - 1e-9 <= after.deviation <= WIDEST
    assert after.deviation == pytest.approx(aged(rating, first + more).deviation)
    assert after.points == rating.points


def test_a_newcomer_stays_one_without_a_game() -> None:
    assert rated(UNRATED, []) == UNRATED


@given(ratings, ratings)
def test_two_players_expectations_mirror_each_other_when_equally_sure(
    one: Rating, other: Rating
) -> None:
    equally = Rating(other.points, one.deviation, other.volatility)
    assert expected_score(one, equally) + expected_score(equally, one) == pytest.approx(1.0)
