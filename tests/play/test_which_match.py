"""Which match `/place` means: the thread's, the only one that waits, the one that is named."""

from functools import partial
from itertools import cycle

import pytest

from tests.kit.answers import is_match_question, private_text
from tests.kit.server_matches import ServerMatch, start_match, start_match_between
from tests.kit.tables import Table


async def begin_two_matches(table: Table) -> tuple[ServerMatch, ServerMatch]:
    """Begin two matches in which Ada is to move."""
    return await start_match(table.playground), await start_match(table.playground, gray="cleo")


async def test_the_only_waiting_match_is_chosen_and_its_board_updated(table: Table) -> None:
    playground = table.playground
    first, second = await begin_two_matches(table)
    await second.play(["Kf6"])
    general = playground.channel("general")
    answer = await first.orange.command("place", channel=general, square="c3")

    board = first.board()
    assert "Turn 1: orange kitten to c3" in private_text(answer)
    link = answer.shown.button("Go to the match").url or ""
    assert link.endswith((f"/{first.place.id}/{board.id}", f"/{first.place.id}"))
    await playground.until(lambda: "orange kitten to c3" in first.board().text)
    await playground.until(
        lambda: any("your turn in **#1**" in ping.text for ping in first.gray.notifications)
    )


async def test_with_several_waiting_matches_the_user_is_asked_and_choosing_plays(
    table: Table,
) -> None:
    playground = table.playground
    _, second = await begin_two_matches(table)
    ada, general = second.orange, playground.channel("general")
    question = await ada.command("place", channel=general, square="c3")

    assert is_match_question(question)
    [menu] = question.shown.selects
    assert [option.label for option in menu.options] == [
        "#1 · your turn · against Bob",
        "#2 · your turn · against Cleo",
    ]
    played = await ada.select(question.shown, menu.custom_id, ["2"])
    assert played.shown.id == question.shown.id
    assert "### #2 ·" in played.text
    assert "Turn 1: orange kitten to c3" in played.text
    assert not played.shown.selects
    await playground.until(lambda: "orange kitten to c3" in second.board().text)
    assert (await table.match(1)).ply == 0


async def test_a_match_is_named_by_its_number_and_by_nothing_else(table: Table) -> None:
    first, second = await begin_two_matches(table)
    place = partial(first.orange.command, "place", channel=first.place)
    for named in ("two", "#", "-1", "`1`", "1.5", "@everyone", "9" * 30):
        answer = await place(square="c3", match=named)
        assert "isn't a match's number" in private_text(answer), named
        assert named.replace("`", "ˋ") in answer.text
    for named, square in (("2", "c3"), ("#2", "d4"), (" #2 ", "e5")):
        assert "### #2 ·" in private_text(await place(square=square, match=named)), named
        await second.play_one(second.gray, f"K{square[0]}1")


@pytest.mark.night
@pytest.mark.long
async def test_a_match_of_many_is_found_by_its_number(table: Table) -> None:
    playground = table.playground
    ada, games = playground.person("ada"), playground.channel("games")
    friends = cycle([playground.person("bob"), playground.person("cleo")])
    for _ in range(27):
        await start_match_between(playground, ada, next(friends), games)
    question = await ada.command("place", channel=games, square="c3")
    assert "The menu has 25 of 27; `match:` takes any of them" in private_text(question)
    assert len(question.shown.selects[0].options) == 25
