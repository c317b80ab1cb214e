"""Storing how a match has changed, with the bed to show and the people to tell."""

from collections.abc import Awaitable
from typing import Final

from bot.game import Seat
from bot.host.rating import rate
from bot.host.word_of_clocks import word_of_clock
from bot.match.identity import Instant
from bot.match.match import Match
from bot.store import beds, followers, matches, notices, plans
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
    if after.outcome is not None or after.ply < before.ply:
        statements.append(plans.drop(writing, after.id))
    # Taking a turn and its reply back leaves the same person to move, in another turn.
    if (after.to_move, after.ply) != (before.to_move, before.ply):
        statements.append(notices.answered(writing, after.id, show_at))
        statements.append(owe_word(writing, after, show_at))
    if after.draw_offered_by != before.draw_offered_by:
        open_offer = after.draw_offered_by
        statements += _word_of_offer(writing, after, NoticeKind.DRAW_OFFERED, open_offer, show_at)
    if after.takeback_asked_by != before.takeback_asked_by:
        open_offer = after.takeback_asked_by
        statements += _word_of_offer(writing, after, NoticeKind.TAKEBACK_ASKED, open_offer, show_at)
    statements += word_of_clock(writing, before, after, now, show_at)
    if after.outcome is not None and before.outcome is None:
        statements.append(followers.owe(writing, after.id, show_at))
    changed, *_ = await in_one_go(*statements)
    if not changed:
        raise AssertionError(f"match {after.id} changed inside a transaction")
    if after.outcome is not None and before.outcome is None:
        await rate(writing, after, now)


def _word_of_offer(
    writing: Writing, match: Match, kind: NoticeKind, by: Seat | None, show_at: Instant
) -> list[Awaitable[object]]:
    """Settle word of an offer that stood before, and owe it of the one that stands now, if any."""
    settled = notices.offer_answered(writing, match.id, show_at, kind)
    if by is None:
        return [settled]
    return [settled, notices.insert(writing, kind, show_at, match=match.id, ply=match.ply)]


async def owe_word(writing: Writing, match: Match, show_at: Instant) -> None:
    """Owe word of a turn that has begun or of the match's end, to those whom it concerns."""
    remind_at = match.clock.reminder_at
    if match.outcome is None and remind_at is not None:
        await notices.insert_turn(writing, match.id, match.ply, show_at, remind_at)
        return
    kind = NoticeKind.OVER if match.outcome else NoticeKind.TURN
    await notices.insert(writing, kind, show_at, match=match.id, ply=match.ply)
