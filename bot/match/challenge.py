"""A challenge from one person to another, from the offer to its end."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final

from bot.game import Seat
from bot.match.clock import DAY
from bot.match.identity import (
    ChallengeId,
    Instant,
    MatchId,
    Place,
    Revision,
    RoleId,
    Seconds,
    UserId,
)
from bot.match.terms import Note, Terms, VenueKind

LIFETIME: Final = Seconds(7 * DAY)
"""How long a challenge stays open that does not say."""
LONGEST_LIFETIME: Final = Seconds(14 * DAY)


class ChallengeState(Enum):
    """The state of a challenge. The values are what the database keeps."""

    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    CANCELLED = "cancelled"
    EXPIRED = "expired"
    COUNTERED = "countered"
    """The friend answered with other terms, in a challenge of their own."""


class Answer(Enum):
    """What a person can say to a challenge that is open."""

    ACCEPT = "accept"
    DECLINE = "decline"
    CANCEL = "cancel"


class StakesBy(Enum):
    """By what the stakes of a challenge were settled. The values are what the database keeps."""

    CHALLENGER = "challenger"
    """Its challenger has said what is played for."""
    DEFAULT = "default"
    """Nobody has said, so that the first match of whoever accepts is casual."""
    FIRST_MATCH = "first match"
    """It was open, and casual since it is the first match of whoever accepted."""


@dataclass(frozen=True, slots=True)
class Seats:
    """Who sits where."""

    orange: UserId
    gray: UserId

    def user_of(self, seat: Seat) -> UserId:
        """Return the person in that seat."""
        return self.orange if seat is Seat.ORANGE else self.gray

    def seat_of(self, user: UserId) -> Seat | None:
        """Return the person's seat, if they have one."""
        if user == self.orange:
            return Seat.ORANGE
        return Seat.GRAY if user == self.gray else None

    def __iter__(self) -> Iterator[UserId]:
        """Walk over both people, orange first."""
        return iter((self.orange, self.gray))


@dataclass(frozen=True, slots=True)
class Particulars:
    """What a challenger says beside the terms.

    A few words, in what sort of place to play, the role that whoever accepts must have, how long
    the challenge stays open, and whether its stakes were said at all.
    """

    note: Note | None = None
    venue: VenueKind = VenueKind.THREAD
    role: RoleId | None = None
    lifetime: Seconds = LIFETIME
    stakes_by: StakesBy = StakesBy.CHALLENGER


NO_PARTICULARS: Final = Particulars()
"""What somebody says who says nothing."""


@dataclass(frozen=True, slots=True)
class Challenge:
    """A challenge that was made in a place, and what became of it.

    `friend` is `None` as long as anyone may accept; who accepts becomes the friend. `role` limits
    who may, if it is set. `rematch_of` is the match that is to be played again, if it is a
    rematch, and `counters` the challenge that this one answers with other terms. `reason` is what
    the friend said when they declined.
    """

    id: ChallengeId
    place: Place
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
    revision: Revision = Revision(1)

    @property
    def is_asked_in_person(self) -> bool:
        """Whether the friend is asked in direct messages, as for what was played there."""
        return self.rematch_of is not None and self.venue is VenueKind.DIRECT


@dataclass(frozen=True, slots=True)
class Ban:
    """A member who may not play in a server, until a moment or until it is lifted."""

    user: UserId
    moderator: UserId
    since: Instant
    until: Instant | None
    reason: Note | None
