"""Puzzle ratings: a user's first result in each puzzle, against the puzzle's own rating."""

import pytest

from bot.engine.puzzles import PuzzleTheme, listed
from bot.features.puzzles import queries as puzzle_queries
from bot.features.puzzles.ratings import (
    PUZZLE_DEVIATION,
    PuzzleRating,
    PuzzleResult,
    RatingWithChange,
    first_rating,
    points_of,
)
from bot.features.puzzles.service import NoSuchPuzzle
from bot.features.standings.glicko import Rating
from bot.game import CLASSIC, JUNIOR, newest_ruleset
from bot.match.identity import UserId
from bot.services import Services
from tests.kit.matches import GRAY, GUILD, ORANGE
from tests.kit.puzzles import solve, wrong_turn

ADA, BOB = ORANGE, GRAY
PUZZLE = listed(newest_ruleset(CLASSIC.name))[0].read()


async def strength(services: Services) -> PuzzleRating:
    async with services._database.reading() as reading:
        return await puzzle_queries.strength_of(reading, PUZZLE)


async def test_the_first_result_counts_for_the_person_and_the_puzzle_and_no_later_one(
    services: Services,
) -> None:
    before = await strength(services)
    assert before == first_rating(PUZZLE)
    solved = await services.puzzles.practised(ADA, PUZZLE, PuzzleResult.SOLVED)
    assert solved.change > 0
    assert (solved.rating.solved, solved.rating.missed) == (1, 0)
    after = await strength(services)
    assert after.rating.points < before.rating.points
    assert after.missed == 1 - after.solved == 0
    again = await services.puzzles.practised(ADA, PUZZLE, PuzzleResult.MISSED)
    assert (again.rating, again.change) == (solved.rating, 0)
    assert await strength(services) == after
    missed = await services.puzzles.practised(BOB, PUZZLE, PuzzleResult.MISSED)
    assert missed.change < 0
    assert (await strength(services)).rating.points > after.rating.points


async def test_the_puzzle_of_the_day_counts_by_its_first_turn_that_is_wrong(
    services: Services,
) -> None:
    daily = await services.puzzles.todays(GUILD, ADA)
    await services.puzzles.answer(GUILD, ADA, wrong_turn(daily.puzzle), daily.day)
    missed = await services.puzzles.rating_of(ADA)
    assert (missed.solved, missed.missed) == (0, 1)
    assert (await solve(services)).rated == RatingWithChange(missed)
    assert await services.puzzles.rating_of(ADA) == missed
    solved = await solve(services, BOB)
    assert (await services.puzzles.rating_of(BOB)).solved == 1
    assert solved.rated is not None
    assert solved.rated.change > 0
    given_up = await services.puzzles.give_up(GUILD, UserId(3), daily.day)
    assert given_up.rated is not None
    assert given_up.rated.change < 0
    assert (await services.puzzles.rating_of(UserId(3))).missed == 1


async def test_practice_is_of_the_theme_and_about_as_hard_as_the_user_is_strong(
    services: Services,
) -> None:
    classic, junior = newest_ruleset(CLASSIC.name), newest_ruleset(JUNIOR.name)
    theme = PuzzleTheme.PUSH_OFF
    for user, points in ((ADA, points_of(1)), (BOB, points_of(8))):
        rating = PuzzleRating(Rating(points, PUZZLE_DEVIATION))
        async with services._database.writing() as writing:
            await puzzle_queries.keep_ratings(writing, user, rating, PUZZLE, rating)
        given = [await services.puzzles.practice(GUILD, user, classic, theme) for _ in range(3)]
        assert all(theme in each.themes for each in given)
        assert all(abs(points_of(each.difficulty) - points) < 400 for each in given)
        assert len({each.id for each in given}) == 3
    with pytest.raises(NoSuchPuzzle):
        await services.puzzles.practice(GUILD, ADA, junior, PuzzleTheme.EIGHT_CATS)
