"""Takebacks: requested and accepted with a picture, and announced to both players."""

import pytest

from playground import Person, SeenMessage
from tests.kit.server_matches import (
    A_TURN_EACH,
    ServerMatch,
    accept_takeback,
    ask_takeback,
    public_messages,
    start_match,
)
from tests.kit.tables import Table


def pings_to(person: Person, server_match: ServerMatch, words: str) -> list[SeenMessage]:
    """List the messages in the thread with these words that pinged a person."""
    pinged = {note.message_id for note in person.notifications}
    return [
        seen for seen in person.look(server_match.place) if words in seen.text and seen.id in pinged
    ]


async def test_a_turn_is_taken_back_with_the_opponents_consent(table: Table) -> None:
    server_match = await start_match(table.playground)
    ada, bob = server_match.orange, server_match.gray
    await server_match.play(["Kc3"])
    await table.playground.until(lambda: pings_to(bob, server_match, "it's your turn") != [])
    theirs = await bob.press(server_match.board(), "More")
    assert "Take back my turn" not in theirs.shown.labels
    opened = await server_match.press_behind_more(ada, "Take back my turn")
    assert opened.shown.ephemeral
    assert len(opened.shown.pictures) == 1
    assert "your turn 1" in opened.text
    assert "their reply" not in opened.text
    assert "🟠 Orange has 8 kittens in hand" in opened.text
    await ada.press(opened.shown, "Ask to take it back")
    await table.playground.until(lambda: ada.see(opened.shown) is None)
    await table.playground.until(
        lambda: pings_to(bob, server_match, "asks to take back their turn 1") != []
    )
    await server_match.wait_until_shown()
    [board] = public_messages(bob.look(server_match.place))
    assert f"<@{ada.id}> asks to take back their turn 1." in board.text
    assert board.text.count("take back") == 1
    await bob.press(board, "Accept takeback")
    await table.playground.until(lambda: "plays turn 1 again" in server_match.board().text)
    assert "Orange has 8 kittens in hand" in server_match.board().text
    await table.playground.until(lambda: pings_to(ada, server_match, "plays turn 1 again") != [])
    await table.playground.until(lambda: pings_to(bob, server_match, "turn") == [])
    assert server_match.board().text.count("plays turn 1 again") == 1
    await server_match.play(["Kd4", "Ka1"])
    assert "plays turn" not in server_match.board().text


async def test_the_reply_is_taken_back_too_on_the_players_own_turn(table: Table) -> None:
    server_match = await start_match(table.playground, turns=A_TURN_EACH)
    ada, bob = server_match.orange, server_match.gray
    opened = await server_match.press_behind_more(ada, "Take back my turn")
    await ada.press(opened.shown, "Keep playing")
    await table.playground.until(lambda: ada.see(opened.shown) is None)
    assert "asks to take back" not in server_match.board().text
    opened = await server_match.press_behind_more(ada, "Take back my turn")
    assert "and their reply with it?" in opened.text
    await ada.press(opened.shown, "Ask to take it back")
    await table.playground.until(
        lambda: "asks to take back their turn 1 and the reply to it" in server_match.board().text
    )
    await accept_takeback(server_match, bob)
    await table.playground.until(
        lambda: len(pings_to(ada, server_match, "plays turn 1 again")) == 1
    )
    assert (await table.match(server_match.number)).ply == 0


async def test_a_takeback_is_declined_and_not_asked_again_before_the_next_turn(
    table: Table, server_match: ServerMatch
) -> None:
    ada, bob = server_match.orange, server_match.gray
    await server_match.play(["Kc3"])
    await ask_takeback(server_match, ada)
    refused = await ada.press(server_match.board(), "Accept takeback")
    assert refused.shown.ephemeral
    assert "your opponent has to answer it" in refused.text
    declined = await bob.press(server_match.board(), "Decline")
    words = f"<@{bob.id}> declined the takeback"
    assert words in declined.text
    await table.playground.until(lambda: any(words in note.text for note in ada.notifications))
    await table.playground.until(lambda: pings_to(bob, server_match, "asks to take back") == [])
    again = await ada.press(server_match.board(), "More")
    assert "Take back my turn" not in again.shown.labels
    await server_match.play_one(bob, "Kd5")
    assert "declined" not in server_match.board().text
    later = await ada.press(server_match.board(), "More")
    assert "Take back my turn" in later.shown.labels


async def test_a_request_can_be_withdrawn(table: Table, server_match: ServerMatch) -> None:
    ada, bob = server_match.orange, server_match.gray
    await server_match.play(["Kc3"])
    await ask_takeback(server_match, ada)
    assert "Withdraw takeback" not in server_match.board().labels
    await server_match.press_behind_more(ada, "Withdraw takeback")
    await table.playground.until(lambda: pings_to(bob, server_match, "asks to take back") == [])


@pytest.mark.parametrize("what", ["Accept takeback", "Resign"])
async def test_the_second_tap_of_a_double_tap_is_ignored(
    table: Table, server_match: ServerMatch, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    ada, bob = server_match.orange, server_match.gray
    await server_match.play(["Kc3", "Kd5"])
    if what == "Resign":
        # The panel goes away, and the board is where it was.
        button = server_match.board().button("d").custom_id
        question = await bob.command("resign", channel=server_match.place)
        await bob.press(question.shown, what)
        await table.playground.until(lambda: "resigned" in server_match.board().text)
    else:
        await ask_takeback(server_match, ada)
        button = server_match.board().button(what).custom_id
        await accept_takeback(server_match, bob)
    assert button is not None
    second = await bob.forge(server_match.board(), button)
    assert not second.failed
    assert second.message is None
    monkeypatch.setattr("cogs.core.taps.SECOND_TAP", 0.0)
    later = await bob.forge(server_match.board(), button)
    assert later.shown.ephemeral
    assert ("Too late" if what == "Resign" else "out of date") in later.text


async def test_a_takeback_can_be_requested_while_a_draw_is_offered(table: Table) -> None:
    server_match = await start_match(table.playground)
    ada, bob = server_match.orange, server_match.gray
    await server_match.play(["Kc3"])
    opened = await server_match.press_behind_more(ada, "Take back my turn")
    await server_match.offer_draw(bob)
    await table.playground.until(lambda: "offers a draw" in server_match.board().text)
    await ada.press(opened.shown, "Ask to take it back")
    await table.playground.until(
        lambda: "asks to take back their turn 1" in server_match.board().text
    )
    assert "offers a draw" in server_match.board().text
    labels = server_match.board().labels
    assert len(labels) == len(set(labels))
    answers = {"Accept draw", "Decline draw", "Accept takeback", "Decline"}
    assert answers <= set(labels)
    assert "Withdraw draw" in (await bob.press(server_match.board(), "More")).shown.labels
    assert "Withdraw takeback" in (await ada.press(server_match.board(), "More")).shown.labels
