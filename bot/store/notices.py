"""Short messages that are owed to people, written in the transaction that gave rise to them."""

import sqlite3
from dataclasses import dataclass
from enum import Enum

from bot.match.identity import ChallengeId, ChannelId, Instant, MatchId, MessageId, Ply
from bot.store.database import QUERIES, Reading, Writing, in_one_go
from bot.store.program import Counter, allot


class NoticeKind(Enum):
    """What a notice says. The values are what the database keeps."""

    TURN = "turn"
    REMINDER = "reminder"
    DRAW_OFFERED = "draw offered"
    TAKEBACK_ASKED = "takeback asked"
    DAY_GIVEN = "day given"
    AWAY = "away"
    """Whose turn it is went on vacation, for the one who waits."""
    BACK = "back"
    """Whose turn it is has no vacation any more, for them."""
    OVER = "over"
    ORANGE_LEFT = "orange left"
    """Orange's player left the server, for the other; and so on."""
    GRAY_LEFT = "gray left"
    ORANGE_BACK = "orange back"
    GRAY_BACK = "gray back"
    BED_LOST = "bed lost"
    LEFT_DIRECT = "left direct"
    """The match left the players' direct messages."""
    DECLINED = "declined"
    EXPIRED = "expired"


class NoticeState(Enum):
    """Where a notice stands that something is still to be done about."""

    WAITING = "waiting"
    STALE = "stale"
    """Sent, and answered since: the message is to be deleted."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice to send, or one whose message has to go."""

    id: int
    kind: NoticeKind
    match: MatchId | None
    challenge: ChallengeId | None
    ply: Ply
    state: NoticeState
    due_at: Instant
    attempts: int
    channel: ChannelId | None
    message: MessageId | None


async def insert(
    writing: Writing,
    kind: NoticeKind,
    due_at: Instant,
    *,
    match: MatchId | None = None,
    challenge: ChallengeId | None = None,
    ply: Ply = Ply(0),
) -> None:
    """Owe a notice about a match or a challenge."""
    await in_one_go(
        allot(writing, Counter.NOTICE),
        QUERIES.insert_notice(
            writing.connection,
            kind=kind.value,
            match_id=match,
            challenge_id=challenge,
            ply=ply,
            due_at=due_at,
        ),
    )


async def insert_turn(
    writing: Writing, match: MatchId, ply: Ply, due_at: Instant, remind_at: Instant
) -> None:
    """Owe word of a turn that has begun, and a reminder for later; they are written together."""
    await in_one_go(
        allot(writing, Counter.NOTICE, 2),
        QUERIES.insert_turn_notices(
            writing.connection, match_id=match, ply=ply, due_at=due_at, remind_at=remind_at
        ),
    )


async def of_match(reading: Reading, match: MatchId, now: Instant) -> list[Notice]:
    """List what is still to be done about a match's notices; a reminder only once it is due."""
    rows = QUERIES.notices_of_match(reading.connection, match_id=match, now=now)
    return [_notice(row) async for row in rows]


async def of_challenge(reading: Reading, challenge: ChallengeId) -> list[Notice]:
    """List what is still to be done about a challenge's notices."""
    rows = QUERIES.notices_of_challenge(reading.connection, challenge_id=challenge)
    return [_notice(row) async for row in rows]


async def answered(writing: Writing, match: MatchId, due_at: Instant) -> None:
    """Settle the notices of a turn that was played: unsent ones drop, sent ones get stale."""
    await QUERIES.turn_notices_answered(writing.connection, match_id=match, due_at=due_at)


async def offer_answered(
    writing: Writing, match: MatchId, due_at: Instant, kind: NoticeKind
) -> None:
    """Settle the notice of an offer in the same way."""
    await QUERIES.offer_notices_answered(
        writing.connection, match_id=match, due_at=due_at, kind=kind.value
    )


async def claim(writing: Writing, notice: Notice, now: Instant, again_at: Instant) -> bool:
    """Take a notice on oneself; nobody else will before `again_at`."""
    claimed: int = await QUERIES.claim_notice(
        writing.connection,
        id=notice.id,
        state=notice.state.value,
        now=now,
        again_at=again_at,
    )
    return claimed == 1


async def sent(
    writing: Writing, notice: int, channel: ChannelId, message: MessageId, now: Instant
) -> None:
    """Note the message. One that was answered while it was on its way is stale at once."""
    await QUERIES.notice_sent(
        writing.connection, id=notice, channel_id=channel, message_id=message, now=now
    )


async def told(writing: Writing, notice: int) -> None:
    """Note that people were told in person; it stands until it is withdrawn."""
    await QUERIES.notice_told(writing.connection, id=notice)


async def done(writing: Writing, notice: int) -> None:
    """Note that nothing more is to be done."""
    await QUERIES.notice_done(writing.connection, id=notice)


async def has_told(reading: Reading, match: MatchId, kind: NoticeKind) -> bool:
    """Whether a notice of this kind is owed or was sent, and not withdrawn since."""
    told: int = await QUERIES.notices_of_kind(reading.connection, match_id=match, kind=kind.value)
    return told > 0


async def withdraw(writing: Writing, match: MatchId, kind: NoticeKind) -> None:
    """Forget the notices of a kind: what they say is so no more."""
    await QUERIES.notices_withdrawn(writing.connection, match_id=match, kind=kind.value)


async def next_reminder(reading: Reading) -> Instant | None:
    """Give the moment at which the next person is reminded of their turn."""
    moment: float | None = await QUERIES.next_reminder(reading.connection)
    return None if moment is None else Instant(moment)


async def matches_due(reading: Reading, now: Instant, most: int) -> list[MatchId]:
    """List the matches with notices to send or to delete, up to so many notices."""
    rows = QUERIES.matches_with_notices_due(reading.connection, now=now, most=most)
    return list(dict.fromkeys([MatchId(row["match_id"]) async for row in rows]))


async def challenges_due(reading: Reading, now: Instant, most: int) -> list[ChallengeId]:
    """List the challenges with notices to send, up to so many notices."""
    rows = QUERIES.challenges_with_notices_due(reading.connection, now=now, most=most)
    return list(dict.fromkeys([ChallengeId(row["challenge_id"]) async for row in rows]))


def _notice(row: sqlite3.Row) -> Notice:
    return Notice(
        id=int(row["id"]),
        kind=NoticeKind(row["kind"]),
        match=None if row["match_id"] is None else MatchId(row["match_id"]),
        challenge=None if row["challenge_id"] is None else ChallengeId(row["challenge_id"]),
        ply=Ply(row["ply"]),
        state=NoticeState(row["state"]),
        due_at=Instant(row["due_at"]),
        attempts=int(row["attempts"]),
        channel=None if row["channel_id"] is None else ChannelId(row["channel_id"]),
        message=None if row["message_id"] is None else MessageId(row["message_id"]),
    )
