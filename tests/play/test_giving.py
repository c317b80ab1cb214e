"""Days that a player gives the opponent: shown, notified and limited; the reminder moves, too."""

import re

from bot.match.clock import DAY
from tests.kit.server_matches import Sitting
from tests.kit.tables import Table

LIMIT = 3 * DAY


def deadline(sitting: Sitting) -> int:
    found = re.search(r"⏳ until <t:(\d+):f>", sitting.bed().text)
    assert found is not None, sitting.bed().text
    return int(found[1])


async def test_a_day_is_given_shown_and_told_until_the_next_turn(sitting: Sitting) -> None:
    playground = sitting.playground
    ada, bob = sitting.orange, sitting.gray
    before = deadline(sitting)
    await sitting.give_day(bob)
    await playground.until(lambda: deadline(sitting) == before + DAY)
    assert f"🎁 <@{bob.id}> gave <@{ada.id}> 1 day." in sitting.bed().text
    await playground.until(lambda: bool(sitting.notifications(ada, "gave you 1 day")))
    [message] = sitting.notifications(ada, "gave you 1 day")
    assert f"you have until <t:{before + DAY:.0f}:f>" in message.text
    assert message.id in {ping.message_id for ping in ada.notifications}
    assert message.id not in {ping.message_id for ping in bob.notifications}
    answer = await sitting.play_one(ada, "Kc3")
    assert "gave" not in answer.text
    await playground.until(lambda: not sitting.notifications(ada, "gave you 1 day"))


async def test_a_day_cannot_be_given_on_one_s_own_turn_or_without_a_limit(sitting: Sitting) -> None:
    opened = await sitting.orange.press(sitting.bed(), "More")
    assert "Give them a day" not in opened.shown.labels
    question = await sitting.gray.press(sitting.bed(), "More")
    await sitting.play_one(sitting.orange, "Kc3")
    late = await sitting.gray.press(question.shown, "Give them a day")
    assert "out of date" in late.text
    assert "🎁" not in sitting.bed().text


async def test_a_day_is_given_and_told_once_a_turn(sitting: Sitting) -> None:
    playground = sitting.playground
    ada, bob = sitting.orange, sitting.gray
    spare = await bob.press(sitting.bed(), "More")
    assert "**classic** · rated · 3 days per move" in spare.text
    await sitting.give_day(bob)
    await playground.until(lambda: bool(sitting.notifications(ada, "gave you 1 day")))
    custom_id = spare.shown.button("Give them a day").custom_id
    assert custom_id is not None
    again = await bob.forge(sitting.bed(), custom_id)
    assert "already given them a day" in again.text
    opened = await bob.press(sitting.bed(), "More")
    assert "Give them a day" not in opened.shown.labels
    assert sum("gave you 1 day" in note.text for note in ada.notifications) == 1
    await sitting.play(["Kc3", "Kd5"])
    await sitting.give_day(bob)


async def test_a_message_about_time_goes_when_it_is_out_of_date(sitting: Sitting) -> None:
    playground = sitting.playground
    ada, bob = sitting.orange, sitting.gray
    await sitting.give_day(bob)
    await playground.until(lambda: bool(sitting.notifications(ada, "gave you 1 day")))
    begun = await ada.command("vacation", channel=sitting.place, days=2)
    await playground.until(lambda: bool(sitting.notifications(bob, "is on vacation until")))
    await playground.until(lambda: not sitting.notifications(ada, "gave you 1 day"))
    await ada.press(begun.shown, "End vacation now")
    await playground.until(lambda: not sitting.notifications(bob, "is on vacation until"))
    assert "gave" in sitting.bed().text


async def test_a_reminder_moves_with_the_deadline(table: Table, sitting: Sitting) -> None:
    playground = table.playground
    ada = sitting.orange
    await sitting.wait_until_shown()
    await table.pass_time(0.8 * LIMIT + 60)
    await playground.until(lambda: "your time in" in sitting.bed_of(ada).text)
    before = deadline(sitting)
    await sitting.give_day(sitting.gray)
    await playground.until(lambda: "your time in" not in sitting.bed_of(ada).text)
    await table.pass_time(0.8 * DAY)
    await playground.until(lambda: "your time in" in sitting.bed_of(ada).text)
    assert f"<t:{before + DAY:.0f}:R>" in sitting.bed_of(ada).text.splitlines()[0]
