"""A challenge without a friend: the first user who presses Accept plays."""

import asyncio

from bot.match.identity import ChallengeId, UserId
from tests.kit.tables import Table


async def test_an_open_challenge_says_so_without_a_ping_and_can_be_withdrawn(table: Table) -> None:
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
    cancelled = await ada.press(offered.shown, "Withdraw")
    assert f"<@{ada.id}> withdrew it" in cancelled.text
    assert "is looking for someone" in cancelled.text
    assert not cancelled.shown.buttons


async def test_the_user_who_accepts_plays(table: Table) -> None:
    playground = table.playground
    ada, cleo = playground.person("ada"), playground.person("cleo")
    offered = await ada.command("challenge", channel=playground.channel("games"), first="them")
    assert "The one who accepts moves first" in offered.text
    accepted = await cleo.press(offered.shown, "Accept")

    assert f"<@{ada.id}> challenges <@{cleo.id}>" in accepted.text
    assert f"<@{cleo.id}> accepted: match **#1**" in accepted.text
    assert not accepted.shown.buttons
    match = await table.match(1)
    assert set(match.seats) == {UserId(ada.id), UserId(cleo.id)}
    assert match.to_move == UserId(cleo.id)
    await playground.until(lambda: offered.shown.id in playground.world.places)


async def test_simultaneous_acceptances_make_one_match(table: Table) -> None:
    playground = table.playground
    ada, bob, cleo = table.members()
    offered = await ada.command("challenge", channel=playground.channel("games"))
    answers = await asyncio.gather(
        bob.press_as_seen(offered.shown, "Accept"), cleo.press_as_seen(offered.shown, "Accept")
    )
    assert not any(answer.failed for answer in answers)
    (late,) = [answer for answer in answers if answer.shown.ephemeral]
    assert "match **#1** has begun" in late.text
    assert len(await table.services.matches.live_of(UserId(ada.id))) == 1
    kept = (await table.services.challenges.find(ChallengeId(1))).challenge
    assert kept.friend in (UserId(bob.id), UserId(cleo.id))
    await playground.until(lambda: offered.shown.id in playground.world.places)
    thread = playground.thread(offered.shown.id)
    await playground.until(lambda: ada.look(thread))
    await table.pass_time(60)
    assert len(ada.look(thread)) == 1
