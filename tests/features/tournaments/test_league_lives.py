"""Whole leagues whose players leave, run out of time and are banned at any moment."""

import asyncio
from contextlib import suppress
from random import Random

import pytest

from bot.address import DatabaseAddress
from bot.errors import Refusal
from bot.features.moderation.service import Moderator
from bot.features.tournaments.errors import ThroughAlready
from bot.features.tournaments.queries import MatchesBeginning
from bot.features.tournaments.tournament import (
    EntrantState,
    TournamentField,
    TournamentState,
    TournamentTerms,
)
from bot.match.clock import DAY
from bot.match.identity import MatchId
from bot.services import Services, open_services
from tests.effort import effort
from tests.features.clocks import StandingClock
from tests.features.hosting import run_due
from tests.features.tournaments.leagues import HOST, again, entered, started
from tests.match.table import GUILD, PLACE

SEEDS = range(effort(48, 1000))


async def expect_sound(services: Services, field: TournamentField) -> None:
    """Expect that each leg has one live match at most, and who is out has none."""
    known = [each.match for each in field.pairings if each.match is not None]
    assert len(known) == len(set(known))
    for pairing in field.pairings:
        first, second = (field.entrant(e) for e in (pairing.leg.first, pairing.leg.second))
        assert first.group_number == second.group_number == pairing.group_number
        if pairing.match is None:
            continue
        match = await services.matches.find(pairing.match)
        assert {*match.people} == {first.user, second.user}
        if match.outcome is None:
            assert pairing.leg.is_open
            assert EntrantState.OUT not in (first.state, second.state)
    for user in {each.user for each in field.entrants if each.user > 0}:
        live = {each.id for each in await services.matches.live_of(user)}
        legs = {each.match for each in field.pairings if each.leg.is_open}
        assert live <= legs


def open_matches(field: TournamentField) -> list[MatchId]:
    return [each.match for each in field.pairings if each.leg.is_open and each.match is not None]


async def one_event(
    services: Services, clock: StandingClock, chance: Random, field: TournamentField
) -> None:
    """Let something happen in a league that is under way."""
    playing = [each.user for each in field.entrants if each.plays]
    live = open_matches(field)
    what = chance.random()
    if what < 0.5 and live:
        match = await services.matches.find(chance.choice(live))
        await services.matches.resign(chance.choice(match.people), match.id)
    elif what < 0.6 and playing:
        with suppress(ThroughAlready):
            await services.tournaments.leave(chance.choice(playing), field.tournament.id)
    elif what < 0.65 and playing:
        await services.moderation.ban(Moderator(GUILD, HOST), chance.choice(playing), None)
    elif what < 0.67 and playing:
        await services.privacy.delete(chance.choice(playing))
    elif what < 0.69 and playing:
        with suppress(Refusal):
            await services.vacations.begin(chance.choice(playing), GUILD, chance.randint(1, 9))
    elif what < 0.72 and live:
        await services.moderation.end_match(Moderator(GUILD, HOST), chance.choice(live))
    else:
        clock.advance(DAY * chance.choice([0.01, 0.5, 2]))


@pytest.mark.parametrize("part", range(4))
async def test_a_league_stays_sound_as_its_players_come_and_go(
    services: Services, clock: StandingClock, part: int
) -> None:
    for seed in SEEDS[part::4]:
        await _lived(services, clock, Random(seed))


async def _lived(services: Services, clock: StandingClock, chance: Random) -> None:
    """Let a league be played by players, each of whom may go at any moment."""
    terms = TournamentTerms(
        group_size=chance.choice([4, 5, 6]), legs=chance.choice([1, 2]), most_entrants=12
    )
    field = await started(services, chance.randint(4, 15), terms)
    for _ in range(60):
        await expect_sound(services, field)
        if field.tournament.state is not TournamentState.RUNNING:
            break
        await one_event(services, clock, chance, field)
        field = await again(services, field)
    clock.advance(60 * DAY)
    field = await again(services, field)
    await expect_sound(services, field)
    assert field.tournament.state is TournamentState.ENDED
    assert not open_matches(field)
    for each in field.entrants:
        if each.user > 0:
            await services.privacy.delete(each.user)
    await run_due(services)


async def test_matches_that_are_begun_twice_at_once_begin_once(services: Services) -> None:
    number = await entered(services, 8)
    await services.tournaments.start(number, GUILD)
    job = MatchesBeginning(GUILD, number)
    begin = services.running_tournaments.begin_matches
    while any(await asyncio.gather(begin(job), begin(job))):
        pass
    await run_due(services)
    field = await services.tournaments.find(number)
    await expect_sound(services, field)
    assert len(open_matches(field)) == len(field.pairings) == 12


async def test_a_start_that_was_cut_short_goes_on_where_it_was(
    path: DatabaseAddress, clock: StandingClock
) -> None:
    async with open_services(path, clock, Random(1)) as services:
        number = await entered(services, 8)
        await services.tournaments.start(number, PLACE.guild)
        await services.running_tournaments.begin_matches(MatchesBeginning(GUILD, number))
        field = await services.tournaments.find(number)
        assert 0 < len(open_matches(field)) < len(field.pairings)
    async with open_services(path, clock, Random(1)) as services:
        await run_due(services)
        field = await services.tournaments.find(number)
        assert len(open_matches(field)) == len(field.pairings)
        await expect_sound(services, field)
