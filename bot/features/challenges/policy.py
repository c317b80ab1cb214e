"""Who may play with whom in a server: roles, limits and blocks.

`bot.features.challenges.admission` gathers the facts; these rules decide by them.
"""

from dataclasses import dataclass

from bot.features.challenges.challenging import Friend, has_role
from bot.features.challenges.errors import (
    BlockedOpponent,
    FriendLacksRole,
    NeedsRoleToPlay,
    OpponentTooBusy,
    TakesNoChallenges,
    TooManyChallenges,
    TooManyMatches,
)
from bot.features.settings.preferences import TakesFrom
from bot.features.settings.server import ServerSettings
from bot.match.identity import RoleId, UserId


@dataclass(frozen=True, slots=True)
class ChallengeFacts:
    """The facts that decide whether one user may challenge another."""

    inviting_blocks: bool = False
    """The challenger has blocked the invited user."""
    invited_blocks: bool = False
    """The invited user has blocked the challenger."""
    takes_from: TakesFrom = TakesFrom.ANYONE
    """Whose challenges the invited user accepts."""
    have_played: bool = False


def require_may_challenge(invited: UserId, between: ChallengeFacts) -> None:
    """Require that the invited user may be challenged.

    Raise `BlockedOpponent` or `TakesNoChallenges`. The refusal does not say why, so that
    users do not learn who has blocked them.
    """
    require_no_block(invited, between)
    is_allowed = {
        TakesFrom.ANYONE: True,
        TakesFrom.PLAYED: between.have_played,
        TakesFrom.NO_ONE: False,
    }
    if not is_allowed[between.takes_from]:
        raise TakesNoChallenges(invited)


def require_no_block(other: UserId, between: ChallengeFacts) -> None:
    """Require that neither has blocked the other.

    Raise `BlockedOpponent` or `TakesNoChallenges`.
    """
    if between.inviting_blocks:
        raise BlockedOpponent(other)
    if between.invited_blocks:
        raise TakesNoChallenges(other)


def require_role(settings: ServerSettings, roles: frozenset[RoleId] | None) -> None:
    """Require that the user may play here. Raise `NeedsRoleToPlay` or `RolesUnknown`."""
    if settings.players is not None and not has_role(roles, settings.players):
        raise NeedsRoleToPlay(settings.players)


def require_friends_role(settings: ServerSettings, friend: Friend) -> None:
    """Require that the friend may play here. Raise `FriendLacksRole` or `RolesUnknown`."""
    if settings.players is not None and not has_role(friend.roles, settings.players):
        raise FriendLacksRole(friend.user, settings.players)


def require_room_to_offer(settings: ServerSettings, challenges: int) -> None:
    """Require that one more open challenge is allowed. Raise `TooManyChallenges`."""
    if challenges >= settings.most_challenges:
        raise TooManyChallenges(settings.most_challenges)


def require_room_to_play(settings: ServerSettings, matches: int) -> None:
    """Require that the user may play one more match. Raise `TooManyMatches`."""
    if matches >= settings.most_matches:
        raise TooManyMatches(settings.most_matches)


def require_others_room(settings: ServerSettings, other: UserId, matches: int) -> None:
    """Require that the other user may play one more match. Raise `OpponentTooBusy`."""
    if matches >= settings.most_matches:
        raise OpponentTooBusy(other, settings.most_matches)
