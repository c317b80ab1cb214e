"""Whether a notice is sent now, how, or when it is looked at again."""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from bot.features.notifications.queries import Notice, NoticeKind, NoticeState
from bot.features.notifications.quiet_hours import moment_to_tell
from bot.features.settings.preferences import Category, DeliveryMethod, NotificationPreferences
from bot.features.settings.server import Pings
from bot.game import Seat
from bot.match.challenge import Challenge
from bot.match.clock import DAY, Share
from bot.match.identity import Instant, UserId
from bot.match.match import Match
from bot.match.terms import HomeKind

CATEGORIES: Final = {
    NoticeKind.BEGUN: Category.TURN,
    NoticeKind.TURN: Category.TURN,
    NoticeKind.REMINDER: Category.TIME,
    NoticeKind.DRAW_OFFERED: Category.OFFER,
    NoticeKind.TAKEBACK_ASKED: Category.OFFER,
    NoticeKind.DRAW_DECLINED: Category.OFFER,
    NoticeKind.TAKEBACK_DECLINED: Category.OFFER,
    NoticeKind.DAY_GIVEN: Category.OFFER,
    NoticeKind.ORANGE_LEFT: Category.OFFER,
    NoticeKind.GRAY_LEFT: Category.OFFER,
    NoticeKind.ORANGE_BACK: Category.OFFER,
    NoticeKind.GRAY_BACK: Category.OFFER,
    NoticeKind.AWAY: Category.OFFER,
    NoticeKind.BACK: Category.TIME,
    NoticeKind.DECLINED: Category.OFFER,
    NoticeKind.EXPIRED: Category.OFFER,
    NoticeKind.OVER: Category.OVER,
}
"""What people choose a method for; the other kinds have the one that is left for them."""

ONLY_METHODS: Final = {
    NoticeKind.BED_LOST: DeliveryMethod.DIRECT,
    NoticeKind.LEFT_DIRECT: DeliveryMethod.PING,
    NoticeKind.MOVED: DeliveryMethod.PING,
    NoticeKind.DIGEST: DeliveryMethod.DIRECT,
}


class Route(Enum):
    """Where a notice is sent."""

    PLACE = "place"
    """Where the match lives, or where the challenge was made."""
    PERSON = "person"
    """The person's direct messages."""


class Sound(Enum):
    """Whether a message rings."""

    RINGS = "rings"
    SILENT = "silent"


@dataclass(frozen=True, slots=True)
class Send:
    """Send it now."""

    route: Route
    sound: Sound


@dataclass(frozen=True, slots=True)
class PutOff:
    """Look at it again at a later moment, and not before."""

    until: Instant


class Simply(Enum):
    """What else can become of a notice."""

    DROP = "drop"
    """It is no longer so, or its person wants no word of it."""
    TRY_AGAIN = "try again"
    """There is no place to send it to yet."""
    UNSEND = "unsend"
    """It was sent, and its message has to go."""


Verdict = Send | PutOff | Simply


ON_BOARD: Final = frozenset({NoticeKind.BEGUN, NoticeKind.TURN, NoticeKind.OVER})
"""What a board says by itself, so that it is posted anew with a mention instead of a message."""


def is_told_by_board(notice: Notice, about: Match | Challenge | None, verdict: Verdict) -> bool:
    """Return whether the board that all see tells it, posted anew where the match is played."""
    return (
        isinstance(about, Match)
        and notice.kind in ON_BOARD
        and isinstance(verdict, Send)
        and verdict.route is Route.PLACE
    )


class DirectMessages(Enum):
    """Whether a person takes direct messages from the bot, as far as is known."""

    OPEN = "open"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Listener:
    """What is known of the person whom a notice is for."""

    preferences: NotificationPreferences
    messages: DirectMessages


def judge(
    notice: Notice,
    about: Match | Challenge | None,
    listener: Listener,
    pings: Pings,
    now: Instant,
) -> Verdict:
    """Judge a notice that is due; `about` is `None` for what is about no one match."""
    if notice.state is NoticeState.STALE:
        return Simply.UNSEND
    category = CATEGORIES.get(notice.kind)
    method = (
        ONLY_METHODS[notice.kind] if category is None else listener.preferences.method_of(category)
    )
    if about is None and notice.kind is not NoticeKind.DIGEST:
        return Simply.DROP
    if isinstance(about, Match) and not is_still_so(notice, about):
        return Simply.DROP
    is_closed = listener.messages is DirectMessages.CLOSED
    if method is DeliveryMethod.DIGEST:
        method = DeliveryMethod.PING if is_closed else DeliveryMethod.OFF
    if method is DeliveryMethod.OFF or (is_closed and notice.kind is NoticeKind.DIGEST):
        return Simply.DROP
    if notice.kind is NoticeKind.REMINDER and listener.preferences.reminder is Share.NEVER:
        return Simply.DROP
    if isinstance(about, Match) and _has_no_home_yet(about):
        return Simply.TRY_AGAIN
    when = _when(notice, about, listener.preferences, now)
    if isinstance(when, PutOff):
        return when
    route = _route(notice, about, method, listener.messages)
    silent = (
        method is DeliveryMethod.SILENT
        or _is_away(notice, about, now)
        or (route is Route.PLACE and pings is Pings.NONE)
    )
    return Send(route, Sound.SILENT if silent else when)


def is_still_so(notice: Notice, match: Match) -> bool:
    """Return whether what a notice says of a match holds as the match stands."""
    match notice.kind:
        case NoticeKind.TURN | NoticeKind.REMINDER:
            return match.to_move == notice.user and match.ply == notice.ply
        case NoticeKind.BEGUN:
            return match.outcome is None and match.ply == notice.ply
        case NoticeKind.DRAW_OFFERED:
            return _asks(match, match.draw_offered_by, notice.user)
        case NoticeKind.TAKEBACK_ASKED:
            return _asks(match, match.takeback_asked_by, notice.user)
        case NoticeKind.BED_LOST | NoticeKind.MOVED:
            return match.outcome is None
        case NoticeKind.DRAW_DECLINED:
            return match.outcome is None and match.draws.declined_by is not None
        case NoticeKind.TAKEBACK_DECLINED:
            return match.outcome is None and match.takeback_declined_by is not None
        case NoticeKind.DAY_GIVEN | NoticeKind.AWAY | NoticeKind.BACK:
            return match.outcome is None and match.ply == notice.ply
        case NoticeKind.OVER:
            return match.outcome is not None
        case _:
            return True


def _is_away(notice: Notice, about: Match | Challenge | None, now: Instant) -> bool:
    """Return whether a notice is of a turn of somebody who is on vacation, and is not to ring."""
    if not isinstance(about, Match) or notice.kind not in (NoticeKind.BEGUN, NoticeKind.TURN):
        return False
    seat = about.seat_of(notice.user)
    return seat is not None and about.clock.is_away(seat, now)


def _asks(match: Match, by: Seat | None, user: UserId) -> bool:
    return by is not None and match.seats.user_of(by) != user


def _has_no_home_yet(match: Match) -> bool:
    return match.home.channel is None and match.home.kind is not HomeKind.DIRECT


def _when(
    notice: Notice,
    about: Match | Challenge | None,
    preferences: NotificationPreferences,
    now: Instant,
) -> PutOff | Sound:
    """Return how it may be sent now, or when it may."""
    wanted, deadline = now, None
    if isinstance(about, Match) and about.to_move == notice.user:
        deadline = about.clock.deadline
    if notice.kind is NoticeKind.REMINDER and isinstance(about, Match):
        remind_at = about.clock.reminder_at(preferences.reminder)
        if remind_at is None:
            # The clock rests. Whoever starts it plans the reminder anew.
            return PutOff(Instant(now + DAY))
        wanted = max(remind_at, notice.wanted_at or remind_at)
    moment = moment_to_tell(preferences, wanted, deadline, now)
    if moment is None:
        return PutOff(wanted) if wanted > now else Sound.SILENT
    return PutOff(moment) if moment > now else Sound.RINGS


def _route(
    notice: Notice,
    about: Match | Challenge | None,
    method: DeliveryMethod,
    messages: DirectMessages,
) -> Route:
    if isinstance(about, Match) and about.home.kind is HomeKind.DIRECT:
        return Route.PERSON
    if isinstance(about, Challenge) and about.is_asked_in_person:
        return Route.PERSON
    is_last_resort = notice.kind is NoticeKind.BED_LOST
    if method is DeliveryMethod.DIRECT and (messages is DirectMessages.OPEN or is_last_resort):
        return Route.PERSON
    return Route.PLACE
