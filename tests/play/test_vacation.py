"""Vacations in Discord: stopped clocks, notices to waiting opponents, and automatic resumption."""

import re

from bot.match.clock import DAY
from tests.kit.server_matches import A_TURN_EACH, ServerMatch, start_match, start_match_between
from tests.kit.tables import Table


async def test_a_vacation_stops_the_clock_and_notifies_the_opponent(table: Table) -> None:
    playground = table.playground
    server_match = await start_match(playground, turns=A_TURN_EACH)
    ada, bob = server_match.orange, server_match.gray
    begun = await ada.command("vacation", channel=server_match.place, days=5)
    assert begun.shown.ephemeral
    assert "You're on vacation until <t:" in begun.text
    await playground.until(
        lambda: "clock stopped: on vacation until <t:" in server_match.board().text
    )
    assert re.search("then (3 days|2 days and 23 hours) left", server_match.board().text)
    listed = await bob.command("games", channel=server_match.place)
    assert "their turn, on vacation until <t:" in listed.text
    await playground.until(lambda: bool(server_match.notifications(bob, "is on vacation until")))
    [message] = server_match.notifications(bob, "is on vacation until")
    assert f"<@{bob.id}>, <@{ada.id}> is on vacation" in message.text
    assert message.id in {ping.message_id for ping in bob.notifications}
    assert message.id not in {ping.message_id for ping in ada.notifications}
    await table.pass_time(5 * DAY - 60)
    assert "clock stopped" in server_match.board().text
    await table.pass_time(120)
    await playground.until(lambda: "⏳ until <t:" in server_match.board().text)
    await playground.until(lambda: bool(server_match.notifications(ada, "your vacation is over")))
    await server_match.play_one(ada, "Ka1")
    await playground.until(lambda: not server_match.notifications(bob, "is on vacation until"))
    await playground.until(lambda: not server_match.notifications(ada, "your vacation is over"))


async def test_a_vacation_is_chosen_from_a_menu_and_ended_by_a_button(
    server_match: ServerMatch,
) -> None:
    playground = server_match.playground
    ada = server_match.orange
    shown = await ada.command("vacation", channel=server_match.place)
    assert shown.shown.ephemeral
    assert "30 of 30 days left" in shown.text
    [menu] = shown.shown.selects
    begun = await ada.select(shown.shown, menu.custom_id, ["7"])
    assert "Enjoy your vacation!" in begun.text
    assert "You're on vacation until <t:" in begun.text
    ended = await ada.press(begun.shown, "End vacation now")
    assert "Welcome back" in ended.text
    assert "29 of 30 days left" in ended.text
    await playground.until(lambda: "⏳ until <t:" in server_match.board().text)
    assert "on vacation" not in server_match.board().text


async def test_the_opponents_board_shows_who_is_away_and_the_turn_begins_stopped(
    server_match: ServerMatch,
) -> None:
    playground = server_match.playground
    ada, bob = server_match.orange, server_match.gray
    await bob.command("vacation", channel=server_match.place, days=3)
    line = f"🏖️ <@{bob.id}> is on vacation until <t:"
    await playground.until(lambda: line in server_match.board().text)
    assert "⏳ until <t:" in server_match.board().text
    answer = await server_match.play_one(ada, "Kc3")
    assert "clock stopped: on vacation until" in answer.text
    assert "then 3 days left" in answer.text
    answer = await server_match.play_one(bob, "Kd5")
    assert "⏳ until <t:" in answer.text
    assert line in answer.text


async def test_a_turn_during_a_vacation_is_announced_silently(table: Table) -> None:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    server_match = await start_match_between(playground, ada, bob, playground.channel("games"))
    await server_match.wait_until_shown()
    await bob.command("vacation", channel=playground.channel("general"), days=3)
    await server_match.play(["Kc3"])
    await playground.until(lambda: any("your turn in" in note.text for note in bob.notifications))
    [ping] = [note for note in bob.notifications if "your turn in" in note.text]
    assert ping.is_silent
