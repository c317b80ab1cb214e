"""A chance that a player missed becomes a puzzle, once the match is analysed."""

import pytest

from bot.game import read_turn
from cogs.puzzles import missed
from playground import Answer, SeenMessage
from tests.kit.finished_matches import PATIENCE, play_and_resign, request_analysis
from tests.kit.picking import choose_turn
from tests.kit.server_matches import start_match_between
from tests.kit.tables import Table
from tests.kit.waiting import until

pytestmark = [pytest.mark.process, pytest.mark.usefixtures("retry_soon")]

CARELESS = ["Kd1", "Kc3", "Kd4", "Kc4", "Kb5", "Kb1", "Kc3", "Kd4", "Kc3", "Kd3", "Ka4", "Ka6"]
"""Orange misses a win in three with turn 11, and gray one in three with turn 12."""
SOLUTION = ["Kd4", "Ke2", "Ka2", "Kb4", "Ke4#"]


async def test_a_missed_win_becomes_a_puzzle_for_the_user_who_missed_it(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    playground = table.playground
    server_match = await play_and_resign(table, CARELESS, "junior")
    ada, bob = server_match.orange, server_match.gray
    analysis = await request_analysis(server_match)

    async def wait_for_solution(answer: Answer) -> SeenMessage:
        def current_message() -> SeenMessage | None:
            return ada.see(answer.shown)

        await until(
            lambda: (seen := current_message()) is not None and "🧩" in seen.text, within=PATIENCE
        )
        seen = current_message()
        assert seen is not None
        return seen

    panel = await wait_for_solution(await ada.press(analysis, "Solve what you missed"))
    assert f"🧩 You missed this on turn 11 of #{server_match.number}" in panel.text
    assert "wins in **3 turns**" in panel.text
    for word in SOLUTION[::2]:
        chosen = await choose_turn(ada, panel, read_turn(word))
        panel = (await ada.press(chosen.shown, "Answer")).shown
    assert "✅ **Solved** in **1 try**." in panel.text
    assert "puzzle rating" not in panel.text
    assert panel.labels == ["Another one", "Analyse"]
    another = await wait_for_solution(await ada.press(panel, "Another one"))
    assert "You missed this on turn 11" in another.text
    theirs = next(each for each in another.buttons if each.label == "Show the solution")
    assert f"{server_match.number}@11" in (theirs.custom_id or "")
    assert theirs.custom_id is not None
    gone = await playground.person("cleo").forge(server_match.board(), theirs.custom_id)
    assert "I no longer have that puzzle" in gone.text
    with monkeypatch.context() as patch:
        patch.setattr(missed, "missed_turns", lambda *_: ())
        nothing = (await ada.press(another, "Another one")).shown
    assert "No turn of yours there is a puzzle" in nothing.text
    assert nothing.labels == ["Back"]
    again = await ada.press(nothing, "Back")
    assert f"Analysis of #{server_match.number}" in again.text
    another = await wait_for_solution(await ada.press(again.shown, "Solve what you missed"))
    live = await start_match_between(playground, ada, bob, playground.channel("games"), "junior")
    await live.play(CARELESS[:6])
    refused = await ada.press(another, "Show the solution")
    assert f"This is much like your rated match **#{live.number}**" in refused.text
    assert "Here's the solution" not in refused.text
