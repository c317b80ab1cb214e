"""Calling a match off before both players have moved: the bot asks, and there is no result."""

from bot.match.match import EndReason, Outcome
from tests.kit.server_matches import ServerMatch, start_match
from tests.kit.tables import Table

WITHOUT_RESULT = "No result: the match was called off before both had moved"


async def test_a_match_that_has_hardly_begun_is_called_off_after_a_question(table: Table) -> None:
    server_match = await start_match(table.playground)
    question = await server_match.press_behind_more(server_match.orange, "Call off the match")
    assert question.shown.ephemeral
    assert f"Call off **#1** against <@{server_match.gray.id}>?" in question.text
    assert question.shown.labels == ["Call off the match", "Keep playing"]
    await server_match.orange.press(question.shown, "Call off the match")
    await table.playground.until(lambda: WITHOUT_RESULT in server_match.board().text)
    for person in (server_match.orange, server_match.gray):
        await table.playground.until(
            lambda person=person: WITHOUT_RESULT in person.look(server_match.place)[-1].text  # type: ignore[misc]
        )
    thread = table.playground.thread(server_match.place.id)
    await table.playground.until(lambda: thread.name.endswith(" · no result · boop"))
    match = await table.match(1)
    assert match.outcome == Outcome(EndReason.CALLED_OFF, None)


async def test_resign_offers_calling_off_to_either_player(
    table: Table, server_match: ServerMatch
) -> None:
    await server_match.play(["Kc3"])
    for person in (server_match.orange, server_match.gray):
        question = await person.command("resign", channel=server_match.place)
        assert question.shown.labels == ["Call off the match", "Keep playing"]
        kept = await person.press(question.shown, "Keep playing")
        assert not kept.failed
        panel = question.shown
        await table.playground.until(
            lambda person=person, panel=panel: person.see(panel) is None  # type: ignore[misc]
        )
    question = await server_match.gray.command("resign", channel=server_match.place)
    await server_match.gray.press(question.shown, "Call off the match")
    await table.playground.until(lambda: WITHOUT_RESULT in server_match.board().text)
