"""Puzzle ratings: how strong a user is at puzzles, and how hard each puzzle is for users.

Both are Glicko-2, as for rated matches: a user's first result in a puzzle counts for both, as if
they had played each other. The ratings span all servers.
"""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from bot.engine.puzzles import Puzzle
from bot.features.standings.glicko import PERIOD, UNRATED, Game, Rating, aged, rated
from bot.match.identity import Instant

EASIEST: Final = 1000.0
"""The initial points of a puzzle that every level solves."""
APART: Final = 150.0
"""How many points each further difficulty adds."""
PUZZLE_DEVIATION: Final = 150.0
"""The initial deviation of a puzzle: levels and users differ in what they find hard."""


class PuzzleResult(Enum):
    """A user's first result in a puzzle: only right turns solve it."""

    SOLVED = "solved"
    MISSED = "missed"


@dataclass(frozen=True, slots=True)
class PuzzleRating:
    """The rating of a user or of a puzzle. `rated_at` is when it changed last.

    `solved` and `missed` count the user's puzzles, or the users who met the puzzle.
    """

    rating: Rating = UNRATED
    rated_at: Instant | None = None
    solved: int = 0
    missed: int = 0

    def at(self, now: Instant) -> Rating:
        """Return a user's rating at a moment: the longer they were away, the less certain it is."""
        if self.rated_at is None:
            return self.rating
        return aged(self.rating, max(0.0, now - self.rated_at) / PERIOD)


NOT_RATED: Final = PuzzleRating()


@dataclass(frozen=True, slots=True)
class RatingWithChange:
    """A user's puzzle rating, and by how many points their last result changed it."""

    rating: PuzzleRating
    change: int = 0


def points_of(difficulty: int) -> float:
    """Return the initial points of a puzzle of that difficulty."""
    return EASIEST + APART * (difficulty - 1)


def first_rating(puzzle: Puzzle) -> PuzzleRating:
    """Return the rating of a puzzle before its first result."""
    return PuzzleRating(Rating(points_of(puzzle.difficulty), PUZZLE_DEVIATION))


def ratings_after(
    person: PuzzleRating, puzzle: PuzzleRating, result: PuzzleResult, now: Instant
) -> tuple[PuzzleRating, PuzzleRating]:
    """Return both ratings after a result, each computed from the other's before it.

    A puzzle does not age: it is as hard as it was.
    """
    before = person.at(now)
    is_solved = result is PuzzleResult.SOLVED
    return (
        _rating_after(person, before, Game(puzzle.rating, float(is_solved)), result, now),
        _rating_after(puzzle, puzzle.rating, Game(before, float(not is_solved)), result, now),
    )


def _rating_after(
    whose: PuzzleRating, before: Rating, game: Game, result: PuzzleResult, now: Instant
) -> PuzzleRating:
    return replace(
        whose,
        rating=rated(before, [game], periods=0.0),
        rated_at=now,
        solved=whose.solved + (result is PuzzleResult.SOLVED),
        missed=whose.missed + (result is PuzzleResult.MISSED),
    )
