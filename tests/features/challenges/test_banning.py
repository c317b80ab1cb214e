"""Banned members cannot begin a match in a server, but continue the matches that they have."""

import pytest

from bot.features.challenges.errors import ChallengeClosed
from bot.features.matches.errors import MayNotPlay, OtherMayNotPlay
from bot.features.moderation.log import Moderator
from bot.game import ROWS
from bot.match.challenge import ChallengeAnswer, ChallengeState
from bot.match.clock import DAY
from bot.match.identity import GuildId, MessageId, Seconds, UserId
from bot.match.terms import Terms
from bot.services import Services
from tests.kit.clocks import StandingClock
from tests.kit.matches import GRAY, GUILD, ORANGE, PLACE, STRANGER
from tests.kit.service_matches import begin, offer, play

MODERATOR = Moderator(GUILD, UserId(900))
MESSAGE = MessageId(7001)


async def test_a_banned_user_cannot_challenge(services: Services) -> None:
    ban = (await services.bans.ban(MODERATOR, ORANGE, None)).ban
    with pytest.raises(MayNotPlay) as caught:
        await offer(services)
    assert caught.value.ban == ban
    with pytest.raises(MayNotPlay):
        await services.challenges.offer(ORANGE, None, PLACE, Terms())
    await services.bans.unban(MODERATOR, ORANGE)
    assert (await offer(services)).state is ChallengeState.OPEN


async def test_a_banned_user_cannot_be_challenged(services: Services) -> None:
    await services.bans.ban(MODERATOR, GRAY, None)
    with pytest.raises(OtherMayNotPlay) as caught:
        await offer(services)
    assert caught.value.user == GRAY


async def test_a_banned_user_cannot_accept_but_can_decline(
    services: Services,
) -> None:
    first, second = await offer(services), await offer(services, ruleset=ROWS)
    await services.bans.ban(MODERATOR, GRAY, None)
    with pytest.raises(MayNotPlay):
        await services.challenges.answer(GRAY, first.id, ChallengeAnswer.ACCEPT, MESSAGE)
    declined = await services.challenges.answer(GRAY, second.id, ChallengeAnswer.DECLINE, MESSAGE)
    assert declined.challenge.state is ChallengeState.DECLINED
    assert (await services.challenges.find(first.id)).challenge.state is ChallengeState.OPEN


async def test_a_challenge_of_a_user_who_was_banned_later_cannot_be_accepted(
    services: Services,
) -> None:
    challenge = await offer(services)
    await services.bans.ban(MODERATOR, ORANGE, None)
    with pytest.raises(ChallengeClosed):
        await services.challenges.answer(GRAY, challenge.id, ChallengeAnswer.ACCEPT, MESSAGE)


async def test_a_banned_user_continues_matches_but_begins_no_rematch(services: Services) -> None:
    number = (await begin(services)).id
    await services.bans.ban(MODERATOR, ORANGE, None)
    assert (await play(services, number, "Kc3")).ply == 1
    await services.matches.resign(ORANGE, number)
    with pytest.raises(MayNotPlay):
        await services.rematches.rematch(ORANGE, number, PLACE)
    with pytest.raises(OtherMayNotPlay):
        await services.rematches.rematch(GRAY, number, PLACE)


async def test_a_ban_applies_only_in_its_server_and_while_it_lasts(
    services: Services, clock: StandingClock
) -> None:
    await services.bans.ban(MODERATOR, ORANGE, Seconds(DAY))
    await begin(services, guild=GuildId(8))
    await begin(services, orange=STRANGER)
    clock.advance(DAY)
    assert (await offer(services)).state is ChallengeState.OPEN


async def test_open_challenges_of_a_banned_user_are_cancelled(services: Services) -> None:
    mine = await offer(services)
    banned = await services.bans.ban(MODERATOR, ORANGE, None)
    assert banned.cancelled == (mine.id,)
    stored = await services.challenges.find(mine.id)
    assert stored.challenge.state is ChallengeState.CANCELLED
    again = await services.bans.ban(MODERATOR, ORANGE, None)
    assert again.cancelled == ()
