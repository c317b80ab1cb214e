"""A match by minutes in Discord: both press *Ready*, the board shows the flag, and it falls."""

import re

import pytest

from bot.game import Seat
from bot.match.match import EndReason, Outcome
from playground import Playground
from tests.kit.finished_matches import win_on_time
from tests.kit.server_matches import ServerMatch
from tests.kit.tables import Table


async def begin_with_minutes(playground: Playground) -> ServerMatch:
    ada, bob = playground.person("ada"), playground.person("bob")
    offered = await ada.command(
        "challenge",
        channel=playground.channel("games"),
        opponent=bob,
        first="me",
        time="300+3",
        stakes="rated",
    )
    assert "Time: 5 minutes each, plus 3 seconds per move." in offered.shown.text
    accepted = await bob.press(offered.shown, "Accept")
    parsed = re.search(r"match \*\*#(\d+)\*\*", accepted.text)
    assert parsed is not None, accepted.text
    await playground.until(lambda: offered.shown.id in playground.world.places)
    thread = playground.thread(offered.shown.id)
    server_match = ServerMatch(playground, ada, bob, thread, int(parsed[1]))
    await playground.until(lambda: any(seen.pictures for seen in ada.look(thread)))
    return server_match


async def test_a_challenge_by_minutes_refuses_clocks_that_stop_on_weekends(table: Table) -> None:
    refused = await table.playground.person("ada").command(
        "challenge",
        channel=table.playground.channel("games"),
        opponent=table.playground.person("bob"),
        time="300+3",
        weekends="paused",
    )
    assert refused.shown.ephemeral
    assert "run on weekends, too. Leave out `weekends`" in refused.text


@pytest.mark.long
async def test_two_users_play_by_minutes_until_a_flag_falls(table: Table) -> None:
    playground = table.playground
    server_match = await begin_with_minutes(playground)
    ada, bob = server_match.orange, server_match.gray
    board = server_match.board()
    assert "Press **Ready**, both of you, and the clocks run" in board.text
    assert f"🟠 <@{ada.id}>: not ready yet\n⚪ <@{bob.id}>: not ready yet" in board.text
    assert re.search(r"⏱️ Be ready by <t:\d+:T> \(<t:\d+:R>\)", board.text)
    assert board.labels == ["Ready", "Next match", "More"]

    refused = await ada.command("place", channel=server_match.place, square="c3")
    assert "begins once you have both pressed **Ready**" in refused.text
    await bob.press(server_match.board(), "Ready")
    await playground.until(lambda: f"⚪ <@{bob.id}>: ready ✅" in server_match.board().text)
    await ada.press(server_match.board(), "Ready")
    await playground.until(lambda: "is to move" in server_match.board().text)
    assert re.search(r"⏱️ until <t:\d+:T> \(<t:\d+:R>\)", server_match.board().text)
    assert server_match.board().text.endswith("⚪ 5:00")

    await table.pass_time(60)
    await server_match.play(["Kc3", "Kd5", "Ka1", "Ke1", "Kb6", "Kf2"])
    await server_match.wait_until_shown()
    match = await table.match(server_match.number)
    left = match.clock.left(table.clock.now())
    deadline = match.clock.deadline
    assert left is not None
    assert deadline is not None
    assert f"<t:{int(deadline)}:T>" in server_match.board().text
    assert left < 255

    await table.pass_time(left - 30)
    assert (await table.match(server_match.number)).outcome is None
    assert await table.services.notifications.of_match(match.id) == []
    await table.pass_time(deadline + 2 - table.clock.now())
    assert (await table.match(server_match.number)).outcome == Outcome(EndReason.TIME, Seat.GRAY)
    await playground.until(lambda: win_on_time(bob, ada) in server_match.board().text)

    shown = await ada.command(
        "leaderboard show", channel=playground.channel("games"), ruleset="classic-minutes"
    )
    assert "classic by minutes" in shown.text
    assert "Not ranked yet" in shown.text
    days = await ada.command("leaderboard show", channel=playground.channel("games"))
    assert "To be ranked, play rated matches" in days.text
    assert "Not ranked yet" not in days.text


async def test_games_and_next_name_a_match_for_which_a_player_is_not_ready(table: Table) -> None:
    server_match = await begin_with_minutes(table.playground)
    ada, bob, general = server_match.orange, server_match.gray, table.playground.channel("general")
    for person in (ada, bob):
        listed = await person.command("games", channel=general)
        assert "▶️" in listed.text
        assert "1 of 1 waiting for you" in listed.text
        assert "**press Ready**, time runs out" in listed.text
        assert "Ready" in (await person.command("next", channel=general)).shown.labels
    await ada.press(server_match.board(), "Ready")
    listed = await ada.command("games", channel=general)
    assert "they aren't ready, time runs out" in listed.text
    assert "0 of 1 waiting for you" in listed.text
    assert "Next match" not in listed.shown.labels
    assert "**press Ready**" in (await bob.command("games", channel=general)).text
    page = await ada.command("match", channel=general, id=str(server_match.number))
    assert f"The match hasn't begun: <@{bob.id}> still has to press **Ready**." in page.text


async def test_a_match_that_a_player_is_not_ready_for_is_called_off(table: Table) -> None:
    server_match = await begin_with_minutes(table.playground)
    await server_match.orange.press(server_match.board(), "Ready")
    await table.pass_time(602)
    ended = "No result: not both players were ready in time"
    await table.playground.until(lambda: ended in server_match.board().text)
