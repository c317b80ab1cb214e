"""**Rematch** on the result: one player offers it, the other accepts it, once for each match."""

import asyncio

import pytest

from bot.match.identity import ChannelId, MatchId, MessageId, UserId
from bot.match.terms import VenueKind
from cogs.delivery.threads import is_awake
from playground import Person, SeenMessage
from playground.world import Permission, ThreadChange
from tests.kit.finished_matches import play_and_resign_by_command, result_board
from tests.kit.server_matches import (
    ANSWERS,
    ServerMatch,
    bot_role,
    public_messages,
    start_match_in_channel,
)
from tests.kit.tables import Table
from tests.kit.thoroughness import sampled


def offers(server_match: ServerMatch, person: Person) -> list[SeenMessage]:
    """List the offers of a rematch in the thread."""
    seen = person.look(server_match.place)
    return [message for message in seen if "a rematch of #1" in message.text]


async def wait_for_offer(server_match: ServerMatch, person: Person) -> SeenMessage:
    """Return the one offer of a rematch in the thread, once it is there."""
    (offer,) = await server_match.playground.until(lambda: offers(server_match, person))
    return offer


async def test_the_first_press_only_offers_a_rematch_in_the_thread(
    table: Table,
) -> None:
    playground = table.playground
    server_match = await play_and_resign_by_command(playground)
    ada, bob = server_match.orange, server_match.gray
    bob.leave(playground.server())
    refused = await ada.press(result_board(server_match), "Rematch")
    assert refused.shown.ephemeral
    assert f"<@{bob.id}> isn't in this server" in refused.text
    bob.join(playground.server())
    pressed = await ada.press(result_board(server_match), "Rematch")

    offer = await wait_for_offer(server_match, bob)
    assert pressed.shown.id == offer.id
    assert not pressed.shown.ephemeral
    private = [seen.text for seen in ada.look(server_match.place) if seen.ephemeral]
    assert not any("rematch" in text for text in private)
    assert f"<@{ada.id}> offers <@{bob.id}> a rematch of #1" in offer.text
    assert f"<@{bob.id}> moves first" in offer.text
    assert "🏅 **Rated:** it changes both ratings." in offer.text
    assert "thread of its own" not in offer.text, "it goes on where it is offered"
    assert offer.labels == ANSWERS
    assert offer.id in {ping.message_id for ping in bob.notifications}
    assert offer.id not in {ping.message_id for ping in ada.notifications}
    again = await ada.press(result_board(server_match), "Rematch")
    assert again.shown.ephemeral
    assert "You have already offered this rematch" in again.text
    assert f"/{offer.id}" in again.text


async def test_a_rematch_of_a_match_in_a_channel_is_offered_there_without_a_receipt(
    table: Table,
) -> None:
    ada, bob = table.playground.person("ada"), table.playground.person("bob")
    server_match = await start_match_in_channel(table.playground, ada, bob)
    await table.services.matches.resign(UserId(bob.id), MatchId(1))
    await table.playground.until(lambda: "resigned" in server_match.board().text)
    pressed = await ada.press(result_board(server_match), "Rematch")
    offer = await wait_for_offer(server_match, bob)
    assert pressed.shown.id == offer.id
    private = [seen.text for seen in ada.look(server_match.place) if seen.ephemeral]
    assert not any("rematch" in text for text in private)
    await bob.press(offer, "Accept")
    await table.playground.until(lambda: "### #2 " in server_match.board().text)


@pytest.mark.long
@pytest.mark.parametrize("way", sampled(["Rematch", "Accept"], 0))
async def test_the_opponent_accepts_and_the_seats_are_swapped(table: Table, way: str) -> None:
    playground = table.playground
    server_match = await play_and_resign_by_command(playground)
    ada, bob = server_match.orange, server_match.gray
    await ada.press(result_board(server_match), "Rematch")
    offer = await wait_for_offer(server_match, bob)
    threads = len(playground.world.places)
    answer = await bob.press(result_board(server_match) if way == "Rematch" else offer, way)
    assert not answer.failed

    again = await table.match(2)
    assert list(again.seats) == [UserId(bob.id), UserId(ada.id)]
    await playground.until(lambda: "### #2 " in server_match.board().text)
    assert bob.look(server_match.place)[-1].id == server_match.board().id
    assert len(playground.world.places) == threads
    placed = await bob.command("place", channel=server_match.place, square="c3")
    assert not placed.failed
    await playground.until(lambda: "accepted: match **#2**" in offers(server_match, bob)[0].text)
    assert not [seen for seen in bob.look(server_match.place) if seen.ephemeral]
    thread = playground.thread(server_match.place.id)
    assert thread.name == "#2 · Bob – Ada · boop"
    question = await bob.command("resign", channel=server_match.place)
    await bob.press(
        question.shown, "Call off the match" if "Call off" in question.text else "Resign"
    )
    await playground.until(lambda: thread.name == "#2 · Bob – Ada · no result · boop")


async def test_two_presses_at_once_begin_one_match_in_the_thread_of_the_offer(
    table: Table,
) -> None:
    """The second press arrives while the offer, which starts the thread, is being posted."""
    playground = table.playground
    server_match = await play_and_resign_by_command(playground)
    ada, bob, games = server_match.orange, server_match.gray, playground.channel("games")
    board = result_board(server_match)
    thread = playground.thread(server_match.place.id)
    playground.world.threads.change(thread, ThreadChange(is_archived=True, is_locked=True))
    await playground.until(lambda: not is_awake(table.bot, ChannelId(thread.id)))
    posted = playground.faults.delay("POST", "/channels/{channel_id}/messages", 0.5)
    async with asyncio.TaskGroup() as group:
        group.create_task(ada.press_as_seen(board, "Rematch"))
        await playground.until(lambda: posted.hits)
        group.create_task(bob.press_as_seen(board, "Rematch"))
    [offer] = [seen for seen in bob.look(games) if "a rematch of #1" in seen.text]
    again = await table.match(2)
    assert (again.venue.kind, again.venue.message) == (VenueKind.THREAD, MessageId(offer.id))


@pytest.mark.night
@pytest.mark.long
async def test_the_live_board_stays_the_newest_though_the_match_before_is_shared(
    table: Table,
) -> None:
    server_match = await play_and_resign_by_command(table.playground)
    ada, bob = server_match.orange, server_match.gray
    await ada.press(result_board(server_match), "Rematch")
    await bob.press(await wait_for_offer(server_match, bob), "Accept")
    await table.playground.until(lambda: "### #2 " in server_match.board().text)
    before = server_match.board()
    question = await ada.press(result_board(server_match), "Share")
    await ada.press(question.shown, "Share here")

    def is_below_animation() -> bool:
        texts = [
            seen.text
            for seen in public_messages(ada.look(server_match.place))
            if seen.id > before.id
        ]
        return len(texts) == 2 and "Animation of #1" in texts[0] and "### #2 " in texts[1]

    await table.playground.until(is_below_animation)
    await table.playground.until(lambda: ada.see(before) is None)
    assert not (await bob.press(server_match.board(), "a")).failed


async def test_a_rematch_with_other_terms_is_confirmed_before_it_begins(table: Table) -> None:
    playground = table.playground
    server_match = await play_and_resign_by_command(playground)
    ada, bob = server_match.orange, server_match.gray
    await ada.press(result_board(server_match), "Rematch")
    form = (await bob.press(await wait_for_offer(server_match, bob), "Other terms…")).form
    counter = await bob.submit(form, {"time": "1 day per move"})
    assert f"<@{bob.id}> answers <@{ada.id}> with other terms for a rematch of #1" in counter.text
    assert "~~3 days per move~~ → **1 day per move**" in counter.text

    pressed = await ada.press(result_board(server_match), "Rematch")
    assert pressed.shown.ephemeral
    assert f"Other terms were offered for the rematch of **#1**. <@{ada.id}>" in pressed.text
    assert pressed.text.endswith(str(counter.shown.id))
    accepted = await ada.press(counter.shown, "Accept")
    assert "accepted: match **#2**" in accepted.text
    again = await table.match(2)
    assert list(again.seats) == [UserId(bob.id), UserId(ada.id)]


async def test_without_permission_in_the_channel_the_rematch_is_in_the_thread(
    table: Table,
) -> None:
    playground = table.playground
    server_match = await play_and_resign_by_command(playground)
    games = playground.channel("games")
    playground.world.overwrite(games, bot_role(playground), deny=Permission.SEND_MESSAGES)
    await server_match.orange.press(result_board(server_match), "Rematch")
    await playground.until(
        lambda: any(
            "a rematch of #1" in seen.text for seen in server_match.gray.look(server_match.place)
        )
    )
    await server_match.gray.press(result_board(server_match), "Rematch")
    await playground.until(lambda: "### #2 " in server_match.board().text)
    again = await table.match(2)
    assert again.venue.channel == ChannelId(server_match.place.id)
