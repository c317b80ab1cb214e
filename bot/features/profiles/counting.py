"""Counting the statistics of finished matches, once each, in the order in which they ended.

The end of a match only records that its statistics are to be counted. They are counted soon after,
in batches, so that neither a last turn nor a profile has to play whole matches again. Matches that
ended before this program knew of statistics are counted at the start.
"""

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from typing import ClassVar, Final

import structlog

from bot.db.database import Database, Writing
from bot.db.errors import UnreadableRow
from bot.db.patience import held
from bot.db.statements import Statement, defer, execute
from bot.errors import NotStored
from bot.features.matches import queries as match_queries
from bot.features.matches import turn_queries
from bot.features.matches.writer import MatchChange
from bot.features.profiles import queries as profile_queries
from bot.features.profiles.queries import QUERIES, PlayerInServer, Sums
from bot.features.profiles.statistics import (
    FinishedMatch,
    MatchStatistics,
    PlayedTurn,
    earned,
    statistics_of,
)
from bot.features.standings import player_queries
from bot.game import GameRefusal, Seat
from bot.jobs.jobs import Job, schedule
from bot.jobs.runner import JobPostponed, job
from bot.match.ending import Score, has_result
from bot.match.identity import MatchId, PlayerKey, Seconds, UserId, is_former, key_of_former
from bot.match.match import Match, Outcome

BATCH: Final = 20
"""How many matches' statistics are counted at a time."""
AT_A_TIME: Final = 32
"""How many turns are played before the event loop may run other tasks."""

_log: Final = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class _PlayerMatch:
    """A match from the point of view of one player."""

    player: PlayerInServer
    opponent: PlayerKey
    seat: Seat
    score: Score


@dataclass(frozen=True, slots=True)
class CountStatistics(Job):
    """The counting of finished matches that were not counted yet."""

    kind: ClassVar[str] = "count statistics"
    is_foreseen: ClassVar[bool] = False


async def count_later(writing: Writing, change: MatchChange) -> None:
    """Schedule the counting of a finished match's statistics."""
    if change.ends:
        defer(
            QUERIES.record_uncounted(
                writing.connection, match_id=change.after.id, ended_at=change.after.changed_at
            ),
            schedule(writing, CountStatistics(), change.show_at),
        )


class StatisticsLook:
    """Counts the statistics of finished matches."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._one_batch = asyncio.Lock()

    async def catch_up(self, most: int = BATCH) -> bool:
        """Count the statistics of up to `most` matches, and return whether more may be left.

        A match that fails is skipped and does not stop the others.
        """
        done = await self._batch(most)
        return len(done) == most and all(done)

    async def _batch(self, most: int) -> list[bool]:
        """Try to count up to `most` matches, and return for each whether that succeeded."""
        async with held(self._one_batch):
            async with self._database.reading() as reading:
                numbers = await profile_queries.list_uncounted(reading, most)
            return [await self._try_count(number) for number in numbers]

    async def before_shown(self) -> None:
        """Count finished matches before statistics are shown, as far as they can be stored now."""
        with suppress(NotStored):
            await self.catch_up()

    @job(CountStatistics, at_once=1)
    async def count(self, _: CountStatistics) -> None:
        """Count finished matches. Raise `JobPostponed` while some of them cannot be stored."""
        while done := await self._batch(BATCH):
            if not all(done):
                raise JobPostponed("statistics cannot be stored")

    async def find(self, number: MatchId) -> MatchStatistics | None:
        """Return the statistics of a match, if it had a result and they were counted."""
        async with self._database.reading() as reading:
            return await profile_queries.find(reading, number)

    async def _try_count(self, number: MatchId) -> bool:
        """Store the statistics of a match, and return whether that succeeded."""
        try:
            await self._look_at(number)
        except NotStored:
            raise
        except Exception:
            _log.exception("statistics not counted", match=number)
            return False
        return True

    async def _look_at(self, number: MatchId) -> None:
        """Store the statistics of a match; an unreadable match has none."""
        try:
            found = await self._ended_match(number)
        except (UnreadableRow, GameRefusal):
            _log.exception("match has no statistics", match=number)
            found = None
        async with self._database.writing() as writing:
            if await profile_queries.settle(writing, number) and found is not None:
                before, outcome, gave = found
                # A player may have been deleted since.
                match = await match_queries.find(writing, number) or before
                await _store(writing, match, outcome, gave)

    async def _ended_match(self, number: MatchId) -> tuple[Match, Outcome, MatchStatistics] | None:
        async with self._database.snapshot() as reading:
            match = await match_queries.find(reading, number)
            if match is None or match.outcome is None or not has_result(match.outcome):
                return None
            if match.is_competitive and match.ply < len(Seat):
                # The competition set this result; any other match this short would have been
                # called off.
                return None
            rows = await turn_queries.turns_with_times(reading, number)
        played: list[PlayedTurn] = []
        for _ in range(0, len(rows), AT_A_TIME):
            profile_queries.play_some(match, rows, played, AT_A_TIME)
            await asyncio.sleep(0)
        return match, match.outcome, statistics_of(match.started_at, played)


async def _store(
    writing: Writing, match: Match, outcome: Outcome, statistics: MatchStatistics
) -> None:
    """Store the statistics of a match, and add them to the sums of both players.

    A match against the bot is stored and listed, but does not count for records against users.
    """
    orange, gray = await _keys(writing, match)
    score = _score_of(outcome)
    await execute(
        profile_queries.insert(writing, match, statistics),
        profile_queries.enter(writing, match, orange, gray, score),
    )
    if match.bot is not None:
        return
    guild = match.venue.guild
    sides = ((orange, gray, Seat.ORANGE, score), (gray, orange, Seat.GRAY, score.other))
    for player, opponent, seat, brought in sides:
        part = _PlayerMatch(PlayerInServer(guild, player), opponent, seat, brought)
        await _add(writing, match, outcome, statistics, part)


async def _keys(writing: Writing, match: Match) -> tuple[PlayerKey, PlayerKey]:
    """Return the keys of both players; a former player's number in the match contains it."""
    orange, gray = match.seats
    known = await player_queries.find_two(writing, orange, gray)

    async def key_of(user: UserId) -> PlayerKey:
        if is_former(user):
            return key_of_former(user)
        return (known.get(user) or await player_queries.insert(writing, user)).key

    return await key_of(orange), await key_of(gray)


def _score_of(outcome: Outcome) -> Score:
    """Return orange's score in a match with a result."""
    if outcome.winner is None:
        return Score.DRAW
    return Score.WIN if outcome.winner is Seat.ORANGE else Score.LOSS


async def _add(
    writing: Writing,
    match: Match,
    outcome: Outcome,
    statistics: MatchStatistics,
    part: _PlayerMatch,
) -> None:
    """Add a match to all sums of one of its players."""
    player, own = part.player, statistics.seats.of(part.seat)
    before = await profile_queries.sums_of(writing, player) or Sums()
    sums = Sums(
        before.matches + 1,
        before.streak.after(part.score),
        before.moves + own.moves,
        Seconds(before.seconds + own.seconds),
    )
    ruleset = match.position.ruleset.name
    statements: list[Statement[int]] = [
        profile_queries.keep_sums(writing, player, sums),
        profile_queries.count_record(writing, player, ruleset, part.seat, part.score, outcome.why),
        profile_queries.count_meeting(writing, player, part.opponent, part.score),
    ]
    if own.opening is not None:
        statements.append(profile_queries.count_opening(writing, player, own.opening))
    await execute(*statements)
    career = await profile_queries.career_of(writing, player, sums.matches)
    ended = FinishedMatch(part.score, outcome.why, statistics.turns, own, statistics.last_turn)
    await profile_queries.award_badges(
        writing, player, earned(ended, career), match.id, match.changed_at
    )
