"""`/place` in a match's thread: accepted input and refused input."""

import pytest

from playground import Answer
from tests.kit.server_matches import TO_A_CHOICE, TO_BOTH_KINDS, ServerMatch, place, start_match
from tests.kit.tables import Table
from tests.kit.thoroughness import sampled


async def refusal(table: Table, server_match: ServerMatch, answer: Answer) -> str:
    """Return the text of a refusal, which must be private and change nothing."""
    assert answer.shown.ephemeral
    await server_match.wait_until_shown()
    ply = (await table.match(server_match.number)).ply
    assert (f"Turn {ply}:" in server_match.board().text) == (ply > 0)
    return answer.text


@pytest.mark.parametrize("text", sampled(["c3", "C3", "3c", " c3 ", "Kc3", "kc3", "KC3"], 5))
async def test_a_square_or_turn_is_read_as_people_type_it(
    server_match: ServerMatch, text: str
) -> None:
    answer = await place(server_match, server_match.orange, text)
    assert not answer.shown.ephemeral
    assert "orange kitten to c3" in answer.text
    assert f"⚪ <@{server_match.gray.id}> is to move" in answer.text


UNREADABLE = (
    ("   ", "Name a square", "try **c3**."),
    ("c33", "`c33`", "isn't a square. Try **c3**."),
    ("z9", "`z9`", "isn't a square. Try **c6**."),
    ("c7", "`c7`", "isn't a square. Try **c6**."),
    ("  c7", "`c7`", "isn't a square. Try **c6**."),
    ("Kc3=", "`Kc3=`", "at character 5 there should be a column, a to f"),
    ("Kz3", "`Kz3`", "at character 2 there should be a column, a to f"),
    ("`c3`", "`ˋc3ˋ`", "isn't a square. Try **c3**."),
    ("@everyone", "`@everyone`", "isn't a square. Try **e3**."),
    ("c" * 200, f"`{'c' * 59}…`", "isn't a square. Try **c3**."),
    ("c\n3\t\u202e**x**", "`c 3 **x**`", "isn't a square. Try **c3**."),
)


async def test_an_unreadable_text_is_quoted_with_the_expected_form(table: Table) -> None:
    server_match = await start_match(table.playground)
    before = [len(person.notifications) for person in (server_match.orange, server_match.gray)]
    for text, shown, words in UNREADABLE:
        reply = await refusal(
            table, server_match, await place(server_match, server_match.orange, text)
        )
        assert shown in reply
        assert words in reply
    assert before == [
        len(person.notifications) for person in (server_match.orange, server_match.gray)
    ]


async def test_an_occupied_square_is_refused_with_its_piece(table: Table) -> None:
    server_match = await start_match(table.playground)
    await server_match.play(["Kc3"])
    reply = await refusal(table, server_match, await place(server_match, server_match.gray, "c3"))
    assert "**c3** is taken by the orange kitten" in reply


async def test_a_piece_that_is_not_in_hand_or_contradicts_the_turn_and_no_win_are_refused(
    table: Table, server_match: ServerMatch
) -> None:
    async def refused(text: str, **options: str) -> str:
        return await refusal(
            table, server_match, await place(server_match, server_match.orange, text, **options)
        )

    for reply in (
        await refused("c3", piece="cat"),
        await refused("Cc3"),
        await refused("Cc3", piece="cat"),
    ):
        assert "no cat in orange's hand" in reply
        assert "Place a kitten instead" in reply
    reply = await refused("Kc3", piece="cat")
    assert "`Kc3` places a kitten, but `piece` says cat" in reply
    assert "Leave out the `#`" in await refused("Kc3#")


async def test_invalid_squares_of_a_choice_are_refused_with_the_valid_ones(table: Table) -> None:
    server_match = await start_match(table.playground)
    await server_match.begin_after(table.services.matches, TO_A_CHOICE)
    reply = await refusal(
        table, server_match, await place(server_match, server_match.gray, "Ke1=a1b1")
    )
    assert "`a1 b1` can't leave the bed" in reply
    assert "Choose `" in reply
    assert (await table.match(server_match.number)).draft is None


async def test_the_opponent_and_a_stranger_are_told_whose_match_it_is(table: Table) -> None:
    server_match = await start_match(table.playground)
    reply = await refusal(table, server_match, await place(server_match, server_match.gray, "c3"))
    assert f"n't your turn in **#1**. <@{server_match.orange.id}> is to move" in reply
    cleo = table.playground.person("cleo")
    reply = await refusal(table, server_match, await place(server_match, cleo, "c3"))
    assert f"**#1** is between <@{server_match.orange.id}> and <@{server_match.gray.id}>" in reply


async def test_a_match_that_is_over_says_how_it_ended(server_match: ServerMatch) -> None:
    await server_match.play(["Kb2", "Ke5"])
    question = await server_match.gray.command("resign", channel=server_match.place)
    await server_match.gray.press(question.shown, "Resign")
    answer = await place(server_match, server_match.orange, "c3")
    assert answer.shown.ephemeral
    assert f"**#1** is over. <@{server_match.orange.id}> wins" in answer.text
    assert f"<@{server_match.gray.id}> resigned" in answer.text


async def test_a_complete_turn_is_played_without_a_question(
    table: Table, server_match: ServerMatch
) -> None:
    await server_match.begin_after(table.services.matches, TO_A_CHOICE)
    answer = await place(server_match, server_match.gray, "ke1=c3d2e1")
    assert "the line e1 d2 c3 graduates (3 new cats)" in answer.text
    match = await table.match(server_match.number)
    assert match.ply == len(TO_A_CHOICE) + 1
    assert match.draft is None


async def test_with_kittens_and_cats_in_hand_the_piece_is_asked_for(table: Table) -> None:
    server_match = await start_match(table.playground)
    await server_match.begin_after(table.services.matches, TO_BOTH_KINDS)
    question = await place(server_match, server_match.orange, "d4")
    reply = await refusal(table, server_match, question)
    assert "Orange kitten to d4" in reply
    assert len(question.shown.pictures) == 1
    labels = question.shown.labels
    assert labels == ["Kitten", "Cat", "Back", "Confirm"]
    cat = await server_match.orange.press(question.shown, "Cat")
    await server_match.orange.press(cat.shown, "Confirm")
    await table.playground.until(lambda: "orange cat to d4" in server_match.board().text)


async def test_a_piece_named_beside_the_square_is_not_asked_for(
    table: Table, server_match: ServerMatch
) -> None:
    await server_match.begin_after(table.services.matches, TO_BOTH_KINDS)
    answer = await place(server_match, server_match.orange, "d4", piece="cat")
    assert not answer.shown.ephemeral
    assert "orange cat to d4" in answer.text


@pytest.mark.long
async def test_the_question_for_a_piece_becomes_outdated_with_the_board(table: Table) -> None:
    server_match = await start_match(table.playground)
    await server_match.play(TO_BOTH_KINDS)
    question = await place(server_match, server_match.orange, "d4")
    await place(server_match, server_match.orange, "Ca1")
    late = await server_match.orange.press(question.shown, "Cat")

    assert late.shown.ephemeral
    assert "out of date, so nothing was done" in late.text
    assert f"<@{server_match.gray.id}> is to move" in late.text
    assert len(late.shown.pictures) == 1
    assert late.shown.pictures[0].alt
    assert "orange cat to a1" in late.shown.pictures[0].alt
    assert (await table.match(server_match.number)).ply == len(TO_BOTH_KINDS) + 1
