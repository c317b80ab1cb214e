"""Streaks: the current and the longest run of wins."""

from hypothesis import given
from hypothesis import strategies as st

from bot.features.profiles.statistics import NO_STREAK, Streak
from bot.match.ending import Score

SCORES = st.lists(st.sampled_from(Score), max_size=60)


def streak_of(scores: list[Score]) -> Streak:
    streak = NO_STREAK
    for score in scores:
        streak = streak.after(score)
    return streak


def test_a_draw_ends_a_streak_as_a_loss_does() -> None:
    assert streak_of([Score.WIN, Score.WIN, Score.DRAW, Score.WIN]) == Streak(1, 2)
    assert streak_of([Score.WIN, Score.WIN, Score.LOSS]) == Streak(0, 2)
    assert streak_of([]) == Streak(0, 0)


@given(SCORES)
def test_the_longest_streak_is_the_longest_run_of_wins(scores: list[Score]) -> None:
    runs = "".join("w" if score is Score.WIN else " " for score in scores).split(" ")
    assert streak_of(scores) == Streak(len(runs[-1]), max(map(len, runs)))


@given(SCORES, SCORES)
def test_a_streak_continues_after_its_stored_state(before: list[Score], after: list[Score]) -> None:
    streak = streak_of(before)
    for score in after:
        streak = streak.after(score)
    assert streak == streak_of(before + after)
