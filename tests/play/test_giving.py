"""Days that a player gives the opponent: shown, notified and limited; the reminder moves, too."""

import re

from bot.match.clock import DAY
from tests.kit.server_matches import ServerMatch
from tests.kit.tables import Table

LIMIT = 3 * DAY


def deadline(server_match: ServerMatch) -> int:
    parsed = re.search(r"⏳ until <t:(\d+):f>", server_match.board().text)
    assert parsed is not None, server_match.board().text
    return int(parsed[1])


async def test_a_given_day_is_shown_until_the_next_turn(server_match: ServerMatch) -> None:
    playground = server_match.playground
    ada, bob = server_match.orange, server_match.gray
    before = deadline(server_match)
    await server_match.give_day(bob)
    await playground.until(lambda: deadline(server_match) == before + DAY)
    assert f"🎁 <@{bob.id}> gave <@{ada.id}> 1 day." in server_match.board().text
    await playground.until(lambda: bool(server_match.notifications(ada, "gave you 1 day")))
    [message] = server_match.notifications(ada, "gave you 1 day")
    assert f"you have until <t:{before + DAY:.0f}:f>" in message.text
    assert message.id in {ping.message_id for ping in ada.notifications}
    assert message.id not in {ping.message_id for ping in bob.notifications}
    answer = await server_match.play_one(ada, "Kc3")
    assert "gave" not in answer.text
    await playground.until(lambda: not server_match.notifications(ada, "gave you 1 day"))


async def test_a_day_is_given_once_a_turn(server_match: ServerMatch) -> None:
    playground = server_match.playground
    ada, bob = server_match.orange, server_match.gray
    spare = await bob.press(server_match.board(), "More")
    assert "**classic** · rated · 3 days per move" in spare.text
    await server_match.give_day(bob)
    await playground.until(lambda: bool(server_match.notifications(ada, "gave you 1 day")))
    custom_id = spare.shown.button("Give them a day").custom_id
    assert custom_id is not None
    again = await bob.forge(server_match.board(), custom_id)
    assert "already given them a day" in again.text
    opened = await bob.press(server_match.board(), "More")
    assert "Give them a day" not in opened.shown.labels
    assert sum("gave you 1 day" in note.text for note in ada.notifications) == 1
    await server_match.play(["Kc3", "Kd5"])
    await server_match.give_day(bob)


async def test_an_outdated_message_about_time_is_deleted(server_match: ServerMatch) -> None:
    playground = server_match.playground
    ada, bob = server_match.orange, server_match.gray
    await server_match.give_day(bob)
    await playground.until(lambda: bool(server_match.notifications(ada, "gave you 1 day")))
    begun = await ada.command("vacation", channel=server_match.place, days=2)
    await playground.until(lambda: bool(server_match.notifications(bob, "is on vacation until")))
    await playground.until(lambda: not server_match.notifications(ada, "gave you 1 day"))
    await ada.press(begun.shown, "End vacation now")
    await playground.until(lambda: not server_match.notifications(bob, "is on vacation until"))
    assert "gave" in server_match.board().text


async def test_a_reminder_moves_with_the_deadline(table: Table, server_match: ServerMatch) -> None:
    playground = table.playground
    ada = server_match.orange
    await server_match.wait_until_shown()
    await table.pass_time(0.8 * LIMIT + 60)
    await playground.until(lambda: "your time in" in server_match.board_of(ada).text)
    before = deadline(server_match)
    await server_match.give_day(server_match.gray)
    await playground.until(lambda: "your time in" not in server_match.board_of(ada).text)
    await table.pass_time(0.8 * DAY)
    await playground.until(lambda: "your time in" in server_match.board_of(ada).text)
    assert f"<t:{before + DAY:.0f}:R>" in server_match.board_of(ada).text.splitlines()[0]
