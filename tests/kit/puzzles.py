"""Answering puzzles through the service."""

from bot.engine.puzzles import Puzzle
from bot.features.puzzles.days import PuzzleDay
from bot.features.puzzles.lines import (
    is_right,
    reached,
)
from bot.features.puzzles.service import Daily
from bot.game import Turn, legal_turns, play
from bot.match.identity import GuildId, UserId
from bot.services import Services
from tests.kit.matches import GRAY, GUILD, ORANGE

ADA, BOB = ORANGE, GRAY


def wrong_turn(puzzle: Puzzle, found: int = 0) -> Turn:
    """Return a legal turn that is not the solution."""
    position = reached(puzzle, found).position
    return next(
        turn for turn in legal_turns(position) if not is_right(puzzle, found, play(position, turn))
    )


async def solve(
    services: Services, user: UserId = ADA, guild: GuildId = GUILD, day: PuzzleDay | None = None
) -> Daily:
    """Find every turn of a day's line that is still to be found."""
    if day is None:
        daily = await services.puzzles.todays(guild, user)
    else:
        daily = await services.puzzles.of_day(guild, user, day)
    for turn in daily.puzzle.solution[2 * daily.attempt.found :: 2]:
        daily = (await services.puzzles.answer(guild, user, turn, daily.day)).now
    assert daily.attempt.is_solved
    return daily
