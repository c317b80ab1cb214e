"""Entrants leave leagues in every way: together, while they wait, and for good."""

from dataclasses import replace

from bot.features.competitions.members import ExitReason
from bot.features.matches.access import Presence
from bot.features.moderation.log import Moderator
from bot.features.settings.server import LeavingPolicy
from bot.features.tournaments.legs import LegResult, Withdrawal
from bot.features.tournaments.notices import CALLED_OFF_NOTICE
from bot.features.tournaments.tournament import EntrantState, TournamentField, TournamentState
from bot.match.clock import DAY
from bot.match.identity import UserId
from bot.match.match import EndReason
from bot.services import Services
from tests.kit.clocks import StandingClock
from tests.kit.leagues import (
    BY_HAND,
    CUP,
    HOST,
    ON_FRIDAY,
    PEOPLE,
    due_subjects,
    fill_league,
    run_jobs_and_reload,
    start_league,
)
from tests.kit.matches import GUILD
from tests.kit.member_looks import begin_member_looks
from tests.kit.service_matches import run_due_jobs


async def ban(services: Services, field: TournamentField, *users: UserId) -> TournamentField:
    """Ban users at the same moment, and return the league as it is then."""
    for user in users:
        await services.bans.ban(Moderator(GUILD, HOST), user, None)
    return await run_jobs_and_reload(services, field)


async def test_a_waiting_entrant_who_is_gone_gets_no_place(services: Services) -> None:
    terms = replace(BY_HAND, most_entrants=3, group_size=4)
    field = await start_league(services, 5, terms)
    field = await ban(services, field, PEOPLE[0], PEOPLE[3])
    out = field.of_user(PEOPLE[3])
    assert out is not None
    assert (out.state, out.group_number) == (EntrantState.OUT, None)
    assert out.out_why is ExitReason.BANNED
    assert not await services.matches.live_of(PEOPLE[3])
    placed = field.of_user(PEOPLE[4])
    assert placed is not None
    assert placed.plays
    assert len(await services.matches.live_of(PEOPLE[4])) == 2


async def test_matches_that_end_because_an_entrant_is_deleted_are_not_played(
    services: Services,
) -> None:
    field = await start_league(services, 6)
    await services.privacy.delete(PEOPLE[0])
    field = await run_jobs_and_reload(services, field)
    [gone] = [each for each in field.entrants if each.user < 0]
    assert gone.withdrawal is Withdrawal.ANNULLED
    for pairing in field.pairings_of(gone.id):
        assert pairing.match is not None
        match = await services.matches.find(pairing.match)
        assert match.outcome is not None
        assert match.outcome.why is EndReason.FORFEIT


async def test_matches_that_end_by_leaving_the_server_are_not_played(services: Services) -> None:
    await services.settings.change(
        GUILD, lambda settings: replace(settings, leaving=LeavingPolicy.FORFEITS)
    )
    field = await start_league(services, 6)
    await services.departures.record(GUILD, PEOPLE[0], Presence.UNREACHABLE)
    field = await run_jobs_and_reload(services, field)
    out = field.of_user(PEOPLE[0])
    assert out is not None
    assert out.withdrawal is Withdrawal.ANNULLED


async def test_neither_wins_the_match_of_two_entrants_who_leave_simultaneously(
    services: Services,
) -> None:
    field = await start_league(services, 4, replace(BY_HAND, group_size=4))
    gone = {field.entrants[0].id, field.entrants[1].id}
    for pairing in field.pairings:
        if {pairing.leg.first, pairing.leg.second} == gone:
            shared = pairing
        elif pairing.match is not None:
            await services.matches.resign(field.entrant(pairing.leg.second).user, pairing.match)
    field = await ban(services, await run_jobs_and_reload(services, field), PEOPLE[0], PEOPLE[1])
    [leg] = [each.leg for each in field.pairings if each.match == shared.match]
    assert leg.result is LegResult.NEITHER
    assert shared.match is not None
    match = await services.matches.find(shared.match)
    assert match.outcome is not None
    assert match.outcome.why is EndReason.BOTH_FORFEIT


async def test_a_league_waits_for_a_bot_that_left_its_server_and_is_then_called_off(
    services: Services, clock: StandingClock
) -> None:
    field, other = await start_league(services, 4), await fill_league(services, 3, ON_FRIDAY)
    await services.absences.begin(GUILD)
    clock.advance(59 * DAY)
    field = await run_jobs_and_reload(services, field)
    assert field.tournament.state is TournamentState.RUNNING
    assert (await services.tournaments.find(other)).tournament.state is TournamentState.OPEN
    clock.advance(DAY)
    field = await run_jobs_and_reload(services, field)
    for number in (field.tournament.id, other):
        found = await services.tournaments.find(number)
        assert found.tournament.state is TournamentState.CALLED_OFF
    assert await services.matches.live_of(PEOPLE[0]) == []
    assert len(await due_subjects(services, CALLED_OFF_NOTICE)) == 7


async def test_a_match_without_a_turn_counts_in_no_profile(services: Services) -> None:
    field = await start_league(services, 6)
    await ban(services, field, *PEOPLE[1:6])
    await services.statistics.catch_up()
    assert await services.profiles.of(GUILD, PEOPLE[0], PEOPLE[0]) is None


async def test_the_bot_checks_a_day_before_the_start_whether_entrants_are_there(
    services: Services, clock: StandingClock
) -> None:
    number = await fill_league(services, 4, ON_FRIDAY)
    clock.advance(2 * DAY)
    await run_due_jobs(services)
    looked_for = [each.user for each in await begin_member_looks(services)]
    assert sorted(looked_for) == sorted(PEOPLE[:4])
    await services.departures.record(GUILD, PEOPLE[1], Presence.UNREACHABLE)
    await run_due_jobs(services)
    field = await services.tournaments.find(number)
    assert field.of_user(PEOPLE[1]) is None


async def test_the_bot_checks_on_an_entrant_who_waits_in_a_cup_when_others_finish(
    services: Services, clock: StandingClock
) -> None:
    field = await start_league(services, 3, CUP)
    [idle] = field.idle
    await begin_member_looks(services, 99)
    clock.advance(5 * DAY)
    await run_due_jobs(services)
    assert idle.user not in [each.user for each in await begin_member_looks(services, 99)]
    [first, _] = field.pairings
    assert first.match is not None
    await services.matches.resign(field.entrant(first.leg.first).user, first.match)
    await run_due_jobs(services)
    assert idle.user in [each.user for each in await begin_member_looks(services, 99)]
    await services.departures.record(GUILD, idle.user, Presence.UNREACHABLE)
    field = await run_jobs_and_reload(services, field)
    out = field.of_user(idle.user)
    assert out is not None
    assert out.out_why is ExitReason.LEFT_SERVER
