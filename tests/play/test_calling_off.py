"""Calling a match off before both players have moved: the bot asks, and there is no result."""

from pathlib import Path

import pytest

from bot.match.match import EndReason, Outcome
from playground import Playground
from tests.kit.server_matches import Sitting, start_match
from tests.kit.tables import Table, run_bot

WITHOUT_RESULT = "No result: the match was called off before both had moved"


async def test_a_match_that_has_hardly_begun_is_called_off_after_a_question(table: Table) -> None:
    sitting = await start_match(table.playground)
    question = await sitting.press_behind_more(sitting.orange, "Call off the match")
    assert question.shown.ephemeral
    assert f"Call off **#1** against <@{sitting.gray.id}>?" in question.text
    assert question.shown.labels == ["Call off the match", "Keep playing"]
    await sitting.orange.press(question.shown, "Call off the match")
    await table.playground.until(lambda: WITHOUT_RESULT in sitting.bed().text)
    for person in (sitting.orange, sitting.gray):
        await table.playground.until(
            lambda person=person: WITHOUT_RESULT in person.look(sitting.place)[-1].text  # type: ignore[misc]
        )
    thread = table.playground.thread(sitting.place.id)
    await table.playground.until(lambda: thread.name.endswith(" · no result · boop"))
    match = await table.match(1)
    assert match.outcome == Outcome(EndReason.CALLED_OFF, None)


async def test_resign_offers_the_same_to_either_player(table: Table, sitting: Sitting) -> None:
    await sitting.play(["Kc3"])
    for person in (sitting.orange, sitting.gray):
        question = await person.command("resign", channel=sitting.place)
        assert question.shown.labels == ["Call off the match", "Keep playing"]
        kept = await person.press(question.shown, "Keep playing")
        assert not kept.failed
        panel = question.shown
        await table.playground.until(
            lambda person=person, panel=panel: person.see(panel) is None  # type: ignore[misc]
        )
    question = await sitting.gray.command("resign", channel=sitting.place)
    await sitting.gray.press(question.shown, "Call off the match")
    await table.playground.until(lambda: WITHOUT_RESULT in sitting.bed().text)


async def test_after_both_have_moved_a_match_is_resigned(sitting: Sitting) -> None:
    await sitting.play(["Kc3"])
    question = await sitting.press_behind_more(sitting.orange, "Call off the match")
    await sitting.play_one(sitting.gray, "Kd5")
    late = await sitting.orange.press(question.shown, "Call off the match")
    assert "no longer call off" in late.text
    opened = await sitting.orange.press(sitting.bed(), "More")
    assert "Call off the match" not in opened.shown.labels
    assert "Resign" in opened.shown.labels


async def test_strangers_call_nothing_off(table: Table, sitting: Sitting) -> None:
    cleo = table.playground.person("cleo")
    opened = await cleo.press(sitting.bed(), "More")
    assert "Call off the match" not in opened.shown.labels
    refused = await cleo.command("resign", channel=sitting.place)
    assert "Start one of your own" in refused.text


async def test_a_match_is_called_off_once(sitting: Sitting) -> None:
    mine = await sitting.press_behind_more(sitting.orange, "Call off the match")
    theirs = await sitting.press_behind_more(sitting.gray, "Call off the match")
    await sitting.orange.press(mine.shown, "Call off the match")
    late = await sitting.gray.press(theirs.shown, "Call off the match")
    assert "**#1** is over" in late.text


@pytest.mark.long
async def test_the_question_outlives_a_restart(playground: Playground, database: Path) -> None:
    async with run_bot(playground, database):
        sitting = await start_match(playground)
        question = await sitting.press_behind_more(sitting.gray, "Call off the match")
    async with run_bot(playground, database):
        await sitting.gray.press(question.shown, "Call off the match")
        await playground.until(lambda: WITHOUT_RESULT in sitting.bed().text)
