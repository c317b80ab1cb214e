"""Board messages in the outbox, and the venues in which a match could not be shown.

Each board that a match should have is an entry of the kind `BOARD`, out of date until it shows the
match as it is. A message that was replaced by a newer one is an `OLD_BOARD`, to be deleted, and one
that is being posted is a `NEW_BOARD` until it is recorded.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from bot.db.database import Reading, Writing
from bot.db.statements import Statement, Statements, defer, execute, load_queries
from bot.features.matches import queries as match_queries
from bot.features.matches.outages import MatchRange, query_urgent
from bot.features.matches.queries import MatchPlace
from bot.features.matches.writer import MatchBeginning, MatchChange
from bot.features.outbox import queries as outbox_queries
from bot.features.outbox.entries import OutboxEntry, OutboxKind, Upkeep
from bot.jobs.jobs import deliver_by
from bot.match.challenge import Challenge, ChallengeState
from bot.match.clock import Outage
from bot.match.identity import (
    ChannelId,
    Erasure,
    GuildId,
    Instant,
    MatchId,
    MessageId,
    PerSeat,
    Revision,
    UserId,
    is_former,
)
from bot.match.match import Match
from bot.match.terms import DirectMessages, Home, VenueKind

QUERIES: Final = load_queries(__file__)

BOARD: Final = OutboxKind("board", Upkeep.KEEP)
"""A board message. Its subject is the match, and its part is the player in direct messages."""

OLD_BOARD: Final = OutboxKind("old board", Upkeep.EDIT)
"""A board message that was replaced and is to be deleted; its part is the message."""

NEW_BOARD: Final = OutboxKind("new board", Upkeep.POST)
"""A board message that is being posted; its part is the number of the post."""

_FOR_ALL: Final = 0
"""The part of a board that all users see."""


class BoardState(Enum):
    """The state of a board message."""

    LIVE = "live"
    OLD = "old"
    LOST = "lost"
    """Discord refused it, and it is not tried again yet."""


@dataclass(frozen=True, slots=True)
class BoardMessage(OutboxEntry):
    """A message that shows a match, one that is still to be posted, or an old one."""

    @property
    def match(self) -> MatchId:
        """The match that it shows."""
        return MatchId(self.subject)

    @property
    def user(self) -> UserId | None:
        """The player who has it in direct messages, `None` if all users see it or it is old."""
        is_personal = self.kind == BOARD.name and self.part != _FOR_ALL
        return UserId(self.part) if is_personal else None

    @property
    def state(self) -> BoardState:
        """Whether it is kept up to date."""
        if self.kind == OLD_BOARD.name:
            return BoardState.OLD
        return BoardState.LIVE if self.lost_at is None else BoardState.LOST

    @property
    def lags(self) -> bool:
        """Whether the message does not show what it should."""
        return self.state is not BoardState.LOST and self.is_pending


TEXT_BOARD: Final = OutboxKind("text board", Upkeep.EDIT)
"""A board in words that a player has posted beside the board message. Its subject is the match."""

LISTING: Final = OutboxKind("listing", Upkeep.EDIT)
"""The message in a games channel that a match's thread began from. Its subject is the number of the
first match.

The thread has the ID of the message.
"""


async def begin(writing: Writing, beginning: MatchBeginning) -> None:
    """Store the boards of a match that begins."""
    insert_first(writing, beginning.match, beginning.boards_at)


def insert_first(writing: Writing, match: Match, show_at: PerSeat[Instant]) -> None:
    """Store the boards of a match that has its venue: one, or one for each player.

    A former player has none, and neither has the bot.
    """
    first_at = min(at for _, at in show_at)
    moments: list[tuple[UserId | None, Instant]] = [(None, first_at)]
    if match.venue.kind is VenueKind.DIRECT:
        moments = [(user, at) for seat, at in show_at for user in match.people_at(seat)]
    boards = [
        _board(match.id, match.venue.home, None, None, match.revision, Revision(0), at, user)
        for user, at in moments
        if user is None or not is_former(user)
    ]
    defer(outbox_queries.insert(writing, *boards), deliver_by(writing, first_at))


def _board(
    match: MatchId,
    home: Home,
    channel: ChannelId | None,
    message: MessageId | None,
    revision: Revision,
    shown_revision: Revision,
    show_at: Instant,
    user: UserId | None,
) -> OutboxEntry:
    return OutboxEntry(
        BOARD.name,
        match,
        home,
        channel,
        message,
        revision,
        shown_revision,
        show_at,
        part=user or _FOR_ALL,
    )


def insert_posted(
    writing: Writing,
    number: MatchId,
    match: MatchPlace,
    channel: ChannelId,
    message: MessageId,
    shown_revision: Revision,
    show_at: Instant,
    *,
    user: UserId | None,
) -> Statement[int]:
    """Return the statement that stores a posted live board, which shows the match at a revision."""
    revision = match.revision
    posted = _board(number, match.home, channel, message, revision, shown_revision, show_at, user)
    return outbox_queries.insert(writing, posted)


def insert_old(
    writing: Writing,
    match: MatchId,
    home: Home,
    channel: ChannelId | None,
    message: MessageId,
    show_at: Instant,
) -> Statement[int]:
    """Return the statement that stores an old board, to be deleted by `show_at`."""
    old = OutboxEntry(
        OLD_BOARD.name,
        match,
        home,
        channel,
        message,
        Revision(1),
        Revision(0),
        show_at,
        part=message,
    )
    return outbox_queries.insert_new(writing, old)


def of_match(reading: Reading, match: MatchId) -> Statement[list[BoardMessage]]:
    """Return the statement that lists the board messages of a match, old ones last."""
    return outbox_queries.of_subject(reading, match, BOARD, OLD_BOARD).all(BoardMessage)


def with_posts(reading: Reading, match: MatchId) -> Statement[list[BoardMessage]]:
    """Return the statement that lists a match's boards, those being posted, and the text board."""
    kinds = BOARD, OLD_BOARD, NEW_BOARD, TEXT_BOARD
    return outbox_queries.of_subject(reading, match, *kinds).all(BoardMessage)


async def live_of(
    reading: Reading, matches: Sequence[MatchId]
) -> dict[MatchId, list[BoardMessage]]:
    """Return the live board messages of matches."""
    found = await execute(
        *(outbox_queries.of_subject(reading, match, BOARD).all(BoardMessage) for match in matches)
    )
    return {
        match: [board for board in boards if board.state is BoardState.LIVE]
        for match, boards in zip(matches, found, strict=True)
    }


def changed(writing: Writing, match: Match, show_at: Instant) -> Statement[int]:
    """Return the statement that has the live board show a match's new revision by `show_at`.

    A lost board is tried again, because Discord may allow it by now. The board of a match against
    the bot in closed direct messages is not: each turn would cost two requests that are refused.
    """
    return outbox_queries.subject_changed(
        writing, BOARD, match.id, match.revision, show_at, stays_lost=match.stays_in_person
    )


async def show_change(writing: Writing, change: MatchChange) -> None:
    """Schedule the update of a changed match's board, and of its text board if there is one.

    If the match is at the same revision, only its deadline has moved.
    """
    number, revision = change.after.id, change.after.revision
    if change.starts_after_board:
        # A board that is still to be posted keeps its due time.
        defer(outbox_queries.show_anew(writing, BOARD, {number: change.show_at}))
        return
    if revision == change.before.revision:
        await show_anew(writing, number, change.show_at)
        return
    defer(
        changed(writing, change.after, change.show_at),
        outbox_queries.posted_changed(writing, TEXT_BOARD, number, revision, change.show_at),
        deliver_by(writing, change.show_at),
    )


async def show_result(writing: Writing, change: MatchChange) -> None:
    """Show the result of a match in the games channel where its thread is listed."""
    if change.ends and change.after.venue.is_thread:
        _show_listing(writing, change.after.venue.channel, change.show_at)


async def follow_rematch(writing: Writing, challenge: Challenge, show_at: Instant) -> None:
    """Show that a rematch is played, in the games channel where the thread is listed."""
    is_accepted = challenge.state is ChallengeState.ACCEPTED
    if is_accepted and challenge.rematch_of is not None and challenge.venue is VenueKind.THREAD:
        _show_listing(writing, challenge.place.channel, show_at)


def _show_listing(writing: Writing, thread: ChannelId | None, show_at: Instant) -> None:
    if thread is not None:
        defer(outbox_queries.show_messages_anew(writing, MessageId(thread), show_at))


def retire(writing: Writing, match: Match, show_at: Instant) -> Statements:
    """Return the statements that mark every board of a match as old, to be deleted by `show_at`.

    The process that serves the match's present home deletes them.
    """
    return Statements(
        *outbox_queries.replace_parts(writing, BOARD, OLD_BOARD, match.id, show_at).each,
        outbox_queries.move(writing, OLD_BOARD, match.id, match.venue.home),
    )


def retire_of(
    writing: Writing, match: MatchId, show_at: Instant, user: UserId | None
) -> Statements:
    """Return the statements that mark a player's board, or the one that all users see, as old."""
    part = user or _FOR_ALL
    return outbox_queries.replace_parts(writing, BOARD, OLD_BOARD, match, show_at, part)


def awaits_challenge(reading: Reading, match: MatchId, now: Instant) -> Statement[int | None]:
    """Return the statement that finds whether a challenge may have been posted without a record.

    Its message is searched for once before the match begins somewhere else.
    """
    query = QUERIES.challenge_being_posted(reading.connection, match_id=match, now=now)
    return query.first(int)


async def doubt(writing: Writing, match: MatchId, show_at: Instant) -> None:
    """Schedule a live or lost board to be shown again; it is posted if its message is gone."""
    await execute(outbox_queries.doubt(writing, BOARD, match, show_at))


async def show_anew(writing: Writing, match: MatchId, show_at: Instant) -> None:
    """Schedule an edit of all boards of a match after a change outside the match itself."""
    await doubt(writing, match, show_at)
    await execute(outbox_queries.show_anew(writing, TEXT_BOARD, {match: show_at}))


async def doubt_of(writing: Writing, user: UserId, show_at: Instant) -> None:
    """Schedule the boards of live matches in a player's direct messages to be shown again."""
    live = match_queries.query_live_of(writing, user)
    await execute(outbox_queries.show_subjects_anew(writing, BOARD, live, show_at, user))


async def doubt_in(writing: Writing, channel: ChannelId, show_at: Instant) -> list[MatchId]:
    """Schedule the boards of live matches in a channel to be shown again; return the matches."""
    live = await match_queries.live_in_channel(writing, channel)
    for match in live:
        await doubt(writing, match, show_at)
    return live


def revive(writing: Writing, match: MatchId, message: MessageId) -> Statement[int]:
    """Return the statement that drops an old board, before its message is recorded as live."""
    return outbox_queries.drop(writing, OLD_BOARD, match, message)


_DIRECT: Final = ChannelId(0)
"""Stands for the players' direct messages in the table."""


def _column(venue: ChannelId | DirectMessages) -> ChannelId:
    return _DIRECT if venue is VenueKind.DIRECT else venue


async def failures(reading: Reading, match: MatchId, venue: ChannelId | DirectMessages) -> int:
    """Return how often a match could not be shown in a venue."""
    query = QUERIES.failures_of_venue(reading.connection, match_id=match, channel_id=_column(venue))
    return await query.first(int) or 0


async def failed(
    writing: Writing, match: MatchId, venue: ChannelId | DirectMessages, avoid_until: Instant
) -> None:
    """Record that a match could not be shown in a venue, which it avoids until `avoid_until`."""
    await QUERIES.venue_failed(
        writing.connection,
        match_id=match,
        channel_id=_column(venue),
        avoid_until=avoid_until,
    )


async def to_avoid(
    reading: Reading, match: MatchId, now: Instant
) -> frozenset[ChannelId | DirectMessages]:
    """Return the venues that a match must avoid now."""
    query = QUERIES.venues_to_avoid(reading.connection, match_id=match, now=now)
    channels = await query.all(ChannelId)
    return frozenset(VenueKind.DIRECT if each == _DIRECT else each for each in channels)


async def erase(writing: Writing, erasure: Erasure) -> None:
    """Schedule updates of a user's recent boards, whose matches no longer name the user."""
    recent = match_queries.query_recent_of(writing, erasure.user, erasure.recent_since)
    await execute(
        outbox_queries.show_subjects_anew(writing, BOARD, recent, erasure.at),
        outbox_queries.show_messages_anew(
            writing,
            match_queries.query_messages_of_recent(writing, erasure.user, erasure.recent_since),
            erasure.at,
        ),
    )


async def show_deadlines(writing: Writing, outage: Outage, matches: MatchRange) -> None:
    """Schedule updates of boards with urgent deadlines that an outage has put off."""
    urgent = query_urgent(writing, outage, matches)
    await execute(outbox_queries.show_subjects_anew(writing, BOARD, urgent, outage.ended_at))


def retry_in_person(writing: Writing, guild: GuildId, now: Instant) -> Statement[int]:
    """Return the statement that retries the boards in direct messages of a server's matches.

    The server may be able to show a match whose players can't be reached.
    """
    in_person = match_queries.query_in_person(writing, guild)
    return outbox_queries.retry_subjects(writing, BOARD, in_person, now)
