"""Counter-offers through the services: two challenges change in one transaction."""

import asyncio

import pytest

from bot.features.challenges.challenging import CounterOffer
from bot.features.challenges.errors import (
    ChallengeClosed,
    RematchCountered,
    RematchOffered,
)
from bot.features.challenges.writer import AnsweredChallenge
from bot.features.notifications.kinds import NotificationKind
from bot.game import SCARCE
from bot.match.challenge import LIFETIME, ChallengeAnswer, ChallengeState
from bot.match.identity import MessageId
from bot.match.terms import Stakes, Starts, Terms, read_note
from bot.services import Services
from tests.kit.clocks import StandingClock
from tests.kit.matches import GRAY, MESSAGE, ORANGE, PLACE
from tests.kit.service_matches import begin, due_challenges, offer, record_challenge_shown

OTHER = Terms(Starts.THEM, SCARCE, stakes=Stakes.CASUAL)


async def test_a_counter_offer_closes_the_first_challenge_and_opens_another(
    services: Services,
) -> None:
    first = await offer(services)
    countered = await services.challenges.counter(GRAY, first.id, OTHER)
    assert countered.offered is not None
    before = await services.challenges.find(first.id)
    after = await services.challenges.find(countered.offered.id)
    assert before.challenge.state is ChallengeState.COUNTERED
    assert after.challenge == countered.offered
    assert (after.earlier, after.later) == (countered.earlier, None)
    assert before.later is not None
    assert before.later.challenge == countered.offered
    assert await due_challenges(services) == [], "the answer shows both"


async def test_a_counter_offer_may_be_countered_declined_and_withdrawn(services: Services) -> None:
    first = await offer(services)
    second = (await services.challenges.counter(GRAY, first.id, OTHER)).offered
    assert second is not None
    third = (await services.challenges.counter(ORANGE, second.id, Terms())).offered
    assert third is not None
    why = read_note("too slow")
    declined = await services.challenges.answer(GRAY, third.id, ChallengeAnswer.DECLINE, reason=why)
    assert (declined.challenge.state, declined.challenge.reason) == (ChallengeState.DECLINED, why)
    (notification,) = await services.notifications.of_challenge(third.id)
    assert notification.kind is NotificationKind.DECLINED
    fourth = await offer(services)
    fifth = (await services.challenges.counter(GRAY, fourth.id, OTHER)).offered
    assert fifth is not None
    cancelled = await services.challenges.answer(GRAY, fifth.id, ChallengeAnswer.CANCEL)
    assert cancelled.challenge.state is ChallengeState.CANCELLED


async def test_a_late_counter_offer_lets_the_challenge_expire(
    services: Services, clock: StandingClock
) -> None:
    first = await offer(services)
    clock.advance(LIFETIME)
    late = await services.challenges.counter(GRAY, first.id, OTHER)
    assert late.offered is None
    assert (await services.challenges.find(first.id)).challenge.state is ChallengeState.EXPIRED
    (notification,) = await services.notifications.of_challenge(first.id)
    assert notification.kind is NotificationKind.EXPIRED


async def test_simultaneous_acceptance_and_counter_offer_have_one_result(
    services: Services,
) -> None:
    for _ in range(10):
        first = await offer(services)
        answers = await asyncio.gather(
            services.challenges.counter(GRAY, first.id, OTHER),
            services.challenges.answer(GRAY, first.id, ChallengeAnswer.ACCEPT, MESSAGE),
            services.challenges.counter(GRAY, first.id, OTHER),
            return_exceptions=True,
        )
        (done,) = [each for each in answers if isinstance(each, (AnsweredChallenge, CounterOffer))]
        assert sum(isinstance(each, ChallengeClosed) for each in answers) == 2
        if isinstance(done, CounterOffer) and done.offered is not None:
            await services.challenges.answer(GRAY, done.offered.id, ChallengeAnswer.CANCEL)


async def test_a_challenge_with_an_open_form_expires_at_its_time(
    services: Services, clock: StandingClock
) -> None:
    first = await offer(services)
    assert (await services.challenges.find_open(first.id)).challenge == first
    clock.advance(LIFETIME)
    for _ in range(2):
        with pytest.raises(ChallengeClosed) as caught:
            await services.challenges.find_open(first.id)
        assert caught.value.challenge.state is ChallengeState.EXPIRED
    assert len(await services.notifications.of_challenge(first.id)) == 1


async def test_a_rematch_can_be_countered_and_begins_with_those_terms(services: Services) -> None:
    match = await begin(services)
    await services.matches.resign(ORANGE, match.id)
    offered = (await services.rematches.rematch(GRAY, match.id, PLACE)).challenge
    countered = await services.challenges.counter(ORANGE, offered.id, OTHER)
    assert countered.offered is not None
    assert countered.offered.rematch_of == match.id
    with pytest.raises(RematchOffered):
        await services.rematches.rematch(ORANGE, match.id, PLACE)
    with pytest.raises(RematchCountered) as caught:
        await services.rematches.rematch(GRAY, match.id, PLACE)
    assert caught.value.challenge == countered.offered
    accepted = await services.challenges.answer(
        GRAY, countered.offered.id, ChallengeAnswer.ACCEPT, MESSAGE
    )
    assert accepted.match is not None
    assert accepted.match.position.ruleset == SCARCE


async def test_a_private_answer_keeps_the_known_message(services: Services) -> None:
    first = await offer(services)
    await record_challenge_shown(services, first.id, MessageId(5), first.revision)
    accepted = await services.challenges.answer(GRAY, first.id, ChallengeAnswer.ACCEPT)
    assert accepted.match is not None
    assert accepted.match.venue.message == 5
