"""Records of messages that are being posted, so that each message in Discord is known.

Each record is an entry of the outbox. The code that records the message drops the entry. The entry
falls due once the sender has had time for that; the bot then searches for the message.
"""

from collections.abc import Callable, Sequence
from typing import Final

from bot.db.database import Database, Reading, Writing
from bot.db.program import Counter, allot
from bot.db.statements import Statement, Statements, defer, execute
from bot.features.boards import queries as board_queries
from bot.features.boards.queries import NEW_BOARD, BoardState
from bot.features.matches import queries as match_queries
from bot.features.matches.writer import MatchChange
from bot.features.outbox import queries as outbox_queries
from bot.features.outbox.entries import AT_ANY_TIME, OutboxEntry, OutboxKind, Upkeep
from bot.jobs.backoff import SENDING
from bot.jobs.clock import Clock
from bot.jobs.jobs import deliver_by
from bot.match.identity import (
    ChannelId,
    Instant,
    MatchId,
    MessageId,
    Place,
    Revision,
    Seconds,
)
from bot.match.match import Match
from bot.match.terms import home_at

SOON: Final = Seconds(20.0)
"""How long after a lost answer the same message may be sent once more."""
ANSWERING: Final = Seconds(60.0)
"""How long Discord's answer and its recording may take, even if the database is held up."""
ANSWER_LOST_AFTER: Final = Seconds(ANSWERING + SOON)
"""Seconds after which the bot searches for an unrecorded message."""

ANNOUNCEMENT: Final = OutboxKind("announcement", Upkeep.POST)
"""A message that is being posted and announces where a match is played."""

UNRECORDED: Final = OutboxKind("unrecorded message", Upkeep.POST)
"""Another message that is being posted; its part is the number of the post."""

NO_MATCH: Final = MatchId(0)
"""The subject of a message that is about no single match."""
_NUMBERS: Final = Counter("post")

AskRecorded = Callable[[Reading, ChannelId, MessageId], Statement[int | None]]
"""Queries whether a feature has recorded a message; None if not."""


class AnswerPost:
    """The board that answers a command, if the match is played where the user gave the command.

    The transaction that changes the match records the board, which thus needs none of its own.
    """

    def __init__(
        self,
        command: MessageId,
        place: Place,
        look_at: Instant,
        prepare: Callable[[Match], None],
    ) -> None:
        self._command = command
        self._place = place
        self._look_at = look_at
        self._prepare = prepare
        self.post: OutboxEntry | None = None
        """The record, once there is one: it has the number of the command."""

    async def record(self, writing: Writing, change: MatchChange) -> None:
        """Record the board if the match is played where the user gave the command."""
        self.post = None  # An attempt that was rolled back may have set it.
        match = change.after
        if not match.is_played_in(self._place):
            return
        # The answer has a higher ID than the command.
        number = after = self._command
        self.post = _post(NEW_BOARD, match.id, number, self._place, None, after, self._look_at)
        defer(outbox_queries.insert(writing, self.post))
        self._prepare(match)


def _post(
    kind: OutboxKind,
    match: MatchId,
    number: int,
    place: Place,
    digest: str | None,
    after: MessageId,
    look_at: Instant,
) -> OutboxEntry:
    """Return the record of a message that is about to be posted.

    If it is still unrecorded at `look_at`, the outbox searches for it; its sender may search for it
    `SOON` seconds before that.
    """
    return OutboxEntry(
        kind.name,
        match,
        home_at(place),
        place.channel,
        None,
        Revision(1),
        Revision(0),
        look_at,
        Instant(look_at - SOON),
        after=after,
        digest=digest,
        part=number,
    )


def disown_announcements(
    writing: Writing, announcements: Sequence[OutboxEntry], now: Instant
) -> Statements:
    """Return the statements that have a match's announcements deleted; it is played elsewhere."""
    return Statements(
        *(
            outbox_queries.record(
                writing, each, kind=UNRECORDED.name, due_at=now, rests_until=AT_ANY_TIME
            )
            for each in announcements
        ),
        deliver_by(writing, now),
    )


def query_announcements(reading: Reading, match: MatchId) -> Statement[list[OutboxEntry]]:
    """Return the statement that lists the unrecorded announcements of a match."""
    return outbox_queries.of_subject(reading, match, ANNOUNCEMENT)


class Posts:
    """Records messages before they are posted."""

    def __init__(self, database: Database, clock: Clock, is_recorded: AskRecorded) -> None:
        self._database = database
        self._clock = clock
        self._is_recorded = is_recorded

    async def begin(
        self,
        kind: OutboxKind,
        place: Place,
        after: MessageId,
        match: MatchId = NO_MATCH,
        digest: str | None = None,
        lost_after: float = SENDING,
    ) -> OutboxEntry:
        """Record that a message of a kind is about to be posted at a place.

        A board is recognised without a digest. The code that records the message drops this record
        in the same transaction. The bot searches for the message if it is not recorded within
        `lost_after` seconds.
        """
        look_at = Instant(self._clock.now() + lost_after)

        async def act(writing: Writing, numbers: list[int]) -> OutboxEntry:
            post = _post(kind, match, numbers[0], place, digest, after, look_at)
            defer(outbox_queries.insert(writing, post))
            return post

        return await self._database.transact(act, _allot)

    def in_answer(
        self, command: MessageId, place: Place, prepare: Callable[[Match], None]
    ) -> AnswerPost:
        """Return the recorder of the board that answers a command.

        `prepare` is called with the match that the board will show. The match is not stored yet, so
        `prepare` must have no visible effects.
        """
        look_at = Instant(self._clock.now() + ANSWER_LOST_AFTER)
        return AnswerPost(command, place, look_at, prepare)

    async def unanswered(self, post: OutboxEntry) -> None:
        """Schedule a search soon: the message may exist, though Discord's answer was lost."""
        now = self._clock.now()
        look_at = Instant(now + SOON)
        await self._database.transact(
            lambda writing, _: execute(
                outbox_queries.record(writing, post, rests_until=now, due_at=look_at),
                deliver_by(writing, look_at),
            )
        )

    async def has_other_boards(self, own: OutboxEntry) -> bool:
        """Return whether other unrecorded boards of a match may exist, now or soon."""
        async with self._database.reading() as reading:
            posts = await outbox_queries.of_subject(reading, own.subject, NEW_BOARD)
        return any(post.part != own.part for post in posts)

    async def announcements(self, number: MatchId) -> list[OutboxEntry]:
        """List the messages that may already announce where a match is played."""
        async with self._database.reading() as reading:
            return await query_announcements(reading, number)

    async def is_awaited(self, post: OutboxEntry) -> bool:
        """Return whether a message announces a match and must therefore not be deleted.

        The code that shows the match drops the record. If the answer to a command has shown the
        match, this method drops it.
        """
        if post.kind != ANNOUNCEMENT.name:
            return False
        async with self._database.writing() as writing:
            boards = await board_queries.of_match(writing, MatchId(post.subject))
            if any(board.state is BoardState.LIVE and board.message for board in boards):
                await outbox_queries.forget(writing, post)
        return True

    async def settle_boards(self, post: OutboxEntry, messages: Sequence[MessageId]) -> bool:
        """Settle the record of a board that may have been posted, given the messages found there.

        Messages that are not recorded are recorded as old boards, which are deleted. Return False,
        and record nothing, while another board of the match is being posted or is still to be
        posted: that board may be among these messages.
        """
        now, number = self._clock.now(), MatchId(post.subject)
        async with self._database.writing() as writing:
            posts = await outbox_queries.of_subject(writing, number, NEW_BOARD)
            boards = await board_queries.of_match(writing, number)
            is_to_come = any(each.state is BoardState.LIVE and each.lags for each in boards)
            is_underway = any(
                each.part != post.part and each.rests_until + SOON > now for each in posts
            )
            if messages and (is_to_come or is_underway):
                return False
            known = {board.message for board in boards}
            match = await match_queries.find(writing, number)
            home = post.home if match is None else match.venue.home
            await execute(
                *(
                    board_queries.insert_old(writing, number, home, post.channel, message, now)
                    for message in messages
                    if message not in known
                ),
                outbox_queries.forget(writing, post),
            )
        return True

    async def is_known(self, channel: ChannelId, message: MessageId) -> bool:
        """Return whether a message is recorded as a notification."""
        async with self._database.reading() as reading:
            return bool(await self._is_recorded(reading, channel, message))


def _allot(writing: Writing) -> tuple[Statement[int]]:
    return (allot(writing, _NUMBERS),)
