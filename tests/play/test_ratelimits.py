"""What players see of rate limits: windows of five minutes, and buckets that are empty."""

import asyncio

import pytest

from bot.game import RULESETS
from bot.match.clock import DAY
from bot.match.identity import MatchId
from cogs.board.layout import board_layout
from cogs.board.message import draw
from cogs.delivery.board_delivery import about_match
from playground import Playground, Rate, Rates, Thread
from tests.kit.finished_matches import play_and_resign_by_command, result_board
from tests.kit.server_matches import TO_A_CHOICE, start_match_between
from tests.kit.tables import Table

AMPLE = Rate(10_000, 1.0)
A_WINDOW = 300.0
"""Seconds of the window in which Discord counts the new threads of a channel."""


def limit_threads(playground: Playground, threads: Rate) -> None:
    """Limit how many threads can be created in a channel, and nothing else."""
    playground.limit_rates(
        Rates(
            messages=AMPLE,
            edits=AMPLE,
            old_edits=AMPLE,
            deletions=AMPLE,
            channels=AMPLE,
            threads=threads,
            further_answers=AMPLE,
            everything=AMPLE,
        )
    )


async def test_matches_of_one_channel_get_their_threads_in_one_window(table: Table) -> None:
    playground = table.playground
    ada, bob, games = (
        playground.person("ada"),
        playground.person("bob"),
        playground.channel("games"),
    )
    limit_threads(playground, Rate(50, A_WINDOW))
    numbers = [(await start_match_between(playground, ada, bob, games)).number for _ in range(3)]
    assert numbers == [1, 2, 3]


async def test_a_rematch_is_answered_while_the_board_of_its_match_waits_for_discord(
    table: Table,
) -> None:
    server_match = await play_and_resign_by_command(table.playground)
    board = (await table.services.boards.work_of(MatchId(1))).boards[-1]
    with table.services.boards.changing(board.key):
        pressing = server_match.orange.press(result_board(server_match), "Rematch")
        offered = await asyncio.wait_for(pressing, 60.0)
        assert "a rematch of #1" in offered.text


@pytest.mark.long
async def test_the_last_thread_of_a_window_is_created_at_once_and_the_next_blocks_nothing(
    table: Table,
) -> None:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    games = playground.channel("games")
    table.bot.closing_patience = 0.1
    limit_threads(playground, Rate(2, A_WINDOW))
    first = await start_match_between(playground, ada, bob, games)
    last = await start_match_between(playground, ada, bob, games)

    patience, table.bot.underway.held_up_after = table.bot.underway.held_up_after, 0.2
    offered = await ada.command("challenge", channel=games, opponent=bob, first="me")
    accepted = await bob.press(offered.shown, "Accept")
    assert "match **#3**" in accepted.text
    (message,) = await playground.until(
        lambda: [seen for seen in bob.look(games) if "**#3** has begun" in seen.text]
    )
    assert message.ephemeral
    assert "post the board in a few minutes" in message.text
    assert offered.shown.id not in playground.world.places
    table.bot.underway.held_up_after = patience

    await first.play(["Kc3", "Kd4"])
    await last.play(["Kc3"])
    open_to_all = await ada.command("challenge", channel=playground.channel("general"))
    await table.leap(30 * DAY)
    await table.services.jobs.run_due()
    assert about_match(MatchId(3)) in table.bot.underway
    shown = [seen for seen in ada.look(playground.channel("general")) if not seen.ephemeral]
    assert "expired without an answer" in shown[0].text, open_to_all


@pytest.mark.night
@pytest.mark.long
async def test_a_thread_that_waited_for_its_window_is_created_once(table: Table) -> None:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    games = playground.channel("games")
    table.bot.underway.held_up_after = 0.2
    limit_threads(playground, Rate(2, 4.0))
    await asyncio.gather(
        *(start_match_between(playground, ada, bob, games, each.name) for each in RULESETS)
    )
    await table.bot.underway.wait()
    threads = [place for place in playground.world.places.values() if isinstance(place, Thread)]
    assert len(threads) == 5
    for thread in threads:
        assert len([seen for seen in ada.look(thread) if seen.pictures]) == 1


@pytest.mark.long
async def test_an_answer_on_the_board_goes_before_an_edit_that_waits_for_discord(
    table: Table,
) -> None:
    playground, number = table.playground, MatchId(1)
    ada, bob = playground.person("ada"), playground.person("bob")
    server_match = await start_match_between(playground, ada, bob, playground.channel("games"))
    await server_match.play(TO_A_CHOICE)
    drafted = await bob.command("place", channel=server_match.place, square="e1")
    await server_match.wait_until_shown()
    before = await table.services.matches.find(number)
    old = board_layout(before, picture := await draw(table.bot, before))
    option = next(button for button in drafted.shown.buttons if "·" in button.label)
    channel = table.bot.get_partial_messageable(server_match.place.id)
    board = (await table.services.boards.work_of(number)).boards[-1]
    with table.services.boards.changing(board.key):
        # A waiting edit, which shows the earlier position, locks the board.
        chosen = await bob.press(drafted.shown, option.label)
        assert not chosen.shown.ephemeral
        assert f"<@{ada.id}> is to move" in server_match.board().text
        await channel.get_partial_message(server_match.board().id).edit(
            view=old, attachments=[picture.file()]
        )
        assert f"<@{bob.id}> chooses" in server_match.board().text
    await playground.until(lambda: f"<@{ada.id}> is to move" in server_match.board().text)
