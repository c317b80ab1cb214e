"""Days that a player gives the opponent: shown, notified and limited; the reminder moves, too."""

import re

from bot.match.clock import DAY
from tests.kit.server_matches import ServerMatch


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
    opened = await bob.press(server_match.board(), "More")
    assert "**classic** · rated · 3 days per move" in opened.text
    assert "Give them a day" not in opened.shown.labels
    answer = await server_match.play_one(ada, "Kc3")
    assert "gave" not in answer.text
    await playground.until(lambda: not server_match.notifications(ada, "gave you 1 day"))
