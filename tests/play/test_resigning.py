"""Resigning a match, after a question."""

import pytest

from bot.match.match import EndReason
from tests.kit.answers import choose_match, private_text
from tests.kit.server_matches import ServerMatch, start_match
from tests.kit.tables import Table


async def has_ended(table: Table, server_match: ServerMatch) -> bool:
    return (await table.match(server_match.number)).outcome is not None


async def test_resigning_asks_first_and_names_the_match(table: Table) -> None:
    server_match = await start_match(table.playground, turns=["Kb2", "Ke5"])
    question = await server_match.orange.command("resign", channel=server_match.place)
    assert f"Resign **#1**? <@{server_match.gray.id}> wins" in private_text(question)
    # A second tap where the question's button was hits the last row.
    rows = [part for part in question.shown.json["components"] if "components" in part][-2:]
    labels = [[each["label"] for each in row["components"]] for row in rows]
    assert labels == [["Resign"], ["Keep playing"]]
    assert not await has_ended(table, server_match)


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


async def test_the_button_below_the_board_asks_as_well(table: Table) -> None:
    server_match = await start_match(table.playground, turns=["Kb2", "Ke5"])
    question = await server_match.press_behind_more(server_match.gray, "Resign")
    assert f"<@{server_match.orange.id}> wins" in private_text(question)
    await server_match.gray.press(question.shown, "Keep playing")
    await table.playground.until(lambda: server_match.gray.see(question.shown) is None)
    assert not await has_ended(table, server_match)


async def test_cancelling_a_resignation_after_the_end_says_that_the_match_is_over(
    table: Table,
) -> None:
    server_match = await start_match(table.playground, turns=["Kb2", "Ke5"])
    mine = await server_match.press_behind_more(server_match.gray, "Resign")
    theirs = await server_match.press_behind_more(server_match.orange, "Resign")
    await server_match.orange.press(theirs.shown, "Resign")
    kept = await server_match.gray.press(mine.shown, "Keep playing")
    assert "**#1** is already over" in private_text(kept)


async def test_a_spectator_cannot_resign(table: Table) -> None:
    server_match = await start_match(table.playground, turns=["Kb2", "Ke5"])
    cleo = table.playground.person("cleo")
    opened = await cleo.press(server_match.board(), "More")
    assert "Resign" not in opened.shown.labels
    answer = await cleo.command("resign", channel=server_match.place)
    assert "Start one of your own" in private_text(answer)
    answer = await cleo.command("resign", channel=table.playground.channel("games"), match="1")
    assert "Start one of your own" in private_text(answer)


async def test_outside_the_thread_the_only_match_is_chosen_or_the_user_is_asked(
    table: Table,
) -> None:
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
