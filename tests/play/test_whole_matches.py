"""Whole matches by two people, from the challenge to the result."""

import pytest

from tests.kit.finished_matches import win_by_cats
from tests.kit.server_matches import public_messages, start_match, turns_of
from tests.kit.tables import Table


@pytest.mark.whole
async def test_a_match_is_won_by_three_cats_in_a_line(table: Table) -> None:
    sitting = await start_match(table.playground)
    turns = turns_of("line")
    answer = await sitting.play(turns)

    winner = sitting.mover_after(len(turns) - 1)
    assert win_by_cats(winner) in answer.text
    labels = sitting.bed().labels
    assert labels == ["Rematch", "Replay", "Analyse", "Share", "Next match"]
    await sitting.wait_until_shown()
    ada = sitting.orange
    # The final board is the notification: it is the last message, and the only one about the end.
    [result] = [each for each in public_messages(ada.look(sitting.place)) if "is over" in each.text]
    assert result.id == sitting.bed().id == public_messages(ada.look(sitting.place))[-1].id
    assert win_by_cats(winner) in result.text
    assert result.pictures
    for person in (ada, sitting.gray):
        assert result.id in {ping.message_id for ping in person.notifications}


@pytest.mark.night
@pytest.mark.whole
async def test_a_match_is_won_by_eight_cats_on_the_bed(table: Table) -> None:
    sitting = await start_match(table.playground)
    turns = turns_of("eight_cats")
    answer = await sitting.play(turns)

    winner = sitting.mover_after(len(turns) - 1)
    assert f"<@{winner.id}> wins: eight cats on the bed" in answer.text


@pytest.mark.night
@pytest.mark.whole
async def test_a_match_with_several_graduations_to_choose_from(table: Table) -> None:
    sitting = await start_match(table.playground)
    turns = turns_of("choices")
    assert sum("=" in turn for turn in turns) > 1
    await sitting.play(turns)

    match = await table.match(sitting.number)
    assert match.ply == len(turns)


async def test_one_ping_a_turn_stands_and_the_one_before_is_gone(table: Table) -> None:
    sitting = await start_match(table.playground)
    ada = sitting.orange
    await sitting.play(["Kc3", "Kd4", "Kf6", "Ka1"])

    def turn_messages() -> list[str]:
        return [seen.text for seen in ada.look(sitting.place) if "your turn" in seen.text]

    await table.playground.until(
        lambda: len(turn_messages()) == 1 and f"<@{ada.id}>" in turn_messages()[0]
    )


async def test_a_board_that_was_replaced_is_deleted(table: Table) -> None:
    sitting = await start_match(table.playground)
    answer = await sitting.play(["Kc3", "Kd4"])
    await sitting.wait_until_shown()
    assert sitting.bed().id == answer.shown.id
    assert sitting.bed().buttons
