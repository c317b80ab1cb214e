"""The division of shards without a database: the plans of all processes fit together."""

from dataclasses import dataclass, field
from random import Random

import pytest

from bot.jobs.division import (
    RELEASED_AT_ONCE,
    Division,
    FleetMember,
    MemberState,
    Shard,
    divide,
    share_of,
    surplus,
)


@dataclass(slots=True)
class Process:
    """A process that connects at once the shards it holds, and disconnects those it releases."""

    number: int
    served: frozenset[int] = frozenset()
    to_release: frozenset[int] = frozenset()
    released: frozenset[int] = frozenset()
    beats: int = field(default=0)

    def standing(self) -> MemberState:
        return MemberState(
            self.number,
            self.served,
            self.to_release,
            self.to_release & self.released,
            may_take=True,
            is_connected=bool(self.served),
            expected=1,
        )

    def member(self, shards: int) -> FleetMember:
        return FleetMember(
            self.number, "a", self.number, self.beats, int(bool(self.served)), shards
        )

    def note(self, division: Division) -> None:
        own = self.standing()
        held = division.held_by(self.number)
        self.to_release = surplus(own, division)
        self.released = self.to_release
        self.served = held - self.to_release


def renew(
    process: Process,
    living: list[Process],
    shards: tuple[Shard, ...],
    gone: frozenset[int] = frozenset(),
) -> Division:
    members = [each.member(len(shards)) for each in living]
    division = divide(process.standing(), members, shards, gone)
    process.note(division)
    return division


@pytest.mark.parametrize("seed", range(20))
def test_every_shard_is_served_and_no_process_holds_more_than_its_share(seed: int) -> None:
    chance, count = Random(seed), 16
    shards = tuple(Shard(number, 0, 0) for number in range(count))
    living = [Process(number) for number in range(1, 4)]
    dropped = frozenset[int]()
    for step in range(200):
        if step == 60:
            dropped = frozenset({living.pop().number})
        if step == 120:
            living.append(Process(9))
        process = chance.choice(living)
        before = shards
        division = renew(process, living, shards, dropped)
        shards = division.shards
        for old, new in zip(before, shards, strict=True):
            is_others = old.held_by not in {0, process.number, *dropped}
            assert not is_others or new == old, "a process takes no shard from another"
        assert len(process.to_release) <= RELEASED_AT_ONCE
    sharers = frozenset(each.number for each in living)
    held = {each.number: division.held_by(each.number) for each in living}
    assert frozenset().union(*held.values()) == set(range(count))
    assert max(map(len, held.values())) <= share_of(count, sharers, expected=1)


def test_a_process_without_connections_begins_with_one_shard() -> None:
    old, new = Process(1), Process(2)
    shards = renew(old, [old], tuple(Shard(number, 0, 0) for number in range(4))).shards
    shards = renew(old, [old], shards).shards
    free = (*shards[:2], Shard(2, 0, 0), Shard(3, 0, 0))
    division = renew(new, [old, new], free)
    assert division.held_by(2) == {2}
    assert division.are_others_reached


def test_shards_are_left_for_expected_processes() -> None:
    own = MemberState(1, frozenset(), frozenset(), frozenset(), True, True, expected=3)
    alone = FleetMember(1, "a", 1, 0, 1, 9)
    shards = tuple(Shard(number, 0, 0) for number in range(9))
    assert len(divide(own, [alone], shards, frozenset()).held_by(1)) == 3
