"""Leagues whose group winners play a final, through the services."""

from dataclasses import replace

import pytest

from bot.consequences import tournaments_won
from bot.features.competitions.errors import ChangedMeanwhile
from bot.features.competitions.members import ExitReason
from bot.features.moderation.log import Moderator
from bot.features.profiles.service import WonTournament
from bot.features.tournaments.cups import Vacancy
from bot.features.tournaments.errors import ThroughAlready
from bot.features.tournaments.legs import EntrantId, LegResult
from bot.features.tournaments.managing import DecideLeg, Extend, Remove
from bot.features.tournaments.notices import CHAMPIONS, DECIDED_NOTICE, NEXT_NOTICE
from bot.features.tournaments.tournament import (
    FINALS,
    Cadence,
    GroupFinal,
    GroupLeg,
    TournamentField,
    TournamentState,
    TournamentTerms,
)
from bot.jobs.backoff import GRACE
from bot.match.clock import DAY
from bot.match.identity import UserId
from bot.services import Services
from tests.kit.clocks import StandingClock
from tests.kit.leagues import (
    BY_HAND,
    HOST,
    decide_all,
    due_subjects,
    run_jobs_and_reload,
    start_league,
)
from tests.kit.matches import GUILD
from tests.kit.service_matches import run_due_jobs

WITH_FINAL = replace(BY_HAND, group_size=4, final=GroupFinal.PLAYED)
MANAGER = UserId(901)


def finalists(field: TournamentField) -> list[EntrantId]:
    return [each.id for each in field.group(FINALS)]


def best_of_groups(field: TournamentField) -> list[EntrantId]:
    return [field.standings(group).places[0].entrant for group in field.groups]


async def decide_groups(services: Services, count: int) -> TournamentField:
    """Start a league with a final, and decide its groups: the lower number wins each match."""
    return await decide_all(services, await start_league(services, count, WITH_FINAL))


async def lose_open_matches(
    services: Services, field: TournamentField, loser: EntrantId
) -> TournamentField:
    for each in field.pairings_of(loser):
        if each.leg.is_open and each.match is not None:
            await services.matches.resign(field.entrant(loser).user, each.match)
    return await run_jobs_and_reload(services, field)


async def test_the_winners_of_two_groups_play_two_matches_at_once_for_the_title(
    services: Services, clock: StandingClock
) -> None:
    field = await decide_groups(services, 6)
    assert len(field.groups) == 2
    assert sorted(finalists(field)) == sorted(best_of_groups(field))
    assert field.tables == (FINALS, *field.groups)
    assert [each.leg.number for each in field.pairings_in(FINALS)] == [1, 2]
    assert len(field.bracket().rounds) == 1
    assert await due_subjects(services, NEXT_NOTICE) == sorted(finalists(field))
    clock.advance(GRACE)
    assert len(await due_subjects(services, DECIDED_NOTICE)) == 6
    [loser, winner] = finalists(field)
    field = await lose_open_matches(services, field, loser)
    assert field.tournament.state is TournamentState.ENDED
    assert [each.id for each in field.champions] == [winner]
    assert field.entrant(loser).final_place == 2
    assert len(await due_subjects(services, CHAMPIONS)) == 1
    async with services._database.reading() as reading:
        for each in finalists(field):
            user = field.entrant(each).user
            won = [WonTournament(field.tournament.name, None, None)] if each == winner else []
            assert await tournaments_won(reading, GUILD, user) == won


async def test_the_best_of_three_winners_has_a_bye(services: Services) -> None:
    field = await decide_groups(services, 9)
    [first, second, third] = finalists(field)
    assert len(await due_subjects(services, NEXT_NOTICE)) == 3
    assert {each.leg.opponent_of(second) for each in field.pairings_in(FINALS)} == {third}
    assert [each.id for each in field.idle] == [first]
    field = await lose_open_matches(services, field, third)
    assert {each.leg.opponent_of(first) for each in field.pairings_of(first) if each.leg.is_open}
    assert field.entrant(third).final_place == 3
    field = await lose_open_matches(services, field, first)
    assert [each.id for each in field.champions] == [second]


async def test_the_next_of_a_group_takes_the_place_of_a_winner_who_is_out_before_the_final(
    services: Services,
) -> None:
    field = await start_league(services, 6, WITH_FINAL)
    one, other = field.groups
    for group in (one, other):
        for pairing in field.pairings_in(group):
            users = [field.entrant(each).user for _, each in pairing.leg.seats]
            if pairing.match is not None:
                await services.matches.resign(max(users), pairing.match)
        if group == one:
            field = await run_jobs_and_reload(services, field)
            winner = field.standings(one).places[0].entrant
            await services.bans.ban(Moderator(GUILD, HOST), field.entrant(winner).user, None)
            field = await run_jobs_and_reload(services, field)
    field = await run_jobs_and_reload(services, field)
    assert winner not in finalists(field)
    assert field.standings(one).places[1].entrant in finalists(field)


async def test_a_user_who_leaves_the_final_loses_it_and_who_is_not_in_it_keeps_the_place(
    services: Services,
) -> None:
    field = await decide_groups(services, 6)
    first, second = finalists(field)
    other = next(each for each in field.entrants if each.id not in finalists(field))
    with pytest.raises(ThroughAlready):
        await services.tournaments.leave(other.user, field.tournament.id)
    await services.tournaments.leave(field.entrant(first).user, field.tournament.id)
    field = await run_jobs_and_reload(services, field)
    assert field.entrant(first).out_why is ExitReason.LEFT
    assert field.tournament.state is TournamentState.ENDED
    assert [each.id for each in field.champions] == [second]
    # A place that was won in a group stays.
    assert field.entrant(first).place == 1


async def test_if_both_finalists_are_out_there_is_no_champion(services: Services) -> None:
    field = await decide_groups(services, 6)
    for each in finalists(field):
        await services.bans.ban(Moderator(GUILD, HOST), field.entrant(each).user, None)
    field = await run_jobs_and_reload(services, field)
    assert field.tournament.state is TournamentState.ENDED
    assert field.bracket().champion is Vacancy.EMPTY
    assert field.champions == ()


async def test_groups_and_the_final_each_have_a_time_at_the_latest(
    services: Services, clock: StandingClock
) -> None:
    field = await start_league(services, 6, WITH_FINAL)
    groups_end = field.tournament.finish_by
    assert groups_end is not None
    for pairing in field.pairings_in(field.groups[0]):
        assert pairing.match is not None
        await services.matches.resign(field.entrant(pairing.leg.second).user, pairing.match)
    clock.advance(groups_end - clock.now())
    field = await run_jobs_and_reload(services, field)
    assert field.tournament.state is TournamentState.RUNNING
    assert len(finalists(field)) == 2
    assert field.tournament.finish_by == groups_end + 40 * DAY
    clock.advance(39.9 * DAY)
    assert (await run_jobs_and_reload(services, field)).tournament.state is TournamentState.RUNNING
    clock.advance(0.2 * DAY)
    field = await run_jobs_and_reload(services, field)
    assert field.tournament.state is TournamentState.ENDED
    assert [each.id for each in field.champions] == finalists(field)[:1]


async def test_the_final_waits_for_decisions_about_the_groups_and_then_they_are_fixed(
    services: Services, clock: StandingClock
) -> None:
    field = await start_league(services, 6, WITH_FINAL)
    last = field.pairings[-1]
    choice = DecideLeg(last.leg.first, last.leg.second, last.leg.number, LegResult.DRAW)
    decide = services.managed_tournaments.decide
    extended = await decide(MANAGER, field.tournament.id, GUILD, Extend(7))
    await decide(MANAGER, field.tournament.id, GUILD, choice)
    field = await decide_all(services, field)
    assert not field.is_final_begun
    clock.advance(0.5 * DAY)
    await decide(MANAGER, field.tournament.id, GUILD, _decide_other(field, last))
    clock.advance(0.6 * DAY)
    assert not (await run_jobs_and_reload(services, field)).is_final_begun
    clock.advance(0.5 * DAY)
    field = await run_jobs_and_reload(services, field)
    assert field.is_final_begun
    with pytest.raises(ChangedMeanwhile):
        await decide(MANAGER, field.tournament.id, GUILD, choice)
    finish_by = field.tournament.finish_by
    leg = field.pairings_in(FINALS)[0].leg
    of_final = DecideLeg(leg.first, leg.second, leg.number, LegResult.FIRST)
    await decide(MANAGER, field.tournament.id, GUILD, of_final)
    clock.advance(1.1 * DAY)
    field = await run_jobs_and_reload(services, field)
    assert not field.pairings_in(FINALS)[0].leg.is_open
    assert field.tournament.finish_by == finish_by
    assert extended.finish_by != finish_by


async def test_a_winner_who_is_about_to_be_removed_is_not_in_the_final(
    services: Services, clock: StandingClock
) -> None:
    field = await start_league(services, 6, WITH_FINAL)
    lowest = min(field.entrants, key=lambda each: each.user)
    remove = Remove(lowest.id)
    await services.managed_tournaments.decide(MANAGER, field.tournament.id, GUILD, remove)
    field = await decide_all(services, field)
    assert field.standings(lowest.group_number or field.groups[0]).winners == (lowest.id,)
    assert not field.is_final_begun
    clock.advance(1.1 * DAY)
    field = await run_jobs_and_reload(services, field)
    assert len(finalists(field)) == 2
    assert lowest.id not in finalists(field)


def _decide_other(field: TournamentField, than: GroupLeg) -> DecideLeg:
    leg = next(each.leg for each in field.pairings if each.leg != than.leg)
    return DecideLeg(leg.first, leg.second, leg.number, LegResult.DRAW)


@pytest.mark.parametrize(
    ("count", "terms"),
    [(4, WITH_FINAL), (6, replace(WITH_FINAL, cadence=Cadence.CONTINUOUS))],
)
async def test_one_group_and_a_series_have_no_final(
    services: Services, count: int, terms: TournamentTerms
) -> None:
    field = await decide_all(services, await start_league(services, count, terms))
    await run_due_jobs(services)
    assert field.tournament.state is TournamentState.ENDED
    assert not field.is_final_begun
    assert field.champions
