"""Resigning a match, after a question."""

import pytest

from bot.match.match import EndReason
from tests.kit.answers import choose_match, private_text
from tests.kit.server_matches import Sitting, start_match
from tests.kit.tables import Table


async def has_ended(table: Table, sitting: Sitting) -> bool:
    return (await table.match(sitting.number)).outcome is not None


async def test_resigning_asks_first_and_names_the_match(table: Table) -> None:
    sitting = await start_match(table.playground, turns=["Kb2", "Ke5"])
    question = await sitting.orange.command("resign", channel=sitting.place)
    assert f"Resign **#1**? <@{sitting.gray.id}> wins" in private_text(question)
    # A second tap where the question's button was hits the last row.
    rows = [part for part in question.shown.json["components"] if "components" in part][-2:]
    labels = [[each["label"] for each in row["components"]] for row in rows]
    assert labels == [["Resign"], ["Keep playing"]]
    assert not await has_ended(table, sitting)


@pytest.mark.long
async def test_a_resignation_ends_the_match_and_is_announced(table: Table) -> None:
    playground = table.playground
    sitting = await start_match(table.playground, turns=["Kb2", "Ke5"])
    await sitting.play_one(sitting.orange, "Kd3")
    question = await sitting.orange.command("resign", channel=sitting.place)
    await sitting.orange.press(question.shown, "Resign")
    await playground.until(lambda: sitting.orange.see(question.shown) is None)
    result = f"<@{sitting.gray.id}> wins: <@{sitting.orange.id}> resigned"
    await playground.until(lambda: result in sitting.bed().text)
    labels = sitting.bed().labels
    assert labels == ["Rematch", "Replay", "Analyse", "Share", "Next match"]
    await playground.until(lambda: "is over" in sitting.gray.look(sitting.place)[-1].text)
    message = sitting.gray.look(sitting.place)[-1]
    assert result in message.text
    for person in (sitting.orange, sitting.gray):
        assert message.id in {ping.message_id for ping in person.notifications}
    match = await table.match(1)
    assert match.outcome is not None
    assert match.outcome.why is EndReason.RESIGNATION
    await playground.until(
        lambda: not any("your turn" in seen.text for seen in sitting.gray.look(sitting.place))
    )


async def test_the_button_below_the_bed_asks_as_well(table: Table) -> None:
    sitting = await start_match(table.playground, turns=["Kb2", "Ke5"])
    question = await sitting.press_behind_more(sitting.gray, "Resign")
    assert f"<@{sitting.orange.id}> wins" in private_text(question)
    await sitting.gray.press(question.shown, "Keep playing")
    await table.playground.until(lambda: sitting.gray.see(question.shown) is None)
    assert not await has_ended(table, sitting)


async def test_a_user_who_keeps_playing_a_match_that_ended_meanwhile_is_told_so(
    table: Table,
) -> None:
    sitting = await start_match(table.playground, turns=["Kb2", "Ke5"])
    mine = await sitting.press_behind_more(sitting.gray, "Resign")
    theirs = await sitting.press_behind_more(sitting.orange, "Resign")
    await sitting.orange.press(theirs.shown, "Resign")
    kept = await sitting.gray.press(mine.shown, "Keep playing")
    assert "**#1** is already over" in private_text(kept)


async def test_a_spectator_cannot_resign(table: Table) -> None:
    sitting = await start_match(table.playground, turns=["Kb2", "Ke5"])
    cleo = table.playground.person("cleo")
    opened = await cleo.press(sitting.bed(), "More")
    assert "Resign" not in opened.shown.labels
    answer = await cleo.command("resign", channel=sitting.place)
    assert "Start one of your own" in private_text(answer)
    answer = await cleo.command("resign", channel=table.playground.channel("games"), match="1")
    assert "Start one of your own" in private_text(answer)


@pytest.mark.long
async def test_a_match_is_resigned_once(table: Table) -> None:
    sitting = await start_match(table.playground, turns=["Kb2", "Ke5"])
    question = await sitting.orange.command("resign", channel=sitting.place)
    twice = await sitting.gray.command("resign", channel=sitting.place)
    await sitting.orange.press(question.shown, "Resign")
    late = await sitting.gray.press(twice.shown, "Resign")
    assert f"**#1** is over. <@{sitting.gray.id}> wins" in private_text(late)
    again = await sitting.orange.command("resign", channel=sitting.place)
    assert "**#1** is over" in private_text(again)


async def test_out_of_the_thread_the_only_match_is_meant_else_one_is_asked(table: Table) -> None:
    playground = table.playground
    first = await start_match(table.playground, turns=["Kb2", "Ke5"])
    general = playground.channel("general")
    question = await first.orange.command("resign", channel=general)
    assert "Resign **#1**?" in private_text(question)

    second = await start_match(table.playground, gray="cleo", turns=["Kb2", "Ke5"])
    listed = await first.orange.command("resign", channel=general)
    question = await choose_match(first.orange, listed, 2)
    assert question.shown.id == listed.shown.id
    assert "Resign **#2**?" in question.text
    await first.orange.press(question.shown, "Resign")
    assert await has_ended(table, second)
    assert not await has_ended(table, first)
