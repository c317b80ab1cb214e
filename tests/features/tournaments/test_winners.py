"""The role of a server's winners: who gets it, and who loses it."""

from collections.abc import Sequence
from dataclasses import replace

from bot.features.settings.server import ServerSettings
from bot.features.tournaments.tournament import (
    Cadence,
    TournamentField,
    TournamentState,
    TournamentTerms,
)
from bot.features.tournaments.winner_queries import HolderState, RoleHolder, WinnersRole
from bot.features.tournaments.winners import RoleChanges
from bot.jobs.runner import job
from bot.match.clock import DAY
from bot.match.identity import GuildId, RoleId, UserId
from bot.services import Services
from tests.kit.clocks import StandingClock
from tests.kit.leagues import (
    BY_HAND,
    CUP,
    PEOPLE,
    announce_league,
    decide_all,
    run_jobs_and_reload,
)
from tests.kit.matches import GUILD
from tests.kit.service_matches import run_due_jobs, scheduled_jobs

ROLE, OTHER = RoleId(5000), RoleId(5001)
NOTHING = RoleChanges((), (), ())


class RoleJobs:
    """Takes the jobs that change roles in Discord."""

    def __init__(self) -> None:
        self.guilds: list[GuildId] = []

    @job(WinnersRole)
    async def hear(self, due: WinnersRole) -> None:
        self.guilds.append(due.guild)


async def play_tournament(
    services: Services, users: Sequence[UserId], terms: TournamentTerms = CUP
) -> TournamentField:
    """Play a tournament to its end; in each match the user with the lower number wins."""
    number = await announce_league(services, terms)
    for user in users:
        await services.tournaments.enter(user, number, frozenset())
    await services.tournaments.start(number, GUILD)
    await run_due_jobs(services)
    field = await services.tournaments.find(number)
    while field.tournament.state is TournamentState.RUNNING:
        field = await decide_all(services, field)
    return field


async def give_role(services: Services, role: RoleId = ROLE) -> list[UserId]:
    """Give a role to those who are to have it, as if Discord did it; return them."""
    changes = await services.winners.changes(GUILD, role)
    for each in changes.take:
        await services.winners.forget(each)
    for each in (*changes.give, *changes.new):
        assert await services.winners.prepare(each)
        await services.winners.record_given(each)
    return [each.user for each in (*changes.give, *changes.new)]


async def test_the_role_goes_from_winner_to_winner(services: Services) -> None:
    assert await services.winners.changes(GUILD, ROLE) == NOTHING
    await play_tournament(services, PEOPLE[4:8])
    assert await give_role(services) == [PEOPLE[4]]
    assert await services.winners.changes(GUILD, ROLE) == NOTHING
    await play_tournament(services, PEOPLE[:4])
    changes = await services.winners.changes(GUILD, ROLE)
    assert changes.take == (RoleHolder(GUILD, PEOPLE[4], ROLE, HolderState.GIVEN),)
    assert changes.new == (RoleHolder(GUILD, PEOPLE[0], ROLE),)
    assert await services.winners.changes(GuildId(1), ROLE) == NOTHING


async def test_a_winner_who_wins_again_keeps_it(services: Services) -> None:
    await play_tournament(services, PEOPLE[:4])
    await give_role(services)
    await play_tournament(services, PEOPLE[:4])
    assert await services.winners.changes(GUILD, ROLE) == NOTHING


async def test_a_role_that_was_about_to_be_given_is_given_after_a_crash(
    services: Services,
) -> None:
    await play_tournament(services, PEOPLE[:4])
    [new] = (await services.winners.changes(GUILD, ROLE)).new
    assert await services.winners.prepare(new)
    changes = await services.winners.changes(GUILD, ROLE)
    assert (changes.take, changes.give, changes.new) == ((), (new,), ())
    await services.winners.record_given(new)
    assert await services.winners.changes(GUILD, ROLE) == NOTHING


async def test_another_role_or_none_is_taken_from_those_who_have_it(services: Services) -> None:
    await play_tournament(services, PEOPLE[:4])
    await give_role(services)
    held = RoleHolder(GUILD, PEOPLE[0], ROLE, HolderState.GIVEN)
    other = await services.winners.changes(GUILD, OTHER)
    assert (other.take, other.new) == ((held,), (RoleHolder(GUILD, PEOPLE[0], OTHER),))
    none = await services.winners.changes(GUILD, None)
    assert (none.take, none.give, none.new) == ((held,), (), ())


async def test_the_first_group_of_a_season_has_the_champion_and_each_group_of_a_single_event(
    services: Services,
) -> None:
    groups = replace(BY_HAND, group_size=4, most_entrants=12)
    single = await play_tournament(services, PEOPLE[:8], groups)
    winners = {single.entrant(single.standings(each).winners[0]).user for each in single.groups}
    assert set(await give_role(services)) == winners
    assert len(winners) == 2
    season = await play_tournament(
        services, PEOPLE[8:16], replace(groups, cadence=Cadence.CONTINUOUS)
    )
    [first] = season.standings(season.groups[0]).winners
    assert await give_role(services) == [season.entrant(first).user]


async def test_all_who_share_the_first_place_get_it(
    services: Services, clock: StandingClock
) -> None:
    number = await announce_league(services, replace(BY_HAND, finish_days=2))
    for user in PEOPLE[:3]:
        await services.tournaments.enter(user, number, frozenset())
    await services.tournaments.start(number, GUILD)
    await run_due_jobs(services)
    clock.advance(3 * DAY)
    field = await run_jobs_and_reload(services, await services.tournaments.find(number))
    assert field.tournament.state is TournamentState.ENDED
    assert await give_role(services) == [*PEOPLE[:3]]


async def test_a_user_whose_data_was_deleted_is_not_given_it_and_not_remembered(
    services: Services,
) -> None:
    await play_tournament(services, PEOPLE[:4])
    [new] = (await services.winners.changes(GUILD, ROLE)).new
    await give_role(services)
    assert [each.role for each in await services.winners.given_to(PEOPLE[0])] == [ROLE]
    await services.privacy.delete(PEOPLE[0])
    assert await services.winners.given_to(PEOPLE[0]) == []
    assert not await services.winners.prepare(new)
    assert await services.winners.changes(GUILD, ROLE) == NOTHING


async def test_the_role_is_looked_at_when_a_tournament_ends_and_when_another_is_set(
    services: Services,
) -> None:
    jobs = RoleJobs()
    services.jobs.add(jobs)
    await play_tournament(services, PEOPLE[:4])
    assert jobs.guilds == [GUILD]
    await services.settings.change(GUILD, lambda _: ServerSettings(hosts=OTHER))
    assert await scheduled_jobs(services, WinnersRole) == []
    await services.settings.change(GUILD, lambda _: ServerSettings(winners=ROLE))
    await run_due_jobs(services)
    await services.winners.look_again(GUILD)
    await run_due_jobs(services)
    assert jobs.guilds == [GUILD] * 3
