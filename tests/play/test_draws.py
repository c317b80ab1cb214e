"""Draws by repetition: claimed by either player, or automatic, even after a restart."""

from pathlib import Path

import pytest

from playground import Playground
from tests.kit.finished_matches import BY_AGREEMENT
from tests.kit.server_matches import A_TURN_EACH, Sitting, public_messages, start_match
from tests.kit.tables import Table, run_bot

ROUND = ["Kb1", "Ka2"]
"""Two kittens on the edge knock each other off, as often as the players like."""
TO_THE_THIRD = [*ROUND, *ROUND, "Kb1"]
TO_THE_FIFTH = [*ROUND * 4, "Kb1"]
ROW, TEXT, CONTAINER = 1, 10, 17
"""Discord's types of components."""


async def test_a_draw_can_be_claimed_by_either_player_while_a_position_stands_for_the_third_time(
    table: Table, sitting: Sitting
) -> None:
    await sitting.play(TO_THE_THIRD[:-1])
    assert "Claim draw" not in sitting.bed().labels
    answer = await sitting.play_next(TO_THE_THIRD)
    assert "has come up for the third time" in answer.text
    refused = await table.playground.person("cleo").press(answer.shown, "Claim draw")
    assert refused.shown.ephemeral
    assert "is between" in refused.text
    question = await sitting.orange.press(answer.shown, "Claim draw")
    await sitting.orange.press(question.shown, "Keep playing")
    await table.playground.until(lambda: sitting.orange.see(question.shown) is None)
    question = await sitting.gray.press(answer.shown, "Claim draw")
    assert question.shown.ephemeral
    assert f"Claim a draw in **#{sitting.number}** against <@{sitting.orange.id}>" in question.text
    claimed = await sitting.gray.press(question.shown, "Claim the draw")
    assert not claimed.failed
    drawn = "A draw: the same position came up three times"
    await table.playground.until(lambda: drawn in sitting.bed().text)
    assert "Claim draw" not in sitting.bed().labels
    for person in (sitting.orange, sitting.gray):
        await table.playground.until(
            lambda person=person: "A draw" in person.look(sitting.place)[-1].text  # type: ignore[misc]
        )


@pytest.mark.night
async def test_a_claim_that_was_left_lying_is_not_taken_once_the_position_changed(
    sitting: Sitting,
) -> None:
    answer = await sitting.play(TO_THE_THIRD)
    question = await sitting.orange.press(answer.shown, "Claim draw")
    await sitting.play_one(sitting.gray, "Ke5")
    late = await sitting.orange.press(question.shown, "Claim the draw")
    assert late.shown.ephemeral
    assert "Claim draw" not in sitting.bed().labels
    assert "A draw" not in sitting.bed().text


@pytest.mark.night
async def test_the_fifth_time_is_a_draw_by_itself_and_restarts_forget_nothing(
    playground: Playground, database: Path
) -> None:
    async with run_bot(playground, database):
        sitting = await start_match(playground, turns=TO_THE_FIFTH[:6])
    async with run_bot(playground, database):
        assert "Claim draw" in sitting.bed().labels
        answer = await sitting.play_next(TO_THE_FIFTH[:7])
        for played in range(8, len(TO_THE_FIFTH) + 1):
            answer = await sitting.play_next(TO_THE_FIFTH[:played])
        assert "A draw: the same position came up five times" in answer.text
        assert "Rematch" in sitting.bed().labels


async def test_a_draw_is_offered_and_accepted(table: Table, sitting: Sitting) -> None:
    await sitting.play(["Kc3"])
    ada, bob = sitting.orange, sitting.gray
    question = await sitting.press_behind_more(ada, "Offer draw")
    assert f"Offer <@{bob.id}> a draw in **#{sitting.number}**?" in question.text
    await ada.press(question.shown, "Keep playing")
    await table.playground.until(lambda: ada.see(question.shown) is None)
    assert (await table.match(sitting.number)).draw_offered_by is None
    offered = await sitting.offer_draw(ada)
    assert not offered.failed
    await table.playground.until(lambda: "offers a draw" in sitting.bed().text)
    await table.playground.until(
        lambda: sitting.bed().id in {note.message_id for note in bob.notifications}
    )
    await sitting.wait_until_shown()
    refused = await ada.press(sitting.bed(), "Accept draw")
    assert refused.shown.ephemeral
    accepted = await bob.press(sitting.bed(), "Accept draw")
    assert BY_AGREEMENT in accepted.text


async def test_an_offer_is_said_once_below_the_columns_and_by_no_message_of_its_own(
    table: Table, sitting: Sitting
) -> None:
    await sitting.play(["Kc3"])
    await sitting.offer_draw(sitting.gray)
    await table.playground.until(
        lambda: sitting.bed().id in {note.message_id for note in sitting.orange.notifications}
    )
    await sitting.wait_until_shown()
    [board] = public_messages(sitting.orange.look(sitting.place))
    assert board.text.count("offers") == 1
    assert sitting.bed().labels == [*"abcdef", "Accept draw", "Decline draw", "Next match", "More"]
    kinds = [part["type"] for part in board.json["components"]]
    assert kinds == [CONTAINER, ROW, ROW, TEXT, ROW, ROW]


async def test_a_declined_offer_may_be_made_again_after_a_turn(table: Table) -> None:
    sitting = await start_match(table.playground, turns=A_TURN_EACH)
    ada, bob = sitting.orange, sitting.gray
    await sitting.offer_draw(bob)
    await table.playground.until(lambda: "offers a draw" in sitting.bed().text)
    declined = await ada.press(sitting.bed(), "Decline draw")
    assert f"<@{ada.id}> declined the draw" in declined.text
    again = await bob.press(sitting.bed(), "More")
    assert "Offer draw" not in again.shown.labels
    await sitting.play_one(ada, "Ka1")
    await sitting.play_one(bob, "Kf6")
    await sitting.offer_draw(bob)
    await table.playground.until(lambda: "offers a draw" in sitting.bed().text)


async def test_the_next_turn_takes_an_offer_back(table: Table, sitting: Sitting) -> None:
    await sitting.play(["Kc3"])
    await sitting.offer_draw(sitting.orange)
    await table.playground.until(lambda: "offers a draw" in sitting.bed().text)
    bed = sitting.bed()
    await sitting.play_one(sitting.gray, "Kd5")
    assert "offers a draw" not in sitting.bed().text
    late = await sitting.gray.press_as_seen(bed, "Accept draw")
    assert late.shown.ephemeral
    assert "A draw" not in sitting.bed().text


async def test_an_offer_is_withdrawn_by_the_user_who_made_it(
    table: Table, sitting: Sitting
) -> None:
    await sitting.offer_draw(sitting.orange)
    await table.playground.until(lambda: "offers a draw" in sitting.bed().text)
    assert "Withdraw draw" not in sitting.bed().labels
    theirs = await sitting.gray.press(sitting.bed(), "More")
    assert "Withdraw draw" not in theirs.shown.labels
    await sitting.press_behind_more(sitting.orange, "Withdraw draw")
    await table.playground.until(lambda: "offers a draw" not in sitting.bed().text)
    again = await sitting.orange.press(sitting.bed(), "More")
    assert "Offer draw" not in again.shown.labels


async def test_two_offers_that_cross_are_a_draw(table: Table, sitting: Sitting) -> None:
    question = await sitting.press_behind_more(sitting.gray, "Offer draw")
    await sitting.offer_draw(sitting.orange)
    await sitting.gray.press(question.shown, "Offer draw")
    await table.playground.until(lambda: BY_AGREEMENT in sitting.bed().text)
