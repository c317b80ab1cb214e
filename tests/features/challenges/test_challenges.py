"""Challenges are offered, answered or run out; each event is stored before users are notified."""

import asyncio

import pytest

from bot.features.challenges.errors import (
    ChallengeClosed,
    ChallengedAlready,
    ChallengedOneself,
)
from bot.features.challenges.writer import AnsweredChallenge
from bot.features.matches.errors import NoSuchChallenge
from bot.features.notifications.kinds import NotificationKind
from bot.game import ROWS, RULESETS
from bot.jobs.backoff import GRACE
from bot.match.challenge import LIFETIME, ChallengeAnswer, ChallengeState, Particulars, StakesBy
from bot.match.identity import ChallengeId, MatchId, MessageId, UserId
from bot.match.terms import Stakes, Starts, Terms
from bot.services import Services
from tests.kit.clocks import StandingClock
from tests.kit.matches import GRAY, GUILD, MESSAGE, NOON, ORANGE, PLACE, STRANGER, friend
from tests.kit.service_matches import (
    begin,
    due_boards,
    due_challenges,
    offer,
    play,
    record_challenge_shown,
)


async def test_a_new_challenge_is_stored_open_and_not_yet_shown(services: Services) -> None:
    challenge = await offer(services)
    posted = await services.challenges.find(challenge.id)
    assert (posted.challenge, posted.message, posted.is_unposted) == (challenge, None, True)
    assert (challenge.id, challenge.expires_at) == (1, NOON + LIFETIME)
    assert (await offer(services, ruleset=ROWS)).id == 2


async def test_refused_offer_takes_no_number(services: Services) -> None:
    with pytest.raises(ChallengedOneself):
        await services.challenges.offer(ORANGE, friend(ORANGE), PLACE, Terms())
    assert (await offer(services)).id == 1


async def test_an_unknown_challenge_is_refused(services: Services) -> None:
    with pytest.raises(NoSuchChallenge) as caught:
        await services.challenges.find(ChallengeId(9))
    assert caught.value.number == 9
    with pytest.raises(NoSuchChallenge):
        await services.challenges.answer(GRAY, ChallengeId(9), ChallengeAnswer.ACCEPT, MESSAGE)


async def test_accepted_challenge_begins_its_match(services: Services) -> None:
    challenge = await offer(services)
    answered = await services.challenges.answer(GRAY, challenge.id, ChallengeAnswer.ACCEPT, MESSAGE)
    assert answered.challenge.state is ChallengeState.ACCEPTED
    assert answered.match is not None
    assert answered.challenge.match == answered.match.id == 1
    assert answered.match.venue.message == MESSAGE
    assert await services.matches.find(answered.match.id) == answered.match
    posted = await services.challenges.find(challenge.id)
    assert posted.challenge == answered.challenge
    assert (posted.message, posted.entry.shown_revision) == (MESSAGE, 1)


@pytest.mark.parametrize(
    ("newcomer", "stakes_by", "stakes"),
    [
        (STRANGER, StakesBy.DEFAULT, Stakes.CASUAL),
        (STRANGER, StakesBy.CHALLENGER, Stakes.RATED),
        (GRAY, StakesBy.DEFAULT, Stakes.RATED),
    ],
)
async def test_the_first_match_of_the_accepting_user_is_casual_unless_rated_was_chosen(
    services: Services, newcomer: UserId, stakes_by: StakesBy, stakes: Stakes
) -> None:
    earlier = await begin(services)
    await play(services, earlier.id, "Kc3", "Kd4")
    await services.matches.resign(GRAY, earlier.id)
    challenge = await services.challenges.offer(
        ORANGE, None, PLACE, Terms(stakes=Stakes.RATED), Particulars(stakes_by=stakes_by)
    )
    answered = await services.challenges.answer(
        newcomer, challenge.id, ChallengeAnswer.ACCEPT, MESSAGE
    )
    assert answered.match is not None
    assert answered.match.stakes is answered.challenge.terms.stakes is stakes
    is_settled_so = answered.challenge.stakes_by is StakesBy.FIRST_MATCH
    assert is_settled_so is (stakes is Stakes.CASUAL)


async def test_the_known_message_of_a_challenge_stays(services: Services) -> None:
    challenge = await offer(services)
    await record_challenge_shown(services, challenge.id, MessageId(5), challenge.revision)
    await services.challenges.answer(GRAY, challenge.id, ChallengeAnswer.DECLINE, MESSAGE)
    assert (await services.challenges.find(challenge.id)).message == 5


@pytest.mark.parametrize(
    ("user", "reply", "pending"),
    [
        (GRAY, ChallengeAnswer.DECLINE, [NotificationKind.DECLINED]),
        (ORANGE, ChallengeAnswer.CANCEL, []),
        (GRAY, ChallengeAnswer.ACCEPT, []),
    ],
)
async def test_the_challenger_is_notified_only_of_a_declined_challenge(
    services: Services, user: UserId, reply: ChallengeAnswer, pending: list[NotificationKind]
) -> None:
    challenge = await offer(services)
    await services.challenges.answer(user, challenge.id, reply, MESSAGE)
    notifications = await services.notifications.of_challenge(challenge.id)
    assert [(each.kind, each.user) for each in notifications] == [
        (kind, ORANGE) for kind in pending
    ]


async def test_a_late_answer_stores_the_challenge_as_expired(
    services: Services, clock: StandingClock
) -> None:
    challenge = await offer(services)
    clock.advance(LIFETIME)
    answered = await services.challenges.answer(GRAY, challenge.id, ChallengeAnswer.ACCEPT, MESSAGE)
    assert (answered.challenge.state, answered.match) == (ChallengeState.EXPIRED, None)
    assert (await services.challenges.find(challenge.id)).challenge == answered.challenge
    (notification,) = await services.notifications.of_challenge(challenge.id)
    assert notification.kind is NotificationKind.EXPIRED
    assert await services.jobs.run_due() == []


async def test_no_form_is_opened_for_a_challenge_that_is_due(
    services: Services, clock: StandingClock
) -> None:
    challenge = await offer(services)
    assert (await services.challenges.find_open(challenge.id)).challenge == challenge
    clock.advance(LIFETIME)
    with pytest.raises(ChallengeClosed):
        await services.challenges.find_open(challenge.id)
    expired = (await services.challenges.find(challenge.id)).challenge
    assert expired.state is ChallengeState.EXPIRED


async def test_challenges_expire_at_their_time(services: Services, clock: StandingClock) -> None:
    assert await services.clocks.next_deadline() is None
    made = []
    for ruleset in RULESETS:
        made.append(await offer(services, ruleset=ruleset))
        clock.advance(1)
    assert await services.clocks.next_deadline() == made[0].expires_at
    clock.moment = made[3].expires_at
    ended = await services.jobs.run_due()
    assert sorted(each.key for each in ended) == ["1", "2", "3", "4"]
    assert await services.jobs.run_due() == []
    assert await services.clocks.next_deadline() == made[4].expires_at
    states = [(await services.challenges.find(each.id)).challenge.state for each in made]
    assert states == [ChallengeState.EXPIRED] * 4 + [ChallengeState.OPEN]
    for number in (1, 2, 3, 4):
        (notification,) = await services.notifications.of_challenge(ChallengeId(number))
        assert notification.kind is NotificationKind.EXPIRED
    with pytest.raises(ChallengeClosed):
        await services.challenges.answer(GRAY, made[0].id, ChallengeAnswer.ACCEPT, MESSAGE)


async def test_simultaneous_sweeps_notify_once(services: Services, clock: StandingClock) -> None:
    for ruleset in RULESETS:
        await offer(services, ruleset=ruleset)
    clock.advance(LIFETIME)
    await asyncio.gather(*(services.jobs.run_due() for _ in range(4)))
    for number in range(1, 6):
        assert len(await services.notifications.of_challenge(ChallengeId(number))) == 1


async def test_many_simultaneous_acceptances_make_one_match(services: Services) -> None:
    for round_ in range(10):
        challenge = await offer(services)
        answers = await asyncio.gather(
            *(
                services.challenges.answer(GRAY, challenge.id, ChallengeAnswer.ACCEPT, MESSAGE)
                for _ in range(10)
            ),
            return_exceptions=True,
        )
        begun = [answer for answer in answers if isinstance(answer, AnsweredChallenge)]
        refused = [answer for answer in answers if isinstance(answer, ChallengeClosed)]
        assert (len(begun), len(refused)) == (1, 9)
        assert begun[0].match is not None
        assert begun[0].match.id == round_ + 1, "match numbers follow one another"
    assert len(await services.matches.live_of(ORANGE)) == 10


async def test_simultaneous_acceptance_and_cancellation_have_one_result(services: Services) -> None:
    for _ in range(20):
        challenge = await offer(services)
        answers = await asyncio.gather(
            services.challenges.answer(GRAY, challenge.id, ChallengeAnswer.ACCEPT, MESSAGE),
            services.challenges.answer(ORANGE, challenge.id, ChallengeAnswer.CANCEL, MESSAGE),
            return_exceptions=True,
        )
        (answered,) = [answer for answer in answers if isinstance(answer, AnsweredChallenge)]
        stored = (await services.challenges.find(challenge.id)).challenge
        assert stored == answered.challenge


async def test_random_seats_give_orange_to_either_player(services: Services) -> None:
    seats = set()
    for _ in range(20):
        challenge = await services.challenges.offer(ORANGE, friend(), PLACE, Terms(Starts.RANDOM))
        answered = await services.challenges.answer(
            GRAY, challenge.id, ChallengeAnswer.ACCEPT, MESSAGE
        )
        assert answered.match is not None
        seats.add(answered.match.seats.orange)
    assert seats == {ORANGE, GRAY}


async def test_a_challenge_without_a_shown_message_is_due_after_the_grace_period(
    services: Services, clock: StandingClock
) -> None:
    challenge = await offer(services)
    assert await due_challenges(services) == []
    clock.advance(GRACE)
    assert await due_challenges(services) == [challenge.id]
    await record_challenge_shown(services, challenge.id, MESSAGE, challenge.revision)
    assert await due_challenges(services) == []
    answered = await services.challenges.answer(GRAY, challenge.id, ChallengeAnswer.ACCEPT, MESSAGE)
    clock.advance(GRACE)
    assert await due_challenges(services) == [challenge.id]
    assert await due_boards(services) == [MatchId(1)]
    await record_challenge_shown(services, challenge.id, MESSAGE, answered.challenge.revision)
    assert await due_challenges(services) == []


async def test_the_same_challenge_is_made_once_at_a_time(
    services: Services, clock: StandingClock
) -> None:
    first = await offer(services)
    with pytest.raises(ChallengedAlready) as caught:
        await offer(services)
    assert caught.value.challenge == first
    assert len((await services.challenges.open_of(ORANGE, GUILD)).made) == 1
    await offer(services, ruleset=ROWS)
    await offer(services, GRAY, ORANGE)
    clock.advance(LIFETIME)
    assert (await offer(services)).id == 4
