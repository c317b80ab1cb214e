"""The numbers that a match is made of, each with its own type."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, Generic, NewType, Self, TypeVar, assert_never

from bot.game import Seat

UserId = NewType("UserId", int)
GuildId = NewType("GuildId", int)
ChannelId = NewType("ChannelId", int)
"""A channel's or a thread's id."""
MessageId = NewType("MessageId", int)
RoleId = NewType("RoleId", int)
"""A role of a server; the server's own number stands for everyone."""
EventId = NewType("EventId", int)
"""A scheduled event of a server."""
PlayerKey = NewType("PlayerKey", int)
"""Stands for a player, without naming them, in all records that are kept forever."""
ChallengeId = NewType("ChallengeId", int)
MatchId = NewType("MatchId", int)
"""The number that users see as `#12`."""

Revision = NewType("Revision", int)
"""Counts the changes of what a board shows. It never decreases."""
Ply = NewType("Ply", int)
"""How many turns have been played, by both seats together."""
Instant = NewType("Instant", float)
"""A moment in epoch seconds."""
Seconds = NewType("Seconds", float)

RECENT: Final = Seconds(24 * 3600.0)
"""How long a message counts as recent when a person's data is deleted."""


@dataclass(frozen=True, slots=True)
class InServer:
    """A channel or thread of a server that the bot is in."""

    guild: GuildId
    channel: ChannelId


@dataclass(frozen=True, slots=True)
class Direct:
    """The direct messages of a user with the bot."""

    user: UserId
    channel: ChannelId


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A channel of a server that the bot is not in, or a conversation of users without it."""

    guild: GuildId | None
    channel: ChannelId


Place = InServer | Direct
"""Where the bot can post."""


def owner_of(place: Place) -> UserId | None:
    """Return the user whose direct messages with the bot are this place; None in a server."""
    match place:
        case InServer():
            return None
        case Direct(user):
            return user
        case _:
            assert_never(place)


def is_in(place: Place, guild: GuildId) -> bool:
    """Return whether a place is in a server."""
    return isinstance(place, InServer) and place.guild == guild


Had = TypeVar("Had")


@dataclass(frozen=True, slots=True)
class PerSeat(Generic[Had]):
    """A value for orange and a value for gray."""

    orange: Had
    gray: Had

    def of(self, seat: Seat) -> Had:
        """Return the seat's value."""
        return self.orange if seat is Seat.ORANGE else self.gray

    def with_value(self, seat: Seat, had: Had) -> Self:
        """Return both values, with that seat's replaced."""
        return replace(self, orange=had) if seat is Seat.ORANGE else replace(self, gray=had)

    def __iter__(self) -> Iterator[tuple[Seat, Had]]:
        """Iterate over the seats and their values, orange first."""
        return iter(((Seat.ORANGE, self.orange), (Seat.GRAY, self.gray)))


def former(key: PlayerKey) -> UserId:
    """Return the number that stands for a former player."""
    return UserId(-key)


@dataclass(frozen=True, slots=True)
class Erasure:
    """A user whose data is being deleted, and the number that takes their place."""

    user: UserId
    former: UserId
    at: Instant

    @property
    def recent_since(self) -> Instant:
        """The moment after which messages that show the user are updated.

        Older messages are in archived threads.
        """
        return Instant(self.at - RECENT)


def is_former(user: UserId) -> bool:
    """Return whether a number stands for a former player. Discord's numbers are all positive."""
    return user < 0


def key_of_former(user: UserId) -> PlayerKey:
    """Return the key of the former player that a number stands for."""
    if not is_former(user):
        raise ValueError(f"{user} is a user's number, not a former player's")
    return PlayerKey(-user)
