"""A placement that leaves a choice: the draft, its lettered options, and who may press them."""

import pytest

from bot.game import name_of
from bot.match.identity import UserId
from tests.kit.matches import landing_of
from tests.kit.server_matches import TO_A_CHOICE, option_labels, play_to_choice
from tests.kit.tables import Table

MESSAGE = "/channels/{channel_id}/messages/{message_id}"


async def test_a_draft_shows_a_lettered_button_per_option_and_is_not_a_turn(
    table: Table,
) -> None:
    server_match, answer = await play_to_choice(table)
    match = await table.match(server_match.number)
    landing = landing_of(match)
    expected = [
        f"{letter} · {' '.join(map(name_of, squares))}"
        for letter, squares in zip("ABCDEFGHIJKLMN", landing.options, strict=False)
    ]
    assert len(expected) > 1
    assert option_labels(answer.shown) == expected
    others = [button.label for button in answer.shown.buttons if "·" not in button.label]
    assert others == ["Place elsewhere", "Next match", "More"]
    assert f"<@{server_match.gray.id}> chooses what leaves the bed" in answer.text
    assert "Not decided yet: gray kitten to e1" in answer.text
    [picture] = answer.shown.pictures
    assert picture.alt
    assert all(option.replace(" ·", "") in picture.alt for option in expected)
    assert match.ply == len(TO_A_CHOICE)
    assert match.to_move == UserId(server_match.gray.id)
    # On a slow machine, orange was notified of one of their earlier turns.
    before = len(server_match.orange.notifications)
    await table.pass_time(60)
    assert not any(
        "your turn in" in note.text for note in server_match.orange.notifications[before:]
    )


@pytest.mark.long
async def test_only_the_player_chooses_and_the_board_changes_in_place(
    table: Table,
) -> None:
    playground = table.playground
    server_match, answer = await play_to_choice(table)
    label = next(each for each in option_labels(answer.shown) if each.endswith("e1 d2 c3"))
    refused = await server_match.orange.press(answer.shown, label)
    assert refused.shown.ephemeral
    assert f"n't your turn in **#1**. <@{server_match.gray.id}> is to move" in refused.text
    chosen = await server_match.gray.press(answer.shown, label)

    assert chosen.shown.id == answer.shown.id
    assert "the line e1 d2 c3 graduates (3 new cats)" in chosen.text
    assert not option_labels(chosen.shown)
    assert f"🟠 <@{server_match.orange.id}> is to move" in chosen.text
    await playground.until(
        lambda: "your turn in **#1**" in server_match.orange.look(server_match.place)[-1].text
    )


async def test_a_second_press_has_no_effect(table: Table) -> None:
    server_match, answer = await play_to_choice(table)
    first, second, *_ = option_labels(answer.shown)
    # The old board can still be pressed until the board that replaced it is recorded.
    table.playground.faults.break_down("DELETE", MESSAGE, status=503, times=100)
    await server_match.gray.press(answer.shown, first)
    await table.playground.until(lambda: server_match.board().id != answer.shown.id)
    same = await server_match.gray.press_as_seen(answer.shown, first)
    assert not same.failed
    other = await server_match.gray.press_as_seen(answer.shown, second)
    assert other.shown.ephemeral
    assert "out of date, so nothing was done" in other.text
    assert other.shown.pictures
    assert (await table.match(server_match.number)).ply == len(TO_A_CHOICE) + 1


@pytest.mark.night
@pytest.mark.long
async def test_a_press_on_a_replaced_board_shows_the_current_one(table: Table) -> None:
    server_match, answer = await play_to_choice(table)
    table.playground.faults.break_down("DELETE", MESSAGE, status=503, times=100)
    await server_match.gray.command("board", channel=server_match.place)
    elsewhere = await server_match.gray.command("place", channel=server_match.place, square="a1")
    assert not elsewhere.shown.ephemeral
    # The board is posted anew once more, to notify the opponent.
    await table.playground.until(lambda: "gray kitten to a1" in server_match.board().text)
    await table.pass_time(0)
    stale = await server_match.gray.press_as_seen(answer.shown, option_labels(answer.shown)[0])
    assert "out of date, so nothing was done" in stale.text
    assert "gray kitten to a1" in str(stale.shown.pictures[0].alt)
    link = stale.shown.button("Go to the match").url or ""
    current = [each for each in server_match.boards() if "gray kitten to a1" in each.text]
    # The board may have been posted anew since.
    assert any(link.endswith(f"/{server_match.place.id}/{each.id}") for each in current), link
