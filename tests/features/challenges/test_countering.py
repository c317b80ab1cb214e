"""Counter-offers through the host: two challenges change in one transaction."""

import asyncio

import pytest

from bot.features.challenges.challenging import Countered, turned_around
from bot.features.challenges.errors import (
    ChallengeClosed,
    NotTheFriend,
    RematchCountered,
    RematchOffered,
    SameTerms,
)
from bot.features.challenges.service import Answered
from bot.features.matches.errors import NoSuchChallenge
from bot.features.notifications.queries import NotificationKind
from bot.game import SCARCE
from bot.match.challenge import LIFETIME, Answer, ChallengeState
from bot.match.identity import ChallengeId, MessageId
from bot.match.terms import Stakes, Starts, Terms, read_note
from bot.services import Host
from tests.features.clocks import StandingClock
from tests.features.hosting import begin, offer
from tests.match.table import GRAY, MESSAGE, ORANGE, PLACE, STRANGER

OTHER = Terms(Starts.THEM, SCARCE, stakes=Stakes.CASUAL)


async def test_counter_closes_the_first_and_opens_another(host: Host) -> None:
    first = await offer(host)
    countered = await host.challenges.counter(GRAY, first.id, OTHER)
    assert countered.offered is not None
    before = await host.challenges.find(first.id)
    after = await host.challenges.find(countered.offered.id)
    assert before.challenge.state is ChallengeState.COUNTERED
    assert after.challenge == countered.offered
    assert (after.earlier, after.later) == (countered.earlier, None)
    assert before.later is not None
    assert before.later.challenge == countered.offered
    due = (await host.outbox.due(5)).challenges
    assert due == (), "both are left to whoever asked for a moment"


async def test_match_is_begun_by_the_terms_of_the_counter(host: Host) -> None:
    first = await offer(host)
    countered = await host.challenges.counter(GRAY, first.id, OTHER)
    assert countered.offered is not None
    answered = await host.challenges.answer(ORANGE, countered.offered.id, Answer.ACCEPT, MESSAGE)
    assert answered.match is not None
    assert answered.match.seats.orange == ORANGE
    assert answered.match.position.ruleset == SCARCE
    assert answered.match.stakes is Stakes.CASUAL


async def test_counter_may_be_countered_declined_and_cancelled(host: Host) -> None:
    first = await offer(host)
    second = (await host.challenges.counter(GRAY, first.id, OTHER)).offered
    assert second is not None
    third = (await host.challenges.counter(ORANGE, second.id, Terms())).offered
    assert third is not None
    why = read_note("too slow")
    declined = await host.challenges.answer(GRAY, third.id, Answer.DECLINE, reason=why)
    assert (declined.challenge.state, declined.challenge.reason) == (ChallengeState.DECLINED, why)
    (notification,) = await host.notifications.of_challenge(third.id)
    assert notification.kind is NotificationKind.DECLINED
    fourth = await offer(host)
    fifth = (await host.challenges.counter(GRAY, fourth.id, OTHER)).offered
    assert fifth is not None
    cancelled = await host.challenges.answer(GRAY, fifth.id, Answer.CANCEL)
    assert cancelled.challenge.state is ChallengeState.CANCELLED


async def test_refused_counter_changes_nothing_and_takes_no_number(host: Host) -> None:
    first = await offer(host)
    before = await host.challenges.find(first.id)
    with pytest.raises(NotTheFriend):
        await host.challenges.counter(STRANGER, first.id, OTHER)
    with pytest.raises(SameTerms):
        await host.challenges.counter(GRAY, first.id, turned_around(first.terms))
    with pytest.raises(NoSuchChallenge):
        await host.challenges.counter(GRAY, ChallengeId(99), OTHER)
    assert await host.challenges.find(first.id) == before
    assert (await offer(host)).id == 2


async def test_counter_that_comes_too_late_lets_the_first_run_out(
    host: Host, clock: StandingClock
) -> None:
    first = await offer(host)
    clock.advance(LIFETIME)
    late = await host.challenges.counter(GRAY, first.id, OTHER)
    assert late.offered is None
    assert (await host.challenges.find(first.id)).challenge.state is ChallengeState.EXPIRED
    (notification,) = await host.notifications.of_challenge(first.id)
    assert notification.kind is NotificationKind.EXPIRED


async def test_accept_and_counter_at_once_agree_on_one_end(host: Host) -> None:
    for _ in range(10):
        first = await offer(host)
        answers = await asyncio.gather(
            host.challenges.counter(GRAY, first.id, OTHER),
            host.challenges.answer(GRAY, first.id, Answer.ACCEPT, MESSAGE),
            host.challenges.counter(GRAY, first.id, OTHER),
            return_exceptions=True,
        )
        (done,) = [each for each in answers if isinstance(each, (Answered, Countered))]
        assert sum(isinstance(each, ChallengeClosed) for each in answers) == 2
        if isinstance(done, Countered) and done.offered is not None:
            await host.challenges.answer(GRAY, done.offered.id, Answer.CANCEL)


async def test_challenge_open_to_look_at_runs_out_when_its_time_has_come(
    host: Host, clock: StandingClock
) -> None:
    first = await offer(host)
    assert (await host.challenges.find_open(first.id)).challenge == first
    clock.advance(LIFETIME)
    for _ in range(2):
        with pytest.raises(ChallengeClosed) as caught:
            await host.challenges.find_open(first.id)
        assert caught.value.challenge.state is ChallengeState.EXPIRED
    assert len(await host.notifications.of_challenge(first.id)) == 1


async def test_rematch_is_countered_and_begun_by_those_terms(host: Host) -> None:
    match = await begin(host)
    await host.matches.resign(ORANGE, match.id)
    offered = (await host.challenges.rematch(GRAY, match.id, PLACE)).challenge
    countered = await host.challenges.counter(ORANGE, offered.id, OTHER)
    assert countered.offered is not None
    assert countered.offered.rematch_of == match.id
    with pytest.raises(RematchOffered):
        await host.challenges.rematch(ORANGE, match.id, PLACE)
    with pytest.raises(RematchCountered) as caught:
        await host.challenges.rematch(GRAY, match.id, PLACE)
    assert caught.value.challenge == countered.offered
    accepted = await host.challenges.answer(GRAY, countered.offered.id, Answer.ACCEPT, MESSAGE)
    assert accepted.match is not None
    assert accepted.match.position.ruleset == SCARCE


async def test_answer_in_private_leaves_the_message_that_is_known(host: Host) -> None:
    first = await offer(host)
    await host.outbox.challenge_shown(first.id, MessageId(5), first.revision)
    accepted = await host.challenges.answer(GRAY, first.id, Answer.ACCEPT)
    assert accepted.match is not None
    assert accepted.match.venue.message == 5
