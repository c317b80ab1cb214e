"""Whole matches by two people, from the challenge to the result."""

import pytest

from tests.kit.finished_matches import win_by_cats
from tests.kit.server_matches import public_messages, start_match, turns_of
from tests.kit.tables import Table


@pytest.mark.whole
async def test_a_match_is_won_by_three_cats_in_a_line(table: Table) -> None:
    server_match = await start_match(table.playground)
    turns = turns_of("line")
    answer = await server_match.play(turns)

    winner = server_match.mover_after(len(turns) - 1)
    assert win_by_cats(winner) in answer.text
    labels = server_match.board().labels
    assert labels == ["Rematch", "Replay", "Analyse", "Share", "Next match"]
    await server_match.wait_until_shown()
    ada = server_match.orange
    # The final board is the notification: it is the last message, and the only one about the end.
    [result] = [
        each for each in public_messages(ada.look(server_match.place)) if "is over" in each.text
    ]
    assert (
        result.id == server_match.board().id == public_messages(ada.look(server_match.place))[-1].id
    )
    assert win_by_cats(winner) in result.text
    assert result.pictures
    for person in (ada, server_match.gray):
        assert result.id in {ping.message_id for ping in person.notifications}


async def test_only_the_ping_of_the_current_turn_remains(table: Table) -> None:
    server_match = await start_match(table.playground)
    ada = server_match.orange
    await server_match.play(["Kc3", "Kd4", "Kf6", "Ka1"])

    def turn_messages() -> list[str]:
        return [seen.text for seen in ada.look(server_match.place) if "your turn" in seen.text]

    await table.playground.until(
        lambda: len(turn_messages()) == 1 and f"<@{ada.id}>" in turn_messages()[0]
    )


async def test_a_board_that_was_replaced_is_deleted(table: Table) -> None:
    server_match = await start_match(table.playground)
    answer = await server_match.play(["Kc3", "Kd4"])
    await server_match.wait_until_shown()
    assert server_match.board().id == answer.shown.id
    assert server_match.board().buttons
