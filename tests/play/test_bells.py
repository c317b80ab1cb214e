"""Each turn notifies its player exactly once."""

import asyncio
from collections.abc import Coroutine
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from playground import Person, Playground, SeenMessage
from playground.api.faults import Drop, Moment
from tests.kit.boards import live_boards
from tests.kit.notifications import PingCounter
from tests.kit.server_matches import ServerMatch, start_match
from tests.kit.tables import Table, run_bot
from tests.kit.thoroughness import sampled

ANSWER = "/interactions/{interaction_id}/{interaction_token}/callback"
POST = "/channels/{channel_id}/messages"
EDIT = "/channels/{channel_id}/messages/{message_id}"
ORIGINAL = "/webhooks/{webhook_id}/{webhook_token}/messages/@original"
OFTEN = 10**6


async def play_by_taps(person: Person, board: SeenMessage, square: str) -> None:
    """Play a turn by taps on a board."""
    chosen = await person.press(board, square[0])
    preview = await person.press(chosen.shown, square)
    if not preview.deferred:
        await person.press(preview.shown, "Confirm")


def is_shown(server_match: ServerMatch, turn: int) -> bool:
    return any(f"Turn {turn}:" in board.text for board in server_match.boards())


def notified_revisions(pings: PingCounter, person: Person) -> list[int]:
    """List the revisions of the boards that notified a person, once for each notification."""
    return sorted(
        ping.revision
        for ping in pings.delivered.elements()
        if ping.match and ping.user == person.id
    )


@pytest.mark.long
async def test_a_reply_to_a_board_whose_answer_was_lost_notifies_too(table: Table) -> None:
    """Discord answers a repeated nonce with the first message, and an edit of that is silent."""
    playground = table.playground
    pings, server_match = PingCounter(playground), await start_match(playground)
    await play_by_taps(server_match.orange, server_match.board(), "c3")
    await playground.until(lambda: "kitten to c3" in server_match.board().text)
    await server_match.wait_until_shown()
    lost = playground.faults.drop_after("POST", POST)
    await play_by_taps(server_match.gray, server_match.board(), "d4")
    await playground.until(lambda: lost.hits)
    unheard = server_match.board()
    assert "gray kitten to d4" in unheard.text
    await play_by_taps(server_match.orange, unheard, "a1")
    for _ in range(6):
        await table.pass_time(10)
    # One notification is of the beginning, and one of each turn of the opponent.
    assert len(notified_revisions(pings, server_match.gray)) == 3
    assert len(notified_revisions(pings, server_match.orange)) == 2
    assert pings.duplicates() == []
    assert len(live_boards(playground)) == 1


async def test_a_board_whose_answer_was_lost_is_found_and_notifies_once(table: Table) -> None:
    playground = table.playground
    pings, server_match = PingCounter(playground), await start_match(playground)
    lost = playground.faults.drop_after("POST", POST)
    await play_by_taps(server_match.orange, server_match.board(), "c3")
    await playground.until(lambda: lost.hits)
    for _ in range(6):
        await table.pass_time(10)
    assert len(notified_revisions(pings, server_match.gray)) == 2
    assert pings.duplicates() == []
    assert len(live_boards(playground)) == 1


@pytest.mark.long
@pytest.mark.parametrize("then", sampled(["nothing", "board", "tap"], 1, 2))
async def test_a_board_that_answered_a_command_before_a_kill_notifies_once(
    playground: Playground, database: Path, then: str
) -> None:
    pings = PingCounter(playground)
    async with run_bot(playground, database) as table:
        server_match = await start_match(playground)
        playground.faults.plan("POST", ANSWER, Drop(Moment.AFTER), times=1)
        playground.faults.delay("GET", ORIGINAL, 600, times=OFTEN)
        playground.faults.delay("POST", ANSWER, 600, times=OFTEN)
        playground.faults.delay("POST", POST, 600, times=OFTEN)
        table.bot.closing_patience = 0.0
        await server_match.orange.command("place", channel=server_match.place, square="c3")
        await playground.until(lambda: len(notified_revisions(pings, server_match.gray)) == 2)
    playground.faults.clear()
    async with run_bot(playground, database) as table:
        if then == "board":
            await server_match.gray.command("board", channel=server_match.place)
        if then == "tap":
            await server_match.gray.press(server_match.boards()[-1], "d")
        for _ in range(6):
            await table.pass_time(10)
        assert pings.duplicates() == []
        assert len(live_boards(playground)) == 1


@pytest.mark.long
async def test_people_who_reply_before_discord_has_answered_are_notified_once(table: Table) -> None:
    playground = table.playground
    pings, server_match = PingCounter(playground), await start_match(playground)
    for method, route in (("POST", ANSWER), ("POST", POST), ("DELETE", EDIT), ("PATCH", EDIT)):
        playground.faults.answer_late(method, route, 0.1, times=OFTEN)
    squares = ["c3", "d4", "a1", "f6", "a6", "f1", "c6", "d1"]
    answers = []
    for ply, square in enumerate(squares):
        person = server_match.mover_after(ply)
        placing = person.command("place", channel=server_match.place, square=square)
        answers.append(asyncio.create_task(placing))
        # The opponent sees the board long before the bot reads that it was posted.
        await playground.until(partial(is_shown, server_match, ply + 1))
    await asyncio.gather(*answers)
    playground.faults.clear()
    # The clock must stand still until the bot has recorded an answer that Discord accepted.
    await table.bot.until_done()
    for _ in range(6):
        await table.pass_time(10)
    assert pings.duplicates() == []
    assert len(notified_revisions(pings, server_match.orange)) + len(
        notified_revisions(pings, server_match.gray)
    ) == 2 + len(squares)


@pytest.mark.long
async def test_an_answer_that_reaches_discord_late_notifies_once(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.delivery.answering.ANSWER_WITHIN", 0.5)
    monkeypatch.setattr("cogs.delivery.answering.POSTPONE_WITHIN", 0.5)
    playground = table.playground
    pings, server_match = PingCounter(playground), await start_match(playground)
    late = playground.faults.delay("POST", ANSWER, 2.0, times=2)
    await server_match.orange.command("place", channel=server_match.place, square="c3")
    assert late.hits == 2
    await table.bot.until_done()
    for _ in range(6):
        await table.pass_time(10)
    assert len(notified_revisions(pings, server_match.gray)) == 2
    assert pings.duplicates() == []
    assert len(live_boards(playground)) == 1


@pytest.mark.long
@pytest.mark.parametrize("first", sampled(["place", "tap"], 0))
async def test_a_board_requested_while_another_is_being_sent_does_not_notify_again(
    table: Table, first: str
) -> None:
    playground = table.playground
    pings, server_match = PingCounter(playground), await start_match(playground)
    for method, route in (("POST", ANSWER), ("POST", POST)):
        playground.faults.answer_late(method, route, 0.3, times=OFTEN)
    placing: Coroutine[Any, Any, object]
    if first == "place":
        placing = server_match.orange.command("place", channel=server_match.place, square="c3")
    else:
        placing = play_by_taps(server_match.orange, server_match.board(), "c3")
    placed = asyncio.ensure_future(placing)
    await playground.until(partial(is_shown, server_match, 1))
    await server_match.gray.command("board", channel=server_match.place)
    await placed
    playground.faults.clear()
    # The clock must stand still until the bot has recorded an answer that Discord accepted.
    await table.bot.until_done()
    for _ in range(6):
        await table.pass_time(10)
    assert pings.duplicates() == []
    assert len(notified_revisions(pings, server_match.gray)) == 2
    assert len(live_boards(playground)) == 1
