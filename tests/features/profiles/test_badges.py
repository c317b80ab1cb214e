"""Badges, each by crafted records: just enough, and just too little."""

from dataclasses import replace

import pytest

from bot.features.profiles.statistics import (
    EARNED,
    FAR_BEHIND,
    MANY_MATCHES,
    MANY_OPPONENTS,
    MANY_TURNS,
    RULESET_NAMES,
    Badge,
    Career,
    FinishedMatch,
    LastTurn,
    SeatStatistics,
    earned,
)
from bot.match.ending import Score
from bot.match.match import EndReason

LOST = FinishedMatch(Score.LOSS, EndReason.LINE, turns=20, statistics=SeatStatistics(moves=10))
WON = replace(LOST, score=Score.WIN)
FIRST = Career(matches=1, opponents=1)
BEHIND = replace(WON, statistics=SeatStatistics(behind=FAR_BEHIND))
PLANNED = replace(WON, last_turn=LastTurn.PLANNED)

ENOUGH = [
    (Badge.GRADUATION, replace(LOST, statistics=SeatStatistics(graduations=1)), FIRST),
    (Badge.EIGHT_CATS, replace(WON, why=EndReason.FULL_BED), FIRST),
    (Badge.COMEBACK, BEHIND, FIRST),
    (Badge.PLANNED_WIN, PLANNED, FIRST),
    (Badge.MARATHON, replace(LOST, turns=MANY_TURNS + 1), FIRST),
    (Badge.TEN_OPPONENTS, LOST, Career(10, MANY_OPPONENTS)),
    (Badge.HUNDRED_MATCHES, LOST, Career(MANY_MATCHES, 1)),
    (Badge.ALL_RULESETS, WON, Career(5, 1, RULESET_NAMES)),
]
TOO_LITTLE = [
    (Badge.GRADUATION, WON, FIRST),
    (Badge.EIGHT_CATS, replace(LOST, why=EndReason.FULL_BED), FIRST),
    (Badge.EIGHT_CATS, WON, FIRST),
    (Badge.COMEBACK, replace(BEHIND, score=Score.LOSS), FIRST),
    (Badge.COMEBACK, replace(BEHIND, why=EndReason.RESIGNATION), FIRST),
    (Badge.COMEBACK, replace(WON, statistics=SeatStatistics(behind=FAR_BEHIND - 1)), FIRST),
    (Badge.PLANNED_WIN, replace(PLANNED, score=Score.LOSS), FIRST),
    (Badge.PLANNED_WIN, replace(PLANNED, why=EndReason.RESIGNATION), FIRST),
    (Badge.MARATHON, replace(LOST, turns=MANY_TURNS), FIRST),
    (Badge.TEN_OPPONENTS, LOST, Career(10, MANY_OPPONENTS - 1)),
    (Badge.HUNDRED_MATCHES, LOST, Career(MANY_MATCHES - 1, 1)),
    (Badge.ALL_RULESETS, WON, Career(5, 1, RULESET_NAMES - {"seam"})),
]


@pytest.mark.parametrize(("badge", "ended", "career"), ENOUGH)
def test_a_badge_is_earned_by_just_enough(
    badge: Badge, ended: FinishedMatch, career: Career
) -> None:
    assert earned(ended, career) == {badge}


@pytest.mark.parametrize(("badge", "ended", "career"), TOO_LITTLE)
def test_a_badge_is_not_earned_by_just_too_little(
    badge: Badge, ended: FinishedMatch, career: Career
) -> None:
    assert badge not in earned(ended, career)


def test_every_badge_can_be_earned() -> None:
    assert set(EARNED) == set(Badge) == {badge for badge, _, _ in ENOUGH}


def test_one_match_can_earn_several_badges() -> None:
    ended = replace(BEHIND, why=EndReason.FULL_BED, turns=150, last_turn=LastTurn.PLANNED)
    assert earned(ended, FIRST) == {
        Badge.EIGHT_CATS,
        Badge.COMEBACK,
        Badge.PLANNED_WIN,
        Badge.MARATHON,
    }
