"""The delivery policy: whether to send a notification now, and how, or to postpone it."""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from bot.features.notifications.queries import Notification, NotificationKind, NotificationState
from bot.features.notifications.quiet_hours import delivery_moment
from bot.features.settings.preferences import Category, DeliveryMethod, NotificationPreferences
from bot.features.settings.server import Pings
from bot.game import Seat
from bot.match.challenge import Challenge
from bot.match.clock import DAY, ReminderPreference, Share
from bot.match.identity import Instant, UserId
from bot.match.match import Match
from bot.match.terms import VenueKind

CATEGORIES: Final = {
    NotificationKind.BEGUN: Category.TURN,
    NotificationKind.TURN: Category.TURN,
    NotificationKind.REMINDER: Category.TIME,
    NotificationKind.DRAW_OFFERED: Category.OFFER,
    NotificationKind.TAKEBACK_ASKED: Category.OFFER,
    NotificationKind.DRAW_DECLINED: Category.OFFER,
    NotificationKind.TAKEBACK_DECLINED: Category.OFFER,
    NotificationKind.DAY_GIVEN: Category.OFFER,
    NotificationKind.ORANGE_LEFT: Category.OFFER,
    NotificationKind.GRAY_LEFT: Category.OFFER,
    NotificationKind.ORANGE_BACK: Category.OFFER,
    NotificationKind.GRAY_BACK: Category.OFFER,
    NotificationKind.AWAY: Category.OFFER,
    NotificationKind.BACK: Category.TIME,
    NotificationKind.DECLINED: Category.OFFER,
    NotificationKind.EXPIRED: Category.OFFER,
    NotificationKind.OVER: Category.OVER,
}
"""The kinds with a method that users choose; the other kinds use the default."""

ONLY_METHODS: Final = {
    NotificationKind.BOARD_LOST: DeliveryMethod.DIRECT,
    NotificationKind.LEFT_DIRECT: DeliveryMethod.PING,
    NotificationKind.MOVED: DeliveryMethod.PING,
    NotificationKind.DIGEST: DeliveryMethod.DIRECT,
}


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
    """Send it now."""

    route: NotificationRoute
    sound: Sound


@dataclass(frozen=True, slots=True)
class Postpone:
    """Decide again at a later moment."""

    until: Instant


class PlainDecision(Enum):
    """Decisions without details."""

    DROP = "drop"
    """It no longer holds, or its user does not want it."""
    TRY_AGAIN = "try again"
    """There is no place to send it to yet."""
    UNSEND = "unsend"
    """It was sent, and its message has to be deleted."""


Decision = Send | Postpone | PlainDecision


ON_BOARD: Final = frozenset(
    {
        NotificationKind.BEGUN,
        NotificationKind.TURN,
        NotificationKind.REMINDER,
        NotificationKind.DRAW_OFFERED,
        NotificationKind.TAKEBACK_ASKED,
        NotificationKind.DRAW_DECLINED,
        NotificationKind.TAKEBACK_DECLINED,
        NotificationKind.OVER,
        NotificationKind.ORANGE_LEFT,
        NotificationKind.GRAY_LEFT,
    }
)
"""The kinds that a board shows, so that it is reposted instead of a message."""
_ONLY_APART: Final = frozenset(
    {NotificationKind.REMINDER, NotificationKind.ORANGE_LEFT, NotificationKind.GRAY_LEFT}
)
"""Those that neither player has done anything for: in a channel, others are not pushed aside."""


def is_delivered_by_board(
    notification: Notification, about: Match | Challenge | None, decision: Decision
) -> bool:
    """Return whether a board that is reposted where the match is played shows it.

    In direct messages that is the board of the notified user.
    """
    if not isinstance(about, Match) or not isinstance(decision, Send):
        return False
    is_sent_there = (
        decision.route is NotificationRoute.PLACE or about.venue.kind is VenueKind.DIRECT
    )
    if notification.kind in _ONLY_APART:
        is_apart = about.venue.is_thread or about.venue.kind is VenueKind.DIRECT
        if not is_apart or about.outcome is not None:
            return False
    return is_sent_there and notification.kind in ON_BOARD


class DirectMessagesState(Enum):
    """Whether a user accepts direct messages from the bot, as far as is known."""

    OPEN = "open"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Listener:
    """The facts about the user whom a notification is for."""

    preferences: NotificationPreferences
    messages: DirectMessagesState


def decide(
    notification: Notification,
    about: Match | Challenge | None,
    listener: Listener,
    pings: Pings,
    now: Instant,
) -> Decision:
    """Decide about a notification that is due; `about` is `None` if it is not about one match."""
    if notification.state is NotificationState.STALE:
        return PlainDecision.UNSEND
    category = CATEGORIES.get(notification.kind)
    method = (
        ONLY_METHODS[notification.kind]
        if category is None
        else listener.preferences.method_of(category)
    )
    if about is None and notification.kind is not NotificationKind.DIGEST:
        return PlainDecision.DROP
    if isinstance(about, Match) and not is_still_so(notification, about):
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
    """Return when to decide about a reminder that comes at `remind_at` without quiet hours.

    With quiet hours, it is decided at once, because it may have to come before they begin.
    """
    return show_at if preference.has_quiet_hours else remind_at


def is_still_so(notification: Notification, match: Match) -> bool:
    """Return whether a notification still holds for the current state of its match."""
    match notification.kind:
        case NotificationKind.TURN | NotificationKind.REMINDER:
            return match.to_move == notification.user and match.ply == notification.ply
        case NotificationKind.BEGUN:
            return match.outcome is None and match.ply == notification.ply
        case NotificationKind.DRAW_OFFERED:
            return _asks(match, match.draw_offered_by, notification.user)
        case NotificationKind.TAKEBACK_ASKED:
            return _asks(match, match.takeback_asked_by, notification.user)
        case NotificationKind.BOARD_LOST | NotificationKind.MOVED | NotificationKind.LEFT_DIRECT:
            return match.outcome is None
        case NotificationKind.DRAW_DECLINED:
            return match.outcome is None and match.draws.declined_by is not None
        case NotificationKind.TAKEBACK_DECLINED:
            return match.outcome is None and match.takeback_declined_by is not None
        case NotificationKind.DAY_GIVEN | NotificationKind.AWAY | NotificationKind.BACK:
            return match.outcome is None and match.ply == notification.ply
        case NotificationKind.OVER:
            return match.outcome is not None
        case _:
            return True


def _is_away(notification: Notification, about: Match | Challenge | None, now: Instant) -> bool:
    """Return whether a notification is of a turn of a player on vacation, and so is not sent."""
    if not isinstance(about, Match) or notification.kind not in (
        NotificationKind.BEGUN,
        NotificationKind.TURN,
    ):
        return False
    seat = about.seat_of(notification.user)
    return seat is not None and about.clock.is_away(seat, now)


def _asks(match: Match, by: Seat | None, user: UserId) -> bool:
    return by is not None and match.seats.user_of(by) != user


def _timing(
    notification: Notification,
    about: Match | Challenge | None,
    preferences: NotificationPreferences,
    now: Instant,
) -> Postpone | Sound:
    """Return how it may be sent now, or when it may."""
    desired, deadline = now, None
    if isinstance(about, Match) and about.to_move == notification.user:
        deadline = about.clock.deadline
    if notification.kind is NotificationKind.REMINDER and isinstance(about, Match):
        remind_at = about.clock.reminder_at(preferences.reminder)
        if remind_at is None:
            # The clock is stopped. Starting it reschedules the reminder.
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
