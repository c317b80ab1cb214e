"""A player who offered a draw or asked for a takeback is notified when it is declined."""

from tests.kit.server_matches import A_TURN_EACH, ask_takeback, start_match
from tests.kit.tables import Table


async def test_a_declined_draw_is_shown_until_the_next_turn(table: Table) -> None:
    server_match = await start_match(table.playground, turns=A_TURN_EACH)
    ada, bob = server_match.orange, server_match.gray
    await server_match.offer_draw(bob)
    await table.playground.until(lambda: "offers a draw" in server_match.bed().text)
    await ada.press(server_match.bed(), "Decline draw")
    words = f"<@{ada.id}> declined the draw"
    await table.playground.until(lambda: any(words in note.text for note in bob.notifications))
    await server_match.play_one(ada, "Ka1")
    await table.playground.until(
        lambda: not any(words in seen.text for seen in bob.look(server_match.place))
    )


async def test_a_declined_takeback_is_shown(table: Table) -> None:
    server_match = await start_match(table.playground, turns=A_TURN_EACH)
    ada, bob = server_match.orange, server_match.gray
    await ask_takeback(server_match, bob)
    await ada.press(server_match.bed(), "Decline takeback")
    words = f"<@{ada.id}> declined the takeback"
    await table.playground.until(lambda: any(words in note.text for note in bob.notifications))
