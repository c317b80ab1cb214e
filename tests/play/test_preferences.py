"""`/preferences`: one switch, kept for each person and beyond a restart."""

from pathlib import Path

import pytest

from playground import Answer, Person, Playground
from tests.kit.picking import Placer
from tests.kit.server_matches import start_match_between
from tests.kit.tables import Table, run_bot


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
    on = await ada.press(off.shown, "Confirm first")
    assert "and confirm your turn." in on.text


async def test_a_switch_that_is_pressed_twice_is_switched_once(table: Table) -> None:
    playground = table.playground
    ada = playground.person("ada")
    shown = await open_preferences(playground, ada)
    for _ in range(2):
        answer = await ada.press_as_seen(shown.shown, "Play at once")
        assert "as soon as you choose" in answer.text


@pytest.mark.long
async def test_a_preference_is_a_persons_own_and_counts_in_their_matches(table: Table) -> None:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    server_match = await start_match_between(playground, ada, bob, playground.channel("games"))
    await server_match.play(["Ka1", "Ka6"])
    await ada.press((await open_preferences(playground, ada)).shown, "Play at once")
    of_ada = await Placer(server_match, ada).open("c")
    await of_ada.finish("c3")
    await playground.until(lambda: "Turn 3:" in server_match.bed().text)
    of_bob = Placer(server_match, bob)
    assert "Not yet played in #1" in (await of_bob.choose("f6")).text


@pytest.mark.night
async def test_a_preference_and_its_panel_outlive_the_bot(
    playground: Playground, database: Path
) -> None:
    ada = playground.person("ada")
    async with run_bot(playground, database):
        shown = await open_preferences(playground, ada)
    async with run_bot(playground, database):
        await ada.press(shown.shown, "Play at once")
    async with run_bot(playground, database):
        again = await open_preferences(playground, ada)
        assert "as soon as you choose" in again.text
