"""The reminder of a turn: a notice that is owed for later, and that its person may move or drop."""

from collections.abc import Mapping
from enum import Enum
from typing import Final

from bot.db.database import Reading, Writing
from bot.db.program import Counter, allot
from bot.db.statements import Statement, Statements, load_queries
from bot.match.clock import Share
from bot.match.identity import Instant, MatchId, Ply, UserId

QUERIES: Final = load_queries(__file__)


class ReminderState(Enum):
    """Where the reminder of a turn stands that was not sent."""

    WAITING = "waiting"
    HUSHED = "hushed"
    """Its person wants none of this turn."""


def insert(
    writing: Writing,
    match: MatchId,
    ply: Ply,
    user: UserId,
    due_at: Instant,
    moments: Mapping[Share, Instant],
) -> Statements:
    """Owe a reminder of a turn for later, at the one of these moments that the person prefers.

    Of somebody with quiet hours it is due at `due_at` already, to be planned around them. Nothing
    is owed to who wants none or has one of this turn, nor without moments.
    """
    if not moments:
        return Statements()
    return Statements(
        allot(writing, Counter.NOTICE),
        QUERIES.insert_reminder(
            writing.connection,
            user_id=user,
            match_id=match,
            ply=ply,
            due_at=due_at,
            at_half=moments[Share.HALF],
            at_four_fifths=moments[Share.FOUR_FIFTHS],
            at_nine_tenths=moments[Share.NINE_TENTHS],
        ),
    )


def move(writing: Writing, match: MatchId, user: UserId, at: Instant) -> Statement[int]:
    """Want the reminder of a person's turn at another moment, if there is one not yet sent."""
    return QUERIES.reminder_moved(writing.connection, match_id=match, user_id=user, wanted_at=at)


def drop(writing: Writing, match: MatchId, user: UserId) -> Statement[int]:
    """Want no reminder of a person's turn, if there is one not yet sent."""
    return QUERIES.reminder_dropped(writing.connection, match_id=match, user_id=user)


async def hush(writing: Writing, match: MatchId, user: UserId) -> None:
    """Drop the reminder of a person's turn, until that turn is over."""
    await QUERIES.reminders_hushed(writing.connection, match_id=match, user_id=user)


async def unhush(writing: Writing, match: MatchId, user: UserId, due_at: Instant) -> None:
    """Owe the reminder again that was dropped; it is looked at by then."""
    await QUERIES.reminders_unhushed(
        writing.connection, match_id=match, user_id=user, due_at=due_at
    )


async def state_of(reading: Reading, match: MatchId, user: UserId) -> ReminderState | None:
    """Return where the reminder of a person's turn stands; `None` if none is to come."""
    state = QUERIES.reminder_state(reading.connection, match_id=match, user_id=user)
    return await state.first(ReminderState)
