"""The kinds of notifications. `POLICIES` says how and when each is delivered."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from bot.features.settings.preferences import Category, DeliveryMethod
from bot.game import Seat
from bot.match.identity import Ply, UserId
from bot.match.match import Match


class NotificationKind(Enum):
    """The kind of a notification. The values are stored."""

    BEGUN = "begun"
    TURN = "turn"
    REMINDER = "reminder"
    DRAW_OFFERED = "draw offered"
    TAKEBACK_ASKED = "takeback asked"
    DRAW_DECLINED = "draw declined"
    """For the player who offered the draw."""
    TAKEBACK_DECLINED = "takeback declined"
    DAY_GIVEN = "day given"
    AWAY = "away"
    """For the waiting player: the player to move went on vacation."""
    BACK = "back"
    """For the player to move: their vacation is over."""
    OVER = "over"
    ORANGE_LEFT = "orange left"
    """For the opponent: the orange player left the server."""
    GRAY_LEFT = "gray left"
    ORANGE_BACK = "orange back"
    GRAY_BACK = "gray back"
    BOARD_LOST = "board lost"
    LEFT_DIRECT = "left direct"
    """The match left the players' direct messages."""
    MOVED = "moved"
    """The channel or thread of the match was deleted, and the match goes on elsewhere."""
    DECLINED = "declined"
    EXPIRED = "expired"
    DIGEST = "digest"
    """The matches in which it is the user's turn, sent once a day."""


class BoardUse(Enum):
    """Whether a reposted board delivers a notification, which then needs no message."""

    NEVER = auto()
    APART = auto()
    """Only in a thread or in direct messages.

    No player has acted, so in a channel the board must not push other messages aside.
    """
    ALWAYS = auto()


Holds = Callable[[Match, UserId, Ply], bool]
"""Returns whether a notification to a user, enqueued at a ply, still holds for its match."""


@dataclass(frozen=True, slots=True)
class KindPolicy:
    """How a kind of notification is delivered, and how long it holds.

    `delivery` is the category for which users choose a method, or the only method. If a kind
    `passes`, a notification no longer holds once it is answered, and its message is deleted.
    """

    delivery: Category | DeliveryMethod
    holds: Holds
    board: BoardUse = BoardUse.NEVER
    passes: bool = False


def _always(match: Match, user: UserId, ply: Ply) -> bool:
    return True


def _to_move(match: Match, user: UserId, ply: Ply) -> bool:
    return match.to_move == user and match.ply == ply


def _before_next_turn(match: Match, user: UserId, ply: Ply) -> bool:
    return match.outcome is None and match.ply == ply


def _goes_on(match: Match, user: UserId, ply: Ply) -> bool:
    return match.outcome is None


def _is_over(match: Match, user: UserId, ply: Ply) -> bool:
    return match.outcome is not None


def _draw_offered(match: Match, user: UserId, ply: Ply) -> bool:
    return _asks(match, match.draw_offered_by, user)


def _takeback_asked(match: Match, user: UserId, ply: Ply) -> bool:
    return _asks(match, match.takeback_asked_by, user)


def _asks(match: Match, by: Seat | None, user: UserId) -> bool:
    return by is not None and match.seats.user_of(by) != user


def _draw_declined(match: Match, user: UserId, ply: Ply) -> bool:
    return match.outcome is None and match.draws.declined_by is not None


def _takeback_declined(match: Match, user: UserId, ply: Ply) -> bool:
    return match.outcome is None and match.takeback_declined_by is not None


POLICIES: Final = {
    NotificationKind.BEGUN: KindPolicy(
        Category.TURN, _before_next_turn, BoardUse.ALWAYS, passes=True
    ),
    NotificationKind.TURN: KindPolicy(Category.TURN, _to_move, BoardUse.ALWAYS, passes=True),
    NotificationKind.REMINDER: KindPolicy(Category.TIME, _to_move, BoardUse.APART, passes=True),
    NotificationKind.DRAW_OFFERED: KindPolicy(
        Category.OFFER, _draw_offered, BoardUse.ALWAYS, passes=True
    ),
    NotificationKind.TAKEBACK_ASKED: KindPolicy(
        Category.OFFER, _takeback_asked, BoardUse.ALWAYS, passes=True
    ),
    NotificationKind.DRAW_DECLINED: KindPolicy(
        Category.OFFER, _draw_declined, BoardUse.ALWAYS, passes=True
    ),
    NotificationKind.TAKEBACK_DECLINED: KindPolicy(
        Category.OFFER, _takeback_declined, BoardUse.ALWAYS, passes=True
    ),
    NotificationKind.DAY_GIVEN: KindPolicy(Category.OFFER, _before_next_turn, passes=True),
    NotificationKind.AWAY: KindPolicy(Category.OFFER, _before_next_turn, passes=True),
    NotificationKind.BACK: KindPolicy(Category.TIME, _before_next_turn, passes=True),
    NotificationKind.OVER: KindPolicy(Category.OVER, _is_over, BoardUse.ALWAYS),
    NotificationKind.ORANGE_LEFT: KindPolicy(Category.OFFER, _always, BoardUse.APART),
    NotificationKind.GRAY_LEFT: KindPolicy(Category.OFFER, _always, BoardUse.APART),
    NotificationKind.ORANGE_BACK: KindPolicy(Category.OFFER, _always),
    NotificationKind.GRAY_BACK: KindPolicy(Category.OFFER, _always),
    NotificationKind.BOARD_LOST: KindPolicy(DeliveryMethod.DIRECT, _goes_on),
    NotificationKind.LEFT_DIRECT: KindPolicy(DeliveryMethod.PING, _goes_on),
    NotificationKind.MOVED: KindPolicy(DeliveryMethod.PING, _goes_on),
    NotificationKind.DECLINED: KindPolicy(Category.OFFER, _always),
    NotificationKind.EXPIRED: KindPolicy(Category.OFFER, _always),
    NotificationKind.DIGEST: KindPolicy(DeliveryMethod.DIRECT, _always),
}
"""The policy of every kind."""

PASSING: Final = frozenset(kind for kind, policy in POLICIES.items() if policy.passes)
"""The kinds that no longer hold once they are answered; their messages are then deleted."""

ON_BOARD: Final = frozenset(
    kind for kind, policy in POLICIES.items() if policy.board is not BoardUse.NEVER
)
"""The kinds that a reposted board may deliver, without another message."""
