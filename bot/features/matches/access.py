"""Who may see a match or a challenge, and who may act in it: one rule, on plain values.

If an option, a button, a menu or a form names a match or a challenge, this check comes first:
before "out of date", before "it is over", before "it is not your turn". A user who may not see a
match gets `NoSuchMatch`, the same refusal as for a number that no match has.

Commands and actions call `cogs.core.access`, which gathers the facts from an interaction:

- `require_match(interaction, number)` returns a match that the user may see;

- `require_match(interaction, number, AllowedUsers.PLAYERS)` returns one that they play, too;

- `require_challenge(interaction, number)` returns a challenge that they may see, with their
membership and roles in *its* server, even if they ask elsewhere.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto

from bot.features.matches.errors import NoSuchChallenge, NoSuchMatch
from bot.match.challenge import Challenge
from bot.match.errors import NotAPlayer
from bot.match.identity import ChannelId, GuildId, Place, RoleId, UserId
from bot.match.match import Match


class ChannelVisibility(Enum):
    """Whether a user may view a channel or a thread."""

    VISIBLE = "visible"
    HIDDEN = "hidden"
    UNKNOWN = "unknown"
    """Discord has not reported the channel: it is archived, deleted, or in another server."""


class Presence(Enum):
    """Whether a user is in a server, according to Discord."""

    MEMBER = auto()
    GONE = auto()
    """They have left, were removed, or their account is deleted."""
    UNREACHABLE = auto()
    """They are gone and share no server with the bot, so the bot cannot message them."""


class Visibility(Enum):
    """To whom a match can be shown."""

    PLAYERS = "players"
    """Only to its players, because it is played in direct messages."""
    CHANNEL = "channel"
    """To users who may view its channel, in its server."""


class AllowedUsers(Enum):
    """Who may do something in a match."""

    VIEWERS = "viewers"
    """Users who may see it."""
    PLAYERS = "players"


@dataclass(frozen=True, slots=True)
class Viewer:
    """The user who asks, where they ask, and what Discord says about them in one server.

    `guild` is that server, or None if Discord has not confirmed that they are a member. `presence`
    and `roles` are None if Discord did not answer in time; a user who is not in the server has no
    roles.
    """

    user: UserId
    place: Place
    guild: GuildId | None
    visibility: Callable[[ChannelId], ChannelVisibility]
    roles: frozenset[RoleId] | None = frozenset()
    presence: Presence | None = Presence.MEMBER


def visibility_of(match: Match) -> Visibility:
    """Return to whom a match can be shown."""
    return Visibility.CHANNEL if match.venue.is_in_server else Visibility.PLAYERS


def may_see(viewer: Viewer, match: Match) -> bool:
    """Return whether a user may see a match.

    Its players always may. Other users may if they ask in its server and may view the channel in
    which it is played, or, if that is not known, the channel in which it was offered.
    """
    if may_act(viewer, match):
        return True
    venue = match.venue
    if visibility_of(match) is Visibility.PLAYERS or viewer.guild != venue.guild:
        return False
    if venue.channel is not None and viewer.place.channel == venue.channel:
        return True
    visibility = (
        ChannelVisibility.UNKNOWN if venue.channel is None else viewer.visibility(venue.channel)
    )
    if visibility is ChannelVisibility.UNKNOWN:
        visibility = viewer.visibility(venue.origin)
    return visibility is ChannelVisibility.VISIBLE


def may_act(viewer: Viewer, match: Match) -> bool:
    """Return whether a user plays in a match. The rules of the match decide what they may do."""
    return match.seat_of(viewer.user) is not None


def may_see_challenge(viewer: Viewer, challenge: Challenge) -> bool:
    """Return whether a user may see a challenge, and so accept one that is open to anyone.

    The challenger and the friend always may. Other users may if they ask in its server and may view
    its channel. `viewer` describes the user in the challenge's own server.
    """
    if viewer.user in (challenge.challenger, challenge.friend):
        return True
    if viewer.guild != challenge.place.guild or viewer.presence is not Presence.MEMBER:
        return False
    channel = challenge.place.channel
    return (
        viewer.place.channel == channel or viewer.visibility(channel) is ChannelVisibility.VISIBLE
    )


def may_begin(viewer: Viewer, challenge: Challenge) -> bool:
    """Return whether a user who sees a challenge may accept it or offer other terms.

    A user who has left its server may not, unless it is a rematch offered in direct messages.
    """
    return viewer.presence is not Presence.GONE or challenge.is_asked_in_person


def require_visible(viewer: Viewer, match: Match) -> Match:
    """Return the match. Raise `NoSuchMatch` if the viewer may not see it."""
    if not may_see(viewer, match):
        raise NoSuchMatch(match.id)
    return match


def require_who(viewer: Viewer, match: Match, who: AllowedUsers) -> Match:
    """Return the match. Raise `NoSuchMatch` or `NotAPlayer`."""
    require_visible(viewer, match)
    if who is AllowedUsers.PLAYERS and not may_act(viewer, match):
        raise NotAPlayer(match)
    return match


def require_visible_challenge(viewer: Viewer, challenge: Challenge) -> Challenge:
    """Return the challenge. Raise `NoSuchChallenge` if the viewer may not see it."""
    if not may_see_challenge(viewer, challenge):
        raise NoSuchChallenge(challenge.id)
    return challenge
