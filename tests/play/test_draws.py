"""Draws: claimed by either player after a repetition, or agreed on."""

from tests.kit.finished_matches import BY_AGREEMENT
from tests.kit.server_matches import A_TURN_EACH, ServerMatch, public_messages, start_match
from tests.kit.tables import Table

ROUND = ["Kb1", "Ka2"]
"""Two kittens on the edge knock each other off, as often as the players like."""
TO_THE_THIRD = [*ROUND, *ROUND, "Kb1"]
ROW, TEXT, CONTAINER = 1, 10, 17
"""Discord's types of components."""


async def test_a_draw_can_be_claimed_by_either_player_while_a_position_stands_for_the_third_time(
    table: Table, server_match: ServerMatch
) -> None:
    await server_match.play(TO_THE_THIRD[:-1])
    assert "Claim draw" not in server_match.board().labels
    answer = await server_match.play_next(TO_THE_THIRD)
    assert "has come up for the third time" in answer.text
    refused = await table.playground.person("cleo").press(answer.shown, "Claim draw")
    assert refused.shown.ephemeral
    assert "is between" in refused.text
    question = await server_match.orange.press(answer.shown, "Claim draw")
    await server_match.orange.press(question.shown, "Keep playing")
    await table.playground.until(lambda: server_match.orange.see(question.shown) is None)
    question = await server_match.gray.press(answer.shown, "Claim draw")
    assert question.shown.ephemeral
    assert (
        f"Claim a draw in **#{server_match.number}** against <@{server_match.orange.id}>"
        in question.text
    )
    claimed = await server_match.gray.press(question.shown, "Claim the draw")
    assert not claimed.failed
    drawn = "A draw: the same position came up three times"
    await table.playground.until(lambda: drawn in server_match.board().text)
    assert "Claim draw" not in server_match.board().labels
    for person in (server_match.orange, server_match.gray):
        await table.playground.until(
            lambda person=person: "A draw" in person.look(server_match.place)[-1].text  # type: ignore[misc]
        )


async def test_a_draw_is_offered_and_accepted(table: Table, server_match: ServerMatch) -> None:
    await server_match.play(["Kc3"])
    ada, bob = server_match.orange, server_match.gray
    question = await server_match.press_behind_more(ada, "Offer draw")
    assert f"Offer <@{bob.id}> a draw in **#{server_match.number}**?" in question.text
    await ada.press(question.shown, "Keep playing")
    await table.playground.until(lambda: ada.see(question.shown) is None)
    assert (await table.match(server_match.number)).draw_offered_by is None
    offered = await server_match.offer_draw(ada)
    assert not offered.failed
    await table.playground.until(lambda: "offers a draw" in server_match.board().text)
    await table.playground.until(
        lambda: server_match.board().id in {note.message_id for note in bob.notifications}
    )
    await server_match.wait_until_shown()
    [board] = public_messages(ada.look(server_match.place))
    assert board.text.count("offers") == 1, "the offer has no message of its own"
    assert board.labels == [*"abcdef", "Accept draw", "Decline draw", "Next match", "More"]
    kinds = [part["type"] for part in board.json["components"]]
    assert kinds == [CONTAINER, ROW, ROW, TEXT, ROW, ROW]
    refused = await ada.press(server_match.board(), "Accept draw")
    assert refused.shown.ephemeral
    accepted = await bob.press(server_match.board(), "Accept draw")
    assert BY_AGREEMENT in accepted.text


async def test_a_declined_offer_is_announced_and_may_be_repeated_after_a_turn(
    table: Table,
) -> None:
    server_match = await start_match(table.playground, turns=A_TURN_EACH)
    ada, bob = server_match.orange, server_match.gray
    await server_match.offer_draw(bob)
    await table.playground.until(lambda: "offers a draw" in server_match.board().text)
    declined = await ada.press(server_match.board(), "Decline draw")
    words = f"<@{ada.id}> declined the draw"
    assert words in declined.text
    await table.playground.until(lambda: any(words in note.text for note in bob.notifications))
    again = await bob.press(server_match.board(), "More")
    assert "Offer draw" not in again.shown.labels
    await server_match.play_one(ada, "Ka1")
    await table.playground.until(
        lambda: not any(words in seen.text for seen in bob.look(server_match.place))
    )
    await server_match.play_one(bob, "Kf6")
    await server_match.offer_draw(bob)
    await table.playground.until(lambda: "offers a draw" in server_match.board().text)


async def test_an_offer_is_withdrawn_by_the_user_who_made_it(
    table: Table, server_match: ServerMatch
) -> None:
    await server_match.offer_draw(server_match.orange)
    await table.playground.until(lambda: "offers a draw" in server_match.board().text)
    assert "Withdraw draw" not in server_match.board().labels
    theirs = await server_match.gray.press(server_match.board(), "More")
    assert "Withdraw draw" not in theirs.shown.labels
    await server_match.press_behind_more(server_match.orange, "Withdraw draw")
    await table.playground.until(lambda: "offers a draw" not in server_match.board().text)
    again = await server_match.orange.press(server_match.board(), "More")
    assert "Offer draw" not in again.shown.labels
