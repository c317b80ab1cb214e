"""The numbers that a hosted match is made of, each a type of its own."""

from dataclasses import dataclass
from typing import NewType

UserId = NewType("UserId", int)
GuildId = NewType("GuildId", int)
ChannelId = NewType("ChannelId", int)
"""A channel's or a thread's id."""
MessageId = NewType("MessageId", int)
RoleId = NewType("RoleId", int)
"""A role of a server's; the number of the server itself stands for everyone."""
PlayerKey = NewType("PlayerKey", int)
"""Stands for a person in all that is kept for good, and does not name them."""
ChallengeId = NewType("ChallengeId", int)
MatchId = NewType("MatchId", int)
"""The number that people see as `#12`."""

Revision = NewType("Revision", int)
"""Counts the changes of what a bed shows. It never falls."""
Ply = NewType("Ply", int)
"""How many turns have been played, both seats together."""
Instant = NewType("Instant", float)
"""A moment in epoch seconds."""
Seconds = NewType("Seconds", float)


@dataclass(frozen=True, slots=True)
class Place:
    """A channel or thread of a server, or somebody's direct messages with the bot.

    `guild` is `None` in direct messages.
    """

    guild: GuildId | None
    channel: ChannelId
