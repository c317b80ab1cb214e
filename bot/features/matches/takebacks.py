"""Taking turns back: one player asks, and the other agrees or declines."""

from bot.db.database import Database, Writing
from bot.features.matches import queries as match_queries
from bot.features.matches import turn_queries
from bot.features.matches.errors import StaleBoard, require_revision, require_turn
from bot.features.matches.queries import QUERIES
from bot.features.matches.writer import MatchWriter
from bot.jobs.clock import Clock
from bot.match.identity import Instant, MatchId, Ply, Revision, UserId
from bot.match.match import Match, OfferAnswer
from bot.match.playing import run_out
from bot.match.takebacks import (
    accept_takeback,
    ask_takeback,
    asked_ply,
    offered_ply,
    settle_takeback,
    taken_back,
)


class Takebacks:
    """Asks for takebacks and answers them.

    If the player to move has run out of time, each action returns the match as it ended by time.
    """

    def __init__(self, database: Database, clock: Clock, writer: MatchWriter) -> None:
        self._database = database
        self._clock = clock
        self._writer = writer

    async def foresee_asking(self, user: UserId, number: MatchId) -> tuple[Match, Match]:
        """Return a match, and the same match with the user's last turn taken back.

        Raise `NoSuchMatch`, and what `bot.match.takebacks.ask_takeback` raises.
        """
        async with self._database.snapshot() as reading:
            match = require_revision(await match_queries.find(reading, number), number, None)
            earlier = await turn_queries.earlier(reading, match, asked_ply(match, user))
        return match, taken_back(match, earlier, self._clock.now())

    async def ask(self, user: UserId, number: MatchId, expected_ply: Ply) -> Match:
        """Ask the opponent to take back the user's last turn.

        `expected_ply` is how many turns the user has seen. The bot may have answered meanwhile;
        against it, only the user's last turn must be the same.
        Raise what `require_turn` and `bot.match.takebacks.ask_takeback` raise.
        """
        asked_at = self._clock.now()

        async def act(writing: Writing, matches: list[Match | None]) -> Match:
            match = require_turn(matches[0], number, expected_ply)
            if asked_ply(match, user) != asked_ply(match, user, expected_ply):
                raise StaleBoard(match)
            now = await self._writer.counts_from(writing, match, asked_at)
            after = run_out(match, now) or ask_takeback(match, user, now)
            await self._writer.change(writing, match, after, now)
            return after

        return await self._database.transact(
            act, lambda writing: [match_queries.find_to_change(writing, number)]
        )

    async def answer(
        self, user: UserId, number: MatchId, expected_revision: Revision, answer: OfferAnswer
    ) -> Match:
        """Accept or decline the opponent's request, or withdraw the user's own.

        Raise `NoSuchMatch`, `StaleBoard`, and what `accept_takeback` and `settle_takeback` of
        `bot.match.takebacks` raise.
        """
        asked_at = self._clock.now()

        async def act(writing: Writing, matches: list[Match | None]) -> Match:
            match = require_revision(matches[0], number, expected_revision)
            now = await self._writer.counts_from(writing, match, asked_at)
            late = run_out(match, now)
            if late is not None or answer is not OfferAnswer.ACCEPT:
                after = late or settle_takeback(match, user, answer, now)
                await self._writer.change(writing, match, after, now)
                return after
            return await store_takeback(self._writer, writing, match, user, now)

        return await self._database.transact(
            act, lambda writing: [match_queries.find_to_change(writing, number)]
        )


async def store_takeback(
    writer: MatchWriter, writing: Writing, match: Match, user: UserId, now: Instant
) -> Match:
    """Accept a request for a player; a match against the bot stops counting for ratings.

    Raise what `bot.match.takebacks.accept_takeback` raises.
    """
    earlier = await turn_queries.earlier(writing, match, offered_ply(match, user))
    back = accept_takeback(match, user, earlier, now)
    taken = QUERIES.drop_turns_after(writing.connection, match_id=back.id, ply=back.ply)
    unmeasured = match_queries.unmeasure(writing, match.id)
    await writer.change(writing, match, back, now, taken, unmeasured)
    return back
