"""Storing how a match has changed, with the bed to show and the people to tell."""

from collections.abc import Awaitable, Sequence
from typing import Final

from bot.game import Seat
from bot.host.rating import rate
from bot.host.word_of_clocks import word_of_clock
from bot.match.identity import Instant, UserId
from bot.match.match import Match
from bot.store import beds, facts, followers, matches, notices, plans
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
    statements += _word_of_declining(writing, before, after, show_at)
    statements += word_of_clock(writing, before, after, now, show_at)
    if after.outcome is not None and before.outcome is None:
        statements.append(followers.owe(writing, after.id, show_at))
        statements.append(facts.owe(writing, after.id, after.changed_at))
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
    asked = (match.seats.user_of(by.other),)
    owed = notices.insert(writing, kind, show_at, to=asked, match=match.id, ply=match.ply)
    return [settled, owed]


def _word_of_declining(
    writing: Writing, before: Match, after: Match, show_at: Instant
) -> list[Awaitable[object]]:
    """Owe whoever made an offer word that it was declined."""
    if after.outcome is not None:
        return []
    declined = {
        NoticeKind.DRAW_DECLINED: (before.draws.declined_by, after.draws.declined_by),
        NoticeKind.TAKEBACK_DECLINED: (before.takeback_declined_by, after.takeback_declined_by),
    }
    return [
        notices.insert(
            writing,
            kind,
            show_at,
            to=(after.seats.user_of(now_by.other),),
            match=after.id,
            ply=after.ply,
        )
        for kind, (before_by, now_by) in declined.items()
        if now_by is not None and now_by is not before_by
    ]


async def owe_word(writing: Writing, match: Match, show_at: Instant) -> None:
    """Owe word of a turn that has begun, or of the match's end, to those whom it concerns."""
    if match.to_move is None:
        over = NoticeKind.OVER
        await notices.insert(
            writing, over, show_at, to=tuple(match.seats), match=match.id, ply=match.ply
        )
        return
    await _owe_turn(writing, match, match.to_move, NoticeKind.TURN, (match.to_move,), show_at)


async def owe_beginning(writing: Writing, match: Match, show_at: Instant) -> None:
    """Owe both players word of a match that has begun."""
    mover = match.seats.user_of(match.position.to_move)
    await _owe_turn(writing, match, mover, NoticeKind.BEGUN, tuple(match.seats), show_at)


async def _owe_turn(
    writing: Writing,
    match: Match,
    mover: UserId,
    kind: NoticeKind,
    people: Sequence[UserId],
    show_at: Instant,
) -> None:
    owed: list[Awaitable[object]] = [
        notices.insert(writing, kind, show_at, to=people, match=match.id, ply=match.ply)
    ]
    remind_at = match.clock.reminder_at
    if remind_at is not None:
        owed.append(
            notices.insert_reminder(writing, match.id, match.ply, mover, show_at, remind_at)
        )
    await in_one_go(*owed)
