"""Resigning a match, after a question."""

import pytest

from bot.match.match import EndReason
from tests.kit.answers import private_text
from tests.kit.server_matches import start_match
from tests.kit.tables import Table


async def test_resigning_asks_first_and_names_the_match(table: Table) -> None:
    server_match = await start_match(table.playground, turns=["Kb2", "Ke5"])
    question = await server_match.orange.command("resign", channel=server_match.place)
    assert f"Resign **#1**? <@{server_match.gray.id}> wins" in private_text(question)
    # A second tap where the question's button was hits the last row.
    rows = [part for part in question.shown.json["components"] if "components" in part][-2:]
    labels = [[each["label"] for each in row["components"]] for row in rows]
    assert labels == [["Resign"], ["Keep playing"]]
    question = await server_match.press_behind_more(server_match.gray, "Resign")
    assert f"<@{server_match.orange.id}> wins" in private_text(question)
    await server_match.gray.press(question.shown, "Keep playing")
    await table.playground.until(lambda: server_match.gray.see(question.shown) is None)
    assert (await table.match(server_match.number)).outcome is None


@pytest.mark.long
async def test_a_resignation_ends_the_match_and_is_announced(table: Table) -> None:
    playground = table.playground
    server_match = await start_match(table.playground, turns=["Kb2", "Ke5"])
    await server_match.play_one(server_match.orange, "Kd3")
    question = await server_match.orange.command("resign", channel=server_match.place)
    await server_match.orange.press(question.shown, "Resign")
    await playground.until(lambda: server_match.orange.see(question.shown) is None)
    result = f"<@{server_match.gray.id}> wins: <@{server_match.orange.id}> resigned"
    await playground.until(lambda: result in server_match.board().text)
    labels = server_match.board().labels
    assert labels == ["Rematch", "Replay", "Analyse", "Share", "Next match"]
    await playground.until(lambda: "is over" in server_match.gray.look(server_match.place)[-1].text)
    message = server_match.gray.look(server_match.place)[-1]
    assert result in message.text
    for person in (server_match.orange, server_match.gray):
        assert message.id in {ping.message_id for ping in person.notifications}
    match = await table.match(1)
    assert match.outcome is not None
    assert match.outcome.why is EndReason.RESIGNATION
    await playground.until(
        lambda: (
            not any("your turn" in seen.text for seen in server_match.gray.look(server_match.place))
        )
    )


async def test_cancelling_a_resignation_after_the_end_says_that_the_match_is_over(
    table: Table,
) -> None:
    server_match = await start_match(table.playground, turns=["Kb2", "Ke5"])
    mine = await server_match.press_behind_more(server_match.gray, "Resign")
    theirs = await server_match.press_behind_more(server_match.orange, "Resign")
    await server_match.orange.press(theirs.shown, "Resign")
    kept = await server_match.gray.press(mine.shown, "Keep playing")
    assert "**#1** is already over" in private_text(kept)
