"""**Place** on the bed: the picker, the look ahead, and what goes stale meanwhile."""

import asyncio
import io
from pathlib import Path

import pytest
from discord.ui import DynamicItem
from PIL import Image

from bot.features.settings.preferences import Placing
from bot.game import EVERY_SQUARE, Bed, Kind, Pool, Position, name_of
from bot.game.squares import mask_of
from bot.match.identity import MatchId, UserId
from bot.match.match import Match
from cogs.core.actions import ActionMenu
from cogs.matches.picker import pick_panel
from playground import Person, Playground, Problem
from tests.match.table import match
from tests.play.picking import Picking
from tests.play.sitting import TO_A_CHOICE, TO_BOTH_KINDS, Sitting, sit_down, turns_of
from tests.play.table import DESCRIPTION, Table, running_bot

ANSWER = "/interactions/{interaction_id}/{interaction_token}/callback"


async def seated(table: Table) -> Sitting:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    return await sit_down(playground, ada, bob, playground.channel("games"))


async def stands(table: Table, sitting: Sitting) -> Match:
    return await table.host.matches.find(MatchId(sitting.number))


async def no_confirming(table: Table, person: Person) -> None:
    await table.host.preferences.prefer(UserId(person.id), "placing", Placing.AT_ONCE)


async def test_four_taps_place_a_piece_when_one_kind_is_in_hand(table: Table) -> None:
    sitting = await seated(table)
    picking = await Picking(sitting, sitting.orange).open()
    assert picking.panel.ephemeral
    await picking.choose("c3")
    assert "Not yet played in #1" in picking.panel.text
    assert "orange kitten to c3" in picking.panel.text
    assert (await stands(table, sitting)).ply == 0
    await picking.press("Confirm")

    assert picking.taps == 4
    assert picking.panel.text.startswith("Played in **#1**: orange kitten to c3.")
    assert len(picking.panel.text.splitlines()) == 1
    assert [button.label for button in picking.panel.buttons] == ["Plan a reply", "Next"]
    assert not picking.panel.pictures
    await table.playground.until(lambda: "Turn 1: orange kitten to c3" in sitting.bed().text)
    assert len(sitting.beds()) == 1


async def test_five_taps_place_a_piece_when_both_kinds_are_in_hand(table: Table) -> None:
    sitting = await seated(table)
    await sitting.play(TO_BOTH_KINDS)
    picking = await Picking(sitting, sitting.orange).open()
    assert "You place a **kitten**" in picking.panel.text
    await picking.press("Cat")
    assert "You place a **cat**" in picking.panel.text
    await picking.choose("d4")
    await picking.press("Confirm")

    assert picking.taps == 5
    assert "orange cat to d4" in picking.panel.text
    assert (await stands(table, sitting)).ply == len(TO_BOTH_KINDS) + 1


async def test_the_kind_that_there_is_more_of_need_not_be_chosen(table: Table) -> None:
    sitting = await seated(table)
    await sitting.play(TO_BOTH_KINDS)
    picking = await Picking(sitting, sitting.orange).open()
    labels = [button.label for button in picking.panel.buttons]
    assert labels == ["Kitten (chosen)", "Cat", "Type it"]
    await picking.choose("d4")
    await picking.press("Confirm")
    assert picking.taps == 4
    assert "orange kitten to d4" in picking.panel.text


async def test_who_is_not_to_be_asked_places_with_a_tap_less(table: Table) -> None:
    sitting = await seated(table)
    await no_confirming(table, sitting.orange)
    picking = await Picking(sitting, sitting.orange).open()
    await picking.choose("c3")
    assert picking.taps == 3
    assert "Played in **#1**" in picking.panel.text
    assert (await stands(table, sitting)).ply == 1


async def test_back_keeps_the_kind_that_was_chosen(table: Table) -> None:
    sitting = await seated(table)
    await sitting.play(TO_BOTH_KINDS)
    picking = await Picking(sitting, sitting.orange).open()
    await picking.press("Cat")
    await picking.choose("d4")
    assert len(picking.panel.pictures) == 1
    await picking.press("Back")
    assert not picking.panel.pictures
    assert "You place a **cat**" in picking.panel.text
    assert [button.label for button in picking.panel.buttons][:2] == ["Kitten", "Cat (chosen)"]
    await picking.choose("e2")
    await picking.press("Confirm")
    assert "orange cat to e2" in picking.panel.text


async def test_the_look_ahead_shows_each_boop_and_says_that_nothing_is_played(
    table: Table,
) -> None:
    sitting = await seated(table)
    await sitting.play(["Kc3", "Kd4"])
    picking = await Picking(sitting, sitting.orange).open()
    await picking.choose("c3")
    [picture] = picking.panel.pictures
    with Image.open(io.BytesIO(await picture.read())) as image:
        assert image.size == (720, 804)
    assert picture.alt is not None
    assert picture.alt.startswith("Not yet played;")
    for told in ("booped the gray kitten d4 → e5", "booped the orange kitten b2 → a1"):
        assert told in picking.panel.text
        assert told in picture.alt
    assert "Confirm" in [button.label for button in picking.panel.buttons]
    assert "Turn 2:" in sitting.bed().text


async def test_a_choice_is_foreseen_drafted_and_made_on_the_panel(table: Table) -> None:
    sitting = await seated(table)
    await sitting.play(TO_A_CHOICE)
    picking = await Picking(sitting, sitting.gray).open()
    await picking.choose("e1")
    assert "Then you would choose what leaves the bed: **A** " in picking.panel.text
    assert (await stands(table, sitting)).draft is None
    await picking.press("Confirm")
    assert (await stands(table, sitting)).draft is not None
    assert "leaves you a choice" in picking.panel.text
    label = next(each.label for each in picking.panel.buttons if "·" in each.label)
    await picking.press(label)
    assert "graduated" in picking.panel.text
    assert (await stands(table, sitting)).ply == len(TO_A_CHOICE) + 1


async def test_a_draft_can_be_exchanged_for_another_square(table: Table) -> None:
    sitting = await seated(table)
    await sitting.play(TO_A_CHOICE)
    await sitting.gray.command("place", channel=sitting.place, square="e1")
    await sitting.all_shown()
    picking = await Picking(sitting, sitting.gray).open()
    assert "**e1** still waits for your choice" in picking.panel.text
    assert "e1" in picking.squares()
    await picking.choose("a1")
    await picking.press("Confirm")
    assert "gray kitten to a1" in picking.panel.text
    assert (await stands(table, sitting)).draft is None


async def test_a_whole_match_is_played_without_a_command(table: Table) -> None:
    sitting = await seated(table)
    await no_confirming(table, sitting.orange)
    turns = turns_of("line")
    for ply, text in enumerate(turns):
        person = [sitting.orange, sitting.gray][ply % 2]
        await table.playground.until(lambda ply=ply: _shows(sitting, ply))  # type: ignore[misc]
        picking = await Picking(sitting, person).open()
        _expect_limits(picking, len((await stands(table, sitting)).position.empty_squares))
        wanted = {"K": "Kitten", "C": "Cat"}[text[0]]
        if wanted in [button.label for button in picking.panel.buttons]:
            await picking.press(wanted)
        await picking.choose(text[1:3])
        if person is sitting.gray:
            await picking.press("Confirm")
        assert f"to {text[1:3]}" in picking.panel.text, text
    after = await stands(table, sitting)
    assert after.ply == len(turns)
    assert after.outcome is not None


def _shows(sitting: Sitting, ply: int) -> bool:
    return not ply or f"Turn {ply}:" in sitting.bed().text


def _expect_limits(picking: Picking, free: int) -> None:
    """Every free square stands in the menus once, and Discord takes them."""
    squares = picking.squares()
    assert len(squares) == len(set(squares)) == free
    assert len(picking.panel.selects) == (1 if free <= 25 else 2)
    assert all(len(menu.options) <= 25 for menu in picking.panel.selects)
    assert str(picking.panel.json).count("'type':") <= 40


async def test_on_an_empty_bed_the_menus_are_of_three_rows_each(table: Table) -> None:
    sitting = await seated(table)
    picking = await Picking(sitting, sitting.orange).open()
    upper, lower = picking.panel.selects
    assert [option.value for option in upper.options] == [name_of(each) for each in EVERY_SQUARE][
        :18
    ]
    assert len(lower.options) == 18
    assert (upper.placeholder, lower.placeholder) == (
        "Square in rows 1–3",
        "Square in rows 4–6",
    )


@pytest.mark.parametrize("pieces", range(16))
def test_the_panel_fits_discords_limits_however_full_the_bed_is(pieces: int) -> None:
    bed = Bed(
        orange_kittens=mask_of(EVERY_SQUARE[:pieces:2]), gray_cats=mask_of(EVERY_SQUARE[1:pieces:2])
    )
    standing = match(Position(bed, orange_pool=Pool(1, 7)))
    view = pick_panel(standing, Kind.CAT)
    menus = [item for item in view.walk_children() if isinstance(item, ActionMenu)]
    options = [[option.value for option in menu.item.options] for menu in menus]
    assert len(menus) == (1 if pieces >= 11 else 2)
    assert max(map(len, options)) <= 25
    assert [name for names in options for name in names] == [
        name_of(square) for square in EVERY_SQUARE[pieces:]
    ]
    assert len(list(view.walk_children())) <= 40
    assert all(
        isinstance(item, DynamicItem) for item in view.walk_children() if item.is_dispatchable()
    )


async def test_only_who_is_to_move_gets_the_picker(table: Table) -> None:
    sitting = await seated(table)
    bed = sitting.bed()
    opponent = await sitting.gray.press(bed, "Place")
    assert opponent.shown.ephemeral
    assert f"n't your turn in **#1**. <@{sitting.orange.id}> is to move" in opponent.text
    stranger = await table.playground.person("cleo").press(bed, "Place")
    assert stranger.shown.ephemeral
    assert "Start one of your own" in stranger.text


async def test_a_match_that_is_over_cannot_be_picked_for(table: Table) -> None:
    sitting = await seated(table)
    await sitting.play(["Kb2", "Ke5"])
    before = sitting.bed()
    picking = await Picking(sitting, sitting.orange).open()
    asked = await sitting.gray.command("resign", channel=sitting.place)
    await sitting.gray.press(asked.shown, "Resign")
    await table.playground.until(lambda: "wins" in sitting.bed().text)
    for answer in (
        await sitting.orange.press_as_seen(before, "Place"),
        await picking.choose("c3"),
    ):
        assert answer.shown.ephemeral
        assert "Too late: **#1** is over." in answer.text
        assert f"<@{sitting.orange.id}> wins" in answer.text
        assert not answer.shown.buttons


@pytest.mark.parametrize("how_far", ["picker", "look ahead"])
async def test_a_stale_panel_says_so_and_brings_the_bed(table: Table, how_far: str) -> None:
    sitting = await seated(table)
    picking = await Picking(sitting, sitting.orange).open()
    if how_far == "look ahead":
        await picking.choose("c3")
    panel = picking.panel
    for person, square in ((sitting.orange, "a1"), (sitting.gray, "f6")):
        await person.command("place", channel=sitting.place, square=square)
    late = await (picking.choose("c3") if how_far == "picker" else picking.press("Confirm"))

    assert late.shown.id == panel.id
    assert "out of date, so nothing was done" in late.text
    [picture] = late.shown.pictures
    assert "gray kitten to f6" in (picture.alt or "")
    assert (await stands(table, sitting)).ply == 2
    await picking.press("Place")
    await picking.choose("c3")
    await picking.press("Confirm")
    assert (await stands(table, sitting)).ply == 3


async def test_a_second_click_on_confirm_plays_one_turn_and_says_so_twice(table: Table) -> None:
    sitting = await seated(table)
    picking = await Picking(sitting, sitting.orange).open()
    await picking.choose("c3")
    seen = picking.panel
    answers = await asyncio.gather(
        *(sitting.orange.press_as_seen(seen, "Confirm") for _ in range(2))
    )
    for answer in answers:
        assert "Played in **#1**: orange kitten to c3" in answer.text
    assert (await stands(table, sitting)).ply == 1
    await sitting.gray.command("place", channel=sitting.place, square="f6")
    late = await sitting.orange.press_as_seen(seen, "Confirm")
    assert "Played in **#1**: orange kitten to c3" in late.text
    assert (await stands(table, sitting)).ply == 2


async def test_a_second_click_that_leaves_a_choice_drafts_once(table: Table) -> None:
    sitting = await seated(table)
    await sitting.play(TO_A_CHOICE)
    picking = await Picking(sitting, sitting.gray).open()
    await picking.choose("e1")
    revision = (await stands(table, sitting)).revision
    seen = picking.panel
    for _ in range(2):
        answer = await sitting.gray.press_as_seen(seen, "Confirm")
        assert "leaves you a choice" in answer.text
    assert (await stands(table, sitting)).revision == revision + 1


@pytest.mark.parametrize("problem", [Problem.UNKNOWN_INTERACTION, Problem.ALREADY_ACKNOWLEDGED])
async def test_a_confirm_whose_answer_discord_refused_ends_with_the_bed_refreshed(
    table: Table, problem: Problem
) -> None:
    sitting = await seated(table)
    picking = await Picking(sitting, sitting.orange).open()
    await picking.choose("c3")
    table.playground.faults.refuse("POST", ANSWER, problem, times=2)
    table.playground.interactions.hasten_next(0.3)
    answer = await sitting.orange.press(picking.panel, "Confirm")
    await table.playground.until(lambda: "Turn 1: orange kitten to c3" in sitting.bed().text)
    assert not answer.follow_ups
    texts = [seen.text for seen in sitting.orange.look(sitting.place)]
    assert not any("went wrong" in text or "failed" in text.lower() for text in texts), texts
    table.playground.faults.clear()
    again = await sitting.orange.press(picking.panel, "Confirm")
    assert "Played in **#1**: orange kitten to c3" in again.text
    assert (await stands(table, sitting)).ply == 1


async def test_the_picker_works_on_after_a_restart(tmp_path: Path) -> None:
    async with Playground(description=DESCRIPTION) as playground:
        database = tmp_path / "boop.sqlite3"
        async with running_bot(playground, database) as table:
            sitting = await seated(table)
            picking = await Picking(sitting, sitting.orange).open()
        async with running_bot(playground, database):
            await picking.choose("c3")
        async with running_bot(playground, database) as table:
            await picking.press("Confirm")
            assert "Played in **#1**" in picking.panel.text
            await playground.until(lambda: "Turn 1:" in sitting.bed().text)
        playground.expect_valid()


async def test_no_button_of_the_picker_is_ever_unregistered(table: Table) -> None:
    """discord.py drops the class of an item when a view that mixes kinds of items ends."""
    sitting = await seated(table)
    store = table.bot._connection._view_store
    items = dict(store._dynamic_items)
    picking = await Picking(sitting, sitting.orange).open()
    for _ in range(3):
        await picking.choose("c3")
        await picking.press("Back")
    await picking.type({"Column": "c", "Row": "3"})
    await picking.press("Confirm")
    assert store._dynamic_items == items
    assert not store._modals
    assert not store._synced_message_views


async def test_place_is_the_first_button_below_a_choice_too(table: Table) -> None:
    sitting = await seated(table)
    await sitting.play(TO_A_CHOICE)
    answer = await sitting.gray.command("place", channel=sitting.place, square="e1")
    labels = [button.label for button in answer.shown.buttons if "·" not in button.label]
    assert labels == ["Place", "Next", "More"]
