"""**Type it**: the form for column, row and piece, its words, and what outlives a restart."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from bot.features.settings.preferences import Placing
from bot.match.identity import MatchId, UserId
from bot.match.match import Match
from playground import Person, Playground, Problem
from playground.people.forms import SeenModal
from playground.world.layout import Part
from tests.play.picking import Picking
from tests.play.sitting import TO_A_CHOICE, TO_BOTH_KINDS, Sitting, sit_down
from tests.play.table import DESCRIPTION, Table, running_bot

ANSWER = "/interactions/{interaction_id}/{interaction_token}/callback"
C3 = {"Column": "c", "Row": "3"}


async def seated(table: Table) -> Sitting:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    return await sit_down(playground, ada, bob, playground.channel("games"))


async def stands(table: Table, sitting: Sitting) -> Match:
    return await table.host.matches.find(MatchId(sitting.number))


async def opened(sitting: Sitting, person: Person) -> SeenModal:
    """Open the form by **Place** and **Type it**."""
    picking = await Picking(sitting, person).open()
    return (await person.press(picking.panel, "Type it")).form


async def test_every_field_of_the_form_has_a_name_and_names_its_options_whole(
    table: Table,
) -> None:
    sitting = await seated(table)
    form = await opened(sitting, sitting.orange)
    assert form.title == "Place in #1"
    assert form.text.splitlines()[0] == "The bed is empty."
    column, row = form.fields
    assert (column.label, row.label) == ("Column", "Row")
    assert column.description == "From a at the left to f at the right"
    assert row.description == "From 1 at the top to 6 at the bottom"
    assert [option.label for option in column.options] == [f"Column {name}" for name in "abcdef"]
    assert [option.label for option in row.options] == [f"Row {name}" for name in "123456"]
    for each in form.fields:
        assert each.kind is Part.RADIO_GROUP
        assert each.is_required


async def test_with_both_kinds_in_hand_the_form_asks_for_the_piece_too(table: Table) -> None:
    sitting = await seated(table)
    await sitting.play(TO_BOTH_KINDS)
    picking = await Picking(sitting, sitting.orange).open()
    await picking.press("Cat")
    form = (await sitting.orange.press(picking.panel, "Type it")).form
    piece = form.fields[0]
    assert piece.label == "Kitten or cat"
    assert [option.label for option in piece.options] == ["Kitten, 5 in hand", "Cat, 3 in hand"]
    assert [option.is_default for option in piece.options] == [False, True]
    assert form.text.startswith("Taken: ")
    answer = await sitting.orange.submit(form, {"Column": "d", "Row": "4"})
    assert "orange cat to d4" in answer.text


async def test_what_was_typed_is_looked_at_and_confirmed(table: Table) -> None:
    sitting = await seated(table)
    form = await opened(sitting, sitting.orange)
    looked = await sitting.orange.submit(form, C3)
    assert "Not yet played in #1" in looked.text
    assert (await stands(table, sitting)).ply == 0
    played = await sitting.orange.press(looked.shown, "Confirm")
    assert played.shown.id == looked.shown.id
    assert "Played in **#1**: orange kitten to c3" in played.text


async def test_what_was_typed_is_played_for_who_is_not_to_be_asked(table: Table) -> None:
    sitting = await seated(table)
    await table.host.preferences.prefer(UserId(sitting.orange.id), "placing", Placing.AT_ONCE)
    form = await opened(sitting, sitting.orange)
    played = await sitting.orange.submit(form, C3)
    assert "Played in **#1**: orange kitten to c3" in played.text
    again = await sitting.orange.submit(form, C3)
    assert not again.failed
    assert (await stands(table, sitting)).ply == 1
    await table.playground.until(lambda: "Turn 1:" in sitting.bed().text)


async def test_a_choice_that_was_typed_into_is_made_on_the_panel(table: Table) -> None:
    sitting = await seated(table)
    await sitting.play(TO_A_CHOICE)
    await table.host.preferences.prefer(UserId(sitting.gray.id), "placing", Placing.AT_ONCE)
    form = await opened(sitting, sitting.gray)
    drafted = await sitting.gray.submit(form, {"Column": "e", "Row": "1"})
    assert "leaves you a choice" in drafted.text
    assert sum("·" in button.label for button in drafted.shown.buttons) == 2


async def test_a_taken_square_is_refused_and_the_panel_stays(table: Table) -> None:
    sitting = await seated(table)
    await sitting.play(["Kc3", "Kf6"])
    picking = await Picking(sitting, sitting.orange).open()
    form = (await sitting.orange.press(picking.panel, "Type it")).form
    assert form.text.splitlines()[0] == "Taken: c3 f6."
    refused = await sitting.orange.submit(form, C3)
    assert refused.shown.ephemeral
    assert "**c3** is taken" in refused.text
    panel = sitting.orange.see(picking.panel)
    assert panel is not None
    assert panel.selects


async def test_a_form_on_a_bed_that_has_changed_says_so_and_brings_the_bed(table: Table) -> None:
    sitting = await seated(table)
    form = await opened(sitting, sitting.orange)
    for person, square in ((sitting.orange, "a1"), (sitting.gray, "f6")):
        await person.command("place", channel=sitting.place, square=square)
    late = await sitting.orange.submit(form, C3)
    assert "out of date, so nothing was done" in late.text
    assert len(late.shown.pictures) == 1
    assert [button.label for button in late.shown.buttons] == ["Place"]
    assert (await stands(table, sitting)).ply == 2


async def test_two_peoples_forms_at_the_same_time_are_not_mixed_up(table: Table) -> None:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    games = playground.channel("games")
    first = await sit_down(playground, ada, bob, games)
    second = await sit_down(playground, bob, ada, games)
    of_ada, of_bob = await opened(first, ada), await opened(second, bob)
    assert of_ada.custom_id != of_bob.custom_id
    answers = await asyncio.gather(
        bob.submit(of_bob, {"Column": "b", "Row": "2"}),
        ada.submit(of_ada, {"Column": "a", "Row": "1"}),
    )
    assert "in #2" in answers[0].text
    assert "orange kitten to b2" in answers[0].text
    assert "in #1" in answers[1].text
    assert "orange kitten to a1" in answers[1].text


async def test_forms_that_one_person_opens_have_ids_of_their_own(table: Table) -> None:
    sitting = await seated(table)
    forms = [await opened(sitting, sitting.orange) for _ in range(3)]
    assert len({form.custom_id for form in forms}) == 3
    assert all(str(sitting.orange.id) in form.custom_id for form in forms)
    answer = await sitting.orange.submit(forms[0], C3)
    assert "orange kitten to c3" in answer.text


@pytest.mark.parametrize("is_stale", [False, True], ids=["current", "stale"])
async def test_a_form_that_was_opened_before_a_restart_counts_or_says_why_not(
    *, tmp_path: Path, is_stale: bool
) -> None:
    async with Playground(description=DESCRIPTION) as playground:
        database = tmp_path / "boop.sqlite3"
        async with running_bot(playground, database) as table:
            sitting = await seated(table)
            form = await opened(sitting, sitting.orange)
        async with running_bot(playground, database) as table:
            if is_stale:
                await sitting.play(["Ka1", "Kf6"])
            answer = await sitting.orange.submit(form, C3)
            if is_stale:
                assert "out of date, so nothing was done" in answer.text
            else:
                await sitting.orange.press(answer.shown, "Confirm")
                assert (await stands(table, sitting)).ply == 1
        playground.expect_valid()


async def test_a_form_that_is_not_known_is_answered_with_what_to_do(table: Table) -> None:
    sitting = await seated(table)
    form = await opened(sitting, sitting.orange)
    for custom_id in ("typed-once:1:1", "pick:1:1"):
        unknown = replace(form, custom_id=custom_id)
        answer = await sitting.orange.submit(unknown, C3)
        assert answer.shown.ephemeral
        assert "nothing was done. Open it again" in answer.text


async def test_a_form_whose_answer_discord_refused_ends_with_the_bed_refreshed(
    table: Table,
) -> None:
    sitting = await seated(table)
    await table.host.preferences.prefer(UserId(sitting.orange.id), "placing", Placing.AT_ONCE)
    form = await opened(sitting, sitting.orange)
    table.playground.faults.refuse("POST", ANSWER, Problem.UNKNOWN_INTERACTION, times=2)
    table.playground.interactions.hasten_next(0.3)
    answer = await sitting.orange.submit(form, C3)
    await table.playground.until(lambda: "Turn 1: orange kitten to c3" in sitting.bed().text)
    assert not answer.follow_ups
    texts = [seen.text for seen in sitting.orange.look(sitting.place)]
    assert not any("went wrong" in text or "failed" in text.lower() for text in texts), texts


async def test_a_form_whose_panel_was_dismissed_is_answered_anew(table: Table) -> None:
    sitting = await seated(table)
    form = await opened(sitting, sitting.orange)
    table.playground.faults.refuse("POST", ANSWER, Problem.UNKNOWN_MESSAGE)
    looked = await sitting.orange.submit(form, C3)
    assert looked.shown.ephemeral
    assert "Not yet played in #1" in looked.text
    played = await sitting.orange.press(looked.shown, "Confirm")
    assert "Played in **#1**: orange kitten to c3" in played.text
