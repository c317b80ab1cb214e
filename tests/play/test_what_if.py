"""What if: a private bed, from the board of a finished match, its replay or its analysis."""

import pytest

from bot.game import read_turn
from bot.match.identity import MatchId, UserId
from playground import Person, SeenMessage
from tests.kit.answers import current_message
from tests.kit.finished_matches import CARELESS, play_and_resign
from tests.kit.picking import choose_turn
from tests.kit.server_matches import ServerMatch, start_match_between
from tests.kit.tables import Table
from tests.kit.waiting import until

pytestmark = pytest.mark.process

TURNS = ["Kc3", "Kd4", "Kc4"]
PATIENCE = 120.0


async def what_if(person: Person, message: SeenMessage, label: str) -> SeenMessage:
    """Click a button, and wait for the bed; a slow machine shows its progress first."""
    answer = await person.press(message, label)
    shown = answer.shown
    await until(lambda: "### What if" in current_message(person, shown).text, PATIENCE)
    return current_message(person, shown)


async def open_from_page(server_match: ServerMatch, person: Person) -> SeenMessage:
    """Play on from the end of a match, by the page that `/match` shows."""
    page = await person.command("match", channel=server_match.place)
    return await what_if(person, page.shown, "What if")


async def try_turn(person: Person, panel: SeenMessage, turn: str) -> SeenMessage:
    answer = await choose_turn(person, panel, read_turn(turn))
    shown = answer.shown
    await until(lambda: "tried" in current_message(person, shown).text, PATIENCE)
    return current_message(person, shown)


@pytest.mark.night
async def test_both_seats_are_played_with_undo_replies_and_the_score(table: Table) -> None:
    server_match = await play_and_resign(table, TURNS)
    ada = server_match.orange
    panel = await open_from_page(server_match, ada)
    assert panel.ephemeral
    assert "From turn 3 of the match" in panel.text
    assert "⚖️ " in panel.text
    assert "⚪ Place a **kitten**: pick a column." in panel.text
    panel = await try_turn(ada, panel, "Kf6")
    assert "1 turn tried" in panel.text
    assert "🟠 Place a **kitten**" in panel.text
    [picture] = panel.pictures
    assert "tried on a bed of your own" in (picture.alt or "")
    panel = await what_if(ada, panel, "Let the cat reply")
    assert "2 turns tried" in panel.text
    for where in ("1 turn tried", "From turn 3", "From turn 2", "From turn 1", "From the start"):
        panel = await what_if(ada, panel, "Undo")
        assert where in panel.text
    assert [each.disabled for each in panel.buttons if each.label == "Undo"] == [True]
    replay = await ada.press(panel, "Replay")
    assert "### Replay of #1" in replay.text
    panel = await what_if(ada, (await ada.press(replay.shown, "Forward")).shown, "What if")
    assert "From turn 1 of the match" in panel.text
    assert not server_match.gray.see(panel)


async def test_a_win_ends_the_line_and_can_be_undone(table: Table) -> None:
    server_match = await play_and_resign(table, CARELESS, "junior")
    panel = await open_from_page(server_match, server_match.gray)
    assert "orange can win with the next turn" in panel.text
    panel = await what_if(server_match.gray, panel, "Let the cat reply")
    assert "orange has won" in panel.text
    assert panel.labels == ["Undo", "Replay"]
    panel = await what_if(server_match.gray, panel, "Undo")
    assert "Let the cat reply" in panel.labels


@pytest.mark.night
async def test_the_panel_says_why_there_is_no_help_while_a_match_goes_on(table: Table) -> None:
    server_match = await play_and_resign(table, TURNS)
    ada, matches = server_match.orange, table.services.matches
    panel = await open_from_page(server_match, ada)
    live = await start_match_between(
        table.playground, ada, server_match.gray, table.playground.channel("games")
    )
    # The panel shows a button that asks for a reply from before that match began.
    panel = await what_if(ada, panel, "Let the cat reply")
    refusal = f"This is much like your rated match **#{live.number}**, which isn't over"
    assert refusal in panel.text
    assert "From turn 3 of the match" in panel.text
    assert "tried" not in panel.text
    assert "⚖️" not in panel.text
    assert [each.disabled for each in panel.buttons if each.label == "Let the cat reply"] == [True]
    panel = await try_turn(ada, panel, "Kf6")
    assert refusal in panel.text
    await matches.resign(UserId(ada.id), MatchId(live.number))
    panel = await what_if(ada, panel, "Undo")
    assert "⚖️" in panel.text
    assert [each.disabled for each in panel.buttons if each.label == "Let the cat reply"] == [False]
