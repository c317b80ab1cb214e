"""Storing how a match has changed, with the bed to show and the people to tell."""

from collections.abc import Awaitable
from typing import Final

from bot.match.identity import Instant
from bot.match.match import Match
from bot.store import beds, matches, notices
from bot.store.database import Writing, in_one_go
from bot.store.notices import NoticeKind

GRACE: Final = 5.0
"""Seconds that the answer to a deed has to show it before the sweeper does."""


async def store_change(
    writing: Writing, before: Match, after: Match, now: Instant, *more: Awaitable[object]
) -> None:
    """Write where a match stands now, that its bed lags behind, and who is owed word of it.

    `more` is written between these, in the same trip to the database.
    """
    show_at = Instant(now + GRACE)
    statements = [
        matches.update(writing, after, before.revision),
        *more,
        beds.changed(writing, after.id, after.revision, show_at),
    ]
    if after.to_move != before.to_move:
        statements.append(notices.answered(writing, after.id, show_at))
        statements += owed(writing, after, show_at)
    if after.open_offer != before.open_offer:
        statements.append(notices.offer_answered(writing, after.id, show_at))
        if after.open_offer is not None:
            offered = NoticeKind.DRAW_OFFERED
            statements.append(
                notices.insert(writing, offered, show_at, match=after.id, ply=after.ply)
            )
    changed, *_ = await in_one_go(*statements)
    if not changed:
        raise AssertionError(f"match {after.id} changed inside a transaction")


def owed(writing: Writing, match: Match, show_at: Instant) -> list[Awaitable[object]]:
    """Give the notices that a turn's beginning or the match's end gives rise to."""
    kind = NoticeKind.OVER if match.outcome else NoticeKind.TURN
    rows: list[Awaitable[object]] = [
        notices.insert(writing, kind, show_at, match=match.id, ply=match.ply)
    ]
    reminder_at = match.clock.reminder_at
    if match.outcome is None and reminder_at is not None:
        rows.append(
            notices.insert(writing, NoticeKind.REMINDER, reminder_at, match=match.id, ply=match.ply)
        )
    return rows
