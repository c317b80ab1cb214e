"""Practice ratings in words."""

from dataclasses import replace

import pytest

from bot.features.moderation.errors import NeverRated
from bot.features.practice.queries import KeptResult, LevelResults
from bot.features.practice.ratings import LevelRange, PracticeResult
from bot.features.practice.service import CurrentPracticeRating
from bot.features.standings.glicko import Rating
from bot.game import Seat
from bot.match.ending import Score
from bot.match.identity import Ply
from bot.match.match import EndReason, Match, Outcome
from bot.match.terms import BotPlayer, LevelNumber, Measurement, Practice
from cogs.wording.practice_text import among_name, practice_lines, practice_rating_lines
from cogs.wording.rating_changes import rated_lines
from cogs.wording.refusals import sentence
from tests.kit.matches import NOON, match

THIRD = LevelNumber(3)
FOURTH = LevelNumber(4)


def finished_match(
    measured: Measurement = Measurement.YES, ply: int = 9, why: EndReason = EndReason.LINE
) -> Match:
    winner = None if why in (EndReason.CALLED_OFF, EndReason.AGREEMENT) else Seat.ORANGE
    return replace(
        match(),
        bot=BotPlayer(Seat.GRAY, Practice(THIRD, measured=measured)),
        outcome=Outcome(why, winner),
        ply=Ply(ply),
    )


def kept_result(before: Rating, after: Rating) -> KeptResult:
    result = PracticeResult(THIRD, 1500.0, Score.WIN, NOON)
    return KeptResult(match().id, result, before, after, 3)


@pytest.mark.parametrize(
    ("place", "words"),
    [
        (LevelRange(None, LevelNumber(1)), "below 🐱 Mitten"),
        (LevelRange(THIRD, THIRD), "about as strong as 😺 Biscuit"),
        (LevelRange(THIRD, FOURTH), "between 😺 Biscuit and 😸 Pepper"),
        (LevelRange(LevelNumber(8), None), "above 🦁 Sphinx"),
    ],
)
def test_a_place_among_the_levels_is_given_by_their_names(place: LevelRange, words: str) -> None:
    assert among_name(place) == words


def test_a_match_shows_the_rating_before_and_after_it() -> None:
    settled = kept_result(Rating(1440.0, 70.0), Rating(1461.6, 69.0))
    expected = ["📏 Practice rating: 1440 → **1462**, about as strong as 😺 Biscuit"]
    assert practice_lines(finished_match(), settled) == expected
    assert rated_lines(finished_match(), settled) == expected


def test_a_provisional_rating_shows_no_number_and_no_cat() -> None:
    early = kept_result(Rating(), Rating(1674.9, 248.0))
    assert practice_lines(finished_match(), early) == [
        "📏 Practice rating: 3 matches so far; it takes a few more."
    ]
    assert practice_lines(finished_match(), replace(early, number=1)) == [
        "📏 Practice rating: 1 match so far; it takes a few more."
    ]
    just_settled = kept_result(Rating(1490.0, 112.0), Rating(1520.0, 108.0))
    assert practice_lines(finished_match(), just_settled) == [
        "📏 Practice rating: **1520**, about as strong as 😺 Biscuit"
    ]


@pytest.mark.parametrize(
    ("ended", "words"),
    [
        (
            finished_match(Measurement.NO),
            ["-# Just for fun, so your practice rating doesn't change."],
        ),
        (
            finished_match(ply=1),
            ["-# You didn't both move, so your practice rating doesn't change."],
        ),
        (
            finished_match(why=EndReason.AGREEMENT),
            ["-# Drawn by agreement, so your practice rating doesn't change."],
        ),
        (finished_match(), []),
        (finished_match(why=EndReason.CALLED_OFF), []),
        (finished_match(Measurement.NO, why=EndReason.CALLED_OFF), []),
        (replace(finished_match(), outcome=None), []),
        (replace(finished_match(), bot=None), []),
    ],
)
def test_a_match_that_did_not_count_says_why_if_there_is_a_reason(
    ended: Match, words: list[str]
) -> None:
    assert practice_lines(ended, None) == words


def test_a_void_match_says_so() -> None:
    void = kept_result(Rating(), Rating())
    void = replace(void, result=replace(void.result, voided_at=NOON))
    [line] = practice_lines(finished_match(), void)
    assert line.startswith("🚫 Void: ")


@pytest.mark.parametrize(
    ("ended", "words"),
    [
        (finished_match(Measurement.NO), "was just for fun"),
        (finished_match(ply=1), "ended without a result"),
    ],
)
def test_a_match_that_cannot_be_voided_says_why_it_never_counted(ended: Match, words: str) -> None:
    assert f"**#{ended.id}** {words}, so it didn't count" in sentence(NeverRated(ended))


def test_a_profile_has_a_line_for_each_ruleset() -> None:
    fared = (LevelResults(THIRD, 9, 0, 1), LevelResults(FOURTH, 1, 1, 0))
    among = LevelRange(THIRD, FOURTH)
    settled = CurrentPracticeRating("classic", Rating(1762.0, 90.0), among, 12, FOURTH, fared)
    new = CurrentPracticeRating("junior", Rating(1300.0, 200.0), LevelRange(THIRD, THIRD), 1, None)
    assert practice_rating_lines([settled]) == [
        "📏 **Practice, classic**: **1762 ± 90**, between 😺 Biscuit and 😸 Pepper · 12 matches "
        "· best cat beaten: 😸 Pepper",
        "-# 😺 9–0–1 · 😸 1–1–0 (won–drawn–lost)",
    ]
    assert practice_rating_lines([new]) == [
        "📏 **Practice, junior**: 1 match so far; it takes a few more"
    ]
    assert practice_rating_lines([]) == []
