"""Changing where a match is shown: moving it, losing its venue and finding it again."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Final

from bot.db.database import Database, Writing
from bot.db.statements import defer, execute
from bot.features.boards import queries as board_queries
from bot.features.boards.posts import disown_announcements, query_announcements
from bot.features.boards.queries import BoardMessage, BoardState
from bot.features.matches import queries as match_queries
from bot.features.matches.jobs import ThreadLook, rest_with_venue
from bot.features.outbox import queries as outbox_queries
from bot.jobs import jobs
from bot.jobs.backoff import allowed_later
from bot.jobs.clock import Clock
from bot.jobs.jobs import deliver_by
from bot.match.clock import DAY
from bot.match.identity import ChannelId, Instant, MatchId, PerSeat, UserId
from bot.match.match import Match
from bot.match.terms import DirectMessages, VenueKind

Consequence = Callable[[Writing, Match, Instant], Awaitable[None]]
"""Writes one feature's consequences for a match."""


@dataclass(frozen=True, slots=True)
class VenueFollowups:
    """What other features do after a change of a match's venue, each list in order."""

    left_direct: tuple[Consequence, ...]
    """After a match has left the players' direct messages."""
    moved: tuple[Consequence, ...]
    """After a match was moved because its venue is gone."""
    lost: tuple[Consequence, ...]
    """After a board could not be delivered, on each attempt."""
    found: tuple[Callable[[Writing, MatchId], Awaitable[None]], ...]
    """After every board of a match was shown again."""


class VenueWriter:
    """Changes the venue of a match, with all consequences."""

    def __init__(self, followups: VenueFollowups) -> None:
        self._followups = followups

    async def leave_direct(self, writing: Writing, match: Match, now: Instant) -> None:
        """Move a match from direct messages to a thread.

        A match that is played elsewhere stays as it is, and so does one against the bot.
        """
        if match.stays_in_person or not await match_queries.leave_direct(writing, match.id):
            return
        await avoid(writing, match.id, VenueKind.DIRECT, now)
        match = replace(match, venue=replace(match.venue, kind=VenueKind.THREAD))
        await _show_anew(writing, match, now)
        for follow in self._followups.left_direct:
            await follow(writing, match, now)

    async def move(
        self,
        writing: Writing,
        match: Match,
        gone: ChannelId,
        to: ChannelId | DirectMessages,
        kind: VenueKind,
        now: Instant,
    ) -> None:
        """Move a match to another channel or to direct messages, because its channel is gone.

        `kind` is that of the new venue.
        """
        if to is VenueKind.DIRECT:
            await match_queries.go_direct(writing, match.id)
        else:
            await match_queries.settle_venue(writing, match, to, kind, Instant(now + DAY))
        await avoid(writing, match.id, gone, now)
        match = await match_queries.find(writing, match.id) or match
        # Discord may report the channel as gone, and later restore it with the board in it.
        await _show_anew(writing, match, now)
        for follow in self._followups.moved:
            await follow(writing, match, now)

    async def lose(self, writing: Writing, board: BoardMessage, now: Instant) -> None:
        """Mark a board as undeliverable; it is tried again later."""
        again_at = allowed_later(now, max(board.attempts - 1, 0))
        if not await outbox_queries.lose(writing, board, now, again_at):
            return
        match = await match_queries.find(writing, board.match)
        if match is not None and match.outcome is None:
            for follow in self._followups.lost:
                await follow(writing, match, now)
            defer(deliver_by(writing, now))

    async def find_again(self, writing: Writing, match: MatchId, user: UserId | None) -> None:
        """Follow up on a board that was shown again after it was lost.

        If each player has a board, nothing follows until both were shown.
        """
        if user is not None:
            for board in await board_queries.of_match(writing, match):
                if board.state is not BoardState.OLD and board.shown_revision < board.revision:
                    return
        for follow in self._followups.found:
            await follow(writing, match)


async def avoid(
    writing: Writing, match: MatchId, venue: ChannelId | DirectMessages, now: Instant
) -> None:
    """Record that a match could not be shown in a venue; it stays away longer each time."""
    before = await board_queries.failures(writing, match, venue)
    await board_queries.failed(writing, match, venue, allowed_later(now, before))


async def _show_anew(writing: Writing, match: Match, now: Instant) -> None:
    """Show a match by new boards where it is played now, and make its jobs wait for that server."""
    announcements = await query_announcements(writing, match.id)
    defer(
        disown_announcements(writing, announcements, now),
        rest_with_venue(writing, match),
        board_queries.retire(writing, match, now),
    )
    board_queries.insert_first(writing, match, PerSeat(now, now))


CHUNK: Final = 500
"""How many threads are read at a time, to keep the event loop responsive."""


class Threads:
    """Schedules checks of threads after Discord's reports about them."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def check_archived(self, channel: ChannelId) -> None:
        """Schedule a check of a thread now, if a live match is played in it."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            matches = await match_queries.matches_in_thread(writing, channel)
            await execute(*(jobs.hasten(writing, ThreadLook(match), now) for match in matches))

    async def with_live_matches(self, after: MatchId) -> list[tuple[MatchId, ChannelId]]:
        """List a chunk of the threads of live matches: those of the matches after a given one."""
        async with self._database.reading() as reading:
            return await match_queries.threads_with_live_matches(reading, after, CHUNK)
