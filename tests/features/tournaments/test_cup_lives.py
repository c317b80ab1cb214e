"""Whole cups whose players come and go, and whose bot is killed at any moment."""

import asyncio
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.address import DatabaseAddress
from bot.features.tournaments.cups import CUP_SIZES, PlayOff, Seeding, Vacancy
from bot.features.tournaments.jobs import MatchesBeginning, TournamentCheck
from bot.features.tournaments.legs import TournamentId
from bot.features.tournaments.tournament import (
    TournamentField,
    TournamentFormat,
    TournamentState,
    TournamentTerms,
)
from bot.match.identity import MatchId
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
    Hosts,
    ProcessKilled,
    kill_after,
    open_hosts,
)
from tests.kit.leagues import CUP, fill_league, run_jobs_and_reload, start_league
from tests.kit.matches import GUILD
from tests.kit.service_matches import run_due_jobs
from tests.kit.template import create_database
from tests.kit.thoroughness import quick_or_thorough, sampled

# In the sixth life a player is removed, which happens in few others.
SEEDS = quick_or_thorough((5, *range(RUNS - 1)), range(RUNS))
PARTS = quick_or_thorough(1, 8)


async def expect_cup(services: Services, field: TournamentField) -> None:
    """Expect that a cup is sound, and that each pairing has the legs that it should have."""
    await expect_sound(services, field)
    if not field.groups:
        return
    expect_knockout(field, field.pairings)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("part", range(PARTS))
async def test_a_cup_stays_sound_as_its_players_come_and_go(
    tmp_path: Path, clock: StandingClock, part: int
) -> None:
    seen = Counter[str]()
    for seed in SEEDS[part::PARTS]:
        path, chance = create_database(tmp_path / f"{seed}.sqlite3"), Random(seed)
        async with open_hosts(path, clock, chance) as hosts:
            await _live(hosts, seen)
    assert {*seen} >= SEEN


async def _live(hosts: Hosts, seen: Counter[str]) -> None:
    """Let players play a cup; each of them may leave at any moment."""
    chance = hosts.chance
    places = chance.choice(CUP_SIZES)
    terms = TournamentTerms(
        format=TournamentFormat.CUP,
        time=chance.choice(TIMES),
        most_entrants=places,
        seeding=chance.choice(list(Seeding)),
        play_off=chance.choice(list(PlayOff)),
        finish_days=90,
    )
    life = await begin_tournament(
        hosts, expect_cup, seen, terms, chance.randint(3, min(places + 2, 9))
    )
    await life.play()
    first = [each.id for each in life.field.entrants if each.place == 1]
    champion = life.field.bracket().champion
    assert first == ([] if champion is Vacancy.EMPTY else [champion])


async def _start(services: Services, number: TournamentId) -> None:
    await services.tournaments.start(number, GUILD)
    begin = services.running_tournaments.begin_matches
    while await begin(MatchesBeginning(GUILD, number)):
        pass


async def _finish_first_round(services: Services, number: TournamentId) -> None:
    field = await services.tournaments.find(number)
    for pairing in field.pairings:
        users = [field.entrant(each).user for _, each in pairing.leg.seats]
        if pairing.match is not None and pairing.leg.is_open:
            await services.matches.resign(max(users), pairing.match)
    await services.running_tournaments.check_when_due(TournamentCheck(GUILD, number))
    await services.running_tournaments.begin_matches(MatchesBeginning(GUILD, number))


@pytest.mark.long
@pytest.mark.parametrize("doing", sampled([_start, _finish_first_round], 1))
async def test_a_kill_between_any_two_statements_leaves_each_pairing_made_once(
    tmp_path: Path, clock: StandingClock, doing: Any
) -> None:
    is_killed, at = True, 0
    while is_killed:
        path = create_database(tmp_path / f"{at}.sqlite3")
        is_killed = await _kill_after(path, clock, doing, at)
        at += KILL_STEP
    assert at > 30


async def _kill_after(
    path: DatabaseAddress,
    clock: StandingClock,
    doing: Any,
    at: int,
) -> bool:
    """Kill a cup's bot after that number of statements; return whether it was still at work."""
    is_killed = False
    async with open_services(path, clock, Random(1)) as services:
        number = await fill_league(services, 5, CUP)
        if doing is not _start:
            await _start(services, number)
        with kill_after(at):
            try:
                await doing(services, number)
            except ProcessKilled:
                is_killed = True
    clock.advance(TAKEOVER_TIME)
    async with open_services(path, clock, Random(1)) as services:
        field = await services.tournaments.find(number)
        if field.tournament.state is TournamentState.OPEN:
            await services.tournaments.start(number, GUILD)
        await run_due_jobs(services)
        field = await services.tournaments.find(number)
        await expect_cup(services, field)
        assert len(open_matches(field)) == sum(each.leg.is_open for each in field.pairings)
        live = await _live_matches(services, field)
        assert sorted(live) == sorted(open_matches(field))
    return is_killed


async def _live_matches(services: Services, field: TournamentField) -> set[MatchId]:
    users = [each.user for each in field.entrants]
    return {each.id for user in users for each in await services.matches.live_of(user)}


async def test_what_follows_a_result_twice_at_once_begins_the_next_pairing_once(
    services: Services,
) -> None:
    field = await start_league(services, 4, CUP)
    for pairing in field.pairings:
        users = [field.entrant(each).user for _, each in pairing.leg.seats]
        assert pairing.match is not None
        await services.matches.resign(max(users), pairing.match)
    check, begin = services.running_tournaments.check_when_due, services.running_tournaments
    job = TournamentCheck(GUILD, field.tournament.id)
    await asyncio.gather(check(job), check(job))
    matches = MatchesBeginning(GUILD, field.tournament.id)
    await asyncio.gather(begin.begin_matches(matches), begin.begin_matches(matches))
    field = await run_jobs_and_reload(services, field)
    await expect_cup(services, field)
    assert len(open_matches(field)) == 2


async def test_two_processes_that_start_a_cup_at_once_start_it_once(
    path: DatabaseAddress, clock: StandingClock
) -> None:
    create_database(path)
    async with (
        open_services(path, clock, Random(1)) as one,
        open_services(path, clock, Random(2)) as other,
    ):
        number = await fill_league(one, 8, CUP)
        done = await asyncio.gather(
            one.tournaments.start(number, GUILD),
            other.tournaments.start(number, GUILD),
            return_exceptions=True,
        )
        assert sum(isinstance(each, Exception) for each in done) == 1
        await asyncio.gather(run_due_jobs(one), run_due_jobs(other))
        await run_due_jobs(one)
        field = await one.tournaments.find(number)
        await expect_cup(one, field)
        assert len(open_matches(field)) == len(field.pairings) == 8
