"""Puzzle ratings: how strong somebody is at puzzles, and how hard each puzzle is to people.

Both are Glicko-2, as for rated matches: the first result of a person in a puzzle counts for both,
as if they had played each other. They are over all servers.
"""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from bot.engine.puzzles import Puzzle
from bot.features.standings.glicko import PERIOD, UNRATED, Game, Rating, aged, rated
from bot.match.identity import Instant

EASIEST: Final = 1000.0
"""The points that a puzzle begins with that every level finds."""
APART: Final = 150.0
"""By so many points more it begins for each difficulty more."""
PUZZLE_DEVIATION: Final = 150.0
"""How unsure a puzzle's first points are: levels find other things hard than people do."""


class PuzzleResult(Enum):
    """How somebody fared in a puzzle the first time: nothing but right turns solves it."""

    SOLVED = "solved"
    MISSED = "missed"


@dataclass(frozen=True, slots=True)
class PuzzleRating:
    """The rating of a person or of a puzzle. `rated_at` is when it changed last.

    `solved` and `missed` count the person's puzzles, or the people who met the puzzle.
    """

    rating: Rating = UNRATED
    rated_at: Instant | None = None
    solved: int = 0
    missed: int = 0

    def at(self, now: Instant) -> Rating:
        """Return a person's rating as it is now: the longer they are away, the less it says."""
        if self.rated_at is None:
            return self.rating
        return aged(self.rating, max(0.0, now - self.rated_at) / PERIOD)


NOT_RATED: Final = PuzzleRating()


@dataclass(frozen=True, slots=True)
class RatingWithChange:
    """A person's puzzle rating, and by how many points their last result changed it."""

    rating: PuzzleRating
    change: int = 0


def points_of(difficulty: int) -> float:
    """Return the points with which a puzzle of a difficulty begins."""
    return EASIEST + APART * (difficulty - 1)


def first_rating(puzzle: Puzzle) -> PuzzleRating:
    """Return the rating of a puzzle that nobody has met."""
    return PuzzleRating(Rating(points_of(puzzle.difficulty), PUZZLE_DEVIATION))


def met(
    person: PuzzleRating, puzzle: PuzzleRating, result: PuzzleResult, now: Instant
) -> tuple[PuzzleRating, PuzzleRating]:
    """Return both ratings after a result, each by the other's from before it.

    A puzzle does not age: it is as hard as it was.
    """
    before = person.at(now)
    is_solved = result is PuzzleResult.SOLVED
    return (
        _after(person, before, Game(puzzle.rating, float(is_solved)), result, now),
        _after(puzzle, puzzle.rating, Game(before, float(not is_solved)), result, now),
    )


def _after(
    whose: PuzzleRating, before: Rating, game: Game, result: PuzzleResult, now: Instant
) -> PuzzleRating:
    return replace(
        whose,
        rating=rated(before, [game], periods=0.0),
        rated_at=now,
        solved=whose.solved + (result is PuzzleResult.SOLVED),
        missed=whose.missed + (result is PuzzleResult.MISSED),
    )
