"""Who may not play in a server begins no match there, and goes on with those that have begun."""

import pytest

from bot.features.challenges.errors import ChallengeClosed
from bot.features.matches.errors import MayNotPlay, OtherMayNotPlay
from bot.features.moderation.service import Moderator
from bot.match.challenge import Answer, ChallengeState
from bot.match.clock import DAY
from bot.match.identity import GuildId, MessageId, Seconds, UserId
from bot.match.terms import Terms
from bot.services import Host
from tests.features.clocks import StandingClock
from tests.features.hosting import begin, offer, play
from tests.match.table import GRAY, GUILD, ORANGE, PLACE, STRANGER

MODERATOR = Moderator(GUILD, UserId(900))
MESSAGE = MessageId(7001)


async def test_who_is_banned_challenges_nobody(host: Host) -> None:
    ban = (await host.moderation.ban(MODERATOR, ORANGE, None)).ban
    with pytest.raises(MayNotPlay) as caught:
        await offer(host)
    assert caught.value.ban == ban
    with pytest.raises(MayNotPlay):
        await host.challenges.offer(ORANGE, None, PLACE, Terms())
    await host.moderation.unban(MODERATOR, ORANGE)
    assert (await offer(host)).state is ChallengeState.OPEN


async def test_nobody_challenges_who_is_banned(host: Host) -> None:
    await host.moderation.ban(MODERATOR, GRAY, None)
    with pytest.raises(OtherMayNotPlay) as caught:
        await offer(host)
    assert caught.value.user == GRAY


async def test_who_is_banned_accepts_nothing_and_declines_as_before(host: Host) -> None:
    first, second = await offer(host), await offer(host)
    await host.moderation.ban(MODERATOR, GRAY, None)
    with pytest.raises(MayNotPlay):
        await host.challenges.answer(GRAY, first.id, Answer.ACCEPT, MESSAGE)
    declined = await host.challenges.answer(GRAY, second.id, Answer.DECLINE, MESSAGE)
    assert declined.challenge.state is ChallengeState.DECLINED
    assert (await host.challenges.find(first.id)).challenge.state is ChallengeState.OPEN


async def test_nobody_accepts_a_challenge_of_who_was_banned_since(host: Host) -> None:
    challenge = await offer(host)
    await host.moderation.ban(MODERATOR, ORANGE, None)
    with pytest.raises(ChallengeClosed):
        await host.challenges.answer(GRAY, challenge.id, Answer.ACCEPT, MESSAGE)


async def test_who_is_banned_plays_on_and_begins_no_rematch(host: Host) -> None:
    number = (await begin(host)).id
    await host.moderation.ban(MODERATOR, ORANGE, None)
    assert (await play(host, number, "Kc3")).ply == 1
    await host.matches.resign(ORANGE, number)
    with pytest.raises(MayNotPlay):
        await host.challenges.rematch(ORANGE, number, PLACE)
    with pytest.raises(OtherMayNotPlay):
        await host.challenges.rematch(GRAY, number, PLACE)


async def test_a_ban_holds_in_its_server_alone_and_while_it_lasts(
    host: Host, clock: StandingClock
) -> None:
    await host.moderation.ban(MODERATOR, ORANGE, Seconds(DAY))
    await begin(host, guild=GuildId(8))
    await begin(host, orange=STRANGER)
    clock.advance(DAY)
    assert (await offer(host)).state is ChallengeState.OPEN


async def test_open_challenges_of_somebody_who_is_banned_are_cancelled(host: Host) -> None:
    mine = await offer(host)
    banned = await host.moderation.ban(MODERATOR, ORANGE, None)
    assert banned.cancelled == (mine.id,)
    found = await host.challenges.find(mine.id)
    assert found.challenge.state is ChallengeState.CANCELLED
    again = await host.moderation.ban(MODERATOR, ORANGE, None)
    assert again.cancelled == ()
