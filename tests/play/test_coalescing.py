"""Edits of a bed that is over an hour old, of which Discord takes three in six seconds."""

from playground import Rate, Rates
from playground.world import events
from tests.play.sitting import sit_down
from tests.play.table import Table

HOURS = 3 * 3600.0
TURNS = ["Kc3", "Kf6", "Ka1", "Kf1", "Ka6", "Ke5", "Kc5", "Kd1", "Kb3", "Kf4"]


async def test_turns_that_come_faster_than_edits_are_shown_together(table: Table) -> None:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    sitting = await sit_down(playground, ada, bob, playground.channel("games"))
    await sitting.all_shown()
    bed = sitting.bed().id
    playground.world.pass_time(HOURS)
    await table.pass_time(HOURS)
    edits: list[int] = []

    def count(event: object) -> None:
        if isinstance(event, events.MessageEdited) and event.message.id == bed:
            edits.append(bed)

    playground.world.listen(count)
    playground.limit_rates(Rates(old_edits=Rate(3, 6.0)))
    elsewhere = playground.channel("general")
    for ply, turn in enumerate(TURNS):
        answer = await sitting.to_move(ply).command("place", channel=elsewhere, square=turn[1:])
        assert answer.shown.ephemeral
        assert f"Turn {ply + 1}:" in answer.text
    await playground.until(lambda: f"Turn {len(TURNS)}:" in sitting.bed().text, within=40)
    assert sitting.bed().id == bed
    assert len(edits) < len(TURNS)
