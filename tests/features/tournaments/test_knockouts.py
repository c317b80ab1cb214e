"""Cups from the first round to the champion, through the services."""

from dataclasses import replace

import pytest

from bot.consequences import tournaments_won
from bot.features.competitions.errors import ChangedMeanwhile
from bot.features.competitions.members import ExitReason
from bot.features.moderation.log import Moderator
from bot.features.profiles.service import WonTournament
from bot.features.tournaments.cups import CupPairing, PlayOff, Seeding, Vacancy
from bot.features.tournaments.errors import ThroughAlready
from bot.features.tournaments.jobs import TournamentCheck
from bot.features.tournaments.legs import Decision, EntrantId, LegResult
from bot.features.tournaments.managing import CallOff, Extend, Remove
from bot.features.tournaments.notices import (
    CHAMPIONS,
    DECIDED_NOTICE,
    NEXT_NOTICE,
    OUT_NOTICE,
    START_NOTICE,
    WAITING_NOTICE,
)
from bot.features.tournaments.tournament import (
    EntrantState,
    GroupLeg,
    TournamentField,
    TournamentState,
)
from bot.jobs.backoff import GRACE
from bot.match.clock import DAY
from bot.match.identity import Instant, Ply, UserId
from bot.match.match import EndReason, OfferAnswer
from bot.services import Services
from tests.kit.clocks import StandingClock
from tests.kit.leagues import (
    CUP,
    HOST,
    PEOPLE,
    announce_league,
    decide_leg,
    due_subjects,
    entrant_of,
    fill_league,
    matches_of,
    notified,
    resign_matches,
    run_jobs_and_reload,
    start_league,
)
from tests.kit.matches import GUILD, NOON
from tests.kit.service_matches import play, run_due_jobs

MANAGER = UserId(901)
THIRD = replace(CUP, play_off=PlayOff.PLAYED)


def seeds(field: TournamentField) -> list[UserId]:
    """Return the users of a cup, the best seed first."""
    return [each.user for each in field.group(field.groups[0])]


def pairing_of(field: TournamentField, *users: UserId) -> CupPairing:
    """Return the last pairing of users."""
    entrants = {entrant_of(field, each).id for each in users}
    return [each for each in field.bracket().pairings if entrants <= {*each.sides}][-1]


def legs_of(field: TournamentField, *users: UserId) -> list[GroupLeg]:
    legs = pairing_of(field, *users).legs
    return [each for each in field.pairings if each.leg in legs]


async def win_open_matches(
    services: Services, field: TournamentField, winner: UserId, loser: UserId
) -> TournamentField:
    """Let one user win all open matches against another."""
    for each in legs_of(field, winner, loser):
        if each.leg.is_open and each.match is not None:
            await services.matches.resign(loser, each.match)
    return await run_jobs_and_reload(services, field)


async def agree_on_draw(
    services: Services, field: TournamentField, pairing: GroupLeg
) -> TournamentField:
    """Let two players agree on a draw."""
    assert pairing.match is not None
    await play(services, pairing.match, "Ke6", "Kc3")
    match = await services.matches.find(pairing.match)
    one, other = match.people
    offered = await services.matches.offer_draw(one, match.id, Ply(match.ply))
    await services.matches.answer_draw(other, match.id, offered.revision, OfferAnswer.ACCEPT)
    return await run_jobs_and_reload(services, field)


async def test_a_pairing_is_two_matches_at_once_with_the_seats_swapped(
    services: Services,
) -> None:
    field = await start_league(services, 4, CUP)
    assert field.tournament.finish_by == NOON + 120 * DAY
    assert len(field.pairings) == 4
    one, two, three, four = seeds(field)
    for pair in ((one, four), (two, three)):
        first, second = legs_of(field, *pair)
        assert first.leg.seats.orange == second.leg.seats.gray
        assert first.match is not None
        match = await services.matches.find(first.match)
        assert match.seats.orange == field.entrant(first.leg.seats.orange).user
    assert await due_subjects(services, START_NOTICE) == [each.id for each in field.entered]
    assert await due_subjects(services, NEXT_NOTICE) == []


async def test_the_next_pairing_begins_when_both_are_known_and_there_is_one_champion(
    services: Services, clock: StandingClock
) -> None:
    field = await start_league(services, 4, CUP)
    one, two, three, four = seeds(field)
    field = await win_open_matches(services, field, four, one)
    assert field.bracket().final.upper == entrant_of(field, four).id
    assert len(field.pairings) == 4
    assert entrant_of(field, one).place == 3
    field = await win_open_matches(services, field, two, three)
    assert await notified(services, field, NEXT_NOTICE) == {two: 4, four: 4}
    clock.advance(GRACE)
    assert await due_subjects(services, DECIDED_NOTICE) == sorted(
        entrant_of(field, each).id for each in (one, three)
    )
    assert len(matches_of(field, entrant_of(field, two))) == 2
    field = await win_open_matches(services, field, two, four)
    assert field.tournament.state is TournamentState.ENDED
    assert {each.user: each.place for each in field.entrants} == {one: 3, two: 1, three: 3, four: 2}
    assert await due_subjects(services, CHAMPIONS) == [field.tournament.id]
    async with services._database.reading() as reading:
        assert await tournaments_won(reading, GUILD, two) == [WonTournament("Autumn league")]
        assert await tournaments_won(reading, GUILD, three) == []


async def test_the_ninth_waits_for_a_place(services: Services) -> None:
    number = await fill_league(services, 9, CUP)
    field = await services.tournaments.find(number)
    assert [each.user for each in field.waiting] == [PEOPLE[8]]
    await services.tournaments.start(number, GUILD)
    field = await run_jobs_and_reload(services, field)
    assert len(field.bracket().rounds) == 3
    out = seeds(field)[4]
    slot = first_slot(field, out)
    await services.tournaments.leave(out, number)
    field = await run_jobs_and_reload(services, field)
    placed = entrant_of(field, PEOPLE[8])
    assert (placed.state, placed.seed) == (EntrantState.IN, 5)
    assert first_slot(field, placed.user) == slot
    assert len(matches_of(field, placed)) == 2


def first_slot(field: TournamentField, user: UserId) -> int:
    """Return which pairing of the first round a user is in."""
    number = entrant_of(field, user).id
    [own] = [each for each in field.bracket().rounds[0] if number in each.sides]
    return own.slot


async def test_a_pairing_that_is_equal_goes_to_a_third_match_and_then_to_the_better_seed(
    services: Services,
) -> None:
    field = await start_league(services, 4, CUP)
    one, *_, four = seeds(field)
    first, second = legs_of(field, one, four)
    assert first.match is not None
    assert second.match is not None
    await services.matches.resign(one, first.match)
    await services.matches.resign(four, second.match)
    field = await run_jobs_and_reload(services, field)
    *_, third = legs_of(field, one, four)
    assert (third.leg.number, third.leg.is_open) == (3, True)
    assert await notified(services, field, NEXT_NOTICE) == {one: 3, four: 3}
    field = await agree_on_draw(services, field, third)
    assert pairing_of(field, one, four).winner == entrant_of(field, one).id
    assert entrant_of(field, four).place == 3


async def test_two_losses_on_time_in_a_pairing_put_a_player_out(
    services: Services, clock: StandingClock
) -> None:
    field = await start_league(services, 4, CUP)
    one, *_, four = seeds(field)
    clock.advance(2 * DAY)
    await run_due_jobs(services)
    for each in field.pairings:
        assert each.match is not None
        match = await services.matches.find(each.match)
        if one not in match.people:
            await services.matches.resign(max(match.people), each.match)
        elif match.to_move == four:
            await play(services, each.match, "Kc3")
    clock.advance(4 * DAY)
    field = await run_jobs_and_reload(services, field)
    late = entrant_of(field, one)
    assert (late.state, late.out_why) == (EntrantState.OUT, ExitReason.TIME)
    assert pairing_of(field, one, four).winner == entrant_of(field, four).id
    assert len(matches_of(field, entrant_of(field, four))) == 2


async def test_a_user_who_leaves_or_is_banned_loses_the_pairing(services: Services) -> None:
    field = await start_league(services, 4, THIRD)
    one, two, three, four = seeds(field)
    live = matches_of(field, entrant_of(field, one))
    await services.tournaments.leave(one, field.tournament.id)
    field = await run_jobs_and_reload(services, field)
    assert pairing_of(field, one, four).winner == entrant_of(field, four).id
    for number in live:
        outcome = (await services.matches.find(number)).outcome
        assert outcome is not None
        assert outcome.why is EndReason.FORFEIT
    await services.bans.ban(Moderator(GUILD, HOST), three, None)
    field = await run_jobs_and_reload(services, field)
    assert field.bracket().final.entrants == (entrant_of(field, four).id, entrant_of(field, two).id)
    field = await win_open_matches(services, field, two, four)
    assert field.tournament.state is TournamentState.ENDED
    assert entrant_of(field, two).place == 1


async def test_the_third_place_is_played_for_beside_the_final(services: Services) -> None:
    field = await start_league(services, 4, THIRD)
    one, two, three, four = seeds(field)
    field = await win_open_matches(services, field, one, four)
    field = await win_open_matches(services, field, two, three)
    assert entrant_of(field, three).place is None
    assert await notified(services, field, NEXT_NOTICE) == dict.fromkeys((one, two, three, four), 4)
    field = await win_open_matches(services, field, one, two)
    assert field.tournament.state is TournamentState.RUNNING
    field = await win_open_matches(services, field, four, three)
    assert field.tournament.state is TournamentState.ENDED
    assert [entrant_of(field, each).place for each in (one, two, three, four)] == [1, 2, 4, 3]


async def test_at_the_end_of_its_time_the_score_decides_and_then_the_seed(
    services: Services, clock: StandingClock
) -> None:
    field = await start_league(services, 4, replace(CUP, finish_days=2))
    one, two, three, four = seeds(field)
    field = await resign_matches(services, field, one, most=1)
    live = [each.match for each in field.pairings if each.leg.is_open]
    clock.advance(2 * DAY)
    field = await run_jobs_and_reload(services, field)
    assert field.tournament.state is TournamentState.ENDED
    for number in live:
        assert number is not None
        outcome = (await services.matches.find(number)).outcome
        assert outcome is not None
        assert outcome.why is EndReason.ADJUDICATED
    assert {each.user: each.place for each in field.entrants} == {one: 3, two: 1, three: 3, four: 2}
    assert len(field.pairings) == 4


async def test_no_match_outlives_a_cup_if_a_check_comes_before_its_end(
    services: Services, clock: StandingClock
) -> None:
    field = await start_league(services, 4, replace(CUP, finish_days=2))
    number = field.tournament.id
    clock.advance(2 * DAY)
    await services.running_tournaments.check_when_due(TournamentCheck(GUILD, number))
    field = await services.tournaments.find(number)
    assert field.tournament.state is TournamentState.ENDED
    assert all(not each.leg.is_open for each in field.pairings)
    for user in PEOPLE[:4]:
        assert await services.matches.live_of(user) == []
    places = {each.id: each.place for each in field.entrants}
    field = await run_jobs_and_reload(services, field)
    assert {each.id: each.place for each in field.entrants} == places


async def test_a_user_who_has_a_place_keeps_it_and_is_not_out(services: Services) -> None:
    field = await start_league(services, 4, CUP)
    one, *_, four = seeds(field)
    field = await win_open_matches(services, field, one, four)
    await services.bans.ban(Moderator(GUILD, HOST), four, None)
    field = await run_jobs_and_reload(services, field)
    loser = entrant_of(field, four)
    assert (loser.state, loser.place) == (EntrantState.IN, 3)
    assert await due_subjects(services, OUT_NOTICE) == []
    with pytest.raises(ThroughAlready):
        await services.tournaments.leave(four, field.tournament.id)
    with pytest.raises(ChangedMeanwhile):
        await services.managed_tournaments.decide(
            MANAGER, field.tournament.id, GUILD, Remove(loser.id)
        )


async def test_the_ninth_entrant_is_notified_and_waits_for_three_days(
    services: Services, clock: StandingClock
) -> None:
    field = await start_league(services, 9, CUP)
    ninth = entrant_of(field, PEOPLE[8])
    assert await due_subjects(services, WAITING_NOTICE) == [ninth.id]
    clock.advance(3 * DAY - 1)
    field = await run_jobs_and_reload(services, field)
    assert entrant_of(field, PEOPLE[8]).state is EntrantState.WAITING
    clock.advance(1)
    field = await run_jobs_and_reload(services, field)
    ninth = entrant_of(field, PEOPLE[8])
    assert (ninth.state, ninth.out_why) == (EntrantState.OUT, ExitReason.NO_PLACE)
    assert await due_subjects(services, OUT_NOTICE) == [ninth.id]
    assert await services.tournaments.of_user(PEOPLE[8], GUILD) == []
    assert field.tournament.state is TournamentState.RUNNING


@pytest.mark.long
async def test_a_cup_drawn_by_lot_does_not_follow_the_seeds(services: Services) -> None:
    met = set()
    for _ in range(6):
        field = await start_league(services, 4, replace(CUP, seeding=Seeding.LOT))
        [first] = [each for each in field.bracket().rounds[0] if first_of(field) in each.sides]
        met |= {field.entrant(each).seed for each in first.entrants or ()} - {1}
        for user in PEOPLE[:4]:
            await services.tournaments.leave(user, field.tournament.id)
    assert len(met) > 1


def first_of(field: TournamentField) -> EntrantId:
    return field.group(field.groups[0])[0].id


async def test_players_who_block_each_other_may_meet(services: Services) -> None:
    number = await fill_league(services, 4, CUP)
    for user in PEOPLE[1:4]:
        await services.blocks.block(PEOPLE[0], user)
    await services.tournaments.start(number, GUILD)
    assert (await services.tournaments.find(number)).waiting == ()


async def test_a_user_who_is_through_with_a_cup_may_enter_another_tournament(
    services: Services,
) -> None:
    fields = [await start_league(services, 4, CUP) for _ in range(3)]
    loser = seeds(fields[0])[3]
    await win_open_matches(services, fields[0], seeds(fields[0])[0], loser)
    await services.tournaments.enter(loser, await announce_league(services, CUP), frozenset())


async def test_a_former_player_loses_the_pairing_and_the_bracket_stays(
    services: Services,
) -> None:
    field = await start_league(services, 4, CUP)
    one, *_, four = seeds(field)
    number = entrant_of(field, four).id
    await services.privacy.delete(four)
    field = await run_jobs_and_reload(services, field)
    assert field.entrant(number).user < 0
    assert field.bracket().final.upper == entrant_of(field, one).id


async def test_a_match_is_decided_only_until_it_is_known_who_goes_on(
    services: Services, clock: StandingClock
) -> None:
    field = await start_league(services, 4, CUP)
    one, two, three, four = seeds(field)
    managing, number = services.managed_tournaments, field.tournament.id
    first, second = legs_of(field, one, four)
    for each in (first, second):
        result = (
            LegResult.FIRST if each.leg.first == entrant_of(field, four).id else LegResult.SECOND
        )
        await managing.decide(MANAGER, number, GUILD, decide_leg(each, result))
    field = await win_open_matches(services, field, two, three)
    clock.advance(DAY)
    field = await run_jobs_and_reload(services, field)
    assert pairing_of(field, one, four).winner == entrant_of(field, four).id
    assert [each.leg.decision for each in legs_of(field, one, four)] == [Decision.MANAGED] * 2
    assert len(matches_of(field, entrant_of(field, four))) == 2
    with pytest.raises(ChangedMeanwhile):
        await managing.decide(MANAGER, number, GUILD, decide_leg(first, LegResult.DRAW))


async def test_a_decision_about_a_pairing_that_was_won_meanwhile_is_dropped(
    services: Services, clock: StandingClock
) -> None:
    field = await start_league(services, 4, CUP)
    one, *_, four = seeds(field)
    first, _ = legs_of(field, one, four)
    managing = services.managed_tournaments
    await managing.decide(MANAGER, field.tournament.id, GUILD, decide_leg(first, LegResult.VOID))
    field = await win_open_matches(services, field, one, four)
    clock.advance(DAY)
    field = await run_jobs_and_reload(services, field)
    assert pairing_of(field, one, four).winner == entrant_of(field, one).id
    assert all(each.leg.decision is Decision.PLAYED for each in legs_of(field, one, four))


async def test_a_void_match_leaves_the_other_one_to_decide(
    services: Services, clock: StandingClock
) -> None:
    field = await start_league(services, 4, CUP)
    one, *_, four = seeds(field)
    first, second = legs_of(field, one, four)
    await services.managed_tournaments.decide(
        MANAGER, field.tournament.id, GUILD, decide_leg(first, LegResult.VOID)
    )
    clock.advance(DAY)
    field = await run_jobs_and_reload(services, field)
    assert pairing_of(field, one, four).winner is Vacancy.AWAITED
    assert second.match is not None
    await services.matches.resign(one, second.match)
    field = await run_jobs_and_reload(services, field)
    assert pairing_of(field, one, four).winner == entrant_of(field, four).id


async def test_managers_remove_players_give_more_time_and_call_a_cup_off(
    services: Services, clock: StandingClock
) -> None:
    field = await start_league(services, 4, CUP)
    one, *_, four = seeds(field)
    managing, number = services.managed_tournaments, field.tournament.id
    await managing.decide(MANAGER, number, GUILD, Remove(entrant_of(field, one).id))
    await managing.decide(MANAGER, number, GUILD, Extend(30))
    clock.advance(4 * DAY)
    field = await run_jobs_and_reload(services, field)
    assert entrant_of(field, one).out_why is ExitReason.REMOVED
    assert pairing_of(field, one, four).winner == entrant_of(field, four).id
    assert field.tournament.finish_by == Instant(NOON + 150 * DAY)
    await managing.decide(MANAGER, number, GUILD, CallOff())
    clock.advance(DAY)
    field = await run_jobs_and_reload(services, field)
    assert field.tournament.state is TournamentState.CALLED_OFF
    for user in PEOPLE[:4]:
        assert await services.matches.live_of(user) == []
