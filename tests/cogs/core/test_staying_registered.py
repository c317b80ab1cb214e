"""Buttons always answer: their classes stay registered after their views end.

When a view that also has an ordinary item ends, discord.py drops the classes of its dynamic items
for the whole bot. It keeps none of our views, as `tests.kit.tables` checks: otherwise each private
answer would stay in memory for 15 minutes.
"""

import gc

import discord
import pytest

from cogs.core.components import ActionButton, ActionMenu, View
from tests.kit.server_matches import decline, start_match_between
from tests.kit.tables import Table


@pytest.mark.long
async def test_classes_of_buttons_stay_registered_after_their_views_are_gone(table: Table) -> None:
    playground = table.playground
    ada, bob, cleo = (playground.person(name) for name in ("ada", "bob", "cleo"))
    games = playground.channel("games")
    first = await start_match_between(playground, ada, bob, games)
    second = await start_match_between(playground, ada, cleo, games)
    for number in range(3):
        await ada.command("board", channel=first.place)
        asked = await ada.command("board", channel=games)
        await ada.select(asked.shown, asked.shown.selects[0].custom_id, ["2"])
        asked = await second.press_behind_more(ada, "Call off the match")
        await ada.press(asked.shown, "Keep playing")
        offered = await ada.command("challenge", channel=games, opponent=bob)
        await (ada.press(offered.shown, "Withdraw") if number % 2 else decline(bob, offered.shown))
        await playground.until(
            lambda: len([board for board in first.boards() if board.buttons]) == 1
        )
    await table.pass_time(60)
    gc.collect()

    registered = table.bot._connection._view_store._dynamic_items.values()
    assert {ActionButton, ActionMenu} <= set(registered)
    asked = await first.press_behind_more(bob, "Call off the match")
    assert "Call off **#1**" in asked.text


@pytest.mark.long
async def test_sent_views_are_not_kept_in_memory(table: Table) -> None:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    server_match = await start_match_between(playground, ada, bob, playground.channel("games"))
    await server_match.play(["Kc3", "Kd4"])
    games = playground.channel("games")
    # The traceback of an earlier failed test still holds that test's objects.
    before = alive(View)
    for _ in range(3):
        await ada.command("board", channel=server_match.place)
        opened = await ada.press(server_match.board(), "More")
        await ada.press(opened.shown, "Resign")
        for command in ("help", "games", "preferences", "puzzle practice", "privacy"):
            answer = await ada.command(command, channel=games)
            assert answer.shown.ephemeral
    await playground.until(lambda: len(alive(View)) == len(before))


@pytest.mark.long
async def test_answered_interactions_are_not_kept_in_memory(table: Table) -> None:
    """Each interaction keeps the clicked message, and there are many a day."""
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    server_match = await start_match_between(playground, ada, bob, playground.channel("games"))
    await server_match.play(["Kc3", "Kd4"])
    await ada.press(server_match.board(), "a")
    await bob.command("help", channel=server_match.place)
    await bob.command("board", channel=server_match.place)
    await ada.press(server_match.board(), "More")
    await playground.until(lambda: not alive(discord.Interaction))


def alive(kind: type[object]) -> list[object]:
    """List the objects of a class that are still referred to."""
    gc.collect()
    return [each for each in gc.get_objects() if isinstance(each, kind)]
