"""Whole ladders whose players come and go at any moment, in a process that is often restarted."""

import asyncio
import dataclasses
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import pytest

from bot.address import DatabaseAddress
from bot.db.opening import open_database
from bot.features.competitions.members import ExitReason
from bot.features.ladders.errors import ChallengeOver, OnLadderAlready
from bot.features.ladders.ladder import LadderChallengeState, LadderField, LadderId, LadderTerms
from bot.features.ladders.managing import DecideChallenge, RemoveRung
from bot.features.ladders.rules import ChallengeResult, RungId, challengeable
from bot.features.matches.access import Presence
from bot.features.moderation.log import Moderator
from bot.jobs.leadership import Leadership
from bot.match.clock import DAY, WEEK, PerMove
from bot.match.identity import ChannelId, Instant, MessageId, Revision
from bot.services import Services, open_services
from tests.kit.clocks import StandingClock
from tests.kit.killed_processes import (
    KILL_STEP,
    RUNS,
    TAKEOVER_TIME,
    Hosts,
    ProcessKilled,
    kill_after,
    open_hosts,
)
from tests.kit.ladders import (
    HOST,
    PEOPLE,
    expect_sound,
    open_ladder,
    rung_of,
    send_challenge,
    start_challenge_match,
    users_on,
)
from tests.kit.matches import GUILD, PLACE
from tests.kit.postgresql import IS_CHOSEN
from tests.kit.service_matches import run_due_jobs
from tests.kit.template import create_database
from tests.kit.thoroughness import quick_or_thorough, sampled

CROWD = PEOPLE[:9]


@dataclass
class Life:
    """A ladder on which random acts follow one another; `seen` counts what happened."""

    hosts: Hosts
    seen: Counter[str]
    field: LadderField
    late: int = 0
    off_at: dict[RungId, Instant | None] = dataclasses.field(default_factory=dict)

    async def act(self) -> None:
        """Let an act happen, or be refused."""
        acts = [
            self.join,
            self.join,
            *[self.challenge] * 8,
            *[self.accept] * 8,
            *[self.resign] * 2,
            *[self.run_out] * 5,
            self.withdraw,
            self.leave,
            self.rest,
            self.go_on_vacation,
            self.moderate,
            self.moderate,
            *[self.wait] * 3,
        ]
        act, lot = self.hosts.chance.choice(acts), self.hosts.chance.random()
        # Both processes do the same if they act at once.
        await self.hosts.do(lambda services: act(services, Random(lot)))
        services = self.hosts.services
        self.field = await services.ladders.find(self.field.ladder.id)
        await expect_sound(services, self.field)
        late = sum(each.late is not None for each in self.field.challenges)
        self.seen["lost on time"] += late > self.late
        self.late = late
        self.seen.update(
            each.off_why.value
            for each in self.field.rungs
            if each.off_why is not None and each.off_at != self.off_at.get(each.id)
        )
        self.off_at = {each.id: each.off_at for each in self.field.rungs}

    async def join(self, services: Services, chance: Random) -> None:
        await services.ladders.join(chance.choice(CROWD), self.field.ladder.id, frozenset())

    async def challenge(self, services: Services, chance: Random) -> None:
        if not self.field.order:
            return
        own = self.field.rung(chance.choice(self.field.order))
        offered = challengeable(self.field.rules, own.id, self.hosts.clock.now())
        if offered:
            chosen = chance.choice(offered)
            await services.ladders.challenge(own.user, self.field.ladder.id, chosen, frozenset())

    async def accept(self, services: Services, chance: Random) -> None:
        asked = [each for each in self.field.open if each.state is LadderChallengeState.ASKED]
        if asked:
            challenge = chance.choice(asked)
            user = self.field.rung(challenge.challenged).user
            await services.ladders.accept(user, challenge.id, frozenset())

    async def resign(self, services: Services, chance: Random) -> None:
        live = [each.match for each in self.field.open if each.match is not None]
        if live:
            match = await services.matches.find(chance.choice(live))
            await services.matches.resign(chance.choice(match.people), match.id)

    async def run_out(self, services: Services, chance: Random) -> None:
        for each in self.field.open:
            if each.match is not None:
                match = await services.matches.find(each.match)
                if match.to_move is not None:
                    shown = ChannelId(55), MessageId(7000 + match.id), Revision(1)
                    await services.boards.board_posted(match.id, *shown, match.to_move)
                self.hosts.clock.advance(2 * DAY)
                return

    async def withdraw(self, services: Services, chance: Random) -> None:
        for each in self.field.open:
            if each.state is LadderChallengeState.ASKED:
                user = self.field.rung(each.challenger).user
                await services.ladders.withdraw(user, each.id)
                return

    async def leave(self, services: Services, chance: Random) -> None:
        await services.ladders.leave(chance.choice(CROWD), self.field.ladder.id)

    async def rest(self, services: Services, chance: Random) -> None:
        await services.ladders.rest(chance.choice(CROWD), self.field.ladder.id)

    async def go_on_vacation(self, services: Services, chance: Random) -> None:
        await services.vacations.begin(chance.choice(CROWD), GUILD, chance.randint(1, 9))
        self.seen["vacation"] += 1

    async def moderate(self, services: Services, chance: Random) -> None:
        field, user = self.field, chance.choice(CROWD)
        live = [each for each in field.open if each.match is not None]
        what = chance.randrange(6)
        if what == 0 and live and live[0].match is not None:
            await services.moderation.end_match(Moderator(GUILD, HOST), live[0].match)
            self.seen["begun anew"] += 1
        elif what == 1:
            await services.bans.ban(Moderator(GUILD, HOST), user, WEEK)
        elif what == 2:
            await services.departures.record(GUILD, user, Presence.UNREACHABLE)
        elif what == 3 and field.open:
            result = chance.choice([None, *ChallengeResult])
            choice = DecideChallenge(chance.choice(field.open).id, result)
            await services.managed_ladders.decide(HOST, field.ladder.id, GUILD, choice)
        elif what == 4 and field.order:
            removed = RemoveRung(chance.choice(field.order))
            await services.managed_ladders.decide(HOST, field.ladder.id, GUILD, removed)
        elif what == 5:
            await services.privacy.delete(user)
            self.seen["erasure"] += 1

    async def wait(self, services: Services, chance: Random) -> None:
        self.hosts.clock.advance(chance.choice([0.1, 1, 3, 8]) * DAY)

    async def end(self) -> None:
        """Let enough time pass for all matches to end."""
        self.hosts.clock.advance(120 * DAY)
        await run_due_jobs(self.hosts.services)
        self.field = await self.hosts.services.ladders.find(self.field.ladder.id)
        await expect_sound(self.hosts.services, self.field)
        assert not any(each.state is LadderChallengeState.ASKED for each in self.field.challenges)
        self.seen["kill"] += self.hosts.kills


SEEDS = range(RUNS)
PARTS = quick_or_thorough(1, 8)
ACTS = 60
USUAL = {
    "kill",
    "vacation",
    "erasure",
    "lost on time",
    ExitReason.LEFT.value,
    ExitReason.BANNED.value,
}
RARE = {*USUAL, "begun anew", *(each.value for each in ExitReason)}
SEEN: set[str] = set() if IS_CHOSEN else quick_or_thorough(USUAL, RARE)
"""The events that the lives must contain; on a server there are few lives."""


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("part", range(PARTS))
async def test_a_ladder_stays_sound_as_its_players_come_and_go(
    tmp_path: Path, clock: StandingClock, part: int
) -> None:
    seen = Counter[str]()
    for seed in SEEDS[part::PARTS]:
        path = create_database(tmp_path / f"{seed}.sqlite3")
        async with open_hosts(path, clock, Random(seed)) as hosts:
            services = hosts.services
            await services.settings.change(GUILD, lambda now: replace(now, vacation_days=30))
            field = await open_ladder(services, 5, LadderTerms(time=PerMove(DAY)))
            life = Life(hosts, seen, field)
            for _ in range(ACTS):
                await life.act()
            await life.end()
    assert {*seen} >= SEEN


async def _join(services: Services, number: LadderId) -> None:
    for user in PEOPLE[5:8]:
        with suppress(OnLadderAlready):
            await services.ladders.join(user, number, frozenset())


async def _play(services: Services, number: LadderId) -> None:
    field = await services.ladders.find(number)
    challenge = await send_challenge(services, field, PEOPLE[4], PEOPLE[2])
    accepted = await services.ladders.accept(PEOPLE[2], challenge.id, frozenset())
    await services.matches.resign(PEOPLE[2], accepted.match.id)


async def _finish(services: Services, number: LadderId) -> None:
    field = await services.ladders.find(number)
    await start_challenge_match(services, field, PEOPLE[3], PEOPLE[0])
    await send_challenge(services, field, PEOPLE[4], PEOPLE[3])
    await services.privacy.delete(PEOPLE[3])
    await run_due_jobs(services)


@pytest.mark.long
@pytest.mark.parametrize("doing", sampled([_join, _play, _finish], 1))
async def test_a_kill_between_any_two_statements_leaves_a_ladder_sound(
    tmp_path: Path, clock: StandingClock, doing: Callable[[Services, LadderId], Awaitable[None]]
) -> None:
    is_killed, at = True, 0
    while is_killed:
        path = create_database(tmp_path / f"{at}.sqlite3")
        is_killed = False
        async with open_services(path, clock, Random(1)) as services:
            number = (await open_ladder(services, 5)).ladder.id
            try:
                with kill_after(at):
                    await doing(services, number)
            except ProcessKilled:
                is_killed = True
        clock.advance(TAKEOVER_TIME)
        async with open_services(path, clock, Random(1)) as services:
            await run_due_jobs(services)
            await expect_sound(services, await services.ladders.find(number))
        at += KILL_STEP
    assert at > 20


async def two_hosts(stack: AsyncExitStack, path: DatabaseAddress) -> list[Services]:
    """Open a database twice, as two processes do."""
    clock, hosts = StandingClock(), list[Services]()
    for number in range(2):
        database = await open_database(path)
        stack.push_async_callback(database.close)
        hosts.append(Services(database, Leadership(database), clock, Random(number)))
    return hosts


async def test_two_processes_accept_a_challenge_once(path: DatabaseAddress) -> None:
    async with AsyncExitStack() as stack:
        one, other = await two_hosts(stack, create_database(path))
        field = await open_ladder(one, 2)
        challenge = await send_challenge(one, field, PEOPLE[1], PEOPLE[0])
        done = await asyncio.gather(
            *(each.ladders.accept(PEOPLE[0], challenge.id, frozenset()) for each in (one, other)),
            return_exceptions=True,
        )
        assert sum(isinstance(each, ChallengeOver) for each in done) == 1
        assert len(await one.matches.live_of(PEOPLE[0])) == 1
        await expect_sound(one, await one.ladders.find(field.ladder.id))


async def test_two_processes_open_a_ladder_once_and_users_join_in_different_places(
    path: DatabaseAddress,
) -> None:
    async with AsyncExitStack() as stack:
        hosts = await two_hosts(stack, create_database(path))
        made = await asyncio.gather(
            *(each.ladders.create(HOST, PLACE, LadderTerms()) for each in hosts),
            return_exceptions=True,
        )
        assert sum(isinstance(each, BaseException) for each in made) == 1
        [ladder] = await hosts[0].ladders.listed(GUILD)
        with_lock = (
            hosts[at % 2].ladders.join(user, ladder.id, frozenset())
            for at, user in enumerate(CROWD)
        )
        await asyncio.gather(*with_lock)
        field = await hosts[0].ladders.find(ladder.id)
        assert sorted(users_on(field)) == sorted(CROWD)
        await expect_sound(hosts[0], field)
        bottom, second = users_on(field)[-1], users_on(field)[-2]
        both = await asyncio.gather(
            *(
                each.ladders.challenge(bottom, ladder.id, rung_of(field, second), frozenset())
                for each in hosts
            ),
            return_exceptions=True,
        )
        assert sum(isinstance(each, BaseException) for each in both) == 1
