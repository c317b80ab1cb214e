"""Limits, roles, blocks, and the choice of challengers, through the services."""

import asyncio

import pytest

from bot.features.challenges.admission import MOST_BLOCKED
from bot.features.challenges.errors import (
    BlockedOneself,
    BlockedOpponent,
    NotBlocked,
    OpponentTooBusy,
    TakesNoAnswer,
    TakesNoChallenges,
    TooManyBlocked,
    TooManyChallenges,
    TooManyMatches,
)
from bot.features.challenges.writer import AnsweredChallenge
from bot.features.moderation import queries
from bot.features.settings.preferences import PlacementMode, TakesFrom
from bot.features.settings.server import ServerSettings
from bot.game import ROWS
from bot.match.challenge import Ban, Challenge, ChallengeAnswer
from bot.match.clock import DAY
from bot.match.identity import GuildId, InServer, UserId
from bot.match.terms import Stakes, Starts, Terms
from bot.services import Services
from tests.kit.clocks import StandingClock
from tests.kit.matches import CHANNEL, GRAY, GUILD, MESSAGE, NOON, ORANGE, PLACE, STRANGER
from tests.kit.service_matches import begin, offer

MOST = ServerSettings().most_challenges
MOST_MATCHES = ServerSettings().most_matches
ELSEWHERE = InServer(GuildId(8), CHANNEL)
OTHER = Terms(Starts.THEM, stakes=Stakes.CASUAL)


async def offer_to_anyone(services: Services, challenger: UserId = ORANGE) -> Challenge:
    return await services.challenges.offer(challenger, None, PLACE, Terms())


async def test_open_challenges_of_a_user_are_limited_in_each_server(
    services: Services, clock: StandingClock
) -> None:
    made = [await offer(services, friended=UserId(200 + each)) for each in range(MOST)]
    with pytest.raises(TooManyChallenges) as caught:
        await offer(services)
    assert caught.value.most == MOST
    with pytest.raises(TooManyChallenges):
        await offer_to_anyone(services)
    await offer(services, place=ELSEWHERE)
    await offer(services, GRAY, ORANGE)
    await services.challenges.answer(ORANGE, made[0].id, ChallengeAnswer.CANCEL)
    await offer(services)
    with pytest.raises(TooManyChallenges):
        await offer(services, ruleset=ROWS)
    clock.advance(7 * DAY)
    assert (await services.challenges.open_of(ORANGE, GUILD)).made == ()
    await offer(services)


async def test_simultaneous_offers_do_not_exceed_the_limit(services: Services) -> None:
    offers = [offer(services, friended=UserId(200 + each)) for each in range(3 * MOST)]
    answers = await asyncio.gather(*offers, return_exceptions=True)
    assert sum(isinstance(each, Challenge) for each in answers) == MOST
    assert sum(isinstance(each, TooManyChallenges) for each in answers) == 2 * MOST


async def test_a_counter_offer_counts_as_its_makers_challenge(services: Services) -> None:
    challenge = await offer(services)
    for each in range(MOST):
        await offer(services, GRAY, UserId(200 + each))
    with pytest.raises(TooManyChallenges):
        await services.challenges.counter(GRAY, challenge.id, OTHER)
    assert (await services.challenges.find(challenge.id)).challenge == challenge


async def test_live_matches_of_both_users_are_limited_when_offering_and_accepting(
    services: Services,
) -> None:
    waiting = await offer(services)
    to_anyone = await offer_to_anyone(services, STRANGER)
    made = [await begin(services, ORANGE, UserId(200 + each)) for each in range(MOST_MATCHES)]
    with pytest.raises(TooManyMatches) as too_many:
        await offer(services, ruleset=ROWS)
    assert too_many.value.most == MOST_MATCHES
    with pytest.raises(OpponentTooBusy) as too_busy:
        await offer(services, GRAY, ORANGE)
    assert (too_busy.value.opponent, too_busy.value.most) == (ORANGE, MOST_MATCHES)
    with pytest.raises(TakesNoAnswer):
        await services.challenges.answer(GRAY, waiting.id, ChallengeAnswer.ACCEPT, MESSAGE)
    with pytest.raises(TooManyMatches):
        await services.challenges.answer(ORANGE, to_anyone.id, ChallengeAnswer.ACCEPT, MESSAGE)
    await offer(services, GRAY, ORANGE, ELSEWHERE)
    await services.matches.resign(ORANGE, made[0].id)
    answered = await services.challenges.answer(GRAY, waiting.id, ChallengeAnswer.ACCEPT, MESSAGE)
    assert answered.match is not None
    with pytest.raises(TooManyMatches):
        await services.challenges.answer(ORANGE, to_anyone.id, ChallengeAnswer.ACCEPT, MESSAGE)


@pytest.mark.long
async def test_simultaneous_acceptances_do_not_exceed_the_limit(services: Services) -> None:
    for each in range(MOST_MATCHES - 1):
        await begin(services, ORANGE, UserId(200 + each))
    made = [await offer(services, UserId(400 + each), ORANGE) for each in range(4)]
    answers = await asyncio.gather(
        *(
            services.challenges.answer(ORANGE, each.id, ChallengeAnswer.ACCEPT, MESSAGE)
            for each in made
        ),
        return_exceptions=True,
    )
    assert sum(isinstance(each, AnsweredChallenge) for each in answers) == 1
    assert sum(isinstance(each, TooManyMatches) for each in answers) == 3


async def test_the_list_has_challenges_made_and_received(
    services: Services, clock: StandingClock
) -> None:
    guild = GUILD
    mine = await offer(services)
    clock.advance(60)
    to_anyone = await offer_to_anyone(services)
    challenge = await offer(services, GRAY, ORANGE)
    await offer(services, place=ELSEWHERE)
    cancelled = await offer(services, ruleset=ROWS)
    await services.challenges.answer(ORANGE, cancelled.id, ChallengeAnswer.CANCEL)
    challenges = await services.challenges.open_of(ORANGE, guild)
    assert [each.challenge for each in challenges.made] == [mine, to_anyone]
    assert [each.challenge for each in challenges.waiting] == [challenge]
    assert challenges.most == MOST


async def test_a_blocked_user_neither_challenges_nor_accepts(services: Services) -> None:
    to_anyone = await offer_to_anyone(services)
    named = await offer(services)
    await services.blocks.block(ORANGE, GRAY)
    with pytest.raises(TakesNoChallenges) as caught:
        await offer(services, GRAY, ORANGE)
    assert caught.value.user == ORANGE
    for action in (
        services.challenges.answer(GRAY, to_anyone.id, ChallengeAnswer.ACCEPT, MESSAGE),
        services.challenges.answer(GRAY, named.id, ChallengeAnswer.ACCEPT, MESSAGE),
        services.challenges.counter(GRAY, named.id, OTHER),
    ):
        with pytest.raises(TakesNoAnswer) as refused:
            await action
        assert refused.value.challenger == ORANGE
    await services.challenges.answer(GRAY, named.id, ChallengeAnswer.DECLINE, MESSAGE)
    answered = await services.challenges.answer(
        STRANGER, to_anyone.id, ChallengeAnswer.ACCEPT, MESSAGE
    )
    assert answered.match is not None


@pytest.mark.long
@pytest.mark.parametrize("why", ["blocked", "banned", "busy"])
async def test_accepting_does_not_reveal_a_block(services: Services, why: str) -> None:
    """The challenger has asked for a match, so a separate reason could only mean a block."""
    named = await offer(services)
    match why:
        case "blocked":
            await services.blocks.block(ORANGE, GRAY)
        case "banned":
            async with services._database.writing() as writing:
                await queries.keep(writing, GUILD, Ban(ORANGE, STRANGER, NOON, None, None))
        case _:
            for each in range(MOST_MATCHES):
                await begin(services, ORANGE, UserId(200 + each))
    with pytest.raises(TakesNoAnswer) as refused:
        await services.challenges.answer(GRAY, named.id, ChallengeAnswer.ACCEPT, MESSAGE)
    assert refused.value.challenger == ORANGE
    with pytest.raises(TakesNoAnswer) as refused:
        await services.challenges.counter(GRAY, named.id, OTHER)
    assert refused.value.challenger == ORANGE


async def test_a_user_does_not_challenge_those_they_blocked_by_mistake(services: Services) -> None:
    challenge = await offer(services, GRAY, ORANGE)
    await services.blocks.block(ORANGE, GRAY)
    with pytest.raises(BlockedOpponent):
        await offer(services)
    with pytest.raises(BlockedOpponent):
        await services.challenges.answer(ORANGE, challenge.id, ChallengeAnswer.ACCEPT, MESSAGE)
    await services.blocks.unblock(ORANGE, GRAY)
    answered = await services.challenges.answer(
        ORANGE, challenge.id, ChallengeAnswer.ACCEPT, MESSAGE
    )
    assert answered.match is not None


@pytest.mark.parametrize("who", [TakesFrom.PLAYED, TakesFrom.NO_ONE])
async def test_strangers_cannot_challenge_a_user_who_takes_no_challenges(
    services: Services, who: TakesFrom
) -> None:
    await services.blocks.take_from(ORANGE, who)
    with pytest.raises(TakesNoChallenges):
        await offer(services, GRAY, ORANGE)
    challenge = await offer(services)
    countered = await services.challenges.counter(GRAY, challenge.id, OTHER)
    assert countered.offered is not None, "a user who asked for a match can get a counter-offer"
    answered = await services.challenges.answer(
        ORANGE, countered.offered.id, ChallengeAnswer.ACCEPT, MESSAGE
    )
    assert answered.match is not None


async def test_people_who_have_played_are_distinguished_from_strangers(services: Services) -> None:
    match = await begin(services)
    await services.matches.resign(GRAY, match.id)
    await services.blocks.take_from(ORANGE, TakesFrom.PLAYED)
    await offer(services, GRAY, ORANGE)
    with pytest.raises(TakesNoChallenges):
        await offer(services, STRANGER, ORANGE)


@pytest.mark.parametrize("who", [None, TakesFrom.NO_ONE, TakesFrom.PLAYED])
async def test_a_rematch_respects_the_opponents_preferences(
    services: Services, who: TakesFrom | None
) -> None:
    match = await begin(services)
    await services.matches.resign(ORANGE, match.id)
    if who is None:
        await services.blocks.block(ORANGE, GRAY)
    else:
        await services.blocks.take_from(ORANGE, who)
    if who is TakesFrom.PLAYED:
        assert (await services.rematches.rematch(GRAY, match.id, PLACE)).match is None
    else:
        with pytest.raises(TakesNoChallenges):
            await services.rematches.rematch(GRAY, match.id, PLACE)


@pytest.mark.long
async def test_a_rematch_counts_toward_the_limits(services: Services) -> None:
    match = await begin(services)
    await services.matches.resign(ORANGE, match.id)
    for each in range(MOST):
        await offer(services, friended=UserId(200 + each))
    with pytest.raises(TooManyChallenges):
        await services.rematches.rematch(ORANGE, match.id, PLACE)
    offered = await services.rematches.rematch(GRAY, match.id, PLACE)
    for each in range(MOST_MATCHES):
        await begin(services, UserId(300 + each), GRAY)
    with pytest.raises(TakesNoAnswer):
        await services.rematches.rematch(ORANGE, match.id, PLACE)
    assert (await services.challenges.find(offered.challenge.id)).challenge == offered.challenge


async def test_the_list_of_blocks_is_stored_with_the_latest_first(
    services: Services, clock: StandingClock
) -> None:
    assert (await services.blocks.of(ORANGE)).blocked == ()
    await services.blocks.block(ORANGE, GRAY)
    clock.advance(1)
    welcome = await services.blocks.block(ORANGE, STRANGER)
    assert welcome.blocked == (STRANGER, GRAY)
    clock.advance(1)
    assert await services.blocks.block(ORANGE, GRAY) == welcome
    assert (await services.blocks.unblock(ORANGE, STRANGER)).blocked == (GRAY,)
    with pytest.raises(NotBlocked) as caught:
        await services.blocks.unblock(ORANGE, STRANGER)
    assert caught.value.user == STRANGER
    assert (await services.blocks.of(GRAY)).blocked == ()


async def test_the_list_of_blocks_is_bounded_and_users_cannot_block_themselves(
    services: Services,
) -> None:
    with pytest.raises(BlockedOneself):
        await services.blocks.block(ORANGE, ORANGE)
    for each in range(MOST_BLOCKED):
        await services.blocks.block(ORANGE, UserId(200 + each))
    with pytest.raises(TooManyBlocked) as caught:
        await services.blocks.block(ORANGE, GRAY)
    assert caught.value.most == MOST_BLOCKED
    assert len((await services.blocks.block(ORANGE, UserId(200))).blocked) == MOST_BLOCKED


async def test_the_setting_for_incoming_challenges_keeps_other_preferences(
    services: Services,
) -> None:
    await services.preferences.prefer(ORANGE, "placing", PlacementMode.AT_ONCE)
    await services.preferences.prefer(ORANGE, "theme", "night")
    before = await services.preferences.of(ORANGE)
    welcome = await services.blocks.take_from(ORANGE, TakesFrom.NO_ONE)
    assert welcome.takes_from is TakesFrom.NO_ONE
    assert await services.preferences.of(ORANGE) == before
    await services.preferences.prefer(ORANGE, "theme", None)
    assert (await services.blocks.of(ORANGE)).takes_from is TakesFrom.NO_ONE


async def test_a_user_without_preferences_has_the_defaults(services: Services) -> None:
    before = await services.preferences.of(GRAY)
    assert (await services.blocks.of(GRAY)).takes_from is TakesFrom.ANYONE
    await services.blocks.take_from(GRAY, TakesFrom.PLAYED)
    assert await services.preferences.of(GRAY) == before
