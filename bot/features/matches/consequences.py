"""Storing how a match has changed, with the bed to show and the people to tell."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.db.database import Writing
from bot.db.statements import Asked, demanding, in_one_go, leave
from bot.features.boards import queries as board_queries
from bot.features.conditional import queries as conditional_queries
from bot.features.matches import queries as match_queries
from bot.features.matches.queries import ToPlay
from bot.features.notifications import queries as notification_queries
from bot.features.notifications import reminder_queries
from bot.features.notifications.queries import NoticeKind
from bot.features.practice.ratings import rate_practice
from bot.features.profiles import statistics_queries
from bot.features.standings.ratings import rate
from bot.features.time import queries as time_queries
from bot.features.watching import queries as watching_queries
from bot.game import Seat
from bot.jobs.backoff import GRACE
from bot.match.conditional import play_on
from bot.match.identity import Instant, Ply, UserId
from bot.match.match import Match, Outcome, Why
from bot.match.playing import Played
from bot.match.practice import BotPlayer


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
        word.append(time_queries.settle_word(writing, after.id, show_at))
        mover = after.seats.user_of(after.position.to_move)
        moments = after.clock.next_reminders(now)
        word.append(reminder_queries.insert(writing, after.id, after.ply, mover, show_at, moments))
    if after.clock.given != before.clock.given:
        word.append(
            notification_queries.offer_answered(writing, after.id, show_at, NoticeKind.DAY_GIVEN)
        )
        word.append(_owe_given(writing, after, show_at))
    return word


def _time_of_turn(match: Match) -> tuple[float | None, ...]:
    """Return what the time of whoever is to move hangs on."""
    clock = match.clock
    return clock.deadline, clock.held, clock.away.of(match.position.to_move)


def _owe_given(writing: Writing, match: Match, due_at: Instant) -> Asked:
    """Owe word of days to those who were given some."""
    given = match.people_at(*(seat.other for seat, days in match.clock.given if days))
    kind = NoticeKind.DAY_GIVEN
    return notification_queries.insert(
        writing, kind, due_at, to=given, match=match.id, ply=match.ply
    )


AT_ONCE: Final = 30.0
"""Seconds within which the bot answers somebody who still looks at the bed: no word is owed."""

_WITHOUT_A_PLAYER: Final = frozenset(
    {Why.TIME, Why.ABORTED, Why.LEFT, Why.BOTH_LEFT, Why.ENDED_BY_MODERATOR}
)
"""Why a match ends though no player has just done something."""


async def store_change(
    writing: Writing, before: Match, after: Match, now: Instant, *more: Asked
) -> None:
    """Write where a match stands now, that its bed lags behind, and who is owed word of it.

    `more` is written between these, in the same trip to the database: after what was said of the
    clock is settled, so that it can be word of the clock as it is now.
    """
    show_at = Instant(now + GRACE)
    statements: list[Asked] = [
        demanding(
            match_queries.update(writing, after, before.revision),
            f"match {after.id} changed inside a transaction",
        ),
        *word_of_clock(writing, before, after, now, show_at),
        *more,
        board_queries.changed(writing, after.id, after.revision, show_at),
    ]
    if after.outcome is not None:
        statements.append(match_queries.end(writing, after))
    if after.outcome is not None or after.ply < before.ply:
        statements.append(conditional_queries.drop(writing, after.id))
    # Taking a turn and its reply back leaves the same person to move, in another turn.
    if (after.to_move, after.ply) != (before.to_move, before.ply):
        statements.append(notification_queries.answered(writing, after.id, show_at))
        statements += owe_word(writing, before, after, now)
    if after.draw_offered_by != before.draw_offered_by:
        open_offer = after.draw_offered_by
        statements += _word_of_offer(writing, after, NoticeKind.DRAW_OFFERED, open_offer, show_at)
    if after.takeback_asked_by != before.takeback_asked_by:
        open_offer = after.takeback_asked_by
        statements += _word_of_offer(writing, after, NoticeKind.TAKEBACK_ASKED, open_offer, show_at)
    if not _sees_it_happen(before, now):
        statements += _word_of_declining(writing, before, after, show_at)
    if after.outcome is not None and before.outcome is None:
        statements.append(watching_queries.owe(writing, after.id, show_at))
        statements.append(statistics_queries.owe(writing, after.id, after.changed_at))
    leave(*statements)
    if after.outcome is not None and before.outcome is None:
        await rate(writing, after, now)
        await rate_practice(writing, after, now)


def _word_of_offer(
    writing: Writing, match: Match, kind: NoticeKind, by: Seat | None, show_at: Instant
) -> list[Asked]:
    """Settle word of an offer that stood before, and owe it of the one that stands now, if any."""
    settled = notification_queries.offer_answered(writing, match.id, show_at, kind)
    if by is None:
        return [settled]
    asked = match.people_at(by.other)
    owed = notification_queries.insert(
        writing, kind, show_at, to=asked, match=match.id, ply=match.ply
    )
    return [settled, owed]


def _word_of_declining(
    writing: Writing, before: Match, after: Match, show_at: Instant
) -> list[Asked]:
    """Owe whoever made an offer word that it was declined."""
    if after.outcome is not None:
        return []
    declined = {
        NoticeKind.DRAW_DECLINED: (before.draws.declined_by, after.draws.declined_by),
        NoticeKind.TAKEBACK_DECLINED: (before.takeback_declined_by, after.takeback_declined_by),
    }
    return [
        notification_queries.insert(
            writing,
            kind,
            show_at,
            to=after.people_at(now_by.other),
            match=after.id,
            ply=after.ply,
        )
        for kind, (before_by, now_by) in declined.items()
        if now_by is not None and now_by is not before_by
    ]


def owe_word(writing: Writing, before: Match, match: Match, now: Instant) -> list[Asked]:
    """Owe word of a turn that has begun, or of the match's end, to those whom it concerns."""
    show_at = Instant(now + GRACE)
    if match.outcome is not None:
        over, people = NoticeKind.OVER, match.people
        if match.bot is not None and not _ends_unseen(before, match.bot, match.outcome, now):
            return []
        return [
            notification_queries.insert(
                writing, over, show_at, to=people, match=match.id, ply=match.ply
            )
        ]
    people = () if _sees_it_happen(before, now) else match.people_at(match.position.to_move)
    return _owe_turn(writing, match, NoticeKind.TURN, people, show_at)


async def owe_beginning(writing: Writing, match: Match, show_at: Instant) -> None:
    """Owe both players word of a match that has begun; none against the bot, who begins it."""
    people = match.people if match.bot is None else ()
    await in_one_go(*_owe_turn(writing, match, NoticeKind.BEGUN, people, show_at))


def _ends_unseen(before: Match, bot: BotPlayer, outcome: Outcome, now: Instant) -> bool:
    """Return whether a match against the bot ends without its person, who is told of it then."""
    if outcome.why in _WITHOUT_A_PLAYER:
        return True
    gives_up = outcome.why is Why.RESIGNATION and outcome.winner is bot.seat
    if gives_up or outcome.why is Why.CALLED_OFF:
        return False
    return before.answer_at is not None and not _sees_it_happen(before, now)


def _sees_it_happen(before: Match, now: Instant) -> bool:
    """Return whether it is the bot that answers now, and a person who has just done something.

    What they had planned before was done without them.
    """
    if before.bot is None or before.together:
        return False
    return now - before.changed_at <= AT_ONCE


def _owe_turn(
    writing: Writing,
    match: Match,
    kind: NoticeKind,
    people: Sequence[UserId],
    show_at: Instant,
) -> list[Asked]:
    owed: list[Asked] = []
    if people:
        owed.append(
            notification_queries.insert(
                writing, kind, show_at, to=people, match=match.id, ply=match.ply
            )
        )
    moments = match.clock.reminders()
    owed += [
        reminder_queries.insert(writing, match.id, match.ply, mover, show_at, moments)
        for mover in match.people_at(match.position.to_move)
    ]
    return owed


async def store_turn(writing: Writing, found: ToPlay, done: Played, now: Instant) -> Played:
    """Write a turn that was played, after those that were planned on it have followed."""
    before = found.match
    statements: list[Asked] = []
    if found.has_plans:
        planned = await conditional_queries.of_match(writing, before)
        done, left = play_on(before, done, planned, now, found.past)
        statements.append(conditional_queries.drop(writing, before.id))
        statements += [conditional_queries.keep(writing, before, plan) for plan in left.values()]
    for ply, step in enumerate((done.step, *done.replies), before.ply + 1):
        user = before.seats.user_of(step.before.to_move)
        reached = replace(done.match, ply=Ply(ply), position=step.after)
        statements.append(match_queries.append_turn(writing, reached, step.turn, user))
    await store_change(writing, before, done.match, now, *statements)
    return done
