"""What a player does is answered in time, whatever else is being shown of the match."""

import pytest

from bot.match.identity import MatchId
from playground import Limits
from tests.play.sitting import Sitting, sit_down
from tests.play.table import Table

PATIENCE = 30.0
"""Seconds for what takes a moment, on a slow machine."""


@pytest.fixture(autouse=True)
def patient(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let everything take its time but what is waited for in vain."""
    table.playground.interactions.limits = Limits(answer_within=PATIENCE)
    monkeypatch.setattr("cogs.core.answering.PUT_OFF_WITHIN", PATIENCE)


async def seated(table: Table) -> Sitting:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    return await sit_down(playground, ada, bob, playground.channel("games"))


async def test_turn_is_answered_by_its_bed_while_the_one_before_is_still_edited(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.core.showing.ANSWER_WITHIN", PATIENCE)
    sitting = await seated(table)
    # Whoever shows a match holds this, for seconds where Discord lets an edit wait.
    async with table.host.outbox.alone(MatchId(sitting.number)):
        answer = await sitting.orange.command("place", channel=sitting.place, square="c3")
        assert not answer.shown.ephemeral, answer.text
        assert "Turn 1: " in answer.text
    await sitting.all_shown()
    assert sitting.bed().id == answer.shown.id


async def test_acknowledgement_goes_once_the_bed_has_followed(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = await seated(table)
    await sitting.more(sitting.orange, "Offer draw")
    await table.playground.until(lambda: "offers a draw" in sitting.bed().text)
    monkeypatch.setattr("cogs.core.showing.ANSWER_WITHIN", 0.5)
    async with table.host.outbox.alone(MatchId(sitting.number)):
        answer = await sitting.gray.press(sitting.bed(), "Decline draw")
        assert answer.text == f"Done in **#{sitting.number}**; the bed follows."
    await table.playground.until(lambda: "declined a draw" in sitting.bed().text)
    await table.playground.until(lambda: sitting.gray.see(answer.shown) is None)
