"""`/place` in a match's thread: accepted input and refused input."""

import pytest

from playground import Answer
from tests.kit.server_matches import TO_BOTH_KINDS, ServerMatch, place, start_match
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


async def test_the_opponent_and_a_stranger_are_told_whose_match_it_is(table: Table) -> None:
    server_match = await start_match(table.playground)
    reply = await refusal(table, server_match, await place(server_match, server_match.gray, "c3"))
    assert f"n't your turn in **#1**. <@{server_match.orange.id}> is to move" in reply
    cleo = table.playground.person("cleo")
    reply = await refusal(table, server_match, await place(server_match, cleo, "c3"))
    assert f"**#1** is between <@{server_match.orange.id}> and <@{server_match.gray.id}>" in reply


async def test_a_piece_named_beside_the_square_is_not_asked_for(
    table: Table, server_match: ServerMatch
) -> None:
    await server_match.begin_after(table.services.matches, TO_BOTH_KINDS)
    answer = await place(server_match, server_match.orange, "d4", piece="cat")
    assert not answer.shown.ephemeral
    assert "orange cat to d4" in answer.text
