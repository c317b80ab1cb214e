"""Notifications of new and changed matches, and changes of preferences."""

from collections.abc import Sequence
from typing import Final

from bot.db.database import Writing
from bot.db.statements import AnyStatement, Statements, defer, execute
from bot.features.matches import queries as match_queries
from bot.features.matches.writer import MatchBeginning, MatchChange
from bot.features.notifications import queries as notification_queries
from bot.features.notifications.kinds import NotificationKind
from bot.features.notifications.policy import first_decided_at
from bot.features.notifications.queries import QUERIES, DailySummary
from bot.features.notifications.quiet_hours import next_summary
from bot.features.settings import queries as settings_queries
from bot.features.settings.preferences import Preferences
from bot.game import Seat
from bot.jobs.backoff import GRACE
from bot.jobs.jobs import deliver_by, schedule
from bot.match.challenge import Challenge, ChallengeState
from bot.match.clock import ReminderPreference
from bot.match.identity import Instant, MatchId, UserId
from bot.match.match import EndReason, Match, Outcome
from bot.match.terms import BotPlayer


async def follow_preferences(
    writing: Writing, user: UserId, before: Preferences, preferred: Preferences, now: Instant
) -> None:
    """Reschedule a user's notifications according to their new preferences."""
    notifications = preferred.notifications
    if notifications == before.notifications:
        return
    if notifications.reminder is not before.notifications.reminder:
        preference = ReminderPreference(
            user, notifications.reminder, notifications.quiet is not None
        )
        await _plan_reminders(writing, preference, now)
    await schedule(writing, DailySummary(user), next_summary(notifications, now))
    await QUERIES.notifications_of_user_looked_at_again(writing.connection, user_id=user, now=now)
    await deliver_by(writing, now)
    # This keeps the row, so users are not notified again if their messages are still closed.
    await QUERIES.try_closed_again(writing.connection, user_id=user)


async def _plan_reminders(writing: Writing, preference: ReminderPreference, now: Instant) -> None:
    """Reschedule the reminders of a user's turns, except those that were sent already.

    If the new share of the time has passed already, take it from the time that is left.
    """
    user, planned = preference.user, list[AnyStatement]()
    for match in await match_queries.live_of_user(writing, user):
        if match.to_move != user:
            continue
        remind_at = match.clock.next_reminder_at(now, preference.share)
        if remind_at is None:
            planned.append(
                QUERIES.reminder_dropped(writing.connection, match_id=match.id, user_id=user)
            )
        else:
            planned += [
                QUERIES.reminder_moved(
                    writing.connection, match_id=match.id, user_id=user, wanted_at=remind_at
                ),
                _insert_reminder(writing, match, preference, remind_at, now),
            ]
    await execute(*planned)


SEEN_WITHIN: Final = 30.0
"""If the bot answers within this many seconds, the user is still looking at the board, so they are
not notified.
"""

_WITHOUT_A_PLAYER: Final = frozenset(
    {
        EndReason.TIME,
        EndReason.ABORTED,
        EndReason.LEFT,
        EndReason.BOTH_LEFT,
        EndReason.ENDED_BY_MODERATOR,
        EndReason.BOT_GONE,
    }
)
"""The reasons of ends that no player causes by an action at that moment."""


async def notify_beginning(writing: Writing, beginning: MatchBeginning) -> None:
    """Notify both players of a new match, unless they know of it already.

    Players begin matches against the bot themselves, and competitions announce their matches.
    """
    match, show_at = beginning.match, beginning.show_at
    if match.bot is None and not match.is_competitive:
        defer(_insert(writing, NotificationKind.BEGUN, match, show_at, match.people))
    await _remind(writing, match, show_at)


async def notify_of_clock(writing: Writing, change: MatchChange) -> None:
    """Reschedule the reminder if the time for a turn has changed, and notify of added days.

    Earlier notifications about the clock are settled.
    """
    before, after = change.before, change.after
    if after.outcome is not None or change.passes_turn:
        return
    if _time_of_turn(after) != _time_of_turn(before):
        settled = QUERIES.clock_notifications_settled(
            writing.connection, match_id=after.id, due_at=change.show_at
        )
        defer(settled)
        if after.clock.has_reminders:
            for mover in after.people_at(after.position.to_move):
                preference = await _reminder_preference(writing, mover, change.reminders)
                remind_at = after.clock.next_reminder_at(change.now, preference.share)
                defer(_insert_reminder(writing, after, preference, remind_at, change.show_at))
    if after.clock.given != before.clock.given:
        kind = NotificationKind.DAY_GIVEN
        given = after.people_at(*(seat.other for seat, days in after.clock.given if days))
        defer(
            notification_queries.settle_offer(writing, after.id, change.show_at, kind),
            _insert(writing, kind, after, change.show_at, given),
        )


async def notify_of_vacation(writing: Writing, change: MatchChange) -> None:
    """Notify the waiting player if a vacation begins, and the player to move if theirs ends.

    A player who ends their vacation themselves is not notified.
    """
    before, after = change.before, change.after
    mover = after.position.to_move
    was, now_is = before.clock.away.of(mover), after.clock.away.of(mover)
    if after.outcome is not None or change.passes_turn or was == now_is:
        return
    if now_is is not None:
        waiting = after.people_at(mover.other)
        defer(_insert(writing, NotificationKind.AWAY, after, change.show_at, waiting))
    elif was is not None and was <= change.now and after.clock.deadline is not None:
        defer(
            _insert(writing, NotificationKind.BACK, after, change.show_at, after.people_at(mover))
        )


async def notify_of_turn(writing: Writing, change: MatchChange) -> None:
    """Settle the notifications of the previous turn, and notify of the next turn or the end."""
    if not change.passes_turn:
        return
    after = change.after
    # This drops unsent notifications of the turn, and makes sent ones stale.
    settled = QUERIES.turn_notifications_answered(
        writing.connection, match_id=after.id, due_at=change.show_at
    )
    defer(settled)
    if after.outcome is not None:
        if after.bot is None or _ends_unseen(change, after.bot, after.outcome):
            defer(_insert(writing, NotificationKind.OVER, after, change.show_at, after.people))
        return
    mover = after.position.to_move
    is_there = change.starts_clock and after.clock.ready_at.of(mover) == change.now
    if not _is_seen(change) and not is_there:
        people = after.people_at(mover)
        defer(_insert(writing, NotificationKind.TURN, after, change.show_at, people))
    await _remind(writing, after, change.show_at, change.reminders)


async def notify_of_offers(writing: Writing, change: MatchChange) -> None:
    """Settle the notifications of a closed offer, and notify of a new or declined one."""
    before, after = change.before, change.after
    if after.draw_offered_by != before.draw_offered_by:
        _notify_of_offer(writing, change, NotificationKind.DRAW_OFFERED, after.draw_offered_by)
    if after.takeback_asked_by != before.takeback_asked_by:
        _notify_of_offer(writing, change, NotificationKind.TAKEBACK_ASKED, after.takeback_asked_by)
    if after.outcome is not None or _is_seen(change):
        return
    declined = {
        NotificationKind.DRAW_DECLINED: (before.draws.declined_by, after.draws.declined_by),
        NotificationKind.TAKEBACK_DECLINED: (
            before.takeback_declined_by,
            after.takeback_declined_by,
        ),
    }
    for kind, (was, now_is) in declined.items():
        if now_is is not None and now_is is not was:
            defer(_insert(writing, kind, after, change.show_at, after.people_at(now_is.other)))


def _notify_of_offer(
    writing: Writing, change: MatchChange, kind: NotificationKind, offered_by: Seat | None
) -> None:
    match = change.after
    defer(notification_queries.settle_offer(writing, match.id, change.show_at, kind))
    if offered_by is not None:
        recipients = match.people_at(offered_by.other)
        defer(_insert(writing, kind, match, change.show_at, recipients))


def _insert(
    writing: Writing, kind: NotificationKind, match: Match, show_at: Instant, to: Sequence[UserId]
) -> Statements:
    if not to:
        return Statements()
    return notification_queries.insert(writing, kind, show_at, to=to, match=match.id, ply=match.ply)


async def _remind(
    writing: Writing,
    match: Match,
    show_at: Instant,
    preferences: Sequence[ReminderPreference] | None = None,
) -> None:
    """Schedule the reminder of a turn that has begun, if its time is limited."""
    if not match.clock.has_reminders:
        return
    for mover in match.people_at(match.position.to_move):
        preference = await _reminder_preference(writing, mover, preferences)
        remind_at = match.clock.reminder_at(preference.share)
        defer(_insert_reminder(writing, match, preference, remind_at, show_at))


async def _reminder_preference(
    writing: Writing, user: UserId, read: Sequence[ReminderPreference] | None
) -> ReminderPreference:
    """Return when a user wants to be reminded; query it unless it was `read` before."""
    if read is None:
        read = await settings_queries.query_reminders(writing, user)
    return next((each for each in read if each.user == user), ReminderPreference(user))


def _insert_reminder(
    writing: Writing,
    match: Match,
    preference: ReminderPreference,
    remind_at: Instant | None,
    show_at: Instant,
) -> Statements:
    if remind_at is None:
        return Statements()
    due_at = first_decided_at(preference, remind_at, show_at)
    return notification_queries.insert_reminder(
        writing, match.id, match.ply, preference.user, due_at, remind_at
    )


def _time_of_turn(match: Match) -> tuple[float | None, ...]:
    """Return the values that determine how much time the player to move has."""
    clock = match.clock
    return clock.deadline, clock.held, clock.away.of(match.position.to_move)


def _ends_unseen(change: MatchChange, bot: BotPlayer, outcome: Outcome) -> bool:
    """Return whether a match against the bot ends in the absence of its player."""
    if outcome.why in _WITHOUT_A_PLAYER:
        return True
    gives_up = outcome.why is EndReason.RESIGNATION and outcome.winner is bot.seat
    if gives_up or outcome.why is EndReason.CALLED_OFF:
        return False
    return change.before.answer_at is not None and not _is_seen(change)


def _is_seen(change: MatchChange) -> bool:
    """Return whether the bot answers a player who acted a moment ago.

    If the player's last turn was a planned one, the player was not there.
    """
    before = change.before
    if before.bot is None or before.together:
        return False
    return change.now - before.changed_at <= SEEN_WITHIN


async def silence(writing: Writing, match: MatchId) -> None:
    """Settle the notifications of a match that must still be sent or deleted."""
    for notification in await notification_queries.of_match(writing, match):
        await notification_queries.record_settled(writing, notification.id)


_ANSWERS: Final = {
    ChallengeState.DECLINED: NotificationKind.DECLINED,
    ChallengeState.EXPIRED: NotificationKind.EXPIRED,
}


async def notify_challenger(writing: Writing, challenge: Challenge, show_at: Instant) -> None:
    """Notify the challenger that a challenge was declined, or that it expired.

    Do not notify users on the list of who wants to play: it told them when they would leave.
    """
    kind = _ANSWERS.get(challenge.state)
    if kind is not None and not challenge.is_listed:
        to = (challenge.challenger,)
        defer(notification_queries.insert(writing, kind, show_at, to=to, challenge=challenge.id))


async def notify_left_direct(writing: Writing, match: Match, now: Instant) -> None:
    """Notify the players that their match has left their direct messages."""
    defer(_insert(writing, NotificationKind.LEFT_DIRECT, match, now, match.people))


async def notify_moved(writing: Writing, match: Match, now: Instant) -> None:
    """Notify the players that their match goes on in another place."""
    defer(notification_queries.withdraw(writing, match.id, NotificationKind.MOVED))
    defer(_insert(writing, NotificationKind.MOVED, match, now, match.people))


async def notify_lost(writing: Writing, match: Match, now: Instant) -> None:
    """Notify the players that their board cannot be delivered, unless they know already.

    Do not notify the player of a match against the bot that stays in direct messages: its panel has
    told them, and nothing else reaches them.
    """
    if match.stays_in_person:
        return
    kind = NotificationKind.BOARD_LOST
    if not await notification_queries.is_pending_or_sent(writing, match.id, kind):
        defer(notification_queries.insert(writing, kind, now, to=match.people, match=match.id))


async def withdraw_lost(writing: Writing, match: MatchId) -> None:
    """Withdraw the notification that the board of a match cannot be delivered."""
    defer(notification_queries.withdraw(writing, match, NotificationKind.BOARD_LOST))


_LEFT: Final = {Seat.ORANGE: NotificationKind.ORANGE_LEFT, Seat.GRAY: NotificationKind.GRAY_LEFT}
_BACK: Final = {Seat.ORANGE: NotificationKind.ORANGE_BACK, Seat.GRAY: NotificationKind.GRAY_BACK}


async def notify_left(writing: Writing, match: Match, seat: Seat, show_at: Instant) -> None:
    """Notify the opponent that the player of a seat has left the server."""
    other = match.people_at(seat.other)
    defer(_insert(writing, _LEFT[seat], match, show_at, other), deliver_by(writing, show_at))


async def notify_back(writing: Writing, match: Match, seat: Seat, now: Instant) -> None:
    """Notify the opponent that the player of a seat is back in the server."""
    defer(notification_queries.settle_offer(writing, match.id, now, _LEFT[seat]))
    show_at = Instant(now + GRACE)
    other = match.people_at(seat.other)
    defer(_insert(writing, _BACK[seat], match, show_at, other), deliver_by(writing, show_at))
