"""Board messages in the database: what each shows, and which are out of date.

`shown_revision < revision` is the outbox: such a board is published again until it shows the match
as it is. An old board was replaced by a newer message and is to be deleted.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from bot.db.database import Reading, Writing
from bot.db.program import Counter
from bot.db.statements import Statement, StatementResult, Statements, defer, execute, load_queries
from bot.db.tables import Table
from bot.features.boards import post_queries
from bot.features.matches import queries as match_queries
from bot.features.matches.outages import MatchRange, query_urgent
from bot.features.matches.writer import MatchBeginning, MatchChange
from bot.features.outbox import queries as outbox_queries
from bot.features.outbox.entries import OutboxKind, Upkeep
from bot.jobs.backoff import soon
from bot.jobs.homes import all_but, served_elsewhere
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
from bot.match.terms import VenueKind

QUERIES: Final = load_queries(__file__)


class BoardState(Enum):
    """The state of a board message. The values are stored."""

    LIVE = "live"
    OLD = "old"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class BoardMessage:
    """A message that shows a match, or one that is still to be posted.

    `user` is the player in whose direct messages it is, `None` if all users see it.
    """

    id: int
    match: MatchId
    channel: ChannelId | None
    message: MessageId | None
    state: BoardState
    revision: Revision
    shown_revision: Revision
    show_at: Instant
    attempts: int
    user: UserId | None = None

    @property
    def lags(self) -> bool:
        """Whether the message does not show what it should."""
        return self.state is not BoardState.LOST and self.shown_revision < self.revision


TEXT_BOARD: Final = OutboxKind("text board", Upkeep.EDIT)
"""A board in words that a player has posted beside the board message, by the match's number."""

LISTING: Final = OutboxKind("listing", Upkeep.EDIT)
"""The message in a games channel that a match's thread began from. Its subject is the number of the
first match.

The thread has the ID of the message.
"""

BOARDS: Final = Table("boards", BoardMessage, key=("id",), counter=Counter("board"))


async def begin(writing: Writing, beginning: MatchBeginning) -> None:
    """Store the boards of a match that begins."""
    await insert_first(writing, beginning.match, beginning.boards_at)


async def insert_first(writing: Writing, match: Match, show_at: PerSeat[Instant]) -> None:
    """Store the boards of a match that has its venue: one, or one for each player.

    A former player has none, and neither has the bot.
    """
    first_at = min(at for _, at in show_at)
    moments: list[tuple[UserId | None, Instant]] = [(None, first_at)]
    if match.venue.kind is VenueKind.DIRECT:
        moments = [(user, at) for seat, at in show_at for user in match.people_at(seat)]
    for user, at in moments:
        if user is not None and is_former(user):
            continue
        await insert(writing, match.id, None, None, match.revision, Revision(0), at, user=user)
    defer(deliver_by(writing, first_at))


async def insert(
    writing: Writing,
    match: MatchId,
    channel: ChannelId | None,
    message: MessageId | None,
    revision: Revision,
    shown_revision: Revision,
    show_at: Instant,
    *,
    user: UserId | None = None,
) -> None:
    """Store a live board; without a message it is still to be posted."""
    board = BoardMessage(
        0,
        match,
        channel,
        message,
        BoardState.LIVE,
        revision,
        shown_revision,
        show_at,
        attempts=0,
        user=user,
    )
    await BOARDS.insert_numbered(writing.connection, board)


def insert_posted(
    writing: Writing,
    match: MatchId,
    channel: ChannelId,
    message: MessageId,
    shown_revision: Revision,
    show_at: Instant,
    *,
    user: UserId | None,
) -> Statements:
    """Return the statements that store a posted live board, which shows the match at a revision.

    A board that all users see is not stored if the match is in direct messages by now.
    """
    board = BoardMessage(
        0,
        match,
        channel,
        message,
        BoardState.LIVE,
        shown_revision,
        shown_revision,
        show_at,
        attempts=0,
        user=user,
    )
    of_match = {"revision": match_queries.REVISION}
    provided = match_queries.IS_IN_A_CHANNEL if user is None else match_queries.IS_KEPT
    return BOARDS.insert_numbered(writing.connection, board, sql=of_match, provided=provided)


async def insert_old(
    writing: Writing,
    match: MatchId,
    channel: ChannelId,
    message: MessageId,
    show_at: Instant,
    *,
    user: UserId | None = None,
) -> bool:
    """Store an old board, to be deleted by then. Return False if there is no such match."""
    board = BoardMessage(
        0,
        match,
        channel,
        message,
        BoardState.OLD,
        Revision(0),
        Revision(0),
        show_at,
        attempts=0,
        user=user,
    )
    revision = match_queries.REVISION
    of_match = {"revision": revision, "shown_revision": f"{revision} - 1"}
    *_, inserted = await execute(
        BOARDS.insert_numbered(
            writing.connection, board, sql=of_match, provided=match_queries.IS_KEPT
        )
    )
    return bool(inserted)


def of_match(reading: Reading, match: MatchId) -> Statement[list[BoardMessage]]:
    """Return the statement that lists the board messages of a match."""
    return QUERIES.boards_of_match(reading.connection, match_id=match).all(BoardMessage)


_NO_MATCH: Final = 0
_NAMED: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


async def live_of(
    reading: Reading, matches: Sequence[MatchId]
) -> dict[MatchId, list[BoardMessage]]:
    """Return the live board messages of up to eight matches, in one query."""
    if len(matches) > len(_NAMED):
        raise ValueError(f"{len(matches)} matches at once")
    found: dict[MatchId, list[BoardMessage]] = {match: [] for match in matches}
    named: dict[str, int] = dict.fromkeys(_NAMED, _NO_MATCH)
    named.update(zip(_NAMED, matches, strict=False))
    for board in await QUERIES.live_boards_of(reading.connection, **named).all(BoardMessage):
        found[board.match].append(board)
    return found


def changed(writing: Writing, match: Match, show_at: Instant) -> Statement[int]:
    """Record that the match is at a new revision, which its live board has to show by then.

    A lost board is tried again: it may be allowed by now. The board of a match against the bot in
    closed direct messages is not, or each turn would cost two requests that Discord refuses.
    """
    return QUERIES.boards_changed(
        writing.connection,
        match_id=match.id,
        revision=match.revision,
        show_at=show_at,
        stays_lost=int(match.stays_in_person),
    )


async def show_change(writing: Writing, change: MatchChange) -> None:
    """Schedule the update of a changed match's board, and of its text board if there is one.

    If the match is at the same revision, only its deadline has moved.
    """
    number, revision = change.after.id, change.after.revision
    if change.starts_after_board:
        # A board that is still to be posted keeps its moment.
        defer(
            QUERIES.posted_boards_doubted(
                writing.connection, match_id=number, show_at=change.show_at
            ),
            deliver_by(writing, change.show_at),
        )
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
    """Show the result of a match where its thread is listed in a games channel."""
    if change.ends and change.after.venue.is_thread:
        _show_listing(writing, change.after.venue.channel, change.show_at)


async def follow_rematch(writing: Writing, challenge: Challenge, show_at: Instant) -> None:
    """Show that a rematch goes on where its thread is listed in a games channel."""
    is_accepted = challenge.state is ChallengeState.ACCEPTED
    if is_accepted and challenge.rematch_of is not None and challenge.venue is VenueKind.THREAD:
        _show_listing(writing, challenge.place.channel, show_at)


def _show_listing(writing: Writing, thread: ChannelId | None, show_at: Instant) -> None:
    if thread is not None:
        defer(outbox_queries.show_message_anew(writing, MessageId(thread), show_at))


def retire(writing: Writing, match: MatchId, show_at: Instant) -> Statements:
    """Mark every board of the match as old, to be deleted by then."""
    return _retire(writing, match, show_at, None)


def retire_of(
    writing: Writing, match: MatchId, show_at: Instant, user: UserId | None
) -> Statements:
    """Mark as old a player's board of the match, or the board that all users see."""
    return _retire(writing, match, show_at, user or _EVERYBODY)


_EVERYBODY: Final = UserId(0)


def _retire(writing: Writing, match: MatchId, show_at: Instant, owner: UserId | None) -> Statements:
    return Statements(
        QUERIES.boards_never_posted(writing.connection, match_id=match, owner_id=owner),
        QUERIES.boards_retired(writing.connection, match_id=match, show_at=show_at, owner_id=owner),
    )


def shown(
    writing: Writing,
    board: BoardMessage,
    channel: ChannelId,
    message: MessageId,
    revision: Revision,
) -> Statement[int]:
    """Return the statement that records which message shows the match at that revision.

    It returns 0, and records nothing, if the board was replaced or dropped meanwhile. A board that
    has been doubted since it was read stays due.
    """
    return QUERIES.board_shown(
        writing.connection,
        id=board.id,
        read_show_at=board.show_at,
        channel_id=channel,
        message_id=message,
        revision=revision,
    )


def claim(
    writing: Writing,
    board: BoardMessage,
    now: Instant,
    again_at: Instant,
    lost_by: Instant,
) -> Statement[int]:
    """Return the statement that claims an outdated board until `again_at`.

    It returns 0 if the board is up to date or claimed, if it was replaced since it was read, or if
    a message that shows it is under way.
    """
    return QUERIES.claim_board(
        writing.connection,
        id=board.id,
        state=board.state.value,
        now=now,
        again_at=again_at,
        lost_by=lost_by,
    )


async def doubt(writing: Writing, match: MatchId, show_at: Instant) -> None:
    """Schedule a live or lost board to be posted again, as if its message were gone."""
    await execute(
        QUERIES.boards_doubted(writing.connection, match_id=match, show_at=show_at),
        deliver_by(writing, show_at),
    )


async def show_anew(writing: Writing, match: MatchId, show_at: Instant) -> None:
    """Schedule an edit of all boards of a match after a change outside the match itself."""
    await doubt(writing, match, show_at)
    await execute(outbox_queries.show_anew(writing, TEXT_BOARD, {match: show_at}))


async def doubt_of(writing: Writing, user: UserId, show_at: Instant) -> None:
    """Schedule the boards of live matches in a player's direct messages to be shown again."""
    await execute(
        QUERIES.boards_of_player_doubted(
            writing.connection,
            user_id=user,
            matches=match_queries.query_live_of(writing, user),
            show_at=show_at,
        ),
        deliver_by(writing, show_at),
    )


async def doubt_in(writing: Writing, channel: ChannelId, show_at: Instant) -> list[MatchId]:
    """Doubt the boards of all live matches of a thread or channel; return those matches."""
    live = await match_queries.live_in_channel(writing, channel)
    for match in live:
        await doubt(writing, match, show_at)
    return live


async def lose(writing: Writing, board: int, again_at: Instant) -> bool:
    """Mark a live board as undeliverable until then. Return False if it was marked before."""
    lost: int = await QUERIES.board_lost(writing.connection, id=board, again_at=again_at)
    return lost == 1


async def put_off(writing: Writing, board: int, again_at: Instant) -> None:
    """Keep an old board until then, because it cannot be deleted now."""
    await QUERIES.board_put_off(writing.connection, id=board, again_at=again_at)


async def put_off_all(writing: Writing, match: MatchId, now: Instant) -> None:
    """Put off every due board of a match, each time for longer."""
    due = QUERIES.attempts_to_show(writing.connection, match_id=match, now=now)
    attempts = await due.first(int)
    if attempts is not None:
        again_at = soon(now, attempts)
        await QUERIES.boards_put_off(writing.connection, match_id=match, now=now, again_at=again_at)


async def lost_due(reading: Reading, now: Instant, most: int) -> list[MatchId]:
    """List the matches with lost boards due to be tried again, up to `most` boards."""
    query = QUERIES.lost_boards_due(
        reading.connection, **served_elsewhere(reading), now=now, most=most
    )
    return list(dict.fromkeys(await query.all(MatchId)))


async def try_lost(writing: Writing, match: MatchId, now: Instant) -> None:
    """Make the lost boards of a match live that are due to be tried again."""
    await QUERIES.lost_boards_tried_again(writing.connection, match_id=match, now=now)


def revive(writing: Writing, match: MatchId, message: MessageId) -> Statement[int]:
    """Drop the record of a message as an old board, before it is recorded as a live one."""
    return QUERIES.old_board_is_live(writing.connection, match_id=match, message_id=message)


def forget(writing: Writing, board: int) -> Statement[int]:
    """Return the statement that drops an old board whose message is gone."""
    return QUERIES.board_gone(writing.connection, id=board)


async def delete_now(writing: Writing, channel: ChannelId, now: Instant) -> bool:
    """Make the old boards in a channel due to be deleted; return whether there are any."""
    due: int = await QUERIES.old_boards_due_in(writing.connection, channel_id=channel, now=now)
    if due:
        await deliver_by(writing, now)
    return due > 0


def unshown(reading: Reading, now: Instant, most: int) -> Statement[list[MatchId]]:
    """Return the statement that lists the matches of up to `most` outdated boards that are due."""
    query = QUERIES.matches_with_boards_unshown(
        reading.connection, **served_elsewhere(reading), now=now, most=most
    )
    return query.reading(_each_once)


def _each_once(result: StatementResult) -> list[MatchId]:
    return list(dict.fromkeys(MatchId(number) for (number,) in result.rows))


_DIRECT: Final = ChannelId(0)
"""Represents in the table the players' direct messages."""


async def failures(reading: Reading, match: MatchId, channel: ChannelId | None) -> int:
    """Return how often a venue has failed a match; `None` is the players' direct messages."""
    found = QUERIES.failures_of_venue(
        reading.connection, match_id=match, channel_id=_DIRECT if channel is None else channel
    )
    return await found.first(int) or 0


async def failed(
    writing: Writing, match: MatchId, channel: ChannelId | None, avoid_until: Instant
) -> None:
    """Record that a match could not be shown in a venue, which it avoids until then."""
    await QUERIES.venue_failed(
        writing.connection,
        match_id=match,
        channel_id=_DIRECT if channel is None else channel,
        avoid_until=avoid_until,
    )


async def to_avoid(reading: Reading, match: MatchId, now: Instant) -> frozenset[ChannelId | None]:
    """Return the venues to which a match does not move now; `None` is direct messages."""
    found = QUERIES.venues_to_avoid(reading.connection, match_id=match, now=now)
    channels = await found.all(ChannelId)
    return frozenset(None if channel == _DIRECT else channel for channel in channels)


def count_unshown(reading: Reading) -> Statement[int]:
    """Return the statement that counts the boards that are out of date."""
    return QUERIES.boards_unshown(reading.connection).one(int)


def next_due(reading: Reading) -> Statement[Instant | None]:
    """Return the statement that finds when the first board is due to be shown."""
    return QUERIES.next_board_due(reading.connection).first(Instant)


def next_lost_due(reading: Reading) -> Statement[Instant | None]:
    """Return the statement that finds when the first lost board is due to be tried again."""
    return QUERIES.next_lost_board_due(reading.connection).first(Instant)


async def resume(writing: Writing, shard: int, now: Instant) -> None:
    """Make unshown boards due at once, and schedule searches for unrecorded messages."""
    await QUERIES.resume_boards(writing.connection, **all_but(writing, shard), now=now)
    await post_queries.resume(writing, shard, now)


async def erase(writing: Writing, erasure: Erasure) -> None:
    """Update a user's recent boards without their name; the matches are changed by then."""
    recent = match_queries.query_recent_of(writing, erasure.user, erasure.recent_since)
    await execute(
        QUERIES.show_recent_boards_anew(writing.connection, matches=recent, show_at=erasure.at),
        outbox_queries.show_messages_anew(
            writing,
            match_queries.query_messages_of_recent(writing, erasure.user, erasure.recent_since),
            erasure.at,
        ),
    )


def retry(writing: Writing, now: Instant) -> Statement[int]:
    """Return the statement that makes boards that could not be shown due now."""
    return QUERIES.boards_tried_again(writing.connection, now=now)


def retry_in(writing: Writing, guild: GuildId, now: Instant) -> Statements:
    """Return the statements that make a server's unshown boards due now."""
    there = {"guild_id": guild, "now": now}
    return Statements(
        QUERIES.boards_hastened(writing.connection, **there),
        QUERIES.lost_boards_hastened(writing.connection, **there),
    )


async def show_deadlines(writing: Writing, outage: Outage, matches: MatchRange) -> None:
    """Schedule updates of boards with urgent deadlines that an outage has put off."""
    await QUERIES.boards_with_moved_deadlines(
        writing.connection,
        show_at=outage.ended_at,
        matches=query_urgent(writing, outage, matches),
    )
