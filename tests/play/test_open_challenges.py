"""A challenge without a friend: the first user who presses Accept plays."""

import asyncio

import pytest

from bot.match.challenge import LIFETIME
from bot.match.identity import ChallengeId, UserId
from tests.kit.server_matches import public_messages
from tests.kit.tables import Table


async def test_an_open_challenge_says_so_without_a_ping(table: Table) -> None:
    playground = table.playground
    ada = playground.person("ada")
    games = playground.channel("games")
    offered = await ada.command("challenge", channel=games)

    assert not offered.shown.ephemeral
    assert f"<@{ada.id}> is looking for someone to play boop with" in offered.text
    assert "Anyone can accept" in offered.text
    assert "The first to press **Accept** plays" in offered.text
    assert offered.shown.labels == ["Accept", "Withdraw"]
    for name in ("ada", "bob", "cleo"):
        assert not playground.person(name).notifications


@pytest.mark.parametrize(
    ("first", "words", "starter"),
    [("me", "<@{ada}> moves first", "ada"), ("them", "The one who accepts moves first", "cleo")],
)
async def test_the_user_who_accepts_plays(
    table: Table, first: str, words: str, starter: str
) -> None:
    playground = table.playground
    ada, cleo = playground.person("ada"), playground.person("cleo")
    offered = await ada.command("challenge", channel=playground.channel("games"), first=first)
    assert words.format(ada=ada.id) in offered.text
    accepted = await cleo.press(offered.shown, "Accept")

    assert f"<@{ada.id}> challenges <@{cleo.id}>" in accepted.text
    assert f"<@{cleo.id}> accepted: match **#1**" in accepted.text
    assert not accepted.shown.buttons
    match = await table.match(1)
    assert set(match.seats) == {UserId(ada.id), UserId(cleo.id)}
    assert match.to_move == UserId(playground.person(starter).id)
    await playground.until(lambda: offered.shown.id in playground.world.places)


@pytest.mark.long
async def test_simultaneous_acceptances_make_one_match(table: Table) -> None:
    playground = table.playground
    ada, bob, cleo = (playground.person(name) for name in ("ada", "bob", "cleo"))
    games = playground.channel("games")
    for number in range(1, 6):
        offered = await ada.command("challenge", channel=games)
        answers = await asyncio.gather(
            bob.press_as_seen(offered.shown, "Accept"), cleo.press_as_seen(offered.shown, "Accept")
        )
        assert not any(answer.failed for answer in answers)
        (late,) = [answer for answer in answers if answer.shown.ephemeral]
        assert f"match **#{number}** has begun" in late.text
        assert len(await table.services.matches.live_of(UserId(ada.id))) == number
        kept = (await table.services.challenges.find(ChallengeId(number))).challenge
        assert kept.friend in (UserId(bob.id), UserId(cleo.id))


async def test_only_the_challenger_can_withdraw_a_challenge_to_anyone(table: Table) -> None:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    offered = await ada.command("challenge", channel=playground.channel("games"))
    refused = await bob.press(offered.shown, "Withdraw")
    assert refused.shown.ephemeral
    assert f"Only <@{ada.id}>" in refused.text
    cancelled = await ada.press(offered.shown, "Withdraw")
    assert f"<@{ada.id}> withdrew it" in cancelled.text
    assert "is looking for someone" in cancelled.text
    assert not cancelled.shown.buttons


async def test_a_challenge_to_anyone_expires_and_the_challenger_is_notified(table: Table) -> None:
    playground = table.playground
    ada = playground.person("ada")
    games = playground.channel("games")
    offered = await ada.command("challenge", channel=games)
    await table.pass_time(LIFETIME + 60)

    challenge, notification = public_messages(ada.look(games))
    assert challenge.id == offered.shown.id
    assert "expired without an answer" in challenge.text
    assert not challenge.buttons
    assert "your challenge to anyone expired without an answer" in notification.text
    assert [ping.message_id for ping in ada.notifications] == [notification.id]
