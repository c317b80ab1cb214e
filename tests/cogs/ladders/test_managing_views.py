"""The panel for those who manage a large ladder."""

import discord

from bot.features.ladders.managing import ManagedLadder
from cogs.ladders.managing_views import managed_panel
from tests.cogs.ladders.fields import ladder_of, with_challenges


async def test_all_players_and_challenges_of_a_large_ladder_can_be_chosen() -> None:
    field = with_challenges(ladder_of(250))
    chosen = set[str]()
    for page in range(1, 12):
        for item in managed_panel(ManagedLadder(field, ()), "", page).walk_children():
            menu = getattr(item, "item", item)
            if isinstance(menu, discord.ui.Select):
                chosen.update(each.value for each in menu.options)
    assert {str(each) for each in field.order} <= chosen
    assert {str(each.id) for each in field.open} <= chosen
