"""Whole leagues whose players leave, run out of time and are banned at any moment."""

import asyncio
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from bot.address import DatabaseAddress
from bot.features.tournaments.errors import EntryClosed
from bot.features.tournaments.jobs import MatchesBeginning
from bot.features.tournaments.tournament import FINALS, GroupFinal, TournamentField, TournamentTerms
from bot.services import Services, open_services
from tests.features.tournaments.lives import (
    SEEN,
    TIMES,
    begin_tournament,
    expect_knockout,
    expect_sound,
    open_matches,
)
from tests.kit.clocks import StandingClock
from tests.kit.killed_processes import (
    KILL_STEP,
    RUNS,
    TAKEOVER_TIME,
    ProcessKilled,
    kill_after,
    open_hosts,
)
from tests.kit.leagues import PEOPLE, fill_league
from tests.kit.matches import GUILD, PLACE
from tests.kit.service_matches import run_due_jobs
from tests.kit.template import create_database
from tests.kit.thoroughness import quick_or_thorough, sampled

# In the tenth life a player is removed, which happens in few others.
SEEDS = quick_or_thorough((9, *range(RUNS - 1)), range(RUNS))
PARTS = quick_or_thorough(1, 8)


async def expect_league(services: Services, field: TournamentField) -> None:
    """Expect that a league is sound, and that all of its legs were drawn, with balanced seats."""
    await expect_sound(services, field)
    legs = field.tournament.terms.legs
    for group in field.groups:
        pairings, entrants = field.pairings_in(group), field.group(group)
        assert len(pairings) == legs * len(entrants) * (len(entrants) - 1) // 2
        for each in entrants:
            own = [pairing.leg.seats.orange for pairing in pairings if pairing.leg.has(each.id)]
            assert abs(2 * own.count(each.id) - len(own)) <= 1
    if field.is_final_begun:
        assert not any(pairing.leg.is_open for pairing in field.pairings_in(field.groups[0]))
        expect_knockout(field, field.pairings_in(FINALS))


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("part", range(PARTS))
async def test_a_league_stays_sound_as_its_players_come_and_go(
    tmp_path: Path, clock: StandingClock, part: int
) -> None:
    seen = Counter[str]()
    for seed in SEEDS[part::PARTS]:
        path = create_database(tmp_path / f"{seed}.sqlite3")
        chance = Random(seed)
        async with open_hosts(path, clock, chance) as hosts:
            terms = TournamentTerms(
                group_size=chance.choice([4, 5, 6]),
                legs=chance.choice([1, 2]),
                most_entrants=12,
                time=chance.choice(TIMES),
                final=chance.choice(list(GroupFinal)),
            )
            life = await begin_tournament(hosts, expect_league, seen, terms, chance.randint(4, 15))
            await life.play()
    assert {*seen} >= SEEN


@pytest.mark.long
@pytest.mark.parametrize("count", sampled([5, 8], 0))
async def test_a_kill_between_any_two_statements_of_a_start_leaves_each_leg_one_match(
    tmp_path: Path, clock: StandingClock, count: int
) -> None:
    is_killed, at = True, 0
    while is_killed:
        path = create_database(tmp_path / f"{at}.sqlite3")
        is_killed = await _kill_after(path, clock, count, at)
        at += KILL_STEP
    assert at > 30


async def _kill_after(path: DatabaseAddress, clock: StandingClock, count: int, at: int) -> bool:
    """Kill the bot at the start of a league; return whether it was still at work."""
    is_killed = False
    async with open_services(path, clock, Random(1)) as services:
        number = await fill_league(services, count)
        try:
            with kill_after(at):
                await services.tournaments.start(number, GUILD)
                await run_due_jobs(services)
        except ProcessKilled:
            is_killed = True
    clock.advance(TAKEOVER_TIME)
    async with open_services(path, clock, Random(1)) as services:
        with suppress(EntryClosed):
            await services.tournaments.start(number, GUILD)
        await run_due_jobs(services)
        field = await services.tournaments.find(number)
        await expect_league(services, field)
        assert len(open_matches(field)) == len(field.pairings)
        live = {each.id for user in PEOPLE[:count] for each in await services.matches.live_of(user)}
        assert live == {*open_matches(field)}
    return is_killed


async def test_two_processes_that_start_a_league_at_once_start_it_once(
    path: DatabaseAddress, clock: StandingClock
) -> None:
    async with open_hosts(create_database(path), clock, Random(1)) as hosts:
        one, other = hosts.both
        number = await fill_league(one, 8)
        done = await asyncio.gather(
            *(each.tournaments.start(number, GUILD) for each in (one, other)),
            return_exceptions=True,
        )
        assert sum(isinstance(each, EntryClosed) for each in done) == 1
        await asyncio.gather(run_due_jobs(one), run_due_jobs(other))
        await run_due_jobs(one)
        field = await one.tournaments.find(number)
        await expect_league(one, field)
        assert len(open_matches(field)) == len(field.pairings) == 12


async def test_matches_that_are_begun_twice_at_once_begin_once(services: Services) -> None:
    number = await fill_league(services, 8)
    await services.tournaments.start(number, GUILD)
    job = MatchesBeginning(GUILD, number)
    begin = services.running_tournaments.begin_matches
    while any(await asyncio.gather(begin(job), begin(job))):
        pass
    await run_due_jobs(services)
    field = await services.tournaments.find(number)
    await expect_sound(services, field)
    assert len(open_matches(field)) == len(field.pairings) == 12


async def test_a_start_that_was_cut_short_goes_on_where_it_was(
    path: DatabaseAddress, clock: StandingClock
) -> None:
    async with open_services(path, clock, Random(1)) as services:
        number = await fill_league(services, 8)
        await services.tournaments.start(number, PLACE.guild)
        await services.running_tournaments.begin_matches(MatchesBeginning(GUILD, number))
        field = await services.tournaments.find(number)
        assert 0 < len(open_matches(field)) < len(field.pairings)
    async with open_services(path, clock, Random(1)) as services:
        await run_due_jobs(services)
        field = await services.tournaments.find(number)
        assert len(open_matches(field)) == len(field.pairings)
        await expect_sound(services, field)
