"""Several processes on one database: each is a member, and holds some of the shards.

A member that has not renewed for the length of a lease is gone: the others drop it, divide its
shards among themselves and free its claims. Clocks of different machines are not compared: each
member has a number that changes with every renewal, and each observer measures for how long it has
not changed.
"""

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

import structlog

from bot.db.database import Concurrency, Database, Writing
from bot.db.patience import waiting_at_most
from bot.db.program import (
    SHARED,
    Lease,
    lead,
    leave_lead,
    lock_lease,
    renew_lead,
)
from bot.db.statements import (
    Connection,
    Fence,
    Statement,
    StatementResult,
    Statements,
    by_server_clock,
    execute,
    load_queries,
)
from bot.errors import DiscordUnreachable, NotStored
from bot.jobs import jobs
from bot.jobs.clock import elapsed
from bot.jobs.division import Division, FleetMember, MemberState, Shard, divide, surplus
from bot.jobs.leadership import Leadership, LeadLost, Process, has_ended
from bot.jobs.processes import forget_shards, leaders_of, query_members, query_shards

Found = TypeVar("Found")

QUERIES: Final = load_queries(__file__)

LEASE: Final = 8.0
"""How long after its last renewal a member counts as alive."""
RENEWAL: Final = 2.0
LEASE_MARGIN: Final = 1.0
"""How long the others still wait after a member has stopped trusting its own lease."""
CUT_OFF: Final = 180.0
"""How long Discord may fail to reach a process while it reaches another, before the process ends.
"""
SETTLING: Final = 10.0
"""How long a new process leaves shards to other processes that are still starting."""
FREEING: Final = 60.0
"""How long the claims of a dropped process are freed again and again.

A commit that it began before it was dropped may become visible later.
"""
FREES_WITHIN: Final = 1.0
"""How long freeing jobs waits for other transactions; the next renewal tries again."""
IDENTIFY_EVERY: Final = 5.5
"""The interval at which the shards of a bucket identify: Discord's 5 seconds, and a margin."""
SOONEST: Final = 0.05
"""The shortest wait for a turn."""

_log: Final = structlog.get_logger(__name__)


@dataclass(slots=True)
class _Watch:
    """When this process first saw each member's current number of renewals, by its own clock."""

    seen: dict[int, tuple[int, float]] = field(default_factory=dict)

    def excusing(self, seconds: float) -> "_Watch":
        """Return a watch that excuses that much of the members' silence."""
        by = max(0.0, seconds)
        return _Watch({number: (beats, since + by) for number, (beats, since) in self.seen.items()})

    def silent(self, members: Sequence[FleetMember], now: float) -> set[int]:
        """Return the numbers of the members that have not renewed for too long."""
        before, self.seen = self.seen, {}
        for each in members:
            beats, since = before.get(each.number, (each.beats, now))
            self.seen[each.number] = (each.beats, since if beats == each.beats else now)
        return {
            number
            for number, (_, since) in self.seen.items()
            if now - since >= LEASE + LEASE_MARGIN
        }


class Fleet(Leadership):
    """Leadership shared with other processes; `expected` is their number."""

    def __init__(self, database: Database, expected: int, process: Process | None = None) -> None:
        super().__init__(database, process)
        self.number: Final = secrets.randbits(53) | 1
        self.held: frozenset[int] = frozenset()
        """The shards that this process is to connect."""
        self.served: frozenset[int] = frozenset()
        """The shards that it has connected, as it reports itself."""
        self.to_release: frozenset[int] = frozenset()
        """The shards to hand over to other members after disconnecting them."""
        self.is_whole = False
        """Whether each shard is served by a process that Discord reaches."""
        self.total: int | None = None
        """The number of shards, once that is known."""
        self.changed: Final = asyncio.Event()
        """Set after `held` or `to_release` has changed."""
        self.released: frozenset[int] = frozenset()
        """The shards of `to_release` that it has disconnected."""
        self.is_connected: Callable[[], bool] = lambda: True
        """Returns whether Discord reaches this process by all of its shards; the code that connects
        sets it.
        """
        self.is_reached: Callable[[], bool] = lambda: True
        """Returns whether Discord reaches this process by at least one shard; the code that
        connects sets it.
        """
        self.on_renewal: Callable[[], None] = lambda: None
        """Called after each renewal: other members may have changed what is cached."""
        self.expected: Final = expected
        self._cut_off_since: float | None = None
        self._is_new = True
        self._joined_at = 0.0
        self._renewed_at = 0.0
        self._frees_until = 0.0
        self._watch = _Watch()
        self._hurry = asyncio.Event()
        self._one_renewal = asyncio.Lock()

    async def find_older(self) -> Process | None:
        """Return a process that runs beside this one and has not joined, or None.

        A process in the table may have ended, so watch all of them for as long as a live one may be
        silent.
        """
        before = await self._beats()
        if not before:
            return None
        await asyncio.sleep(LEASE + LEASE_MARGIN)
        after = await self._beats()
        return next((each for each, beats in after.items() if beats != before.get(each)), None)

    async def _beats(self) -> dict[Process, float]:
        """Return how often each leading process has renewed."""
        async with self._database.reading() as reading:
            leaders = await leaders_of(reading)
        return {Process(each.machine, each.process): each.beats for each in leaders}

    async def share(self, total: int) -> int:
        """Agree with the other members on a number of shards, and return it.

        It is the number that they divide already, else `total`. Other members may be dead, so this
        process renews and waits until one of them has renewed or all were dropped.
        """
        first: dict[int, int] = {}
        while (shared := await self._settle(total, first)) is None:
            await asyncio.sleep(RENEWAL)
            await self.renew()
        if shared != total:
            _log.warning("others share another number of shards", theirs=shared, ours=total)
        self.total = shared
        return shared

    async def _settle(self, total: int, first: dict[int, int]) -> int | None:
        """Return the number of shards from now on; None while other members may be dead.

        `first` is how often each of them had renewed when it was first seen.
        """

        async def act(writing: Writing, results: list[Any]) -> int | None:
            _, members, shards = results
            others = [each for each in members if each.shards and each.number != self.number]
            settled: int = len(shards)
            if others and settled not in (0, total):
                if all(each.beats == first.setdefault(each.number, each.beats) for each in others):
                    return None
            elif settled != total:
                settled = total
                await execute(
                    forget_shards(writing),
                    *(QUERIES.make_shard(writing.connection, number=n) for n in range(total)),
                )
            await QUERIES.shares(writing.connection, shards=settled, number=self.number)
            return settled

        return await self._transact(act, self._questions)

    def hurry(self) -> None:
        """Renew now, to report at once what this process serves or hands over."""
        self._hurry.set()

    async def renew(self) -> None:
        """Report that this process lives and what it serves, drop dead members, divide the shards.

        Raise `LeadLost` if another member has dropped this process, `DiscordUnreachable` if Discord
        has long reached others and not this process, or `NotStored`.
        """
        async with self._one_renewal:
            began_at = elapsed()
            # While this process could not renew, perhaps the others could not either.
            watch = self._watch.excusing(began_at - self._renewed_at - 2 * RENEWAL)

            async def act(writing: Writing, results: list[Any]) -> tuple[MemberState, Division]:
                _, members, shards = results
                gone = self._dropped(watch, members, began_at)
                own = self._standing(shards, began_at)
                division = divide(own, members, shards, gone)
                await self._store(writing, own, members, shards, division)
                return own, division

            own, division = await self._transact(act, self._questions)
            self._note_renewal(own, division, watch, began_at)
            self._renewed_at = began_at
            self._sure_until = began_at + LEASE
            self.on_renewal()
            if began_at < self._frees_until:
                await self._free()
            if self._cut_off_since is not None and began_at - self._cut_off_since > CUT_OFF:
                raise DiscordUnreachable("it reaches other processes of this bot")

    async def _transact(
        self,
        act: Callable[[Writing, list[Any]], Awaitable[Found]],
        questions: Callable[[Writing], Sequence[Statement[Any]]] | None = None,
    ) -> Found:
        """Write in the fleet's tables, without waiting for writers of the whole database.

        Waiting for them could take most of a lease. All code that writes members or shards locks
        the lease first, including the code that joins, or begins to lead alone.
        """
        return await self._database.transact(act, questions, Concurrency.ALL)

    async def _free(self) -> None:
        """Free the claims of dead processes, unless locks of others make that take too long."""
        with suppress(NotStored), waiting_at_most(FREES_WITHIN, lambda: False):
            await self._database.transact(lambda writing, _: jobs.free(writing))

    def _questions(self, writing: Writing) -> list[Statement[Any]]:
        """Return the statements to run first. They lock the lease: members renew one at a time."""
        return [lock_lease(writing), query_members(writing), query_shards(writing)]

    def _standing(self, shards: Sequence[Shard], now: float) -> MemberState:
        # Processes that are still starting matter only while shards are free. If the others hold
        # all shards, they hand some over as soon as they learn of this process.
        is_late = self._is_new and bool(shards) and all(each.held_by for each in shards)
        is_settled = is_late or now - self._joined_at >= SETTLING
        return MemberState(
            self.number,
            self.served,
            self.to_release,
            self.to_release & self.released,
            may_take=self.total is not None,
            is_connected=self.is_connected(),
            expected=1 if is_settled else self.expected,
        )

    async def _store(
        self,
        writing: Writing,
        own: MemberState,
        members: Sequence[FleetMember],
        shards: Sequence[Shard],
        division: Division,
    ) -> None:
        """Store a renewal. Raise `LeadLost` if another member has dropped this one."""
        if all(each.number != self.number for each in members):
            raise LeadLost
        connection = writing.connection
        renewed, *_ = await execute(
            renew_lead(writing, SHARED, time.time() + LEASE),
            QUERIES.beat_of(connection, number=self.number, connected=int(own.is_connected)),
            *(_drop(writing, number) for number in sorted(division.gone)),
            *(
                QUERIES.shard_held(
                    connection, number=new.number, held_by=new.held_by, served_by=new.served_by
                )
                for old, new in zip(shards, division.shards, strict=True)
                if old != new
            ),
        )
        if not renewed:
            # Another process leads alone.
            raise LeadLost

    def _dropped(self, watch: _Watch, members: Sequence[FleetMember], now: float) -> frozenset[int]:
        silent = watch.silent(members, now)
        dead = {
            each.number for each in members if has_ended(self._process, each.machine, each.process)
        }
        return frozenset(silent | dead) - {self.number}

    def _note_renewal(
        self, own: MemberState, division: Division, watch: _Watch, now: float
    ) -> None:
        """Record in memory what a renewal has stored, and how the shards are divided now."""
        if self._is_new and own.expected == 1:
            self._joined_at = now - SETTLING
        self._is_new = False
        # The others' silence is excused once, however often the renewal failed.
        before, self._watch = self._watch.seen.keys(), watch
        if division.gone:
            _log.warning(
                "processes gone",
                processes=len(division.gone),
                left=len(watch.seen) - len(division.gone),
            )
        if division.gone or not before <= watch.seen.keys():
            # Processes that were dropped by another member, or left, may not have freed their
            # claims.
            self._frees_until = now + FREEING
        if self.is_reached() or not division.are_others_reached:
            self._cut_off_since = None
        elif self._cut_off_since is None:
            self._cut_off_since = now
        self.is_whole = division.is_whole
        held, release = division.held_by(self.number), surplus(own, division)
        if (held, release) != (self.held, self.to_release):
            self.held, self.to_release = held, release
            self.changed.set()

    @property
    def living(self) -> int:
        """The number of processes, as far as this one knows."""
        return len(self._watch.seen) or self.expected

    @property
    def is_sure(self) -> bool:
        """Whether it is certain that this process was not dropped."""
        return elapsed() < self._sure_until

    def note_wait(self) -> None:
        """Record that a shard waits for its turn: this process is not cut off."""
        self._cut_off_since = None

    async def take_turn(self, bucket: int) -> float:
        """Take a bucket's turn to identify. Return 0.0, or the seconds until it is free."""

        async def act(writing: Writing, _: object) -> float:
            connection, now = writing.connection, time.time()
            _, taken, free_in = await execute(
                QUERIES.make_bucket(connection, number=bucket),
                by_server_clock(
                    QUERIES.take_bucket(connection, number=bucket, now=now, every=IDENTIFY_EVERY)
                ),
                by_server_clock(
                    QUERIES.bucket_free_in(connection, number=bucket, now=now).one(float)
                ),
            )
            return 0.0 if taken else max(SOONEST, float(free_in))

        return await self._transact(act)

    @property
    def fence(self) -> Fence:
        """The condition of each transaction: this process was not dropped.

        It is checked at each commit, because the process may have been suspended just before.
        """
        return Fence(
            lambda: self.is_sure,
            self._require_held,
            lambda connection: QUERIES.require_member(connection, number=self.number),
            self._lose,
        )

    def _lose(self) -> LeadLost:
        """Request a renewal, which will end this process; return the exception for now."""
        self._hurry.set()
        return LeadLost()

    def _require_held(self, connection: Connection) -> Statement[None]:
        membership = QUERIES.is_member(connection, number=self.number)

        def read(result: StatementResult) -> None:
            if not result.rows:
                raise self._lose()

        return membership.reading(read)

    async def leave(self) -> None:
        """Leave the fleet, so that the others can take the shards at once. Raise `NotStored`."""
        self._database.fence = None

        async def act(writing: Writing, _: object) -> None:
            *_, left = await execute(_drop(writing, self.number), query_members(writing))
            if not left:
                await leave_lead(writing, SHARED)

        await self._transact(act, lambda writing: [lock_lease(writing)])
        await self._database.transact(lambda writing, _: jobs.free(writing))

    async def _try_to_take(self, unless_renewed_since: Lease | None = None) -> Lease | None:
        """Join the others, or return the lease of a process that leads alone."""
        now, began_at = time.time(), elapsed()
        async with self._database.writing() as writing:
            held = await lock_lease(writing)
            if (
                held is not None
                and held.token != SHARED
                and self._is_held(held, unless_renewed_since, now)
            ):
                return held
            connection = writing.connection
            await lead(
                writing, Lease(SHARED, self._process.machine, self._process.number, now + LEASE)
            )
            known = await query_members(writing)
            over = [each for each in known if has_ended(self._process, each.machine, each.process)]
            self.is_first = len(over) == len(known)
            await execute(
                *(_drop(writing, each.number) for each in over),
                QUERIES.join_fleet(
                    connection,
                    number=self.number,
                    machine=self._process.machine,
                    process=self._process.number,
                ),
                jobs.free(writing),
            )
        if over:
            self._frees_until = began_at + FREEING
        self._joined_at = self._renewed_at = began_at
        self._sure_until = began_at + LEASE
        self._database.process = self.number
        self._database.fence = self.fence
        return None

    async def _pause(self) -> None:
        """Wait until the next renewal."""
        try:
            async with asyncio.timeout(RENEWAL):
                await self._hurry.wait()
        except TimeoutError:
            pass
        self._hurry.clear()


def _drop(writing: Writing, number: int) -> Statements:
    """Return the statements that drop a member, and leave its shards to others."""
    return Statements(
        QUERIES.leave_fleet(writing.connection, number=number),
        QUERIES.shards_left_by(writing.connection, process=number),
    )
