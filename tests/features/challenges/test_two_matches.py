"""Two matches agreed on together: one follows the other, and each player moves first in one."""

import pytest

from bot.features.challenges.pairs import SecondMatch
from bot.features.matches.competitions import FirstOfTwo, ScoreOfTwo
from bot.features.matches.errors import NoSuchMatch, OtherMayNotPlay
from bot.features.moderation.log import Moderator
from bot.jobs.jobs import Job
from bot.match.challenge import ChallengeAnswer, ChallengeState
from bot.match.identity import MatchId
from bot.match.match import Match
from bot.match.terms import Stakes, Starts, Terms
from bot.services import Services
from tests.kit.clocks import StandingClock
from tests.kit.matches import GRAY, MESSAGE, ORANGE, PLACE, STRANGER, friend
from tests.kit.service_matches import begin, play, run_due_jobs, scheduled_jobs


async def begin_first_of_two(services: Services) -> Match:
    """Begin the first of two matches."""
    terms = Terms(Starts.EACH)
    challenge = await services.challenges.offer(ORANGE, friend(GRAY), PLACE, terms)
    answered = await services.challenges.answer(GRAY, challenge.id, ChallengeAnswer.ACCEPT, MESSAGE)
    assert answered.match is not None
    return answered.match


async def second_matches(services: Services) -> list[Job]:
    """List the second matches that are scheduled."""
    return [job for job, _ in await scheduled_jobs(services, SecondMatch)]


async def test_one_more_match_begins_with_swapped_seats_once_the_first_is_over(
    services: Services,
) -> None:
    first = await begin_first_of_two(services)
    assert await second_matches(services) == []
    await services.matches.resign(first.seats.orange, first.id)
    assert await second_matches(services) == [SecondMatch(first.id)]
    begun = await services.second_matches.begin(first.id, PLACE)
    assert begun is not None
    assert begun.match is not None
    assert tuple(begun.match.seats) == (first.seats.gray, first.seats.orange)
    assert begun.challenge.state is ChallengeState.ACCEPTED
    assert begun.challenge.rematch_of == first.id
    assert begun.match.clock.control == first.clock.control
    assert begun.match.stakes is first.stakes
    assert await services.second_matches.begin(first.id, PLACE) is None
    await services.matches.resign(ORANGE, begun.match.id)
    assert await second_matches(services) == [SecondMatch(first.id)], "no third match follows"


async def test_no_match_follows_one_whose_challenge_was_for_a_single_match(
    services: Services,
) -> None:
    match = await begin(services)
    await services.matches.resign(ORANGE, match.id)
    assert await second_matches(services) == []


async def test_no_second_match_follows_one_that_was_called_off(services: Services) -> None:
    first = await begin_first_of_two(services)
    over = await services.matches.call_off(first.seats.orange, first.id)
    assert await second_matches(services) == []
    assert await services.competitions.of(over) is FirstOfTwo.NOT_PLAYED_OUT


async def test_no_second_match_follows_one_that_was_lost_on_time(
    services: Services, clock: StandingClock
) -> None:
    first = await play(services, (await begin_first_of_two(services)).id, "Kc3", "Kd4")
    assert first.clock.deadline is not None
    clock.advance(first.clock.deadline - clock.now() + 1.0)
    await run_due_jobs(services)
    assert (await services.matches.find(first.id)).outcome is not None
    assert await second_matches(services) == []


async def test_beginning_the_second_match_accepts_an_open_rematch_offer(
    services: Services,
) -> None:
    first = await begin_first_of_two(services)
    await services.matches.resign(first.seats.orange, first.id)
    offered = await services.rematches.rematch(ORANGE, first.id, PLACE)
    begun = await services.second_matches.begin(first.id, PLACE)
    assert begun is not None
    assert begun.challenge.id == offered.challenge.id
    assert begun.match is not None
    assert begun.match.seats.orange == first.seats.gray


async def test_other_terms_that_were_offered_for_a_rematch_are_not_accepted(
    services: Services,
) -> None:
    first = await begin_first_of_two(services)
    await services.matches.resign(first.seats.orange, first.id)
    offered = (await services.rematches.rematch(ORANGE, first.id, PLACE)).challenge
    await services.challenges.counter(GRAY, offered.id, Terms(Starts.ME, stakes=Stakes.CASUAL))
    assert await services.second_matches.begin(first.id, PLACE) is None
    over = await services.matches.find(first.id)
    assert await services.competitions.of(over) is None


async def test_the_second_match_does_not_begin_against_a_player_who_is_banned(
    services: Services,
) -> None:
    first = await begin_first_of_two(services)
    await services.matches.resign(first.seats.orange, first.id)
    await services.bans.ban(Moderator(PLACE.guild, STRANGER), GRAY, None)
    with pytest.raises(OtherMayNotPlay):
        await services.second_matches.begin(first.id, PLACE)
    await services.jobs.run_due()
    over = await services.matches.find(first.id)
    assert await services.competitions.of(over) is FirstOfTwo.FOLLOWED


async def test_an_unknown_match_has_no_second_match(services: Services) -> None:
    with pytest.raises(NoSuchMatch):
        await services.second_matches.begin(MatchId(404), PLACE)


async def test_the_second_match_ends_with_the_score_of_both(services: Services) -> None:
    first = await begin_first_of_two(services)
    over = await services.matches.resign(ORANGE, first.id)
    assert await services.competitions.of(over) == FirstOfTwo.FOLLOWED
    begun = await services.second_matches.begin(first.id, PLACE)
    assert begun is not None
    assert begun.match is not None
    assert await services.competitions.of(over) is None
    assert await services.competitions.of(begun.match) is None
    second = await play(services, begun.match.id, "Kc3", "Kd4")
    await services.matches.offer_draw(ORANGE, second.id, second.ply)
    drawn = await services.matches.offer_draw(GRAY, second.id, second.ply)
    assert await services.competitions.of(drawn) == ScoreOfTwo({GRAY: 1.5, ORANGE: 0.5})


async def test_a_second_match_that_was_called_off_ends_without_a_score(services: Services) -> None:
    first = await begin_first_of_two(services)
    await services.matches.resign(ORANGE, first.id)
    begun = await services.second_matches.begin(first.id, PLACE)
    assert begun is not None
    assert begun.match is not None
    second = await services.matches.call_off(ORANGE, begun.match.id)
    assert await services.competitions.of(second) is None
