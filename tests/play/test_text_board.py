"""Boards in words: `/board text:true`, and everything for users who prefer words."""

import pytest

from bot.features.settings.preferences import BoardFormat, PlacementMode
from bot.match.identity import UserId
from playground import Answer, Person, SeenMessage
from tests.kit.answers import current_message
from tests.kit.direct_matches import start_direct_match_between
from tests.kit.picking import PREVIEW
from tests.kit.server_matches import TO_A_CHOICE, ServerMatch, start_match
from tests.kit.tables import Table, count_requests
from tests.kit.thoroughness import sampled


def bed_in_letters(answer: Answer) -> list[str]:
    """Return the rows of the bed in letters."""
    return answer.text.split("```")[1].strip("\n").splitlines()


async def prefer_words(table: Table, person: Person) -> None:
    await table.services.preferences.prefer(UserId(person.id), "boards", BoardFormat.WORDS)


async def test_a_player_shows_the_bed_in_letters_to_all_where_it_is_played(table: Table) -> None:
    server_match = await start_match(table.playground, turns=["Kc3", "Kd4"])
    board = server_match.board()
    answer = await server_match.gray.command("board", channel=server_match.place, text=True)
    assert not answer.shown.ephemeral
    assert not answer.shown.pictures
    labels = answer.shown.labels
    assert labels == [*"abcdef", "Next match", "More"]
    assert bed_in_letters(answer)[2] == "2   · oK  ·  ·  ·  · 2"
    assert bed_in_letters(answer)[4] == "4   ·  ·  · gK  ·  · 4"
    assert "Orange: kitten on b2; in hand 7 kittens." in answer.text
    assert "Last turn: gray kitten to d4; it boops the orange kitten c3 → b2." in answer.text
    assert "Orange to move.\n```" in answer.text
    assert server_match.board().id == board.id
    assert server_match.board().buttons


async def test_elsewhere_the_text_board_is_private_with_buttons(table: Table) -> None:
    server_match = await start_match(table.playground)
    await server_match.play(["Kc3"])
    general = table.playground.channel("general")
    for person, labels in (
        (server_match.gray, ["Type your turn", *"abcdef", "Go to the match", "Next match"]),
        (server_match.orange, ["Type your turn", "Go to the match", "Plan a reply", "Next match"]),
    ):
        answer = await person.command("board", channel=general, text=True)
        assert answer.shown.ephemeral
        assert answer.shown.labels == labels
    answer = await server_match.gray.command("board", channel=general, text=True)
    column = await server_match.gray.press(answer.shown, "d")
    assert "in column **d**" in column.text
    assert "To choose in column d: d1" in column.text
    assert not column.shown.pictures, "a board in words goes on in words"


async def test_a_choice_is_made_on_a_text_board(table: Table) -> None:
    server_match = await start_match(table.playground)
    await server_match.begin_after(table.services.matches, TO_A_CHOICE)
    await server_match.gray.command("place", channel=server_match.place, square="e1", piece="K")
    general = table.playground.channel("general")
    answer = await server_match.gray.command("board", channel=general, text=True)
    assert "To choose: A " in answer.text
    labels = answer.shown.labels
    assert labels[1].startswith("A · ")
    played = await server_match.gray.press(answer.shown, labels[1])
    assert not played.failed
    assert "graduates" in played.text
    assert not played.shown.pictures


async def test_a_text_board_is_updated_with_the_match(
    table: Table, server_match: ServerMatch
) -> None:
    text = (await server_match.gray.command("board", channel=server_match.place, text=True)).shown
    await server_match.play(["Kc3", "Kd4"])
    ada = server_match.orange
    await table.playground.until(lambda: "kitten to d4" in current_message(ada, text).text)
    column = await ada.press(current_message(ada, text), "e")
    assert "in column **e**" in column.text
    question = await ada.command("resign", channel=server_match.place)
    await ada.press(question.shown, "Resign")
    await table.playground.until(lambda: "Gray has won" in current_message(ada, text).text)
    assert "Rematch" in current_message(ada, text).labels


async def test_a_click_on_an_outdated_text_board_updates_it(table: Table) -> None:
    server_match = await start_match(table.playground)
    ada, bob = server_match.orange, server_match.gray
    text = (await bob.command("board", channel=server_match.place, text=True)).shown
    await server_match.play(["Kc3", "Kd4"])
    await table.playground.until(lambda: "kitten to d4" in current_message(ada, text).text)
    stale = await ada.press_as_seen(text, "e")
    assert stale.shown.id == text.id
    assert not stale.shown.pictures
    assert "kitten to d4" in stale.text
    await server_match.wait_until_shown()
    await table.bot.underway.wait()
    assert text.id in message_ids(ada, server_match)
    await server_match.play_one(ada, "Ka1")
    await table.playground.until(lambda: "kitten to a1" in current_message(ada, text).text)


async def test_another_text_board_replaces_the_previous_one(
    table: Table, server_match: ServerMatch
) -> None:
    ada = server_match.orange
    first = (await ada.command("board", channel=server_match.place, text=True)).shown
    second = (await ada.command("board", channel=server_match.place, text=True)).shown
    await table.playground.until(lambda: first.id not in message_ids(ada, server_match))
    assert second.id in message_ids(ada, server_match)
    await server_match.play(["Kc3"])
    await table.playground.until(lambda: "kitten to c3" in current_message(ada, second).text)


def message_ids(person: Person, server_match: ServerMatch) -> list[int]:
    return [each.id for each in person.look(server_match.place)]


async def test_a_deleted_text_board_is_not_posted_again(
    table: Table, server_match: ServerMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = server_match.orange
    text = (await ada.command("board", channel=server_match.place, text=True)).shown
    world = table.playground.world
    message = world.messages.find(text.id)
    assert message is not None
    world.messages.delete(message)
    await server_match.play(["Kc3", "Kd4"])
    await server_match.wait_until_shown()
    await table.pass_time(60)
    assert not any("```" in each.text for each in ada.look(server_match.place))
    requests = count_requests(table, monkeypatch)
    await server_match.play_one(server_match.orange, "Ka1")
    await server_match.play_one(server_match.gray, "Kf1")
    await server_match.wait_until_shown()
    await table.pass_time(60)
    await table.bot.underway.wait()
    assert requests["PATCH /channels/{channel_id}/messages/{message_id}"] == 0, requests


async def test_a_user_who_prefers_words_plays_in_words_on_one_panel(table: Table) -> None:
    server_match = await start_match(table.playground)
    ada, bob = server_match.orange, server_match.gray
    await prefer_words(table, ada)
    board = (await ada.command("board", channel=server_match.place)).shown
    assert board.ephemeral
    assert board.buttons[0].label == "Type your turn"
    await server_match.play(["Ka1", "Kf1"])
    for own, reply in (("c3", "Kd4"), ("kb5", "Ke5")):
        form = (await ada.press(current_message(ada, board), "Type your turn")).form
        preview = await ada.submit(form, {"turn": own})
        assert preview.shown.id == board.id, preview.text
        assert PREVIEW in preview.text
        assert preview.shown.buttons[0].label == "Confirm"
        played = await ada.press(preview.shown, "Confirm")
        assert played.shown.id == board.id
        assert not played.shown.pictures
        assert "Gray to move." in played.text
        await bob.command("place", channel=server_match.place, square=reply)
    again = await ada.press(current_message(ada, board), "Type your turn")
    refused = await ada.submit(again.form, {"turn": "e5"})
    assert "taken" in refused.text
    unreadable = await ada.submit(again.form, {"turn": "zz"})
    assert "zz" in unreadable.text


@pytest.mark.parametrize("placing", sampled(list(PlacementMode), 0))
async def test_a_typed_turn_with_its_choice_is_confirmed_as_the_player_prefers(
    table: Table, server_match: ServerMatch, placing: PlacementMode
) -> None:
    bob = server_match.gray
    await prefer_words(table, bob)
    await table.services.preferences.prefer(UserId(bob.id), "placing", placing)
    board = (await bob.command("board", channel=server_match.place)).shown
    await server_match.begin_after(table.services.matches, TO_A_CHOICE)
    form = (await bob.press(current_message(bob, board), "Type your turn")).form
    answer = await bob.submit(form, {"turn": "Ke1=c3d2e1"})
    if placing is PlacementMode.CONFIRMED:
        assert PREVIEW in answer.text
        assert answer.shown.buttons[0].label == "Confirm"
        answer = await bob.press(answer.shown, "Confirm")
    assert "Orange to move." in answer.text
    assert "graduate" in answer.text


async def test_typing_out_of_turn_shows_the_current_state(table: Table) -> None:
    server_match = await start_match(table.playground)
    bob = server_match.gray
    await prefer_words(table, bob)
    board = (await bob.command("board", channel=server_match.place)).shown
    early = await bob.press(board, "Type your turn")
    assert early.shown.id == board.id
    assert "It isn't your turn" in early.text
    await server_match.play(["Kc3"])
    assert (await bob.press(current_message(bob, board), "Type your turn")).form is not None


async def test_a_click_on_an_old_panel_is_answered_in_words(
    table: Table, server_match: ServerMatch
) -> None:
    ada = server_match.orange
    await prefer_words(table, ada)
    panel = (await ada.press(server_match.board(), "c")).shown
    assert not panel.pictures
    assert "To choose in column c" in panel.text
    await server_match.play(["Kc3", "Kd4"])
    stale = await ada.press(current_message(ada, panel), "c2")
    assert "out of date" in stale.text
    assert not stale.shown.pictures
    assert "Last turn: gray kitten to d4" in stale.text


async def test_every_private_board_is_in_words(table: Table, server_match: ServerMatch) -> None:
    ada = server_match.orange
    await prefer_words(table, ada)
    await server_match.play(["Kc3", "Kd4", "Kb6"])
    for answer in (
        await ada.command("plan", channel=server_match.place),
        await ada.command("match", channel=server_match.place),
        await ada.command("replay", channel=server_match.place),
        await ada.command("learn", channel=server_match.place),
        await ada.command("puzzle today", channel=server_match.place),
    ):
        shown = answer.shown
        if "Begin" in shown.labels:
            shown = (await ada.press(shown, "Begin")).shown
        assert shown.ephemeral
        assert not shown.pictures, shown.text
        assert "```" in shown.text


async def test_a_direct_text_board_is_in_the_language_of_its_reader(table: Table) -> None:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    direct_match = await start_direct_match_between(playground, ada, bob)
    ada.user.locale = "de"
    text = (await ada.command("board", channel=direct_match.place(ada), text=True)).shown
    assert "Orange ist am Zug" in text.text, text.text
    for person, turn in ((ada, "Kc3"), (bob, "Kd4")):
        await direct_match.place_one(person, turn)
    stale = await ada.press_as_seen(text, "e")
    assert stale.shown.id == text.id
    assert "Orange ist am Zug" in stale.text, stale.text
    await table.bot.underway.wait()
    assert ada.see(text) is not None


async def test_a_board_in_direct_messages_is_in_words_and_posted_again(table: Table) -> None:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    direct_match = await start_direct_match_between(playground, ada, bob)
    await prefer_words(table, ada)

    def newest() -> SeenMessage:
        seen = ada.newest(direct_match.place(ada))
        assert seen is not None
        return seen

    await playground.until(lambda: "```" in newest().text)
    assert not direct_match.boards(ada)
    assert direct_match.board(bob).pictures
    form = (await ada.press(newest(), "Type your turn")).form
    await ada.submit(form, {"turn": "c3"})
    await playground.until(lambda: "kitten to c3" in newest().text)
    await bob.command("place", channel=direct_match.place(bob), square="d4")
    await playground.until(lambda: "kitten to d4" in newest().text)
    assert not direct_match.boards(ada)
    assert "```" in newest().text
