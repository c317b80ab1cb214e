"""Matches in direct messages: each player has a live board, and both stay in step."""

import pytest

from bot.features.settings.preferences import Category, DeliveryMethod
from bot.match.clock import HOUR
from bot.match.identity import UserId
from playground import CannotDo, Person
from tests.kit.direct_matches import start_direct_match, start_direct_match_between
from tests.kit.finished_matches import BY_AGREEMENT
from tests.kit.server_matches import (
    TO_A_CHOICE,
    public_messages,
    set_quiet_hours,
)
from tests.kit.tables import Table


def texts(person: Person) -> list[str]:
    return [seen.text for seen in person.direct_messages()]


async def test_a_whole_match_with_a_choice_and_a_draw_is_played_in_direct_messages(
    table: Table,
) -> None:
    direct_match = await start_direct_match(table.playground)
    await direct_match.play(TO_A_CHOICE)
    ada, bob = direct_match.orange, direct_match.gray
    draft = await bob.command("place", channel=direct_match.place(bob), square="e1")
    await direct_match.wait_for_same_state("chooses what leaves the bed")
    label = next(each.label for each in draft.shown.buttons if "e1 d2 c3" in each.label)
    assert label not in direct_match.board(ada).labels
    choice = direct_match.board(bob).button(label).custom_id
    assert choice is not None
    refused = await ada.forge(direct_match.board(ada), choice)
    assert refused.shown.ephemeral
    await bob.press(direct_match.board(bob), label)
    await direct_match.wait_for_same_state("graduates")
    for person in (ada, bob):
        assert f"🟠 <@{ada.id}> against ⚪ <@{bob.id}>" in direct_match.board(person).text

    opened = await bob.press(direct_match.board(bob), "More")
    question = await bob.press(opened.shown, "Offer draw")
    await bob.press(question.shown, "Offer draw")
    await direct_match.wait_for_same_state("offers a draw")
    await ada.press(direct_match.board(ada), "Accept draw")
    await direct_match.wait_for_same_state(BY_AGREEMENT)
    await table.playground.until(lambda: any("is over" in text for text in texts(bob)))
    assert not ada.look(table.playground.channel("general"))
    (challenge,) = public_messages(ada.look(table.playground.channel("games")))
    assert "played in direct messages" in challenge.text
    for person in (ada, bob):
        led = await person.press(challenge, "Go to my match")
        assert led.shown.ephemeral
        assert led.text.endswith(
            f"/@me/{direct_match.place(person).id}/{direct_match.board(person).id}"
        )
    refused = await table.playground.person("cleo").press(challenge, "Go to my match")
    assert "/@me/" not in refused.text


async def test_a_turn_is_placed_by_the_buttons_and_the_other_board_follows(table: Table) -> None:
    direct_match = await start_direct_match(table.playground)
    ada = direct_match.orange
    panel = (await ada.press(direct_match.board(ada), "c")).shown
    placed = await ada.press(panel, "c3")
    assert not placed.failed
    await direct_match.wait_for_same_state("orange kitten to c3")
    assert len(direct_match.boards(ada)) == 1, "the board was edited in place"
    bob = direct_match.gray
    waits, moves = direct_match.board(ada), direct_match.board(bob)
    assert "is to move" in waits.text
    assert "pick a column" not in waits.text
    assert waits.labels == ["Plan a reply", "Next match", "More"]
    assert f"<@{bob.id}> is to move: pick a column" in moves.text
    assert moves.labels[:6] == list("abcdef")
    panel = (await bob.press(direct_match.board(bob), "d")).shown
    preview = (await bob.press(panel, "d5")).shown
    await bob.press(preview, "Confirm")
    await direct_match.wait_for_same_state("gray kitten to d5")


async def test_exactly_one_notification_comes_with_each_turn(table: Table) -> None:
    direct_match = await start_direct_match(table.playground)
    ada, bob = direct_match.orange, direct_match.gray
    # The boards that were posted announce the beginning.
    assert [len(person.notifications) for person in (ada, bob)] == [1, 2], "bob was challenged"
    for ply, text in enumerate(["Kc3", "Kd5", "Ka1"]):
        waiting = direct_match.mover_after(ply + 1)
        before = len(waiting.notifications)
        await direct_match.play([text], since=ply)
        await table.playground.until(lambda: len(waiting.notifications) > before)  # noqa: B023
        await table.pass_time(10)
        assert len(waiting.notifications) == before + 1
        assert "your turn" in waiting.notifications[-1].text
    # The bot deletes notifications of turns that were played.
    await table.playground.until(
        lambda: len([text for text in texts(bob) if "your turn in" in text]) == 1
    )


async def test_the_board_of_a_user_who_wants_no_notification_is_edited_in_place(
    table: Table,
) -> None:
    direct_match = await start_direct_match(table.playground)
    bob = direct_match.gray
    await table.services.preferences.prefer(UserId(bob.id), Category.TURN.value, DeliveryMethod.OFF)
    await table.bot.underway.wait()
    before, count = direct_match.board(bob).id, len(bob.notifications)
    await direct_match.play(["Kc3"])
    await table.pass_time(60)
    assert [board.id for board in direct_match.boards(bob)] == [before]
    assert len(bob.notifications) == count


async def test_a_turn_in_quiet_hours_is_announced_by_the_board_at_their_end(table: Table) -> None:
    direct_match = await start_direct_match(table.playground)
    bob = direct_match.gray
    await set_quiet_hours(table, bob, -1, 8)
    await table.bot.underway.wait()
    before, count = direct_match.board(bob).id, len(bob.notifications)
    await direct_match.play(["Kc3"])
    await table.pass_time(60)
    assert [board.id for board in direct_match.boards(bob)] == [before]
    await table.pass_time(8 * HOUR)
    await table.playground.until(lambda: "it's your turn" in direct_match.board(bob).text)
    await direct_match.wait_until_shown()
    assert [note.message_id for note in bob.notifications[count:]] == [direct_match.board(bob).id]


@pytest.mark.long
async def test_a_press_on_an_outdated_board_updates_it(table: Table) -> None:
    direct_match = await start_direct_match(table.playground)
    bob = direct_match.gray
    await direct_match.play(TO_A_CHOICE)
    draft = await bob.command("place", channel=direct_match.place(bob), square="e1")
    await direct_match.wait_for_same_state("chooses what leaves the bed")
    label = next(each.label for each in draft.shown.buttons if "e1 d2 c3" in each.label)
    stale = direct_match.board(bob)
    await bob.press(stale, label)
    await direct_match.wait_for_same_state("graduates")
    again = await bob.press_as_seen(stale, label)
    assert "graduates" in again.text
    assert (await table.match(1)).ply == len(TO_A_CHOICE) + 1


async def test_each_board_has_the_theme_of_its_owner(table: Table) -> None:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    await table.services.preferences.prefer(UserId(bob.id), "theme", "night")
    direct_match = await start_direct_match_between(playground, ada, bob)
    await direct_match.play(["Kc3"])
    seen = [await direct_match.board(person).pictures[0].read() for person in (ada, bob)]
    assert seen[0] != seen[1]
    await table.services.preferences.prefer(UserId(ada.id), "theme", "night")
    await direct_match.play(["Kd5"], since=1)
    seen = [await direct_match.board(person).pictures[0].read() for person in (ada, bob)]
    assert seen[0] == seen[1]


async def test_actions_that_need_a_server_are_not_offered_in_direct_messages(table: Table) -> None:
    direct_match = await start_direct_match(table.playground)
    offered = {
        each["name"]
        for each in direct_match.orange.commands(direct_match.place(direct_match.orange))
    }
    assert {"place", "board", "games", "resign", "replay", "export", "rules"} <= offered
    assert not {"challenge", "settings", "Challenge to boop"} & offered
    with pytest.raises(CannotDo, match="cannot be used here"):
        await direct_match.orange.command(
            "challenge", channel=direct_match.place(direct_match.orange), opponent=direct_match.gray
        )


async def test_playing_from_a_server_links_to_the_players_direct_board(table: Table) -> None:
    direct_match = await start_direct_match(table.playground)
    ada, general = direct_match.orange, table.playground.channel("general")
    answer = await ada.command("place", channel=general, square="c3")
    assert "Turn 1: orange kitten to c3" in answer.text
    board = direct_match.board(ada)
    link = answer.shown.button("Go to the match").url
    assert link == f"https://discord.com/channels/@me/{board.channel_id}/{board.id}"
    await direct_match.wait_for_same_state("orange kitten to c3")
