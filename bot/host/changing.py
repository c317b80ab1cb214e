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
        statements.append(owe_word(writing, after, show_at))
    if after.draw_offered_by != before.draw_offered_by:
        statements.append(notices.offer_answered(writing, after.id, show_at))
        if after.draw_offered_by is not None:
            offered = NoticeKind.DRAW_OFFERED
            statements.append(
                notices.insert(writing, offered, show_at, match=after.id, ply=after.ply)
            )
    changed, *_ = await in_one_go(*statements)
    if not changed:
        raise AssertionError(f"match {after.id} changed inside a transaction")


async def owe_word(writing: Writing, match: Match, show_at: Instant) -> None:
    """Owe word of a turn that has begun or of the match's end, to those whom it concerns."""
    remind_at = match.clock.reminder_at
    if match.outcome is None and remind_at is not None:
        await notices.insert_turn(writing, match.id, match.ply, show_at, remind_at)
        return
    kind = NoticeKind.OVER if match.outcome else NoticeKind.TURN
    await notices.insert(writing, kind, show_at, match=match.id, ply=match.ply)
