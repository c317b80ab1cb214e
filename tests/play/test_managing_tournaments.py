"""The decisions of a tournament's managers, by taps: shown, confirmed, announced, undone."""

import pytest

from bot.match.clock import DAY
from tests.kit.servers import owner_of
from tests.kit.tables import Table
from tests.kit.tournaments import (
    FIRST,
    cards,
    choose_in_menu,
    direct_messages,
    field_of,
    four_members,
    open_management,
    show_everything_due,
    start_league,
)


@pytest.mark.long
async def test_only_managers_add_time_and_remove_players_and_decisions_can_be_undone(
    table: Table,
) -> None:
    games, owner = table.playground.channel("games"), owner_of(table.playground)
    await start_league(table, games)
    bob = four_members(table)[1]
    refused = await bob.command("tournament manage", channel=games, tournament=str(FIRST))
    assert "Manage Server" in refused.text
    panel = await open_management(table)
    assert "Under way" in panel.text
    player = await choose_in_menu(table, panel, "manage-player", "2")
    question = await owner.press(player.shown, "Remove from the tournament")
    assert "None of their results counts" in question.text
    assert "3 open matches of theirs end" in question.text
    done = await owner.press(question.shown, "Remove")
    assert f"<@{bob.id}> is out of the tournament. This counts from <t:" in done.text
    await show_everything_due(table)
    messages = [each for each in direct_messages(table, bob) if "This counts from" in each.text]
    assert len(messages) == 1
    undone = await owner.press(done.shown, "Undo")
    assert "✅ Undone." in undone.text
    await show_everything_due(table)
    assert any("Undone: " in each.text for each in direct_messages(table, bob))
    await table.pass_time(2 * DAY)
    field = await field_of(table)
    assert all(each.plays for each in field.entrants)
    question = await owner.press((await open_management(table)).shown, "14 days more")
    assert "Let the tournament take until <t:" in question.text
    given = await owner.press(question.shown, "Give more time")
    assert "The tournament may take until <t:" in given.text


@pytest.mark.long
async def test_a_match_is_decided_with_what_that_changes_and_all_is_called_off(
    table: Table,
) -> None:
    games, owner = table.playground.channel("games"), owner_of(table.playground)
    await start_league(table, games)
    ada, bob, *_ = four_members(table)
    player = await choose_in_menu(table, await open_management(table), "manage-player", "1")
    leg = await choose_in_menu(table, player, "manage-leg", "1-2-1")
    assert "How is the match of" in leg.text
    question = await owner.press(leg.shown, "Ada wins")
    assert f"<@{ada.id}> wins against <@{bob.id}>" in question.text
    assert "ends without a result of its own" in question.text
    assert "place 1 → 2" in question.text
    assert "1 → 1" not in question.text
    await owner.press(question.shown, "Decide it so")
    await table.pass_time(DAY)
    await show_everything_due(table)
    field = await field_of(table)
    assert field.standings(field.groups[0]).places[0].points == 1.0

    question = await owner.press((await open_management(table)).shown, "Call off")
    assert "matches that are still open end without a result" in question.text
    await owner.press(question.shown, "Call it off")
    await table.pass_time(DAY)
    await show_everything_due(table)
    assert any("called off" in each.text for each in direct_messages(table, ada))
    assert any("called off" in each.text for each in cards(table, games))
