"""Whole ladders whose players come and go at any moment, in a process that is often restarted."""

import asyncio
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.address import DatabaseAddress
from bot.db.opening import open_database
from bot.errors import Refusal
from bot.features.ladders.errors import ChallengeOver
from bot.features.ladders.ladder import LadderChallengeState, LadderField, LadderTerms
from bot.features.ladders.managing import DecideChallenge, RemoveRung
from bot.features.ladders.rules import ChallengeResult, challengeable
from bot.features.matches.access import Presence
from bot.features.moderation.service import Moderator
from bot.jobs.leadership import Leadership
from bot.match.clock import DAY, WEEK, PerMove
from bot.match.identity import ChannelId, MessageId, Revision, UserId
from bot.services import Services, open_services
from tests.db.template import put_database, temporary_database
from tests.effort import effort
from tests.features.clocks import StandingClock
from tests.features.hosting import run_due
from tests.features.ladders.ladders import (
    HOST,
    PEOPLE,
    asked,
    expect_sound,
    opened,
    rung_of,
    users_on,
)
from tests.match.table import GUILD, PLACE

CROWD = PEOPLE[:9]


@dataclass
class Life:
    """What happens on a ladder, one act after the other."""

    services: Services
    clock: StandingClock
    chance: Random
    field: LadderField

    async def act(self) -> None:
        """Let something happen, or be refused."""
        acts = [
            self.join,
            self.challenge,
            self.challenge,
            self.challenge,
            self.accept,
            self.accept,
            self.resign,
            self.resign,
            self.run_out,
            self.withdraw,
            self.leave,
            self.rest,
            self.moderate,
            self.wait,
            self.wait,
            self.do_due,
        ]
        with suppress(Refusal):
            await self.chance.choice(acts)()
        self.field = await self.services.ladders.find(self.field.ladder.id)

    def anyone(self) -> UserId:
        return self.chance.choice(CROWD)

    async def join(self) -> None:
        await self.services.ladders.join(self.anyone(), self.field.ladder.id, frozenset())

    async def challenge(self) -> None:
        if not self.field.order:
            return
        own = self.field.rung(self.chance.choice(self.field.order))
        offered = challengeable(self.field.rules, own.id, self.clock.now())
        if offered:
            # What is offered is not refused.
            chosen = self.chance.choice(offered)
            ladders, number = self.services.ladders, self.field.ladder.id
            await ladders.ask(own.user, number, chosen, frozenset())

    async def accept(self) -> None:
        for each in self.field.open:
            if each.state is LadderChallengeState.ASKED:
                user = self.field.rung(each.challenged).user
                await self.services.ladders.accept(user, each.id, frozenset())
                return

    async def resign(self) -> None:
        live = [each.match for each in self.field.open if each.match is not None]
        if live:
            match = await self.services.matches.find(self.chance.choice(live))
            await self.services.matches.resign(self.chance.choice(match.people), match.id)

    async def run_out(self) -> None:
        for each in self.field.open:
            if each.match is not None:
                match = await self.services.matches.find(each.match)
                if match.to_move is not None:
                    shown = ChannelId(55), MessageId(7000 + match.id), Revision(1)
                    await self.services.boards.board_posted(match.id, *shown, match.to_move)
                self.clock.advance(2 * DAY)
                return

    async def withdraw(self) -> None:
        for each in self.field.open:
            if each.state is LadderChallengeState.ASKED:
                user = self.field.rung(each.challenger).user
                await self.services.ladders.withdraw(user, each.id)
                return

    async def leave(self) -> None:
        await self.services.ladders.leave(self.anyone(), self.field.ladder.id)

    async def rest(self) -> None:
        await self.services.ladders.rest(self.anyone(), self.field.ladder.id)

    async def moderate(self) -> None:
        live = [each for each in self.field.open if each.match is not None]
        what = self.chance.randrange(5)
        if what == 0 and live and live[0].match is not None:
            await self.services.moderation.end_match(Moderator(GUILD, HOST), live[0].match)
        elif what == 1:
            await self.services.moderation.ban(Moderator(GUILD, HOST), self.anyone(), WEEK)
        elif what == 2:
            await self.services.departures.record(GUILD, self.anyone(), Presence.UNREACHABLE)
        elif what == 3 and self.field.open:
            result = self.chance.choice([None, *ChallengeResult])
            choice = DecideChallenge(self.chance.choice(self.field.open).id, result)
            await self.services.managed_ladders.decide(HOST, self.field.ladder.id, GUILD, choice)
        elif what == 4 and self.field.order:
            removed = RemoveRung(self.chance.choice(self.field.order))
            await self.services.managed_ladders.decide(HOST, self.field.ladder.id, GUILD, removed)

    async def wait(self) -> None:
        self.clock.advance(self.chance.choice([0.1, 1, 3, 8]) * DAY)
        await run_due(self.services)

    async def do_due(self) -> None:
        await run_due(self.services)


async def live(path: DatabaseAddress, chance: Random, acts: int) -> None:
    clock, field = StandingClock(), None
    while acts:
        # It ends between any two acts, and goes on with what is stored.
        async with open_services(path, clock, chance) as services:
            if field is None:
                field = await opened(services, 5, LadderTerms(time=PerMove(DAY)))
            life = Life(services, clock, chance, field)
            for _ in range(min(acts, chance.randint(1, 25))):
                await life.act()
                acts -= 1
                await expect_sound_but_for_due(services, life.field)
            field = life.field
    async with open_services(path, clock, chance) as services:
        assert field is not None
        clock.advance(120 * DAY)
        await run_due(services)
        field = await services.ladders.find(field.ladder.id)
        await expect_sound(services, field)
        assert not any(each.state is LadderChallengeState.ASKED for each in field.challenges)


async def expect_sound_but_for_due(services: Services, field: LadderField) -> None:
    """Expect that a ladder is sound once what follows at once is done."""
    await run_due(services)
    await expect_sound(services, await services.ladders.find(field.ladder.id))


@settings(max_examples=effort(12, 300), deadline=None)
@given(st.integers(0, 2**32))
def test_a_ladder_stays_sound_as_its_players_come_and_go(seed: int) -> None:
    with temporary_database() as path:
        asyncio.run(live(path, Random(seed), 60))


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
        one, other = await two_hosts(stack, put_database(path))
        field = await opened(one, 2)
        challenge = await asked(one, field, PEOPLE[1], PEOPLE[0])
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
        hosts = await two_hosts(stack, put_database(path))
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
                each.ladders.ask(bottom, ladder.id, rung_of(field, second), frozenset())
                for each in hosts
            ),
            return_exceptions=True,
        )
        assert sum(isinstance(each, BaseException) for each in both) == 1
