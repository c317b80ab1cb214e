"""A challenge from one user to another, from the offer to its end."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final

from bot.game import Seat
from bot.match.clock import DAY, HOUR, Minutes
from bot.match.identity import (
    ChallengeId,
    InServer,
    Instant,
    MatchId,
    Revision,
    RoleId,
    Seconds,
    UserId,
)
from bot.match.terms import Note, Terms, VenueKind

LIFETIME: Final = Seconds(7 * DAY)
"""How long a challenge stays open by default, except by minutes."""
LONGEST_LIFETIME: Final = Seconds(14 * DAY)


def usual_lifetime(terms: Terms) -> Seconds:
    """Return a challenge's default lifetime; by minutes it is short: both play in one evening."""
    return HOUR if isinstance(terms.time, Minutes) else LIFETIME


class ChallengeState(Enum):
    """The state of a challenge. The values are stored in the database."""

    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    CANCELLED = "cancelled"
    EXPIRED = "expired"
    COUNTERED = "countered"
    """The friend answered with other terms, in a challenge of their own."""


class ChallengeAnswer(Enum):
    """An answer to an open challenge."""

    ACCEPT = "accept"
    DECLINE = "decline"
    CANCEL = "cancel"


class StakesBy(Enum):
    """What settled the stakes of a challenge. The values are stored in the database."""

    CHALLENGER = "challenger"
    """The challenger chose the stakes."""
    DEFAULT = "default"
    """The challenger chose nothing, so the first match of the user who accepts is casual."""
    FIRST_MATCH = "first match"
    """The challenge was open, and the first match of the user who accepted is casual."""


class ChallengeDisplay(Enum):
    """What shows an open challenge. The values are stored in the database."""

    MESSAGE = "message"
    """A message of its own."""
    LIST = "list"
    """The list of users who want to play."""


@dataclass(frozen=True, slots=True)
class Seats:
    """The user in each seat."""

    orange: UserId
    gray: UserId

    def user_of(self, seat: Seat) -> UserId:
        """Return the user in that seat."""
        return self.orange if seat is Seat.ORANGE else self.gray

    def seat_of(self, user: UserId) -> Seat | None:
        """Return the user's seat, or `None` for other users."""
        if user == self.orange:
            return Seat.ORANGE
        return Seat.GRAY if user == self.gray else None

    def __iter__(self) -> Iterator[UserId]:
        """Iterate over both users, orange first."""
        return iter((self.orange, self.gray))


@dataclass(frozen=True, slots=True)
class Particulars:
    """What a challenger specifies beside the terms.

    `note` is shown with the challenge. `venue` is the kind of place where the match is played.
    `role` is the role that the user who accepts must have. `lifetime` is how long the challenge
    stays open, None for the usual time. `stakes_by` says whether the challenger chose the stakes of
    the terms, and `display` what shows the challenge.
    """

    note: Note | None = None
    venue: VenueKind = VenueKind.THREAD
    role: RoleId | None = None
    lifetime: Seconds | None = None
    stakes_by: StakesBy = StakesBy.CHALLENGER
    display: ChallengeDisplay = ChallengeDisplay.MESSAGE


NO_PARTICULARS: Final = Particulars()
"""The particulars of a challenger who specified none."""


@dataclass(frozen=True, slots=True)
class Challenge:
    """A challenge that was made in a place, and what became of it.

    `friend` is `None` while anyone may accept; the user who accepts becomes the friend. `role`, if
    set, limits who may accept. `rematch_of` is the match that a rematch repeats, and `counters` is
    the challenge that this one answers with other terms. `reason` is why the friend declined.
    """

    id: ChallengeId
    place: InServer
    challenger: UserId
    friend: UserId | None
    terms: Terms
    offered_at: Instant
    expires_at: Instant
    state: ChallengeState = ChallengeState.OPEN
    match: MatchId | None = None
    note: Note | None = None
    rematch_of: MatchId | None = None
    venue: VenueKind = VenueKind.THREAD
    role: RoleId | None = None
    counters: ChallengeId | None = None
    reason: Note | None = None
    stakes_by: StakesBy = StakesBy.CHALLENGER
    display: ChallengeDisplay = ChallengeDisplay.MESSAGE
    revision: Revision = Revision(1)

    @property
    def is_listed(self) -> bool:
        """Whether the open challenge is shown only in the list of users who want to play."""
        return self.display is ChallengeDisplay.LIST

    @property
    def is_asked_in_person(self) -> bool:
        """Whether the friend is asked in direct messages, as for a rematch of a match there."""
        return self.rematch_of is not None and self.venue is VenueKind.DIRECT


@dataclass(frozen=True, slots=True)
class Ban:
    """A member who may not play in a server, until a moment or until the ban is lifted."""

    user: UserId
    moderator: UserId
    since: Instant
    until: Instant | None
    reason: Note | None
