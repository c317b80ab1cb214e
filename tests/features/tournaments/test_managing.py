"""Decisions of a tournament's managers: announced at once, carried out later, undone until then."""

import asyncio
from dataclasses import replace
from random import Random

import pytest

from bot.address import DatabaseAddress
from bot.features.competitions.decisions import DecisionState
from bot.features.competitions.errors import ChangedMeanwhile, DecidedAlready, NothingToUndo
from bot.features.competitions.members import ExitReason
from bot.features.moderation.queries import ModeratorAction
from bot.features.tournaments.decisions import (
    TournamentDecision,
    decided_in,
    places_in,
    removal_preview,
)
from bot.features.tournaments.errors import NoSuchTournament, TooMuchLonger, TournamentOver
from bot.features.tournaments.jobs import TournamentFinish
from bot.features.tournaments.legs import Decision, LegResult, Withdrawal
from bot.features.tournaments.managing import CallOff, Choice, Extend, Remove
from bot.features.tournaments.notices import DECISION_NOTICE
from bot.features.tournaments.tournament import (
    EntrantState,
    TournamentField,
    TournamentState,
    TournamentTerms,
)
from bot.match.clock import DAY
from bot.match.identity import GuildId, UserId
from bot.match.match import EndReason, Outcome
from bot.services import Services, open_services
from tests.kit.clocks import StandingClock
from tests.kit.leagues import (
    BY_HAND,
    PEOPLE,
    decide_all,
    decide_leg,
    fill_league,
    matches_of,
    notified,
    resign_matches,
    run_jobs_and_reload,
    start_league,
)
from tests.kit.matches import GUILD, NOON
from tests.kit.service_matches import moderator_actions, run_due_jobs, scheduled_jobs
from tests.kit.template import create_database

MANAGER = UserId(901)


async def decide(services: Services, field: TournamentField, choice: Choice) -> TournamentDecision:
    return await services.managed_tournaments.decide(MANAGER, field.tournament.id, GUILD, choice)


async def undo(services: Services, decision: TournamentDecision) -> TournamentDecision:
    return await services.managed_tournaments.undo(MANAGER, decision.id, GUILD)


async def test_a_removal_is_announced_at_once_and_done_a_day_later(
    services: Services, clock: StandingClock
) -> None:
    field = await start_league(services, 4)
    entrant = field.entrants[1]
    decision = await decide(services, field, Remove(entrant.id))
    assert decision.until == NOON + DAY
    assert await notified(services, field, DECISION_NOTICE) == {entrant.user: decision.id}
    assert await moderator_actions(services) == [ModeratorAction.REMOVED]
    clock.advance(DAY - 1)
    field = await run_jobs_and_reload(services, field)
    assert field.entrant(entrant.id).state is EntrantState.IN
    clock.advance(1)
    open_matches = matches_of(field, entrant)
    field = await run_jobs_and_reload(services, field)
    removed = field.entrant(entrant.id)
    assert (removed.state, removed.out_why) == (EntrantState.OUT, ExitReason.REMOVED)
    for number in open_matches:
        outcome = (await services.matches.find(number)).outcome
        assert outcome is not None
        assert outcome.why is EndReason.FORFEIT
    with pytest.raises(NothingToUndo):
        await undo(services, decision)


async def test_an_undone_decision_has_no_effect_and_all_concerned_are_notified(
    services: Services, clock: StandingClock
) -> None:
    field = await start_league(services, 4)
    decision = await decide(services, field, CallOff())
    assert await notified(services, field, DECISION_NOTICE) == dict.fromkeys(
        PEOPLE[:4], decision.id
    )
    undone = await undo(services, decision)
    assert (undone.state, undone.message_number) == (DecisionState.UNDONE, decision.id + 1)
    assert await notified(services, field, DECISION_NOTICE) == dict.fromkeys(
        PEOPLE[:4], undone.message_number
    )
    assert await moderator_actions(services) == [ModeratorAction.UNDONE, ModeratorAction.CALLED_OFF]
    told_of = await services.managed_tournaments.decision_of_message(
        field.entrants[0].id, undone.message_number
    )
    assert told_of == undone
    clock.advance(2 * DAY)
    field = await run_jobs_and_reload(services, field)
    assert field.tournament.state is TournamentState.RUNNING
    with pytest.raises(NothingToUndo):
        await undo(services, decision)


async def test_simultaneous_decisions_are_made_once(
    path: DatabaseAddress, clock: StandingClock
) -> None:
    create_database(path)
    async with (
        open_services(path, clock, Random(1)) as one,
        open_services(path, clock, Random(2)) as other,
    ):
        field = await start_league(one, 4)
        done = await asyncio.gather(
            decide(one, field, CallOff()), decide(other, field, CallOff()), return_exceptions=True
        )
        assert [type(each) for each in done].count(DecidedAlready) == 1
        managed = await one.managed_tournaments.find(field.tournament.id, GUILD)
        assert len(managed.pending) == 1


async def test_a_tournament_that_is_called_off_ends_its_matches_without_a_result(
    services: Services, clock: StandingClock
) -> None:
    field = await start_league(services, 4)
    numbers = [each.match for each in field.pairings if each.match is not None]
    await decide(services, field, CallOff())
    clock.advance(DAY)
    field = await run_jobs_and_reload(services, field)
    assert field.tournament.state is TournamentState.CALLED_OFF
    for number in numbers:
        match = await services.matches.find(number)
        assert match.outcome == Outcome(EndReason.ENDED_BY_MODERATOR, None)
    assert await run_due_jobs(services) == [], "no match begins again"
    assert await scheduled_jobs(services, TournamentFinish) == []
    with pytest.raises(TournamentOver):
        await decide(services, field, CallOff())


async def test_a_sign_up_can_be_called_off_and_an_entrant_be_removed_from_it(
    services: Services, clock: StandingClock
) -> None:
    number = await fill_league(services, 4)
    field = await services.tournaments.find(number)
    await decide(services, field, Remove(field.entrants[0].id))
    await decide(services, field, CallOff())
    with pytest.raises(ChangedMeanwhile):
        await decide(services, field, Extend(1))
    clock.advance(DAY)
    field = await run_jobs_and_reload(services, field)
    assert [each.user for each in field.entrants] == list(PEOPLE[1:4])
    assert field.tournament.state is TournamentState.CALLED_OFF


async def test_a_leg_that_is_decided_ends_its_match_and_counts_in_the_table(
    services: Services, clock: StandingClock
) -> None:
    field = await start_league(services, 4)
    pairing = field.pairings[0]
    assert pairing.match is not None
    decision = await decide(services, field, decide_leg(pairing, LegResult.SECOND))
    users = {field.entrant(each).user for each in decision.entrants}
    assert set(await notified(services, field, DECISION_NOTICE)) == users
    clock.advance(DAY)
    field = await run_jobs_and_reload(services, field)
    leg = field.pairings[0].leg
    assert (leg.result, leg.decision) == (LegResult.SECOND, Decision.MANAGED)
    match = await services.matches.find(pairing.match)
    assert match.outcome == Outcome(EndReason.ENDED_BY_MODERATOR, None)
    assert field.pairings[0].match == pairing.match, "it does not begin again"


async def test_a_result_is_replaced_and_the_places_of_its_group_are_settled_again(
    services: Services, clock: StandingClock
) -> None:
    field = await start_league(services, 8, replace_size(4))
    group = field.pairings[0].group_number
    for pairing in field.pairings_in(group):
        assert pairing.match is not None
        users = [field.entrant(each).user for _, each in pairing.leg.seats]
        await services.matches.resign(max(users), pairing.match)
    field = await run_jobs_and_reload(services, field)
    first = next(each for each in field.group(group) if each.place == 1)
    second = next(each for each in field.group(group) if each.place == 2)
    pairing = next(each for each in field.pairings_of(first.id) if each.leg.has(second.id))
    lost = LegResult.SECOND if pairing.leg.first == first.id else LegResult.FIRST
    foreseen = places_in(decided_in(field, pairing, lost), pairing)
    assert sorted(foreseen, key=str) == [1, 2]
    await decide(services, field, decide_leg(pairing, lost))
    clock.advance(DAY)
    field = await run_jobs_and_reload(services, field)
    assert field.entrant(second.id).place == 1
    assert field.entrant(first.id).place == 2


def replace_size(size: int) -> TournamentTerms:
    return replace(BY_HAND, group_size=size)


async def test_more_time_counts_at_once_and_is_taken_back_with_the_decision(
    services: Services, clock: StandingClock
) -> None:
    field = await start_league(services, 4)
    before = field.tournament.finish_by
    assert before is not None
    decision = await decide(services, field, Extend(10))
    later = await services.tournaments.find(field.tournament.id)
    assert later.tournament.finish_by == before + 10 * DAY
    [(_, due_at)] = await scheduled_jobs(services, TournamentFinish)
    assert due_at == before + 10 * DAY
    await undo(services, decision)
    field = await services.tournaments.find(field.tournament.id)
    assert field.tournament.finish_by == before
    assert await moderator_actions(services) == [ModeratorAction.UNDONE, ModeratorAction.EXTENDED]


async def test_more_time_has_its_limits(services: Services) -> None:
    field = await start_league(services, 4)
    for days in (0, 61):
        with pytest.raises(TooMuchLonger):
            await decide(services, field, Extend(days))


async def test_a_decision_is_made_once_and_only_in_its_server(services: Services) -> None:
    field = await start_league(services, 4)
    await decide(services, field, CallOff())
    with pytest.raises(DecidedAlready):
        await decide(services, field, CallOff())
    number = field.tournament.id
    with pytest.raises(NoSuchTournament):
        await services.managed_tournaments.decide(MANAGER, number, GuildId(8), CallOff())
    managed = await services.managed_tournaments.find(number, GUILD)
    assert [each.manager for each in managed.pending] == [MANAGER]


async def test_a_removal_for_which_the_end_came_first_is_dropped(
    services: Services, clock: StandingClock
) -> None:
    field = await start_league(services, 3)
    decision = await decide(services, field, Remove(field.entrants[0].id))
    field = await decide_all(services, field)
    assert field.tournament.state is TournamentState.ENDED
    with pytest.raises(NothingToUndo):
        await undo(services, decision)
    clock.advance(DAY)
    field = await run_jobs_and_reload(services, field)
    assert field.tournament.state is TournamentState.ENDED


async def test_a_result_that_was_decided_counts_though_all_matches_end_before(
    services: Services, clock: StandingClock
) -> None:
    field = await start_league(services, 3)
    [pairing, *_] = field.pairings
    assert pairing.match is not None
    await services.matches.resign(field.entrant(pairing.leg.first).user, pairing.match)
    field = await run_jobs_and_reload(services, field)
    await decide(services, field, decide_leg(field.pairings[0], LegResult.DRAW))
    field = await decide_all(services, field)
    assert field.tournament.state is TournamentState.RUNNING
    clock.advance(DAY)
    field = await run_jobs_and_reload(services, field)
    assert field.pairings[0].leg.result is LegResult.DRAW
    assert field.tournament.state is TournamentState.ENDED


async def test_a_tournament_is_still_called_off_if_all_its_matches_end(
    services: Services, clock: StandingClock
) -> None:
    field = await start_league(services, 3)
    await decide(services, field, CallOff())
    field = await decide_all(services, field)
    assert field.tournament.state is TournamentState.RUNNING
    clock.advance(DAY)
    field = await run_jobs_and_reload(services, field)
    assert field.tournament.state is TournamentState.CALLED_OFF


async def test_a_tournament_ends_once_the_pending_decision_is_undone(services: Services) -> None:
    field = await start_league(services, 3)
    decision = await decide(services, field, CallOff())
    field = await decide_all(services, field)
    await undo(services, decision)
    field = await run_jobs_and_reload(services, field)
    assert field.tournament.state is TournamentState.ENDED


@pytest.mark.parametrize("is_erased", [False, True])
async def test_a_removal_is_forgotten_once_the_entrant_has_left_before_the_start(
    services: Services, clock: StandingClock, *, is_erased: bool
) -> None:
    number = await fill_league(services, 4)
    field = await services.tournaments.find(number)
    decision = await decide(services, field, Remove(field.entrants[0].id))
    if is_erased:
        await services.privacy.delete(PEOPLE[0])
    else:
        await services.tournaments.leave(PEOPLE[0], number)
    managed = await services.managed_tournaments.find(number, GUILD)
    assert managed.pending == ()
    with pytest.raises(NothingToUndo):
        await undo(services, decision)
    clock.advance(DAY)
    field = await run_jobs_and_reload(services, field)
    assert [each.user for each in field.entrants] == list(PEOPLE[1:4])


async def test_more_time_that_is_undone_late_leaves_a_day(
    services: Services, clock: StandingClock
) -> None:
    field = await start_league(services, 3, replace(BY_HAND, finish_days=21))
    before = field.tournament.finish_by
    assert before is not None
    clock.advance(before - clock.now() - DAY / 2)
    decision = await decide(services, field, Extend(10))
    clock.advance(DAY - 1)
    await undo(services, decision)
    field = await services.tournaments.find(field.tournament.id)
    assert field.tournament.state is TournamentState.RUNNING
    assert field.tournament.finish_by == clock.now() + DAY


async def test_results_decided_by_an_elimination_are_final(
    services: Services, clock: StandingClock
) -> None:
    field = await start_league(services, 4)
    clock.advance(4 * DAY)
    await services.tournaments.leave(field.entrants[0].user, field.tournament.id)
    field = await run_jobs_and_reload(services, field)
    [pairing, *_] = field.pairings_of(field.entrants[0].id)
    with pytest.raises(ChangedMeanwhile):
        await decide(services, field, decide_leg(pairing, LegResult.DRAW))
    with pytest.raises(ChangedMeanwhile):
        await decide(services, field, Remove(field.entrants[0].id))


async def test_a_preview_says_what_a_removal_does(services: Services) -> None:
    field = await start_league(services, 4)
    user = PEOPLE[0]
    entrant = field.of_user(user)
    assert entrant is not None
    assert removal_preview(field, entrant.id).withdrawal is Withdrawal.ANNULLED
    field = await resign_matches(services, field, user, most=2)
    preview = removal_preview(field, entrant.id)
    assert (preview.open_legs, preview.withdrawal) == (1, Withdrawal.LOST)


async def test_a_user_who_is_erased_leaves_decisions_without_a_name(services: Services) -> None:
    field = await start_league(services, 4)
    await decide(services, field, CallOff())
    await services.privacy.delete(MANAGER)
    managed = await services.managed_tournaments.find(field.tournament.id, GUILD)
    assert all(each.manager < 0 for each in managed.pending)
