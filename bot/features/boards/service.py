"""Boards to be shown, and the records of their messages.

Work is claimed before it is done. A claim postpones the work, so it is not done twice, and it is
retried after a failure. Each wait is longer than the one before.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.bounded import BoundedDict
from bot.db.database import Database, Writing
from bot.db.statements import Statement, defer, execute
from bot.features.boards import queries as board_queries
from bot.features.boards.posts import ANNOUNCEMENT, disown_announcements, query_announcements
from bot.features.boards.queries import (
    BOARD,
    NEW_BOARD,
    OLD_BOARD,
    TEXT_BOARD,
    BoardMessage,
    BoardState,
)
from bot.features.boards.venues import VenueWriter
from bot.features.matches import queries as match_queries
from bot.features.matches.errors import NoSuchMatch
from bot.features.matches.queries import MatchPlace
from bot.features.matches.writer import MatchWriter
from bot.features.outbox import queries as outbox_queries
from bot.features.outbox.entries import OutboxEntry
from bot.game import Seat
from bot.jobs.backoff import GRACE, NO_GRACE
from bot.jobs.clock import Clock
from bot.match.clock import DAY
from bot.match.identity import (
    ChannelId,
    InServer,
    Instant,
    MatchId,
    MessageId,
    Revision,
    Seconds,
    UserId,
)
from bot.match.match import Match
from bot.match.playing import show_boards
from bot.match.terms import DirectMessages, VenueKind


@dataclass(frozen=True, slots=True)
class MatchWork:
    """A match and its board messages.

    `underway` are boards that are being posted, and `lost` those that may have been posted. `text`
    is the text board, if a player has posted one.
    """

    match: Match
    boards: tuple[BoardMessage, ...]
    underway: tuple[OutboxEntry, ...] = ()
    lost: tuple[OutboxEntry, ...] = ()
    text: OutboxEntry | None = None

    def is_being_posted(self, board: BoardMessage) -> bool:
        """Return whether a message that shows this board is under way."""
        return _is_shown_by(board, self.underway)


def _is_shown_by(board: BoardMessage, posts: Sequence[OutboxEntry]) -> bool:
    return any(board.user is None or post.channel == board.channel for post in posts)


@dataclass(slots=True)
class BoardChange:
    """A change of a board message in progress, and whether another was requested meanwhile."""

    is_alone: bool = True
    is_requested_again: bool = False


Follow = Callable[[Writing], Sequence[Statement[int]]]
"""Returns another feature's statements for the transaction that records a board."""


def _nothing_follows(_: Writing) -> Sequence[Statement[int]]:
    return ()


class Boards:
    """Shows matches, and keeps track of what is out of date."""

    def __init__(
        self, database: Database, clock: Clock, venues: VenueWriter, writer: MatchWriter
    ) -> None:
        self._database = database
        self._clock = clock
        self._venues = venues
        self._writer = writer
        self._changing: Final[dict[Hashable, BoardChange]] = {}

    @contextmanager
    def changing(self, board: Hashable) -> Iterator[BoardChange]:
        """Mark a board, named by its key, as being changed; yield whether the change is alone.

        The version that is sent last must be the newest one. Changes do not wait for one another: a
        change that is not alone leaves its work to the change in progress, which repeats or
        schedules the work at its end.
        """
        if other := self._changing.get(board):
            other.is_requested_again = True
            yield BoardChange(is_alone=False)
            return
        change = self._changing[board] = BoardChange()
        try:
            yield change
        finally:
            del self._changing[board]

    async def work_of(self, number: MatchId) -> MatchWork:
        """Return a match and its board messages. Raise `NoSuchMatch`."""
        now = self._clock.now()
        async with self._database.reading() as reading:
            entries, match = await execute(
                board_queries.with_posts(reading, number), match_queries.find(reading, number)
            )
        if match is None:
            raise NoSuchMatch(number)
        of_kind = defaultdict[str, list[BoardMessage]](list)
        for entry in entries:
            of_kind[entry.kind].append(entry)
        posts = of_kind[NEW_BOARD.name]
        return MatchWork(
            match,
            (*of_kind[BOARD.name], *of_kind[OLD_BOARD.name]),
            tuple(post for post in posts if post.rests_until > now),
            tuple(post for post in posts if post.rests_until <= now),
            next(iter(of_kind[TEXT_BOARD.name]), None),
        )

    async def boards_of(self, number: MatchId) -> list[BoardMessage]:
        """List the board messages of a match, each with the revision that it should show."""
        async with self._database.reading() as reading:
            return await board_queries.of_match(reading, number)

    async def works_of(self, matches: Sequence[Match]) -> tuple[MatchWork, ...]:
        """Return up to a page of matches with their live board messages."""
        async with self._database.reading() as reading:
            boards = await board_queries.live_of(reading, [match.id for match in matches])
        return tuple(MatchWork(match, tuple(boards[match.id])) for match in matches)

    async def claim_board(self, board: BoardMessage) -> BoardMessage | None:
        """Claim a board for publishing, if it has not changed since it was read.

        Return None if it is up to date, claimed or replaced, or if a message that shows it is being
        sent. A lost board can be claimed again.
        """
        now = self._clock.now()

        def questions(writing: Writing) -> Sequence[Statement[Any]]:
            if board.state is BoardState.OLD:
                return ()
            return (
                outbox_queries.of_subject(writing, board.match, NEW_BOARD),
                board_queries.awaits_challenge(writing, board.match, now),
            )

        async def act(writing: Writing, results: list[Any]) -> BoardMessage | None:
            if results:
                posts, challenge = results
                underway = [post for post in posts if post.rests_until > now]
                if _is_shown_by(board, underway) or (challenge and board.message is None):
                    return None
            claimed = await outbox_queries.claim(writing, board, now)
            if claimed is not None and claimed.state is BoardState.LOST:
                defer(outbox_queries.record(writing, claimed, lost_at=None))
                claimed = replace(claimed, lost_at=None)
            return claimed

        return await self._database.transact(act, questions)

    async def put_off_match(self, number: MatchId) -> None:
        """Put off the due boards of a match that cannot be read."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            for board in await board_queries.of_match(writing, number):
                if board.is_pending and board.due_at <= now:
                    await outbox_queries.claim(writing, board, now)

    async def settle_venue(
        self,
        number: MatchId,
        channel: ChannelId,
        kind: VenueKind = VenueKind.THREAD,
        announced: Collection[OutboxEntry] = (),
        listed_in: ChannelId | None = None,
    ) -> None:
        """Record the thread or channel where the match is played, and its announcement there.

        `listed_in` is the channel of the message from which the thread began, if that message lists
        the match. Announcements elsewhere are deleted. Raise `NoSuchMatch`.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            match = await _require_match(writing, number)
            known = {post.key for post in announced}
            left = [
                post for post in await query_announcements(writing, number) if post.key not in known
            ]
            if left:
                defer(disown_announcements(writing, left, now))
            if listed_in is not None:
                # The thread has the ID of the message.
                listing = OutboxEntry(
                    board_queries.LISTING.name,
                    number,
                    match.venue.guild,
                    listed_in,
                    MessageId(channel),
                    match.revision,
                    # It was listed as live, and may have ended meanwhile.
                    Revision(match.revision - (match.outcome is not None)),
                    now,
                )
                defer(outbox_queries.adopt(writing, listing))
            elif kind is VenueKind.THREAD and await match_queries.of_channel(
                writing, channel, most=1
            ):
                # The message from which a thread began shows the newest match in it.
                defer(outbox_queries.show_messages_anew(writing, MessageId(channel), now))
            await match_queries.settle_venue(writing, match, channel, kind, Instant(now + DAY))

    async def leave_direct(self, number: MatchId) -> None:
        """Move a match from direct messages to a thread, and notify its players."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            await self._venues.leave_direct(writing, await _require_match(writing, number), now)

    async def channels_with_live_matches(self) -> list[InServer]:
        """List the channels with live matches, except the threads created for them."""
        async with self._database.reading() as reading:
            return await match_queries.channels_with_live_matches(reading)

    async def venue_deleted(self, channel: ChannelId) -> list[MatchId]:
        """Try the boards of a deleted thread or channel again, so that their matches move.

        Return those matches. They are not read, so that an unreadable one does not stop the others.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            return await board_queries.doubt_in(writing, channel, now)

    async def move(
        self, number: MatchId, gone: ChannelId, to: ChannelId | DirectMessages, kind: VenueKind
    ) -> bool:
        """Move a match to another channel or to direct messages, because its channel is gone.

        `kind` is that of the new venue. The old place is avoided for some time. The board there is
        gone or unreachable, so it is posted again, and the players are notified. Return False if
        the match was moved already.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            match = await _require_match(writing, number)
            if match.venue.channel != gone:
                return False
            await self._venues.move(writing, match, gone, to, kind, now)
        return True

    async def venues_to_avoid(self, number: MatchId) -> frozenset[ChannelId | DirectMessages]:
        """Return the venues in which a match could not be shown lately."""
        async with self._database.reading() as reading:
            return await board_queries.to_avoid(reading, number, self._clock.now())

    async def board_posted(
        self,
        number: MatchId,
        channel: ChannelId,
        message: MessageId,
        revision: Revision,
        user: UserId | None = None,
        post: OutboxEntry | None = None,
        follow: Follow = _nothing_follows,
    ) -> None:
        """Record a new message as the match's live board; earlier boards become old.

        `user` is the player if the board is in direct messages; the opponent's board is unchanged.
        """
        now = self._clock.now()

        async def record(writing: Writing, results: list[Any]) -> None:
            match: MatchPlace | None = results[0]
            if match is None:
                raise NoSuchMatch(number)
            defer(*follow(writing))
            if post is not None:
                defer(outbox_queries.forget(writing, post))
            is_direct = match.home is VenueKind.DIRECT
            owners = {match.orange, match.gray} if is_direct else {None}
            if user not in owners:
                # The match moved away, or forgot its player, while this board was being posted.
                defer(board_queries.insert_old(writing, number, match.home, channel, message, now))
                return
            show_at = Instant(now + GRACE)
            await execute(
                board_queries.retire_of(writing, number, now, user),
                # A search may have found it meanwhile, and recorded it as an old board.
                board_queries.revive(writing, number, message),
                board_queries.insert_posted(
                    writing, number, match, channel, message, revision, show_at, user=user
                ),
            )
            await self._venues.find_again(writing, number, user)
            await self._start_clock(writing, results[-1], user, now)

        await self._database.transact(
            record,
            lambda writing: [
                match_queries.lock_place(writing, number),
                match_queries.awaits_board(writing, number),
            ],
        )

    async def text_board_posted(
        self, number: MatchId, channel: ChannelId, message: MessageId, shown: Revision
    ) -> OutboxEntry | None:
        """Keep a text board up to date from now on. Return the one that it replaces.

        Raise `NoSuchMatch`.
        """
        now, kind = self._clock.now(), TEXT_BOARD

        async with self._database.writing() as writing:
            match = await _require_match(writing, number)
            before = await outbox_queries.find(writing, kind, number)
            show_at = Instant(now + GRACE)
            # The earlier text board may show a later revision.
            entry = OutboxEntry(
                kind.name,
                number,
                match.venue.guild,
                channel,
                message,
                match.revision,
                shown,
                show_at,
            )
            await execute(outbox_queries.adopt(writing, entry))
        return before

    async def board_found(
        self,
        number: MatchId,
        channel: ChannelId,
        message: MessageId,
        user: UserId | None = None,
    ) -> None:
        """Record a board that was found but has no record, as an old board.

        A board whose sender may be about to record it is left alone.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            match = await _require_match(writing, number)
            if user is not None and match.seat_of(user) is None:
                return
            posts, boards = await execute(
                outbox_queries.of_subject(writing, number, NEW_BOARD),
                board_queries.of_match(writing, number),
            )
            if any(post.channel == channel for post in posts):
                return
            if all(board.message != message for board in boards):
                home = match.venue.home
                await board_queries.insert_old(writing, number, home, channel, message, now)

    async def board_shown(
        self,
        board: BoardMessage,
        channel: ChannelId,
        message: MessageId,
        revision: Revision,
        post: OutboxEntry | None = None,
        follow: Follow = _nothing_follows,
    ) -> None:
        """Record that a message shows the match at a revision.

        If the message is new, the previous message becomes an old board. If the board was replaced
        while it was being posted, the new message is old at once. The statements of `follow` run in
        the same transaction.
        """
        now, is_new = self._clock.now(), message != board.message

        def record(writing: Writing) -> list[Statement[Any]]:
            statements: list[Statement[Any]] = [match_queries.lock(writing, board.match)]
            statements += follow(writing)
            if post is not None:
                statements.append(outbox_queries.forget(writing, post))
            if board.message is None:
                statements.append(outbox_queries.drop(writing, ANNOUNCEMENT, board.match))
            if is_new:
                statements.append(board_queries.revive(writing, board.match, message))
            shown = outbox_queries.record_shown(writing, board, channel, message, revision)
            return [*statements, match_queries.awaits_board(writing, board.match), shown]

        async def act(writing: Writing, results: list[Any]) -> None:
            *_, waits, recorded = results
            if not recorded and is_new:
                known = {
                    each.message for each in await board_queries.of_match(writing, board.match)
                }
                if message not in known:
                    # It may have been replaced because the match has moved.
                    home = (await _require_match(writing, board.match)).venue.home
                    await board_queries.insert_old(
                        writing, board.match, home, channel, message, now
                    )
                return
            if is_new and board.message is not None:
                place = board.channel or channel
                await board_queries.insert_old(
                    writing, board.match, board.home, place, board.message, now
                )
            await self._venues.find_again(writing, board.match, board.user)
            if is_new:
                await self._start_clock(writing, waits, board.user, now)

        await self._database.transact(act, record)

    async def _start_clock(
        self, writing: Writing, waits: MatchId | None, user: UserId | None, now: Instant
    ) -> None:
        """Start the clock of a match that awaited a user's board, or the public one."""
        match = None if waits is None else await match_queries.find(writing, waits)
        if match is None:
            return
        seats = [seat for seat in Seat if user in (None, match.seats.user_of(seat))]
        shown = show_boards(match, seats, now)
        if shown is not match:
            await self._writer.change(writing, match, shown, now, grace=NO_GRACE)

    async def show_again(self, number: MatchId, grace: Seconds = NO_GRACE) -> None:
        """Show the live board again even if it seems up to date: it may have been deleted."""
        show_at = Instant(self._clock.now() + grace)
        async with self._database.writing() as writing:
            await board_queries.doubt(writing, number, show_at)

    async def delete_now(self, channel: ChannelId) -> bool:
        """Make the old boards in a channel due to be deleted; return whether any were due later."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            return await outbox_queries.deliver_in(writing, OLD_BOARD, channel, now)

    async def board_lost(self, board: BoardMessage) -> None:
        """Mark a board as undeliverable, and notify its players.

        They are notified only once, even if the board is tried many times before it is shown. In a
        finished match they are notified of the result.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            await self._venues.lose(writing, board, now)


async def _require_match(writing: Writing, number: MatchId) -> Match:
    match = await match_queries.find(writing, number)
    if match is None:
        raise NoSuchMatch(number)
    return match


MOST_REMEMBERED: Final = 5000
"""The most matches for which the last search is remembered."""


class BoardSearches:
    """Remembers the revision at which boards were last searched for, which saves requests."""

    def __init__(self) -> None:
        self._searched_at = BoundedDict[MatchId, Revision](MOST_REMEMBERED)

    def is_new(self, match: Match) -> bool:
        """Return whether the match has changed since the last search."""
        return self._searched_at.get(match.id) != match.revision

    def record(self, match: Match) -> None:
        """Record a search for the boards of a match."""
        self._searched_at[match.id] = match.revision
