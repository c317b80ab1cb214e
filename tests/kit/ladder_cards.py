"""Ladders on the playground, which people open and join by cards."""

from playground import SeenMessage
from playground.world import TextChannel
from tests.kit.server_matches import public_messages
from tests.kit.servers import owner_of
from tests.kit.tables import Table
from tests.kit.tournaments import four_members


def cards(table: Table, channel: TextChannel) -> list[SeenMessage]:
    seen = public_messages(owner_of(table.playground).look(channel))
    return [each for each in seen if "🪜" in each.text]


async def open_ladder(table: Table, channel: TextChannel) -> SeenMessage:
    """Open a ladder, and return its card."""
    owner = owner_of(table.playground)
    panel = await owner.command("ladder create", channel=channel)
    described = await owner.submit(panel.form, {})
    assert "Ladder: classic" in described.text
    assert cards(table, channel) == []
    done = await owner.press(described.shown, "Open it here")
    assert "The ladder is open" in done.text
    await table.playground.until(lambda: len(cards(table, channel)) == 1)
    return cards(table, channel)[0]


async def open_full_ladder(table: Table, channel: TextChannel) -> SeenMessage:
    """Open a ladder that all four members join by its card."""
    card = await open_ladder(table, channel)
    for place, person in enumerate(four_members(table), 1):
        answer = await person.press(card, "Join")
        assert f"in place **{place}** of {place}" in answer.text, answer.text
        assert "whom you have blocked" in answer.text
    await table.pass_time(700)
    return cards(table, channel)[0]
