"""Actions of moderators. Each action is entered in the server's log."""

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace
from typing import Protocol

from bot.db.database import Database, Reading, Writing
from bot.features.challenges import queries as challenge_queries
from bot.features.matches import queries as match_queries
from bot.features.matches.errors import NoSuchMatch
from bot.features.matches.writer import MatchWriter
from bot.features.moderation import queries as moderation_queries
from bot.features.moderation.errors import NeverRated, NoChallengeShown, NothingWritten, VoidAlready
from bot.features.moderation.log import ON_A_PAGE, Moderator, log_action, page_of
from bot.features.moderation.queries import QUERIES, LoggedAction, ModeratorAction
from bot.jobs.backoff import GRACE
from bot.jobs.clock import Clock
from bot.match.challenge import Challenge
from bot.match.ending import end_by_moderator
from bot.match.identity import (
    ChallengeId,
    ChannelId,
    GuildId,
    Instant,
    MatchId,
    MessageId,
    Revision,
)
from bot.match.match import Match
from bot.match.playing import run_out


@dataclass(frozen=True, slots=True)
class LogPage:
    """A page of a server's log, numbered from 0, and the number of pages."""

    entries: tuple[LoggedAction, ...]
    number: int
    pages: int


class MatchResult(Protocol):
    """The change that a match made to ratings."""

    @property
    def voided_at(self) -> Instant | None:
        """When the result was voided; None while it counts."""


@dataclass(frozen=True, slots=True)
class ResultAccess:
    """Functions that find the results of one kind of match, and void them in a transaction.

    `voiding` yields None if the result is void already.
    """

    find: Callable[[Reading, MatchId], Awaitable[MatchResult | None]]
    voiding: Callable[[Database, MatchId, Instant], AbstractAsyncContextManager[Writing | None]]


@dataclass(frozen=True, slots=True)
class AllResults:
    """Access to the results of matches between users, and of matches against the bot."""

    between_people: ResultAccess
    against_bot: ResultAccess
    rated_in: Callable[[Reading, GuildId, int], Awaitable[list[Match]]]
    """Lists a server's matches that count for ratings, the latest rated first."""

    def of(self, match: Match) -> ResultAccess:
        """Return the access to the result of a match."""
        return self.between_people if match.bot is None else self.against_bot


SaidIn = Callable[[Reading, ChallengeId], Awaitable[list[tuple[ChannelId, MessageId]]]]
"""Lists the messages that say why a challenge was declined."""


class MatchModeration:
    """Ends and voids matches, and removes notes."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        writer: MatchWriter,
        results: AllResults,
        said_in: SaidIn,
    ) -> None:
        self._database = database
        self._clock = clock
        self._writer = writer
        self._results = results
        self._said_in = said_in

    async def end_match(self, moderator: Moderator, number: MatchId) -> Match:
        """End a match without a result, or by time if its time has run out.

        Raise `NoSuchMatch`, also for a match of another server, or `MatchOver`. Raise
        `DatabaseBusy` if the time may have run out only in an outage not given back yet.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            match = await match_queries.find(writing, number)
            if match is None or match.venue.guild != moderator.guild:
                raise NoSuchMatch(number)
            moment = await self._writer.counts_from(writing, match, now)
            late = run_out(match, moment)
            after = late or end_by_moderator(match, moderator.reason, moment)
            await self._writer.change(writing, match, after, moment)
            if late is None:
                await log_action(writing, moderator, ModeratorAction.ENDED_MATCH, now, match=number)
        return after

    async def void_match(self, moderator: Moderator, number: MatchId) -> Match:
        """Void a match for all ratings, and recompute the ratings after it.

        Raise `NoSuchMatch`, also for a match of another server, `NeverRated` or `VoidAlready`.
        """
        now = self._clock.now()
        match = await self.voidable(moderator.guild, number)
        async with self._results.of(match).voiding(self._database, number, now) as writing:
            if writing is None:
                raise VoidAlready(match)
            match = await match_queries.find(writing, number) or match
            after = replace(match, revision=Revision(match.revision + 1))
            await self._writer.change(writing, match, after, now)
            await log_action(writing, moderator, ModeratorAction.VOIDED_MATCH, now, match=number)
        return after

    async def voidable(self, guild: GuildId, number: MatchId) -> Match:
        """Return a match that can be voided. Raise what `void_match` raises."""
        async with self._database.reading() as reading:
            match = await match_queries.find(reading, number)
            if match is None or match.venue.guild != guild:
                raise NoSuchMatch(number)
            result = await self._results.of(match).find(reading, number)
        if result is None:
            raise NeverRated(match)
        if result.voided_at is not None:
            raise VoidAlready(match)
        return match

    async def remove_texts(self, moderator: Moderator, message: MessageId) -> Challenge:
        """Delete the texts of a challenge: its note, and the reason for declining it.

        `message` shows the challenge. Raise `NoChallengeShown`, or `NothingWritten` if the
        challenge has no texts.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            challenge = await challenge_queries.shown_by(writing, message)
            if challenge is None or challenge.challenge.place.guild != moderator.guild:
                raise NoChallengeShown
            before = challenge.challenge
            if before.note is None and before.reason is None:
                raise NothingWritten(before)
            revision = Revision(before.revision + 1)
            after = replace(before, note=None, reason=None, revision=revision)
            show_at = Instant(now + GRACE)
            if not await challenge_queries.remove_texts(writing, after, before.revision, show_at):
                raise AssertionError(f"challenge {before.id} changed inside a transaction")
            author = before.challenger if before.note is not None else before.friend
            await log_action(
                writing,
                moderator,
                ModeratorAction.REMOVED_TEXT,
                now,
                user=author,
                challenge=after,
            )
        return after

    async def said_in(self, challenge: ChallengeId) -> list[tuple[ChannelId, MessageId]]:
        """List the messages that quote the reason for declining a challenge, to be deleted."""
        async with self._database.reading() as reading:
            return await self._said_in(reading, challenge)

    async def log(self, guild: GuildId, page: int) -> LogPage:
        """List the actions, the latest first. Return the last page if `page` is beyond it."""
        async with self._database.snapshot() as reading:
            count = QUERIES.count_moderations(reading.connection, guild_id=guild)
            number, pages = page_of(await count.one(int), page)
            entries = await QUERIES.moderations_of_server(
                reading.connection, guild_id=guild, most=ON_A_PAGE, skipped=number * ON_A_PAGE
            ).all(LoggedAction)
        return LogPage(tuple(entries), number, pages)

    async def live_in(self, guild: GuildId, most: int) -> list[Match]:
        """List a server's live matches, those that have waited longest for a move first."""
        async with self._database.reading() as reading:
            return await match_queries.live_of_server(reading, guild, most)

    async def rated_in(self, guild: GuildId, most: int) -> list[Match]:
        """List a server's matches that count for ratings, the latest rated first."""
        async with self._database.reading() as reading:
            return await self._results.rated_in(reading, guild, most)

    async def entry(self, number: int) -> LoggedAction | None:
        """Return an entry of the log."""
        async with self._database.reading() as reading:
            return await moderation_queries.find(reading, number)
