"""Bed messages in the database: what each match shows, and where it lags behind.

`shown_revision < revision` is the outbox: such a bed is published again until it shows the match
as it stands. An old bed was replaced by a newer message and waits to be deleted.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from bot.db.database import Reading, Writing
from bot.db.program import Counter, allot
from bot.db.statements import Statement, Statements, defer, load_queries
from bot.db.tables import Table
from bot.features.matches.writer import MatchChange
from bot.match.identity import (
    ChannelId,
    Instant,
    MatchId,
    MessageId,
    Ply,
    Revision,
    UserId,
    is_former,
)
from bot.match.match import Match
from bot.match.terms import HomeKind

QUERIES: Final = load_queries(__file__)


class BedState(Enum):
    """What is expected of a bed message. The values are what the database keeps."""

    LIVE = "live"
    OLD = "old"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class BedMessage:
    """A message that shows a match, or the place of one that is still to be posted.

    `user` is the player in whose direct messages it is, `None` of one that everybody sees.
    `posted_ply` is how many turns were played when the bot posted it of itself.
    """

    id: int
    match: MatchId
    channel: ChannelId | None
    message: MessageId | None
    state: BedState
    revision: Revision
    shown_revision: Revision
    show_at: Instant
    attempts: int
    user: UserId | None = None
    posted_ply: Ply | None = None

    @property
    def lags(self) -> bool:
        """Whether the message does not show what it should."""
        return self.state is not BedState.LOST and self.shown_revision < self.revision


BEDS: Final = Table("beds", BedMessage, key=("id",), counter=Counter.BED.value)
_MATCH_IS_THERE: Final = "EXISTS (SELECT 1 FROM matches WHERE matches.id = :match_id)"
_REVISION_OF_MATCH: Final = "(SELECT matches.revision FROM matches WHERE matches.id = :match_id)"


async def insert_first(writing: Writing, match: Match, show_at: Instant) -> None:
    """Keep the beds of a match that has come to its home: one, or one for each player.

    A former player has none, and neither has the bot.
    """
    users = [None] if match.home.kind is not HomeKind.DIRECT else match.people
    for user in users:
        if user is not None and is_former(user):
            continue
        await insert(writing, match.id, None, None, match.revision, Revision(0), show_at, user=user)


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
    """Keep a live bed; with no message it is one to be posted."""
    number = await allot(writing, Counter.BED)
    bed = BedMessage(
        number,
        match,
        channel,
        message,
        BedState.LIVE,
        revision,
        shown_revision,
        show_at,
        attempts=0,
        user=user,
    )
    await BEDS.insert(writing.connection, bed)


def insert_posted(
    writing: Writing,
    match: MatchId,
    channel: ChannelId,
    message: MessageId,
    shown_revision: Revision,
    show_at: Instant,
    *,
    user: UserId | None = None,
) -> Statements:
    """Return what keeps a live board that was posted, as the match was at a revision."""
    bed = BedMessage(
        0,
        match,
        channel,
        message,
        BedState.LIVE,
        shown_revision,
        shown_revision,
        show_at,
        attempts=0,
        user=user,
    )
    of_match = {"revision": _REVISION_OF_MATCH}
    return Statements(
        allot(writing, Counter.BED),
        BEDS.insert_allotted(writing.connection, bed, sql=of_match, provided=_MATCH_IS_THERE),
    )


async def insert_old(
    writing: Writing,
    match: MatchId,
    channel: ChannelId,
    message: MessageId,
    show_at: Instant,
    *,
    user: UserId | None = None,
) -> None:
    """Keep an old bed, to be deleted by then."""
    bed = BedMessage(
        0,
        match,
        channel,
        message,
        BedState.OLD,
        Revision(0),
        Revision(0),
        show_at,
        attempts=0,
        user=user,
    )
    of_match = {"revision": _REVISION_OF_MATCH, "shown_revision": f"{_REVISION_OF_MATCH} - 1"}
    await Statements(
        allot(writing, Counter.BED),
        BEDS.insert_allotted(writing.connection, bed, sql=of_match, provided=_MATCH_IS_THERE),
    )


def of_match(reading: Reading, match: MatchId) -> Statement[list[BedMessage]]:
    """Return what lists the bed messages of a match."""
    return QUERIES.beds_of_match(reading.connection, match_id=match).all(BedMessage)


_NO_MATCH: Final = 0
_NAMED: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


async def live_of(reading: Reading, matches: Sequence[MatchId]) -> dict[MatchId, list[BedMessage]]:
    """Return the live bed messages of up to eight matches, in one query."""
    if len(matches) > len(_NAMED):
        raise ValueError(f"{len(matches)} matches at once")
    found: dict[MatchId, list[BedMessage]] = {match: [] for match in matches}
    named: dict[str, int] = dict.fromkeys(_NAMED, _NO_MATCH)
    named.update(zip(_NAMED, matches, strict=False))
    for bed in await QUERIES.live_beds_of(reading.connection, **named).all(BedMessage):
        found[bed.match].append(bed)
    return found


def changed(
    writing: Writing, match: MatchId, revision: Revision, show_at: Instant
) -> Statement[int]:
    """Note that the match is at a new revision, which its live bed shall show by then.

    A lost bed is tried again: somebody may have allowed it meanwhile.
    """
    return QUERIES.beds_changed(
        writing.connection, match_id=match, revision=revision, show_at=show_at
    )


async def show_change(writing: Writing, change: MatchChange) -> None:
    """Have the board of a match that has changed shown."""
    defer(changed(writing, change.after.id, change.after.revision, change.show_at))


def retire(
    writing: Writing, match: MatchId, show_at: Instant, *, user: UserId | None = None
) -> Statements:
    """Make every bed of the match an old one, to be deleted by then.

    If a user is named, that one's alone.
    """
    return Statements(
        QUERIES.beds_never_posted(writing.connection, match_id=match, user_id=user),
        QUERIES.beds_retired(writing.connection, match_id=match, show_at=show_at, user_id=user),
    )


def shown(
    writing: Writing,
    bed: int,
    channel: ChannelId,
    message: MessageId,
    revision: Revision,
    posted: Ply | None = None,
) -> Statement[int]:
    """Return what notes which message shows the match, as it was at that revision.

    `posted` is how many turns were played when it was posted, if it is a new one. It returns 0,
    with nothing noted, when the bed was replaced or dropped meanwhile.
    """
    return QUERIES.bed_shown(
        writing.connection,
        id=bed,
        channel_id=channel,
        message_id=message,
        revision=revision,
        posted_ply=posted,
    )


def claim(writing: Writing, bed: int, now: Instant, again_at: Instant) -> Statement[int]:
    """Return what claims a board to bring up to date; nobody else will before `again_at`.

    It returns 0 where that is done, or another's already.
    """
    return QUERIES.claim_bed(writing.connection, id=bed, now=now, again_at=again_at)


async def doubt(writing: Writing, match: MatchId, show_at: Instant) -> None:
    """Take a live or lost bed for one that shows nothing any more."""
    await QUERIES.beds_doubted(writing.connection, match_id=match, show_at=show_at)


async def lose(writing: Writing, bed: int, again_at: Instant) -> bool:
    """Mark a live bed as one that cannot be delivered until then. False when it was before."""
    lost: int = await QUERIES.bed_lost(writing.connection, id=bed, again_at=again_at)
    return lost == 1


async def put_off(writing: Writing, bed: int, again_at: Instant) -> None:
    """Let an old bed stand until then: it cannot be deleted now."""
    await QUERIES.bed_put_off(writing.connection, id=bed, again_at=again_at)


async def lost_due(reading: Reading, now: Instant, most: int) -> list[MatchId]:
    """List the matches with lost beds that are due to be tried again, up to so many beds."""
    found = await QUERIES.lost_beds_due(reading.connection, now=now, most=most).all(MatchId)
    return list(dict.fromkeys(found))


async def try_lost(writing: Writing, match: MatchId, now: Instant) -> None:
    """Make the lost beds of a match live that are due to be tried again."""
    await QUERIES.lost_beds_tried_again(writing.connection, match_id=match, now=now)


def revive(writing: Writing, match: MatchId, message: MessageId) -> Statement[int]:
    """Drop the note that a message is an old bed, for it is to be noted as a live one."""
    return QUERIES.old_bed_is_live(writing.connection, match_id=match, message_id=message)


async def forget(writing: Writing, bed: int) -> None:
    """Drop an old bed: its message is gone."""
    await QUERIES.bed_gone(writing.connection, id=bed)


async def delete_now(writing: Writing, channel: ChannelId, now: Instant) -> bool:
    """Make the old beds in a channel due to be deleted; return whether there are any."""
    due: int = await QUERIES.old_beds_due_in(writing.connection, channel_id=channel, now=now)
    return due > 0


async def unshown(reading: Reading, now: Instant, most: int) -> list[MatchId]:
    """List the matches with beds that lag behind and are due, up to so many beds."""
    asked = QUERIES.matches_with_beds_unshown(reading.connection, now=now, most=most)
    return list(dict.fromkeys(await asked.all(MatchId)))
