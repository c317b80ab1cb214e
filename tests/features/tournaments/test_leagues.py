"""Leagues from the announcement to the next season, through the services."""

from dataclasses import replace
from typing import Final

import pytest

from bot.consequences import tournaments_won
from bot.features.competitions.members import ExitReason
from bot.features.matches.errors import MayNotPlay
from bot.features.moderation.log import Moderator
from bot.features.profiles.service import WonTournament
from bot.features.tournaments.cups import PlayOff
from bot.features.tournaments.errors import (
    BarredFromSeason,
    EnteredAlready,
    EntryClosed,
    NoName,
    NoSuchTournament,
    NotEntered,
    StartTooSoon,
    TooFewEntrants,
    TooManyMatchesAtOnce,
    TooManyTournaments,
    WaitingAlready,
)
from bot.features.tournaments.formats import may_have_threads
from bot.features.tournaments.legs import Decision, LegResult, Withdrawal
from bot.features.tournaments.notices import (
    AGAIN_NOTICE,
    ANEW_NOTICE,
    CALLED_OFF_NOTICE,
    CHAMPIONS,
    DECIDED_NOTICE,
    OUT_NOTICE,
    PLACE_NOTICE,
    SIGN_UP_CARD,
    SOON_NOTICE,
    START_NOTICE,
    TOURNAMENT_CARD,
    WAITING_NOTICE,
)
from bot.features.tournaments.tournament import (
    Cadence,
    EntrantState,
    StartMode,
    TournamentState,
    TournamentTerms,
)
from bot.jobs.backoff import GRACE
from bot.match.clock import DAY, HOUR
from bot.match.identity import GuildId, Instant, MatchId
from bot.match.match import EndReason, Outcome
from bot.match.terms import Conduct, VenueKind
from bot.services import Services
from tests.kit.clocks import StandingClock
from tests.kit.leagues import (
    BY_HAND,
    CUP,
    HOST,
    ON_FRIDAY,
    PEOPLE,
    announce_league,
    decide_all,
    due_subjects,
    entrant_of,
    fill_league,
    matches_of,
    resign_matches,
    run_jobs_and_reload,
    start_league,
)
from tests.kit.matches import GUILD, NOON, PLACE
from tests.kit.service_matches import play, run_due_jobs

ADA, BEN, CLEO, DAN, EVE, FINN, GUS = PEOPLE[:7]
SERIES = replace(BY_HAND, cadence=Cadence.CONTINUOUS)


async def outcomes(services: Services, numbers: list[MatchId]) -> set[Outcome | None]:
    return {(await services.matches.find(each)).outcome for each in numbers}


async def test_a_league_is_hidden_until_its_host_announces_it(services: Services) -> None:
    drafted = await services.tournaments.draft(HOST, PLACE, "  Autumn\nleague ", BY_HAND)
    assert drafted.name == "Autumn league"
    assert await services.tournaments.listed(GUILD) == []
    with pytest.raises(EntryClosed):
        await services.tournaments.enter(ADA, drafted.id, frozenset())
    again = await services.tournaments.draft(HOST, PLACE, "Winter league", BY_HAND)
    with pytest.raises(NoSuchTournament):
        await services.tournaments.announce(HOST, drafted.id)
    with pytest.raises(NoSuchTournament):
        await services.tournaments.announce(ADA, again.id)
    twice = await services.tournaments.redraft(
        HOST, again.id, lambda terms: replace(terms, group_size=4, legs=2)
    )
    assert twice.terms.legs == 2
    await services.tournaments.announce(HOST, again.id)
    [listed] = await services.tournaments.listed(GUILD)
    assert (listed.name, listed.terms.legs) == ("Winter league", 2)
    assert await due_subjects(services, SIGN_UP_CARD) == [again.id]
    with pytest.raises(NoSuchTournament):
        await services.tournaments.redraft(HOST, again.id, lambda terms: terms)


FEW: Final = replace(BY_HAND, most_entrants=4, venue=VenueKind.THREAD)


@pytest.mark.parametrize(
    ("terms", "may_have"),
    [
        (FEW, True),
        (replace(FEW, most_entrants=5), False),
        (replace(FEW, legs=2), False),
        (replace(FEW, most_entrants=3, legs=2), True),
        (replace(CUP, most_entrants=4), True),
        (replace(CUP, most_entrants=4, play_off=PlayOff.PLAYED), False),
        (CUP, False),
    ],
)
def test_a_tournament_of_at_most_six_matches_may_have_threads(
    *, terms: TournamentTerms, may_have: bool
) -> None:
    assert may_have_threads(terms) is may_have


async def test_matches_begin_in_threads_if_the_host_chooses_so(services: Services) -> None:
    field = await start_league(services, 4, FEW)
    assert len(field.pairings) == 6
    for pairing in field.pairings:
        assert pairing.match is not None
        venue = (await services.matches.find(pairing.match)).venue
        assert (venue.kind, venue.origin, venue.channel) == (VenueKind.THREAD, PLACE.channel, None)


async def test_with_more_places_matches_are_played_in_direct_messages_again(
    services: Services,
) -> None:
    drafted = await services.tournaments.draft(HOST, PLACE, "Autumn league", FEW)
    more = await services.tournaments.redraft(
        HOST, drafted.id, lambda terms: replace(terms, most_entrants=12)
    )
    assert more.terms.venue is VenueKind.DIRECT


@pytest.mark.parametrize(
    ("terms", "refused"),
    [
        (TournamentTerms(group_size=8, legs=2), TooManyMatchesAtOnce),
        (replace(ON_FRIDAY, starts_at=Instant(NOON + HOUR - 1)), StartTooSoon),
        (replace(ON_FRIDAY, starts_at=Instant(NOON + 91 * DAY)), StartTooSoon),
    ],
)
async def test_a_league_that_cannot_be_played_is_refused(
    services: Services, terms: TournamentTerms, refused: type[Exception]
) -> None:
    with pytest.raises(refused):
        await services.tournaments.draft(HOST, PLACE, "League", terms)
    with pytest.raises(NoName):
        await services.tournaments.draft(HOST, PLACE, " \u200b", BY_HAND)


async def test_users_enter_and_leave_and_the_first_who_waits_moves_up(services: Services) -> None:
    number = await announce_league(services, replace(BY_HAND, most_entrants=3))
    for user in (ADA, BEN, CLEO, DAN, EVE):
        await services.tournaments.enter(user, number, frozenset())
    field = await services.tournaments.find(number)
    assert [each.user for each in field.entered] == [ADA, BEN, CLEO]
    assert [each.user for each in field.waiting] == [DAN, EVE]
    with pytest.raises(EnteredAlready):
        await services.tournaments.enter(ADA, number, frozenset())
    with pytest.raises(WaitingAlready):
        await services.tournaments.enter(DAN, number, frozenset())
    field = await services.tournaments.leave(EVE, number)
    assert [each.user for each in field.waiting] == [DAN]
    field = await services.tournaments.leave(BEN, number)
    assert [each.user for each in field.entered] == [ADA, CLEO, DAN]
    with pytest.raises(NotEntered):
        await services.tournaments.leave(BEN, number)


async def test_a_user_who_gets_a_free_place_is_notified(services: Services) -> None:
    number = await announce_league(services, replace(BY_HAND, most_entrants=3))
    for user in (ADA, BEN, CLEO, DAN, EVE, FINN):
        await services.tournaments.enter(user, number, frozenset())
    field = await services.tournaments.find(number)
    dan, eve, finn = (entrant_of(field, user).id for user in (DAN, EVE, FINN))
    await services.tournaments.leave(ADA, number)
    assert await due_subjects(services, PLACE_NOTICE) == [dan]
    await services.bans.ban(Moderator(GUILD, HOST), BEN, None)
    await run_due_jobs(services)
    assert await due_subjects(services, PLACE_NOTICE) == [dan, eve]
    await services.privacy.delete(CLEO)
    assert await due_subjects(services, PLACE_NOTICE) == [dan, eve, finn]


async def test_a_draft_is_deleted_with_the_user_who_made_it(services: Services) -> None:
    drafted = await services.tournaments.draft(HOST, PLACE, "Autumn league", BY_HAND)
    await services.privacy.delete(HOST)
    with pytest.raises(NoSuchTournament):
        await services.tournaments.find(drafted.id)


async def test_a_user_who_is_banned_or_in_three_tournaments_cannot_enter(
    services: Services,
) -> None:
    for _ in range(3):
        await services.tournaments.enter(ADA, await announce_league(services), frozenset())
    fourth = await announce_league(services)
    with pytest.raises(TooManyTournaments):
        await services.tournaments.enter(ADA, fourth, frozenset())
    await services.bans.ban(Moderator(GUILD, HOST), BEN, None)
    with pytest.raises(MayNotPlay):
        await services.tournaments.enter(BEN, fourth, frozenset())


async def test_all_pairs_meet_once_and_all_matches_begin(services: Services) -> None:
    field = await start_league(services, 13)
    assert [len(field.group(group)) for group in field.groups] == [5, 4, 4]
    assert field.tournament.state is TournamentState.RUNNING
    assert field.tournament.finish_by == NOON + 60 * DAY
    assert len(field.pairings) == 10 + 6 + 6
    for pairing in field.pairings:
        assert pairing.match is not None
        match = await services.matches.find(pairing.match)
        assert match.conduct is Conduct.COMPETITIVE
        assert (match.venue.kind, match.venue.guild) == (VenueKind.DIRECT, GUILD)
        assert match.seats.orange == field.entrant(pairing.leg.seats.orange).user
        assert match.seats.gray == field.entrant(pairing.leg.seats.gray).user
    assert await due_subjects(services, TOURNAMENT_CARD) == [field.tournament.id]
    assert await due_subjects(services, START_NOTICE) == [each.id for each in field.entered]
    with pytest.raises(EntryClosed):
        await services.tournaments.enter(PEOPLE[20], field.tournament.id, frozenset())
    with pytest.raises(EnteredAlready):
        await services.tournaments.enter(ADA, field.tournament.id, frozenset())
    with pytest.raises(EntryClosed):
        await services.tournaments.start(field.tournament.id, GUILD)


async def test_too_few_entrants_cannot_start(services: Services) -> None:
    number = await fill_league(services, 2)
    with pytest.raises(TooFewEntrants):
        await services.tournaments.start(number, GUILD)
    with pytest.raises(NoSuchTournament):
        await services.tournaments.start(number, GuildId(8))


async def test_a_league_starts_at_its_time_and_says_so_a_day_before(
    services: Services, clock: StandingClock
) -> None:
    number = await fill_league(services, 4, ON_FRIDAY)
    clock.advance(2 * DAY)
    await run_due_jobs(services)
    assert len(await due_subjects(services, SOON_NOTICE)) == 4
    clock.advance(DAY)
    await run_due_jobs(services)
    field = await services.tournaments.find(number)
    assert field.tournament.begun_at == NOON + 3 * DAY
    assert all(each.match is not None for each in field.pairings)


async def test_a_league_waits_a_week_for_a_third_and_is_called_off_then(
    services: Services, clock: StandingClock
) -> None:
    late, never = (
        await fill_league(services, 2, ON_FRIDAY),
        await fill_league(services, 2, ON_FRIDAY),
    )
    clock.advance(5 * DAY)
    await run_due_jobs(services)
    await services.tournaments.enter(CLEO, late, frozenset())
    await run_due_jobs(services)
    assert (await services.tournaments.find(late)).tournament.state is TournamentState.RUNNING
    clock.advance(5 * DAY)
    await run_due_jobs(services)
    field = await services.tournaments.find(never)
    assert field.tournament.state is TournamentState.CALLED_OFF
    assert await due_subjects(services, CALLED_OFF_NOTICE) == [each.id for each in field.entrants]


async def test_a_league_that_is_no_longer_full_waits_for_another(services: Services) -> None:
    terms = replace(BY_HAND, start_mode=StartMode.WHEN_FULL, most_entrants=4)
    number = await fill_league(services, 4, terms)
    await services.tournaments.leave(DAN, number)
    await run_due_jobs(services)
    assert (await services.tournaments.find(number)).tournament.state is TournamentState.OPEN
    await services.tournaments.enter(EVE, number, frozenset())
    await run_due_jobs(services)
    field = await services.tournaments.find(number)
    assert field.tournament.state is TournamentState.RUNNING
    assert [each.user for each in field.entered] == [ADA, BEN, CLEO, EVE]


async def test_a_full_league_that_cannot_be_drawn_is_called_off_after_a_week(
    services: Services, clock: StandingClock
) -> None:
    terms = replace(BY_HAND, start_mode=StartMode.WHEN_FULL, most_entrants=3)
    number = await announce_league(services, terms)
    await services.blocks.block(ADA, BEN)
    for user in (ADA, BEN, CLEO):
        await services.tournaments.enter(user, number, frozenset())
    await run_due_jobs(services)
    assert (await services.tournaments.find(number)).tournament.state is TournamentState.OPEN
    clock.advance(7 * DAY)
    await run_due_jobs(services)
    assert (await services.tournaments.find(number)).tournament.state is TournamentState.CALLED_OFF


async def test_a_user_who_waits_because_the_groups_could_not_be_filled_is_notified(
    services: Services,
) -> None:
    number = await fill_league(services, 4)
    await services.blocks.block(ADA, BEN)
    await services.tournaments.start(number, GUILD)
    field = await services.tournaments.find(number)
    [waiting] = field.waiting
    assert await due_subjects(services, WAITING_NOTICE) == [waiting.id]
    assert waiting.id not in await due_subjects(services, START_NOTICE)


async def test_a_result_is_in_the_table_at_once(services: Services) -> None:
    field = await start_league(services, 4)
    [first, *_] = matches_of(field, entrant_of(field, ADA))
    match = await services.matches.find(first)
    other = match.opponent_of(ADA)
    await services.matches.resign(ADA, first)
    field = await services.tournaments.find(field.tournament.id)
    [leg] = [each.leg for each in field.pairings if each.match == first]
    assert leg.points_of(entrant_of(field, other).id) == 1.0
    assert leg.decision is Decision.PLAYED
    table = field.standings(field.groups[0])
    assert table.places[0].entrant == entrant_of(field, other).id


async def test_a_match_that_a_moderator_ends_begins_again_once(services: Services) -> None:
    field = await start_league(services, 4)
    pairing = field.pairings[0]
    for restarts in (0, 1):
        [now_is] = [each for each in field.pairings if each.leg == pairing.leg]
        assert now_is.match is not None
        assert now_is.matches_before == restarts
        await services.moderation.end_match(Moderator(GUILD, HOST), now_is.match)
        field = await run_jobs_and_reload(services, field)
    assert await due_subjects(services, ANEW_NOTICE) == [pairing.leg.first, pairing.leg.second]
    decided = field.pairings[0].leg
    assert (decided.result, decided.decision) == (LegResult.DRAW, Decision.CALLED)


async def test_a_league_that_is_decided_ends_with_its_champion(
    services: Services, clock: StandingClock
) -> None:
    field = await decide_all(services, await start_league(services, 4))
    assert field.tournament.state is TournamentState.ENDED
    assert {each.user: each.place for each in field.entrants} == {ADA: 1, BEN: 2, CLEO: 3, DAN: 4}
    assert await due_subjects(services, CHAMPIONS) == [field.tournament.id]
    assert await due_subjects(services, DECIDED_NOTICE) == [], (
        "the result of the match is shown first"
    )
    clock.advance(GRACE)
    assert await due_subjects(services, DECIDED_NOTICE) == [each.id for each in field.entrants]
    async with services._database.reading() as reading:
        won = await tournaments_won(reading, GUILD, ADA)
        assert await tournaments_won(reading, GUILD, BEN) == []
    assert won == [WonTournament("Autumn league")]


async def test_a_user_who_leaves_early_loses_every_match_and_no_result_counts(
    services: Services,
) -> None:
    field = await resign_matches(services, await start_league(services, 5), ADA, most=1)
    ada = entrant_of(field, ADA)
    live = matches_of(field, ada)
    field = await services.tournaments.leave(ADA, field.tournament.id)
    ada = entrant_of(field, ADA)
    assert (ada.state, ada.out_why) == (EntrantState.OUT, ExitReason.LEFT)
    assert ada.withdrawal is Withdrawal.ANNULLED
    assert {each.why for each in await outcomes(services, live) if each} == {EndReason.FORFEIT}
    table = field.standings(field.groups[0])
    assert table.annulled == (ada.id,)
    assert all(each.points == 0 for each in table.places)


async def test_two_losses_on_time_put_an_entrant_out(
    services: Services, clock: StandingClock
) -> None:
    field = await start_league(services, 4)
    clock.advance(2 * DAY)
    await run_due_jobs(services)
    numbers = [each.match for each in field.pairings if each.match is not None]
    for number in numbers:
        match = await services.matches.find(number)
        if ADA not in match.people:
            await services.matches.resign(max(match.people), number)
        elif match.to_move != ADA:
            await play(services, number, "Kc3")
    clock.advance(4 * DAY)
    field = await run_jobs_and_reload(services, field)
    ada = entrant_of(field, ADA)
    assert (ada.state, ada.out_why) == (EntrantState.OUT, ExitReason.TIME)
    assert await due_subjects(services, OUT_NOTICE) == [ada.id]
    assert field.tournament.state is TournamentState.ENDED


async def test_the_first_on_the_waiting_list_gets_a_free_place_at_once(
    services: Services, clock: StandingClock
) -> None:
    field = await start_league(services, 5, replace(BY_HAND, most_entrants=4))
    clock.advance(2 * DAY)
    await services.bans.ban(Moderator(GUILD, HOST), BEN, None)
    field = await run_jobs_and_reload(services, field)
    assert entrant_of(field, BEN).group_number is None
    assert await due_subjects(services, OUT_NOTICE) == [entrant_of(field, BEN).id]
    eve = entrant_of(field, EVE)
    assert eve.state is EntrantState.IN
    assert len(matches_of(field, eve)) == 3
    assert len(field.pairings) == 6
    clock.advance(2 * DAY)
    await services.tournaments.leave(CLEO, field.tournament.id)
    field = await run_jobs_and_reload(services, field)
    assert entrant_of(field, CLEO).withdrawal is Withdrawal.ANNULLED


async def test_open_matches_at_the_end_are_draws(services: Services, clock: StandingClock) -> None:
    terms = replace(BY_HAND, finish_days=2)
    field = await resign_matches(services, await start_league(services, 4, terms), DAN)
    numbers = [each.match for each in field.pairings if each.leg.is_open and each.match]
    clock.advance(2 * DAY)
    field = await run_jobs_and_reload(services, field)
    assert await outcomes(services, numbers) == {Outcome(EndReason.ADJUDICATED, None)}
    assert field.tournament.state is TournamentState.ENDED
    assert [each.place for each in field.entrants] == [1, 1, 1, 4]


async def test_the_next_season_has_all_who_played_to_the_end(
    services: Services, clock: StandingClock
) -> None:
    field = await start_league(services, 6, replace(SERIES, group_size=6))
    await services.tournaments.leave(FINN, field.tournament.id)
    field = await decide_all(services, await run_jobs_and_reload(services, field))
    assert field.tournament.state is TournamentState.ENDED
    [season, _] = await services.tournaments.listed(GUILD)
    assert (season.season, season.series) == (2, field.tournament.series)
    after = await services.tournaments.find(season.id)
    assert {each.user for each in after.entered} == {ADA, BEN, CLEO, DAN, EVE}
    assert len(await due_subjects(services, AGAIN_NOTICE)) == 5
    with pytest.raises(BarredFromSeason):
        await services.tournaments.enter(FINN, season.id, frozenset())
    eve = entrant_of(field, EVE)
    for _ in range(2):
        await services.tournaments.play_again(EVE, eve.id, frozenset(), again=False)
    assert (await services.tournaments.find(season.id)).of_user(EVE) is None
    await services.tournaments.enter(GUS, season.id, frozenset())
    clock.advance(7 * DAY)
    await run_due_jobs(services)
    after = await services.tournaments.find(season.id)
    assert after.tournament.state is TournamentState.RUNNING
    assert {each.user for each in after.entered} == {ADA, BEN, CLEO, DAN, GUS}


@pytest.mark.parametrize(
    ("cadence", "days"), [(Cadence.FOUR_WEEKS, 28), (Cadence.EIGHT_WEEKS, 56), (Cadence.ONCE, 60)]
)
async def test_a_season_may_take_all_days_until_the_next_one(
    services: Services, clock: StandingClock, cadence: Cadence, days: int
) -> None:
    field = await start_league(services, 4, replace(BY_HAND, cadence=cadence))
    assert field.tournament.finish_by == NOON + days * DAY
    clock.advance(days * DAY)
    field = await run_jobs_and_reload(services, field)
    assert field.tournament.state is TournamentState.ENDED
    if cadence is not Cadence.ONCE:
        season, _ = await services.tournaments.listed(GUILD)
        assert season.terms.starts_at == NOON + (days + 7) * DAY


async def test_a_user_absent_for_a_month_has_to_confirm_the_next_season(
    services: Services, clock: StandingClock
) -> None:
    field = await start_league(services, 5, replace(SERIES, finish_days=40))
    for user in (DAN, EVE):
        field = await resign_matches(services, field, user)
    clock.advance(40 * DAY)
    field = await run_jobs_and_reload(services, field)
    [season, _] = await services.tournaments.listed(GUILD)
    after = await services.tournaments.find(season.id)
    assert {each.user for each in after.entered} == {ADA, BEN, CLEO}
    assert len(await due_subjects(services, AGAIN_NOTICE)) == 5
    await services.tournaments.play_again(DAN, entrant_of(field, DAN).id, frozenset(), again=True)
    after = await services.tournaments.find(season.id)
    assert after.of_user(DAN) is not None


async def test_the_next_season_has_as_many_places_as_the_last(services: Services) -> None:
    field = await start_league(services, 6, replace(SERIES, most_entrants=4, group_size=4))
    field = await resign_matches(services, field, ADA)
    field = await decide_all(services, field)
    [season, _] = await services.tournaments.listed(GUILD)
    after = await services.tournaments.find(season.id)
    assert [each.user for each in after.entered] == [BEN, CLEO, DAN, ADA]
    assert [each.user for each in after.waiting] == [EVE, FINN]
    assert len(await due_subjects(services, AGAIN_NOTICE)) == 6
    await services.tournaments.play_again(BEN, entrant_of(field, BEN).id, frozenset(), again=False)
    after = await services.tournaments.find(season.id)
    assert [each.user for each in after.entered] == [CLEO, DAN, ADA, EVE]


async def test_a_former_player_is_out_and_the_table_stays(services: Services) -> None:
    field = await resign_matches(services, await start_league(services, 4), ADA, most=2)
    open_too = await fill_league(services, 3)
    await services.privacy.delete(ADA)
    field = await run_jobs_and_reload(services, field)
    assert field.of_user(ADA) is None
    [former] = [each for each in field.entrants if each.user < 0]
    assert former.state is EntrantState.OUT
    assert len((await services.tournaments.find(open_too)).entrants) == 2
    field = await decide_all(services, field)
    assert field.tournament.state is TournamentState.ENDED
