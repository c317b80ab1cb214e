"""An unanswered challenge: seven days, restarts, and answers that come too late."""

import re
from pathlib import Path

import pytest

from bot.features.challenges.queries import PostedChallenge
from bot.match.challenge import LIFETIME
from bot.match.clock import DAY, HOUR
from bot.match.identity import ChallengeId, UserId
from playground import Playground
from tests.kit.answers import current_message
from tests.kit.server_matches import ANSWERS, challenge_friend, public_messages
from tests.kit.tables import Table, run_bot

MINUTE = 60.0


async def test_a_challenge_expires_after_seven_days_and_the_challenger_is_notified(
    table: Table,
) -> None:
    games = table.playground.channel("games")
    ada, bob, offered = await challenge_friend(table)
    await table.pass_time(LIFETIME - MINUTE)
    assert ada.look(games)[0].labels == ANSWERS

    await table.pass_time(2 * MINUTE)
    challenge, notification = public_messages(ada.look(games))
    assert challenge.id == offered.shown.id
    assert "expired without an answer" in challenge.text
    assert not challenge.buttons
    assert f"your challenge to <@{bob.id}> expired without an answer" in notification.text
    assert [ping.message_id for ping in ada.notifications] == [notification.id]
    assert len(bob.notifications) == 1


async def test_a_challenge_by_minutes_is_open_for_an_hour_unless_a_time_is_chosen(
    table: Table,
) -> None:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    games = playground.channel("games")
    begun = table.clock.now()
    soon = await ada.command("challenge", channel=games, opponent=bob, time="300+3")
    chosen = await ada.command("challenge", channel=games, time="300+3", expires=1)
    for offered, lifetime in ((soon, HOUR), (chosen, DAY)):
        parsed = re.search(r"until <t:(\d+):f>", offered.text)
        assert parsed is not None
        assert 0 <= int(parsed[1]) + 1 - (begun + lifetime) <= MINUTE
    await table.pass_time(HOUR + MINUTE)
    first, *_ = public_messages(ada.look(games))
    assert "expired without an answer" in first.text


async def test_a_challenge_that_cannot_be_shown_blocks_no_other(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    games = playground.channel("games")
    for _ in range(2):
        await ada.command("challenge", channel=games, opponent=bob)
    await table.pass_time(0)

    challenges = table.services.challenges
    find = challenges.find

    async def fail_one(number: ChallengeId) -> PostedChallenge:
        if number == 1:
            raise RuntimeError("a fault of ours")
        return await find(number)

    monkeypatch.setattr(challenges, "find", fail_one)
    await table.pass_time(LIFETIME)
    second = public_messages(ada.look(games))[1]
    assert "expired without an answer" in second.text


async def test_a_late_answer_lets_the_challenge_expire(table: Table) -> None:
    playground = table.playground
    ada, bob, offered = await challenge_friend(table)
    async with table.pause_jobs():
        await table.leap(LIFETIME)
        late = await bob.press_as_seen(offered.shown, "Accept")

    assert "expired without an answer" in late.text
    assert not late.shown.buttons
    private = await late.follow_up()
    assert private.ephemeral
    assert "This challenge expired" in private.text
    assert not await table.services.matches.live_of(UserId(ada.id))
    await playground.until(lambda: ada.notifications)
    await table.pass_time(MINUTE)
    assert len(ada.notifications) == 1


async def test_challenges_are_answered_and_expire_after_a_restart(
    playground: Playground, database: Path
) -> None:
    ada, bob = playground.person("ada"), playground.person("bob")
    games = playground.channel("games")
    async with run_bot(playground, database):
        offered = await ada.command("challenge", channel=games, opponent=bob)
        to_anyone = await ada.command("challenge", channel=games)
    unheard = await bob.press(offered.shown, "Accept")
    assert unheard.failed
    async with run_bot(playground, database) as table:
        accepted = await bob.press(offered.shown, "Accept")
        assert "accepted: match **#1**" in accepted.text
        await playground.until(lambda: offered.shown.id in playground.world.places)
        await table.pass_time(LIFETIME + MINUTE)
        expired = "your challenge to anyone expired without an answer"
        await playground.until(lambda: any(expired in ping.text for ping in ada.notifications))
        challenge = current_message(ada, to_anyone.shown)
        assert "expired without an answer" in challenge.text
        assert not challenge.buttons
