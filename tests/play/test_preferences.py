"""`/preferences`: one switch, kept for each person and beyond a restart."""

from playground import Answer, Person, Playground
from tests.kit.tables import Table


async def open_preferences(playground: Playground, person: Person) -> Answer:
    return await person.command("preferences", channel=playground.channel("games"))


async def test_confirming_is_on_until_it_is_switched_off_and_on_again(table: Table) -> None:
    playground = table.playground
    ada = playground.person("ada")
    shown = await open_preferences(playground, ada)
    assert shown.shown.ephemeral
    assert "and confirm your turn." in shown.text
    off = await ada.press(shown.shown, "Play at once")
    assert off.shown.id == shown.shown.id
    assert "as soon as you choose" in off.text
    twice = await ada.press_as_seen(shown.shown, "Play at once")
    assert "as soon as you choose" in twice.text
    on = await ada.press(off.shown, "Confirm first")
    assert "and confirm your turn." in on.text
