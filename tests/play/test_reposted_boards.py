"""The live board stays among the last messages of its thread, and is edited there if possible."""

import asyncio
from typing import Any

import pytest

from bot.match.identity import MatchId
from cogs.delivery import reposting
from cogs.delivery.publishing import publish_match
from playground import Permission, Problem
from tests.kit.picking import Placer
from tests.kit.server_matches import TO_A_CHOICE, ServerMatch, bot_role, start_match
from tests.kit.tables import Table

MESSAGES = "/channels/{channel_id}/messages"


@pytest.fixture(autouse=True)
def _boards_count_as_old(monkeypatch: pytest.MonkeyPatch) -> None:
    """Treat new boards as old: here answers take seconds, in reality hours."""
    monkeypatch.setattr(reposting, "FRESH", -3600.0)


def post_messages(server_match: ServerMatch, messages: int) -> None:
    for number in range(messages):
        [server_match.orange, server_match.gray][number % 2].say(
            server_match.place, f"Hm, {number}"
        )


async def place_by_picker(server_match: ServerMatch, square: str) -> None:
    """Place the first piece by taps on a private panel, as most players do."""
    picking = await Placer(server_match, server_match.orange).open(square[0])
    await picking.finish(square)


async def test_a_visible_board_is_edited_in_place(table: Table, server_match: ServerMatch) -> None:
    before = server_match.board().id
    post_messages(server_match, 4)
    await server_match.give_day(server_match.gray)
    await table.services.jobs.run_due()
    assert [board.id for board in server_match.boards()] == [before]


async def test_a_board_that_scrolled_away_is_replaced(
    table: Table, server_match: ServerMatch
) -> None:
    before = server_match.board().id
    post_messages(server_match, 5)
    await place_by_picker(server_match, "c3")
    await table.playground.until(lambda: server_match.board().id != before)
    assert "orange kitten to c3" in server_match.board().text
    await server_match.wait_until_shown()
    assert server_match.board().id == server_match.gray.look(server_match.place)[-1].id


async def test_the_messages_below_a_board_are_requested_again_after_a_failure(
    table: Table,
) -> None:
    playground, server_match = table.playground, await start_match(table.playground)
    await place_by_picker(server_match, "c3")
    await playground.until(lambda: "it's your turn" in server_match.board().text)
    await server_match.wait_until_shown()
    await table.bot.underway.wait()
    before = server_match.board().id
    post_messages(server_match, 5)
    late = playground.faults.rate_limit("GET", MESSAGES, retry_after=3600)
    await server_match.give_day(server_match.orange)
    await playground.until(lambda: late.hits)
    await table.bot.underway.wait()
    await publish_match(table.bot, MatchId(server_match.number))
    await playground.until(lambda: server_match.board().id != before)


async def test_a_turn_played_during_the_request_for_messages_below_is_shown(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    playground, server_match = table.playground, await start_match(table.playground)
    look, looking, said = reposting._has_scrolled_away, asyncio.Event(), asyncio.Event()

    async def look_late(*about: Any) -> bool:
        looking.set()
        await said.wait()
        return await look(*about)

    monkeypatch.setattr(reposting, "_has_scrolled_away", look_late)
    # Without the outbox, only the tasks of the acting users show the turns.
    await table.bot.remove_cog("Outbox")
    await place_by_picker(server_match, "c3")
    await asyncio.wait_for(looking.wait(), 60)
    elsewhere = playground.channel("general")
    await server_match.gray.command("place", channel=elsewhere, square="d5", match="1")
    changing = table.services.boards._changing
    await playground.until(lambda: any(each.is_requested_again for each in changing.values()))
    said.set()
    await playground.until(lambda: "gray kitten to d5" in server_match.board().text)


async def test_a_board_is_not_moved_while_a_choice_is_open_on_it(table: Table) -> None:
    server_match = await start_match(table.playground)
    await server_match.play(TO_A_CHOICE)
    await server_match.wait_until_shown()
    question = await server_match.gray.command("place", channel=server_match.place, square="e1")
    chosen_from = question.shown.id
    post_messages(server_match, 8)
    await table.services.jobs.run_due()
    assert server_match.board().id == chosen_from
    option = next(each for each in question.shown.buttons if each.label.startswith("A · "))
    await server_match.gray.press(question.shown, custom_id=option.custom_id)
    await table.playground.until(lambda: server_match.board().id != chosen_from)
    await server_match.wait_until_shown()


async def test_a_board_is_edited_in_place_if_the_bot_may_not_read_or_post(
    table: Table, server_match: ServerMatch
) -> None:
    post_messages(server_match, 9)
    playground = table.playground
    general = playground.channel("general")
    history = Permission.READ_MESSAGE_HISTORY
    playground.world.moderation.revoke(server_match.place, bot_role(playground), history)
    await server_match.orange.command("place", channel=general, square="c3")
    await playground.until(
        lambda: "it's your turn" in server_match.gray.look(server_match.place)[-1].text
    )
    assert "orange kitten to c3" in server_match.board().text
    await table.bot.underway.wait()
    before = server_match.board().id
    playground.world.moderation.restore(server_match.place, bot_role(playground), history)
    playground.faults.refuse("POST", MESSAGES, Problem.MISSING_PERMISSIONS)
    await server_match.gray.command("place", channel=general, square="d4")
    await playground.until(lambda: "gray kitten to d4" in server_match.board().text)
    await playground.until(
        lambda: "it's your turn" in server_match.orange.look(server_match.place)[-1].text
    )
    assert server_match.board().id == before
