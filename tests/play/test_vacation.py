"""Vacations in Discord: stopped clocks, notices to waiting opponents, and automatic resumption."""

import re
from pathlib import Path

from bot.match.clock import DAY, HOUR
from playground import Playground
from tests.kit.finished_matches import win_on_time
from tests.kit.server_matches import A_TURN_EACH, ServerMatch, start_match
from tests.kit.tables import Table, run_bot

LIMIT = 3 * DAY


async def test_a_vacation_stops_the_clock_and_notifies_the_opponent(table: Table) -> None:
    playground = table.playground
    server_match = await start_match(playground, turns=A_TURN_EACH)
    ada, bob = server_match.orange, server_match.gray
    begun = await ada.command("vacation", channel=server_match.place, days=5)
    assert begun.shown.ephemeral
    assert "You're on vacation until <t:" in begun.text
    await playground.until(
        lambda: "clock stopped: on vacation until <t:" in server_match.bed().text
    )
    assert re.search("then (3 days|2 days and 23 hours) left", server_match.bed().text)
    listed = await bob.command("games", channel=server_match.place)
    assert "their turn, on vacation until <t:" in listed.text
    await playground.until(lambda: bool(server_match.notifications(bob, "is on vacation until")))
    [message] = server_match.notifications(bob, "is on vacation until")
    assert f"<@{bob.id}>, <@{ada.id}> is on vacation" in message.text
    assert message.id in {ping.message_id for ping in bob.notifications}
    assert message.id not in {ping.message_id for ping in ada.notifications}
    await table.pass_time(5 * DAY - 60)
    assert "clock stopped" in server_match.bed().text
    await table.pass_time(120)
    await playground.until(lambda: "⏳ until <t:" in server_match.bed().text)
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
    await playground.until(lambda: "⏳ until <t:" in server_match.bed().text)
    assert "on vacation" not in server_match.bed().text


async def test_a_second_click_is_answered_and_changes_nothing(server_match: ServerMatch) -> None:
    ada = server_match.orange
    first = await ada.command("vacation", channel=server_match.place)
    second = await ada.command("vacation", channel=server_match.place)
    begun = await ada.select(first.shown, first.shown.selects[0].custom_id, ["7"])
    refused = await ada.select(second.shown, second.shown.selects[0].custom_id, ["14"])
    assert "already on vacation until <t:" in refused.text
    again = await ada.command("vacation", channel=server_match.place)
    await ada.press(begun.shown, "End vacation now")
    late = await ada.press(again.shown, "End vacation now")
    assert "no longer on that vacation" in late.text


async def test_the_opponent_s_bed_shows_who_is_away_and_the_turn_begins_stopped(
    server_match: ServerMatch,
) -> None:
    playground = server_match.playground
    ada, bob = server_match.orange, server_match.gray
    await bob.command("vacation", channel=server_match.place, days=3)
    line = f"🏖️ <@{bob.id}> is on vacation until <t:"
    await playground.until(lambda: line in server_match.bed().text)
    assert "⏳ until <t:" in server_match.bed().text
    answer = await server_match.play_one(ada, "Kc3")
    assert "clock stopped: on vacation until" in answer.text
    assert "then 3 days left" in answer.text
    answer = await server_match.play_one(bob, "Kd5")
    assert "⏳ until <t:" in answer.text
    assert line in answer.text


async def test_both_players_may_be_on_vacation(table: Table, server_match: ServerMatch) -> None:
    playground = table.playground
    ada, bob = server_match.orange, server_match.gray
    await ada.command("vacation", channel=server_match.place, days=2)
    await bob.command("vacation", channel=server_match.place, days=4)
    both = [f"🏖️ <@{bob.id}> is on vacation", "clock stopped: on vacation until"]
    await playground.until(lambda: all(words in server_match.bed().text for words in both))
    await table.pass_time(2 * DAY + 60)
    await playground.until(lambda: "⏳ until <t:" in server_match.bed().text)
    assert both[0] in server_match.bed().text


async def test_more_days_than_are_left_are_refused_with_both_numbers(table: Table) -> None:
    ada, games = table.playground.person("ada"), table.playground.channel("games")
    refused = await ada.command("vacation", channel=games, days=366)
    assert refused.shown.ephemeral
    assert "You have 30 vacation days left in" in refused.text


async def test_a_vacation_does_not_avoid_a_passed_deadline(table: Table) -> None:
    playground = table.playground
    server_match = await start_match(playground, turns=A_TURN_EACH)
    await table.bot.remove_cog("Outbox")
    await table.leap(LIMIT)
    await server_match.orange.command("vacation", channel=server_match.place, days=5)
    ended = win_on_time(server_match.gray, server_match.orange)
    await playground.until(lambda: ended in server_match.bed().text)


async def test_players_are_not_reminded_and_do_not_lose_while_away(table: Table) -> None:
    playground = table.playground
    server_match = await start_match(playground, turns=A_TURN_EACH)
    await server_match.orange.command("vacation", channel=server_match.place, days=20)
    await playground.until(lambda: "clock stopped" in server_match.bed().text)
    await table.pass_time(19 * DAY)
    match = await table.match(server_match.number)
    assert match.outcome is None
    assert "your time in" not in server_match.bed().text
    await table.pass_time(DAY + 0.9 * LIMIT)
    await playground.until(lambda: "your time in" in server_match.bed().text)
    await table.pass_time(LIMIT)
    ended = win_on_time(server_match.gray, server_match.orange)
    await playground.until(lambda: ended in server_match.bed().text)


async def test_a_match_that_begins_during_a_vacation_shows_it(table: Table) -> None:
    playground = table.playground
    ada, games = playground.person("ada"), playground.channel("games")
    await ada.command("vacation", channel=games, days=3)
    server_match = await start_match(playground)
    assert "clock stopped: on vacation until" in server_match.bed().text


async def test_a_vacation_survives_a_restart(playground: Playground, database: Path) -> None:
    async with run_bot(playground, database):
        server_match = await start_match(playground)
        begun = await server_match.orange.command("vacation", channel=server_match.place, days=3)
        await playground.until(lambda: "clock stopped" in server_match.bed().text)
    async with run_bot(playground, database) as table:
        ended = await server_match.orange.press(begun.shown, "End vacation now")
        assert "Welcome back" in ended.text
        await playground.until(lambda: "⏳ until <t:" in server_match.bed().text)
        await server_match.orange.command("vacation", channel=server_match.place, days=2)
        await table.pass_time(2 * DAY + 60)
        await playground.until(lambda: "⏳ until <t:" in server_match.bed().text)


async def test_the_director_can_leap_to_the_end_of_a_vacation(table: Table) -> None:
    server_match = await start_match(table.playground)
    await server_match.orange.command("vacation", channel=server_match.place, days=2)
    over = table.clock.now() + 2 * DAY
    while (due := await table.services.clocks.next_deadline() or over) < over - HOUR:
        await table.pass_time(due - table.clock.now())
    assert due <= over
    await table.pass_time(due - table.clock.now())
    await table.playground.until(lambda: "⏳ until <t:" in server_match.bed().text)
