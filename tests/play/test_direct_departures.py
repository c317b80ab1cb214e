"""Players who leave the last server that they share with the bot, in direct messages."""

import pytest

from bot.jobs.backoff import GRACE
from bot.match.clock import DAY, HOUR
from playground import Person, SeenMessage
from tests.kit.direct_matches import DirectMatch, start_direct_match
from tests.kit.many_matches import add_server
from tests.kit.server_matches import A_TURN_EACH
from tests.kit.tables import Table

pytestmark = pytest.mark.usefixtures("retry_soon")

LEFT = "has left the server"


def messages_with(direct_match: DirectMatch, person: Person, words: str) -> list[SeenMessage]:
    places = direct_match.playground.world.places
    seen = person.direct_messages()
    if direct_match.challenge.id in places:
        seen = [*seen, *person.look(direct_match.playground.thread(direct_match.challenge.id))]
    return [each for each in seen if words in each.text]


async def test_a_departure_is_reported_once_and_the_match_continues_in_the_server(
    table: Table,
) -> None:
    direct_match = await start_direct_match(table.playground, "cleo", "bob", turns=A_TURN_EACH)
    cleo, bob = direct_match.orange, direct_match.gray
    bob.leave(table.playground.server())
    await table.pass_time(DAY)
    await table.playground.until(lambda: messages_with(direct_match, cleo, LEFT) != [])
    for _ in range(2):
        await table.pass_time(HOUR)
    [message] = messages_with(direct_match, cleo, LEFT)
    assert f"<@{cleo.id}>, <@{bob.id}> has left the server." in message.text
    assert message.id in {note.message_id for note in cleo.notifications}
    thread = table.playground.thread(direct_match.challenge.id)
    answer = await cleo.command("place", channel=thread, square="a1")
    assert not answer.shown.ephemeral


async def test_a_user_who_shares_another_server_plays_on_in_direct_messages(table: Table) -> None:
    await add_server(table, "Another Club")
    direct_match = await start_direct_match(table.playground, "cleo", "bob", turns=A_TURN_EACH)
    cleo, bob = direct_match.orange, direct_match.gray
    bob.leave(table.playground.server())
    await table.pass_time(DAY)
    await table.services.jobs.run_due()
    await direct_match.place_one(cleo, "Ka1")
    await direct_match.wait_for_same_state("Turn 3:")
    assert messages_with(direct_match, cleo, LEFT) == []


@pytest.mark.long
async def test_a_departure_is_reported_when_the_user_becomes_unreachable(table: Table) -> None:
    another = await add_server(table, "Another Club")
    direct_match = await start_direct_match(table.playground, "cleo", "bob", turns=A_TURN_EACH)
    cleo, bob = direct_match.orange, direct_match.gray
    bob.leave(table.playground.server())
    await table.pass_time(DAY)
    await table.services.jobs.run_due()
    bob.leave(another)
    await direct_match.place_one(cleo, "Ka1")
    await table.pass_time(GRACE)
    await table.playground.until(lambda: messages_with(direct_match, cleo, LEFT) != [])
    await table.pass_time(HOUR)
    assert len(messages_with(direct_match, cleo, LEFT)) == 1
