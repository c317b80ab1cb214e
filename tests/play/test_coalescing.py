"""Boards that change faster than Discord takes messages."""

import pytest

from playground import Rate, Rates
from playground.world import events
from tests.kit.server_matches import start_match_between
from tests.kit.tables import Table

TURNS = ["Kc3", "Kf6", "Ka1", "Kf1", "Ka6", "Ke5", "Kc5", "Kd1", "Kb3", "Kf4"]


@pytest.mark.long
async def test_turns_that_come_faster_than_messages_are_shown_together(table: Table) -> None:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    server_match = await start_match_between(playground, ada, bob, playground.channel("games"))
    await table.bot.underway.wait()
    posted: list[int] = []

    def record_post(event: object) -> None:
        if (
            isinstance(event, events.MessagePosted)
            and event.message.channel_id == server_match.place.id
        ):
            posted.append(event.message.id)

    playground.world.listen(record_post)
    playground.limit_rates(Rates(messages=Rate(3, 6.0)))
    elsewhere = playground.channel("general")
    for ply, turn in enumerate(TURNS):
        answer = await server_match.mover_after(ply).command(
            "place", channel=elsewhere, square=turn[1:]
        )
        assert answer.shown.ephemeral
        assert f"Turn {ply + 1}:" in answer.text
    await playground.until(lambda: f"Turn {len(TURNS)}:" in server_match.board().text, within=120)
    assert len(posted) < len(TURNS)
