"""What people are owed when a clock has changed within a turn."""

from bot.match.identity import Instant
from bot.match.match import Match
from bot.store import clocks, notices, reminders
from bot.store.asking import Asked
from bot.store.database import Writing
from bot.store.notices import NoticeKind


def word_of_clock(
    writing: Writing, before: Match, after: Match, now: Instant, show_at: Instant
) -> list[Asked]:
    """Owe a reminder at its new moment, and word of a day that was given, where there is such.

    What was said of the turn's time before is so no more, so it goes.
    """
    if after.outcome is not None or (after.to_move, after.ply) != (before.to_move, before.ply):
        return []
    word: list[Asked] = []
    if _time_of_turn(after) != _time_of_turn(before):
        word.append(clocks.settle_word(writing, after.id, show_at))
        mover = after.seats.user_of(after.position.to_move)
        moments = after.clock.next_reminders(now)
        word.append(reminders.insert(writing, after.id, after.ply, mover, show_at, moments))
    if after.clock.given != before.clock.given:
        word.append(notices.offer_answered(writing, after.id, show_at, NoticeKind.DAY_GIVEN))
        word.append(_owe_given(writing, after, show_at))
    return word


def _time_of_turn(match: Match) -> tuple[float | None, ...]:
    """Give what the time of whoever is to move hangs on."""
    clock = match.clock
    return clock.deadline, clock.held, clock.away.of(match.position.to_move)


def _owe_given(writing: Writing, match: Match, due_at: Instant) -> Asked:
    """Owe word of days to those who were given some."""
    given = match.people_at(*(seat.other for seat, days in match.clock.given if days))
    kind = NoticeKind.DAY_GIVEN
    return notices.insert(writing, kind, due_at, to=given, match=match.id, ply=match.ply)
