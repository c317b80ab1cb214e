"""Private messages, in words that are correct where the user reads them."""

import re

from bot.match.clock import DAY
from bot.match.identity import Seconds
from tests.kit.direct_matches import start_direct_match
from tests.kit.finished_matches import win_on_time
from tests.kit.server_matches import A_TURN_EACH, start_match
from tests.kit.tables import Table

SERVERS_ONLY = ("challenge", "challenges", "vacation", "settings", "moderate", "profile")


async def test_help_in_direct_messages_omits_commands_for_servers(table: Table) -> None:
    playground = table.playground
    direct_match = await start_direct_match(playground)
    ada = direct_match.orange
    helped = await ada.command("help", channel=direct_match.place(ada))
    helped = await ada.press(helped.shown, "All commands")
    named = set(re.findall(r"`/([a-z]+)", helped.text))
    assert {"place", "games", "resign"} <= named
    assert not named & set(SERVERS_ONLY)
    in_server = await ada.command("help", channel=playground.channel("games"))
    in_server = await ada.press(in_server.shown, "All commands")
    assert "`/vacation`" in in_server.text


async def test_more_names_the_server_of_a_direct_match_and_next_does_not(table: Table) -> None:
    direct_match = await start_direct_match(table.playground)
    ada = direct_match.orange
    opened = await ada.press(direct_match.board(ada), "More")
    assert "Started in Quilt Club" in opened.text
    led = await ada.command("next", channel=table.playground.channel("general"))
    assert "is played in your direct messages" in led.text


async def test_how_to_play_is_a_summary_of_the_rules_with_links(table: Table) -> None:
    server_match = await start_match(table.playground)
    ada = server_match.orange
    opened = await ada.press(server_match.board(), "More")
    pressed = await ada.press(opened.shown, "How to play")
    assert pressed.shown.id == opened.shown.id, "one panel pushes the board up, not two"
    assert "### How to play boop" in pressed.text
    assert "`/help` lists the commands" in pressed.text
    assert "/resign" not in pressed.text
    labels = pressed.shown.labels
    assert labels == ["Learn by playing", "All rules with pictures"]


async def test_a_late_vacation_names_the_matches_that_it_did_not_save(table: Table) -> None:
    server_match = await start_match(table.playground, turns=A_TURN_EACH)
    ada, bob = server_match.orange, server_match.gray
    await table.bot.remove_cog("Outbox")
    await table.services.clocks.leap(table.clock, Seconds(3 * DAY))
    begun = await ada.command("vacation", channel=table.playground.channel("general"), days=1)
    ended = f"Too late for **#1**: time ran out just before. {win_on_time(bob, ada)}."
    assert ended in begun.text
