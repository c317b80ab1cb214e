"""Matches played while Discord is slow, restarts, or archives their threads."""

import pytest

from playground import Limits, Rate, Rates
from tests.kit.finished_matches import win_by_cats
from tests.kit.server_matches import start_match, turns_of
from tests.kit.tables import Table

A_DAY = 86_400.0
UNHURRIED = Limits(answer_within=120.0)
"""Test the turns that are played, not the limit of three seconds on a slow machine."""


@pytest.mark.night
@pytest.mark.whole
async def test_a_whole_match_is_played_through_rate_limits(table: Table) -> None:
    playground = table.playground
    playground.interactions.limits = UNHURRIED
    # These are Discord's limits, but in windows that are short enough to wait for.
    few = Rate(5, 0.5)
    playground.limit_rates(
        Rates(few, few, few, few, few, few, further_answers=few, everything=Rate(20, 0.5))
    )
    server_match = await start_match(playground)
    turns = turns_of("line")
    ada, answer = server_match.orange, await server_match.play(turns)
    assert win_by_cats(server_match.mover_after(len(turns) - 1)) in answer.text
    await playground.until(lambda: "is over" in ada.look(server_match.place)[-1].text, within=120)


async def test_turns_sent_while_the_connection_is_broken_are_played(table: Table) -> None:
    playground = table.playground
    playground.interactions.limits = UNHURRIED
    server_match = await start_match(playground)
    turns = turns_of("line")
    for ply, turn in enumerate(turns[:12]):
        match ply % 3:
            case 0:
                playground.hub.drop()
            case 1:
                playground.hub.ask_to_reconnect()
        await server_match.play_one(server_match.mover_after(ply), turn)
    match_played = await table.match(server_match.number)
    assert match_played.ply == 12


async def test_a_message_of_the_bot_reopens_an_archived_thread(
    table: Table,
) -> None:
    playground = table.playground
    server_match = await start_match(playground)
    bob = server_match.gray
    await server_match.play(["Kc3"])
    thread = playground.thread(server_match.place.id)
    before = len(bob.notifications)
    playground.world.pass_time(8 * A_DAY)
    assert thread.is_archived
    await table.pass_time(8 * A_DAY)
    await playground.until(lambda: len(bob.notifications) > before, within=120)
    await playground.until(lambda: not thread.is_archived, within=120)
