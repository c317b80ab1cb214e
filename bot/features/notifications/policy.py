"""The delivery policy: whether and how to send a notification now, or to postpone it."""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from bot.features.notifications.kinds import POLICIES, BoardUse, NotificationKind
from bot.features.notifications.queries import Notification, NotificationState
from bot.features.notifications.quiet_hours import delivery_moment
from bot.features.settings.preferences import Category, DeliveryMethod, NotificationPreferences
from bot.features.settings.server import Pings
from bot.match.challenge import Challenge
from bot.match.clock import DAY, ReminderPreference, Share
from bot.match.identity import Instant
from bot.match.match import Match
from bot.match.terms import VenueKind

CLOSED_FOR: Final = 7 * DAY
"""How long to wait before trying closed direct messages again, in seconds."""


class NotificationRoute(Enum):
    """Where a notification is sent."""

    PLACE = "place"
    """Where the match is played, or where the challenge was made."""
    PERSON = "person"
    """The user's direct messages."""


class Sound(Enum):
    """Whether a message pings."""

    RINGS = "rings"
    SILENT = "silent"


@dataclass(frozen=True, slots=True)
class Send:
    """The decision to send a notification now."""

    route: NotificationRoute
    sound: Sound


@dataclass(frozen=True, slots=True)
class Postpone:
    """The decision to decide again at a later moment."""

    until: Instant


class PlainDecision(Enum):
    """Decisions without details."""

    DROP = "drop"
    """It no longer holds, or its recipient does not want it."""
    TRY_AGAIN = "try again"
    """The match has no channel or thread yet."""
    UNSEND = "unsend"
    """It was sent, and its message has to be deleted."""


Decision = Send | Postpone | PlainDecision


def is_delivered_by_board(
    notification: Notification, about: Match | Challenge | None, decision: Decision
) -> bool:
    """Return whether a board reposted where the match is played delivers a notification.

    In direct messages, this is the recipient's own board.
    """
    if not isinstance(about, Match) or not isinstance(decision, Send):
        return False
    is_sent_there = (
        decision.route is NotificationRoute.PLACE or about.venue.kind is VenueKind.DIRECT
    )
    board = POLICIES[notification.kind].board
    if board is BoardUse.APART:
        is_apart = about.venue.is_thread or about.venue.kind is VenueKind.DIRECT
        if not is_apart or about.outcome is not None:
            return False
    return is_sent_there and board is not BoardUse.NEVER


class DirectMessagesState(Enum):
    """Whether a user accepts direct messages from the bot, as far as is known."""

    OPEN = "open"
    CLOSED = "closed"


def messages_state(closed_at: Instant | None, now: Instant) -> DirectMessagesState:
    """Return the state of direct messages, which were last found closed at `closed_at`, if ever."""
    is_closed = closed_at is not None and now < closed_at + CLOSED_FOR
    return DirectMessagesState.CLOSED if is_closed else DirectMessagesState.OPEN


@dataclass(frozen=True, slots=True)
class Listener:
    """The facts about the recipient of a notification."""

    preferences: NotificationPreferences
    messages: DirectMessagesState


def decide(
    notification: Notification,
    about: Match | Challenge | None,
    listener: Listener,
    pings: Pings,
    now: Instant,
) -> Decision:
    """Decide about a due notification; `about` is None for a list of several matches."""
    if notification.state is NotificationState.STALE:
        return PlainDecision.UNSEND
    method = POLICIES[notification.kind].delivery
    if isinstance(method, Category):
        method = listener.preferences.method_of(method)
    if about is None and notification.kind is not NotificationKind.DIGEST:
        return PlainDecision.DROP
    if isinstance(about, Match) and not still_holds(notification, about):
        return PlainDecision.DROP
    is_closed = listener.messages is DirectMessagesState.CLOSED
    if method is DeliveryMethod.DIGEST:
        method = DeliveryMethod.PING if is_closed else DeliveryMethod.OFF
    if method is DeliveryMethod.OFF or (is_closed and notification.kind is NotificationKind.DIGEST):
        return PlainDecision.DROP
    if (
        notification.kind is NotificationKind.REMINDER
        and listener.preferences.reminder is Share.NEVER
    ):
        return PlainDecision.DROP
    if isinstance(about, Match) and about.venue.is_to_be_settled:
        return PlainDecision.TRY_AGAIN
    when = _timing(notification, about, listener.preferences, now)
    if isinstance(when, Postpone):
        return when
    route = _route(notification, about, method, listener.messages)
    silent = (
        method is DeliveryMethod.SILENT
        or _is_away(notification, about, now)
        or (route is NotificationRoute.PLACE and pings is Pings.NONE)
    )
    return Send(route, Sound.SILENT if silent else when)


def first_decided_at(
    preference: ReminderPreference, remind_at: Instant, show_at: Instant
) -> Instant:
    """Return when to decide about a reminder that would be sent at `remind_at`.

    If the user has quiet hours, decide at once: the reminder may have to come before they begin.
    """
    return show_at if preference.has_quiet_hours else remind_at


def still_holds(notification: Notification, match: Match) -> bool:
    """Return whether a notification still holds for the current state of its match."""
    policy = POLICIES[notification.kind]
    return policy.holds(match, notification.user, notification.ply)


def _is_away(notification: Notification, about: Match | Challenge | None, now: Instant) -> bool:
    """Return whether the recipient is on vacation, so that the notification of a turn is silent."""
    if not isinstance(about, Match) or notification.kind not in (
        NotificationKind.BEGUN,
        NotificationKind.TURN,
    ):
        return False
    seat = about.seat_of(notification.user)
    return seat is not None and about.clock.is_away(seat, now)


def _timing(
    notification: Notification,
    about: Match | Challenge | None,
    preferences: NotificationPreferences,
    now: Instant,
) -> Postpone | Sound:
    """Return whether a notification may ring now, or until when to postpone it."""
    desired, deadline = now, None
    if isinstance(about, Match) and about.to_move == notification.user:
        deadline = about.clock.deadline
    if notification.kind is NotificationKind.REMINDER and isinstance(about, Match):
        remind_at = about.clock.reminder_at(preferences.reminder)
        if remind_at is None:
            # The clock is stopped. When it starts, the reminder is rescheduled.
            return Postpone(Instant(now + DAY))
        desired = max(remind_at, notification.wanted_at or remind_at)
    moment = delivery_moment(preferences, desired, deadline, now)
    if moment is None:
        return Postpone(desired) if desired > now else Sound.SILENT
    return Postpone(moment) if moment > now else Sound.RINGS


def _route(
    notification: Notification,
    about: Match | Challenge | None,
    method: DeliveryMethod,
    messages: DirectMessagesState,
) -> NotificationRoute:
    if isinstance(about, Match) and about.venue.kind is VenueKind.DIRECT:
        return NotificationRoute.PERSON
    if isinstance(about, Challenge) and about.is_asked_in_person:
        return NotificationRoute.PERSON
    is_last_resort = notification.kind is NotificationKind.BOARD_LOST
    if method is DeliveryMethod.DIRECT and (messages is DirectMessagesState.OPEN or is_last_resort):
        return NotificationRoute.PERSON
    return NotificationRoute.PLACE
