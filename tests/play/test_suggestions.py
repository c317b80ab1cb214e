"""What `/place` and the option `match` suggest while the user types."""

from playground import Person, TextChannel, Thread
from tests.kit.server_matches import TO_A_CHOICE, ServerMatch, start_match
from tests.kit.tables import Table


async def squares(
    person: Person, typed: str, place: TextChannel | Thread, **options: str
) -> list[str]:
    """List the suggested texts, each of which must equal its value."""
    choices = await person.autocomplete("place", "square", typed, channel=place, **options)
    assert all(choice.name == choice.value for choice in choices)
    return [choice.name for choice in choices]


async def test_an_empty_text_suggests_as_many_squares_as_discord_shows(
    server_match: ServerMatch,
) -> None:
    found = await squares(server_match.orange, "", server_match.place)
    assert found[:7] == ["a1", "b1", "c1", "d1", "e1", "f1", "a2"]
    assert len(found) == 25


FOUND: tuple[tuple[str, list[str]], ...] = (
    ("b", ["b1", "b2", "b3", "b4", "b5", "b6"]),
    ("B", ["b1", "b2", "b3", "b4", "b5", "b6"]),
    ("3", ["a3", "b3", "c3", "d3", "e3", "f3"]),
    (" 3", ["a3", "b3", "c3", "d3", "e3", "f3"]),
    ("3b", ["b3"]),
    ("kb3", ["Kb3"]),
    ("x", []),
    ("cc3", []),
)


async def test_squares_are_found_by_column_row_and_turn(server_match: ServerMatch) -> None:
    for typed, found in FOUND:
        assert await squares(server_match.orange, typed, server_match.place) == found


async def test_whole_turns_are_suggested_with_each_choice(
    table: Table, server_match: ServerMatch
) -> None:
    await server_match.begin_after(table.services.matches, TO_A_CHOICE)
    found = await squares(server_match.gray, "ke1", server_match.place)
    assert "Ke1=e1d2c3" in found
    assert len(found) > 1
    assert all(text.startswith("Ke1=") for text in found)
    assert await squares(server_match.gray, "ke1", server_match.place, piece="cat") == []


async def test_nothing_is_suggested_when_it_is_not_the_users_turn(table: Table) -> None:
    server_match = await start_match(table.playground)
    cleo = table.playground.person("cleo")
    general = table.playground.channel("general")
    assert await squares(server_match.gray, "b", server_match.place) == []
    assert await squares(server_match.gray, "b", general) == []
    assert await squares(cleo, "b", server_match.place) == []
    assert await squares(cleo, "b", general) == []


async def test_suggestions_are_for_the_match_that_would_be_played(table: Table) -> None:
    first, second = (
        await start_match(table.playground),
        await start_match(table.playground, gray="cleo"),
    )
    await first.play(["Kb1", "Ka6"])
    await second.play(["Kb2", "Ka6"])
    ada, general = first.orange, table.playground.channel("general")

    assert "b1" not in await squares(ada, "b", first.place)
    assert "b2" not in await squares(ada, "b", second.place)
    assert "b2" not in await squares(ada, "b", first.place, match="2")
    assert set(await squares(ada, "b", general)) == {"b1", "b2", "b3", "b4", "b5", "b6"}
    assert set(await squares(ada, "kb", general)) == {f"Kb{row}" for row in range(1, 7)}
    assert await squares(ada, "b", general, match="nonsense") == []
    assert await squares(ada, "b", general, match="99") == []


async def test_a_users_live_matches_are_suggested_own_turn_first(table: Table) -> None:
    first, _ = await start_match(table.playground), await start_match(table.playground, gray="cleo")
    await first.play(["Kc3"])
    ada, general = first.orange, table.playground.channel("general")
    for command in ("place", "board", "resign"):
        choices = await ada.autocomplete(command, "match", "", channel=general)
        assert [(choice.name, choice.value) for choice in choices] == [
            ("#2 · your turn · against Cleo", "2"),
            ("#1 · their turn · against Bob", "1"),
        ]
    choices = await ada.autocomplete("board", "match", "#1", channel=general)
    assert [choice.value for choice in choices] == ["1"]
    assert await first.gray.autocomplete("board", "match", "2", channel=general) == ()
