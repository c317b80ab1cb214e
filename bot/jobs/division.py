"""How the processes of a fleet divide its shards: each plans its own part from the same rows.

No clock and no database is read here: `bot.jobs.fleet` reads the rows and stores the plan.
"""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.match.identity import GuildId

DIRECT_SHARD: Final = 0
"""The shard that receives direct messages."""
_SHARD_BITS: Final = 22
"""By how many bits to shift a server's number to find its shard."""

RELEASED_AT_ONCE: Final = 2
"""How many shards a process hands over at a time: each is down until it is connected again."""


@dataclass(frozen=True, slots=True)
class FleetMember:
    """One of the processes."""

    number: int
    machine: str
    process: int
    beats: int
    connected: int
    shards: int
    """The number of shards that it divides, or 0 until it knows."""


@dataclass(frozen=True, slots=True)
class Shard:
    """A shard.

    `held_by` is the member that is to connect it, `served_by` the member that has connected it;
    either is 0 for none.
    """

    number: int
    held_by: int
    served_by: int


@dataclass(frozen=True, slots=True)
class MemberState:
    """What a member knows of itself when it renews.

    `served` are the shards that it has connected, `to_release` those that it hands over, and
    `released` those of `to_release` that it has disconnected. It may take shards once it knows
    their number. The shards are divided among at least `expected` members: others may still be
    starting.
    """

    number: int
    served: frozenset[int]
    to_release: frozenset[int]
    released: frozenset[int]
    may_take: bool
    is_connected: bool
    expected: int


@dataclass(frozen=True, slots=True)
class Division:
    """The shards after a renewal, and what the rows said about the other members.

    `gone` are the members to drop. The shards are divided among the `sharers`; a starting member
    takes none from others.
    """

    shards: tuple[Shard, ...]
    gone: frozenset[int]
    sharers: frozenset[int]
    are_others_reached: bool
    """Whether Discord reaches another member by any shard."""
    is_everyone_connected: bool

    def held_by(self, number: int) -> frozenset[int]:
        """Return the shards that a member is to connect."""
        return frozenset(each.number for each in self.shards if each.held_by == number)

    @property
    def is_whole(self) -> bool:
        """Whether each shard is served by a process that Discord reaches."""
        is_served = bool(self.shards) and all(each.served_by for each in self.shards)
        return is_served and self.is_everyone_connected


def divide(
    own: MemberState, members: Sequence[FleetMember], shards: Sequence[Shard], gone: frozenset[int]
) -> Division:
    """Return how the shards are divided once a member has renewed.

    While other members serve users, a member that has connected no shard takes only one.
    """
    living = [each for each in members if each.number not in gone]
    others = [each for each in living if each.number != own.number]
    connected = {each.number for each in others if each.connected}
    are_others_reached = any(each.served_by in connected for each in shards)
    sharers = frozenset(each.number for each in living if each.shards)
    most = len(shards) if own.served or not are_others_reached else 1
    after = _with_reports(own, shards, {each.number for each in living})
    if own.may_take:
        after = _take_free(own, after, min(most, share_of(len(shards), sharers, own.expected)))
    return Division(
        tuple(after),
        gone,
        sharers,
        are_others_reached,
        own.is_connected and len(connected) == len(others),
    )


def share_of(shards: int, sharers: frozenset[int], expected: int) -> int:
    """Return the most shards that one member is to hold."""
    return math.ceil(shards / max(len(sharers), expected))


def _with_reports(own: MemberState, shards: Sequence[Shard], living: set[int]) -> list[Shard]:
    """Return the shards with what this member serves now; those of dropped members are free."""
    after = []
    for each in shards:
        is_own = each.held_by == own.number
        if each.held_by not in living or (is_own and each.number in own.released):
            after.append(Shard(each.number, 0, 0))
        elif is_own:
            after.append(replace(each, served_by=own.number if each.number in own.served else 0))
        else:
            after.append(each)
    return after


def _take_free(own: MemberState, shards: Sequence[Shard], share: int) -> list[Shard]:
    """Return the shards after this member has taken free ones, up to its share."""
    room = max(0, share - sum(each.held_by == own.number for each in shards))
    free = [each.number for each in shards if not each.held_by and each.number not in own.released]
    taken = set(free[:room])
    return [replace(each, held_by=own.number) if each.number in taken else each for each in shards]


def surplus(own: MemberState, division: Division) -> frozenset[int]:
    """Return the shards to hand over, now that there are more members than before."""
    shards, held = division.shards, division.held_by(own.number)
    share = share_of(len(shards), division.sharers, own.expected)
    if len(held) <= share:
        # No member needs shards from this one now; those already disconnected are still released.
        return (own.to_release & held) - own.served
    if not all(each.served_by for each in shards):
        return own.to_release & held
    held_by, serving = Counter(each.held_by for each in shards), {each.served_by for each in shards}
    if own.number != min(division.sharers, key=lambda each: (-held_by[each], each), default=0):
        # Only the member with the most shards releases any, or more would be released than are
        # missing.
        return own.to_release & held
    missing = sum(
        max(0, (share if each in serving else 1) - held_by[each])
        for each in division.sharers - {own.number}
    )
    most = min(len(held) - share, missing, RELEASED_AT_ONCE)
    return frozenset(sorted(held)[len(held) - most :])


def shard_of(guild: GuildId, shard_count: int) -> int:
    """Return the shard of a server."""
    return (guild >> _SHARD_BITS) % shard_count
