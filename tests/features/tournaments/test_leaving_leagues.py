"""Leagues that entrants leave in every way: together, while they wait, and for good."""

from dataclasses import replace

from bot.features.moderation.service import Moderator
from bot.features.tournaments.tournament import EntrantState, TournamentField, WhyOut
from bot.match.identity import UserId
from bot.services import Services
from tests.features.tournaments.leagues import BY_HAND, HOST, PEOPLE, again, started
from tests.match.table import GUILD


async def banned(services: Services, field: TournamentField, *users: UserId) -> TournamentField:
    """Ban users at the same moment, and return the league as it is then."""
    for user in users:
        await services.moderation.ban(Moderator(GUILD, HOST), user, None)
    return await again(services, field)


async def test_an_entrant_who_waits_and_is_gone_gets_no_place(services: Services) -> None:
    terms = replace(BY_HAND, most_entrants=3, group_size=4)
    field = await started(services, 5, terms)
    field = await banned(services, field, PEOPLE[0], PEOPLE[3])
    out = field.of_user(PEOPLE[3])
    assert out is not None
    assert (out.state, out.group_number) == (EntrantState.OUT, None)
    assert out.out_why is WhyOut.BANNED
    assert not await services.matches.live_of(PEOPLE[3])
    placed = field.of_user(PEOPLE[4])
    assert placed is not None
    assert placed.plays
    assert len(await services.matches.live_of(PEOPLE[4])) == 2
