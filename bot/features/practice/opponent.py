"""What the bot does as an opponent: found when it is due, and stored like anybody's deed."""

from functools import partial
from typing import assert_never

from bot.db.database import Database, Writing
from bot.features.matches import queries as match_queries
from bot.features.matches.queries import ToPlay
from bot.features.matches.service import Matches
from bot.features.matches.takebacks import store_takeback
from bot.features.matches.writer import MatchWriter
from bot.features.practice.bot_policy import (
    AnswersDraw,
    ClaimsDraw,
    Decision,
    GivesUp,
    Plays,
    Situation,
    TakesBack,
)
from bot.jobs.clock import Clock
from bot.match.ending import answer_draw, claim_draw
from bot.match.identity import Instant, MatchId, UserId
from bot.match.match import Match
from bot.match.playing import play, resign, run_out


class Opponents:
    """Looks for what is due of the bot, and stores what it has decided."""

    def __init__(
        self, database: Database, clock: Clock, writer: MatchWriter, played: Matches
    ) -> None:
        self._database = database
        self._writer = writer
        self._clock = clock
        self._played = played

    async def situation(self, number: MatchId) -> Situation | None:
        """Return a match in which the bot is to do something now; none where it is not."""
        now = self._clock.now()
        async with self._database.snapshot() as reading:
            found = await match_queries.find_with_past(reading, number)
        if found is None:
            return None
        match, past = found
        due_at = match.answer_at
        if match.bot is None or due_at is None or due_at > now:
            return None
        return Situation(match, match.bot, past)

    async def do(self, situation: Situation, decision: Decision) -> Match | None:
        """Store what the bot has decided; none where the match has changed since it was asked."""
        now = self._clock.now()
        number = situation.match.id
        questions = partial(match_queries.query_to_play, number=number)
        async with self._database.writing_what(questions) as (writing, answers):
            found = match_queries.read_to_play(*answers)
            if found is None or found.match.revision != situation.match.revision:
                return None
            bot = found.match.seats.user_of(situation.bot.seat)
            now = await self._writer.counts_from(writing, found.match, now)
            late = run_out(found.match, now)
            if late is not None:
                await self._writer.change(writing, found.match, late, now)
                return late
            after = await self._store(writing, found, bot, decision, now)
        if isinstance(decision, Plays):
            self._played.count_moves(after.ply - situation.match.ply)
        return after

    async def _store(
        self, writing: Writing, found: ToPlay, bot: UserId, decision: Decision, now: Instant
    ) -> Match:
        match = found.match
        match decision:
            case Plays(turn):
                played = play(match, bot, turn, now, found.past)
                return (await self._writer.play(writing, found, played, now)).match
            case TakesBack():
                return await store_takeback(self._writer, writing, match, bot, now)
            case AnswersDraw(said):
                after = answer_draw(match, bot, said, now)
            case ClaimsDraw():
                after = claim_draw(match, bot, now)
            case GivesUp():
                after = resign(match, bot, now)
            case _:
                assert_never(decision)
        await self._writer.change(writing, match, after, now)
        return after
