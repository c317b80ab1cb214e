"""Discord delivers one interaction twice: it is done once, and the second is ignored."""

from playground import SeenMessage
from tests.kit.server_matches import start_match_between
from tests.kit.tables import Table

ANSWER = "/interactions/{interaction_id}/{interaction_token}/callback"


def texts(seen: list[SeenMessage]) -> str:
    return "\n".join(each.text for each in seen)


async def test_a_repeated_interaction_is_processed_and_answered_once(table: Table) -> None:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    server_match = await start_match_between(playground, ada, bob, playground.channel("games"))
    playground.interactions.times_told = 2
    seen = playground.faults.delay("POST", ANSWER, 0.0, times=10**6)

    placed = await ada.command("place", channel=server_match.place, square="c3")
    assert "Turn 1: orange kitten to c3" in placed.text
    pressed = await bob.press(server_match.board(), "More")
    question = await bob.press(pressed.shown, "Offer draw")
    offered = await bob.press(question.shown, "Offer draw")
    assert not offered.failed
    await playground.until(lambda: "offers a draw" in server_match.board().text)
    chosen = await bob.press(server_match.board(), "d")
    preview = (await bob.press(chosen.shown, "d4")).shown
    await bob.press(preview, "Confirm")
    playground.interactions.times_told = 1
    # When the bot answers this command, it has handled everything before it.
    await ada.command("help", channel=server_match.place)

    assert (await table.match(1)).ply == 2
    lines = texts(ada.look(server_match.place)) + texts(bob.look(server_match.place))
    assert "n't your turn" not in lines
    assert "went wrong" not in lines
    assert seen.hits == 8, "each interaction was answered once"
