"""What people are owed when a clock has changed within a turn."""

from collections.abc import Awaitable

from bot.match.identity import Instant
from bot.match.match import Match
from bot.store import notices
from bot.store.database import Writing
from bot.store.notices import NoticeKind


def word_of_clock(
    writing: Writing, before: Match, after: Match, now: Instant, show_at: Instant
) -> list[Awaitable[object]]:
    """Owe a reminder at its new moment, and word of a day that was given, where there is such.

    A reminder that was sent told another deadline, so it goes, and a new one comes in its time.
    """
    if after.outcome is not None or (after.to_move, after.ply) != (before.to_move, before.ply):
        return []
    word: list[Awaitable[object]] = []
    if after.clock.deadline != before.clock.deadline:
        word.append(_settle(writing, NoticeKind.REMINDER, after, show_at))
        remind_at = after.clock.next_reminder_at(now)
        if remind_at is not None:
            word.append(_owe(writing, NoticeKind.REMINDER, after, remind_at))
    if after.clock.given != before.clock.given:
        word.append(_settle(writing, NoticeKind.DAY_GIVEN, after, show_at))
        word.append(_owe(writing, NoticeKind.DAY_GIVEN, after, show_at))
    return word


def _owe(writing: Writing, kind: NoticeKind, match: Match, due_at: Instant) -> Awaitable[None]:
    return notices.insert(writing, kind, due_at, match=match.id, ply=match.ply)


def _settle(writing: Writing, kind: NoticeKind, match: Match, due_at: Instant) -> Awaitable[None]:
    return notices.offer_answered(writing, match.id, due_at, kind)
