"""Puzzles made from the turns that a user missed in their own finished matches."""

from functools import partial
from typing import Final

from bot.app import BoopBot
from bot.bounded import BoundedDict
from bot.engine.puzzles import Puzzle
from bot.features.matches.fair_play import LikeLiveMatch
from bot.features.puzzles.engine_requests import find_puzzle_in
from bot.features.puzzles.missed import MissedAt, missed_turns
from bot.features.puzzles.service import LineProgress, PuzzleGone
from bot.features.replay.service import MatchRecord
from bot.match.identity import MatchId, Ply, UserId
from bot.workers.protocol import Report
from cogs.puzzles.solving import PuzzleAttempt

MOST_FOUND: Final = 256
"""How many turns are cached, each with its puzzle or None."""


class MissedPuzzles:
    """Finds puzzles in users' matches, and caches them in memory."""

    def __init__(self, bot: BoopBot) -> None:
        self._bot = bot
        self._found = BoundedDict[MissedAt, Puzzle | None](MOST_FOUND)

    async def next_after(
        self, user: UserId, match: MatchId, ply: Ply, report: Report
    ) -> PuzzleAttempt | None:
        """Return the next puzzle of a match after turn `ply`, cyclically; None if there is none.

        Call `report` with the fraction of the turns that was examined. Raise `PuzzleGone` if the
        user did not play the match or it is not over, or `LikeLiveMatch` if no puzzle was found
        and one was refused because it would help them in a live match.
        """
        record = await self._record(user, match)
        seat = record.match.seat_of(user)
        analysis = await self._bot.services.analyses.find_for(user, record)
        if analysis is None or seat is None:
            return None
        turns = missed_turns(analysis, match, seat)
        start = next((number for number, at in enumerate(turns, 1) if at.ply == ply), 0)
        refused = None
        for examined, at in enumerate((*turns[start:], *turns[:start])):
            report(examined / len(turns))
            try:
                puzzle = await self._puzzle_at(user, record, at)
            except LikeLiveMatch as error:
                refused = error
                continue
            if puzzle is not None:
                return PuzzleAttempt(puzzle, LineProgress(0, 0), missed=at)
        if refused is not None:
            raise refused
        return None

    async def at(self, user: UserId, at: MissedAt) -> Puzzle:
        """Return the puzzle of a turn.

        Raise `PuzzleGone` if there is none, or `LikeLiveMatch` if it would help in a live match.
        """
        puzzle = await self._puzzle_at(user, await self._record(user, at.match), at)
        if puzzle is None:
            raise PuzzleGone
        return puzzle

    async def _record(self, user: UserId, match: MatchId) -> MatchRecord:
        """Return a match of the user. Raise `PuzzleGone` if it is not over or not theirs."""
        record = await self._bot.services.replays.record(match)
        if record.match.outcome is None or record.match.seat_of(user) is None:
            raise PuzzleGone
        return record

    async def _puzzle_at(self, user: UserId, record: MatchRecord, at: MissedAt) -> Puzzle | None:
        """Return the puzzle of a turn, if any. Raise `LikeLiveMatch` as `at` does."""
        if not 1 <= at.ply <= len(record.steps):
            return None
        analyses, position = self._bot.services.analyses, record.steps[at.ply - 1].before
        await analyses.require_no_help(user, position)
        if at not in self._found:
            self._found[at] = await self._bot.thinkers.run(user, partial(find_puzzle_in, position))
        puzzle = self._found[at]
        if puzzle is not None:
            await analyses.require_no_help(user, puzzle.position, puzzle.solution)
        return puzzle
