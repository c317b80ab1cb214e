"""What `/place` and the option `match` suggest while the user types."""

from playground import Person, TextChannel, Thread
from tests.kit.server_matches import start_match
from tests.kit.tables import Table


async def squares(
    person: Person, typed: str, place: TextChannel | Thread, **options: str
) -> list[str]:
    """List the suggested texts, each of which must equal its value."""
    choices = await person.autocomplete("place", "square", typed, channel=place, **options)
    assert all(choice.name == choice.value for choice in choices)
    return [choice.name for choice in choices]


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
    assert await squares(ada, "kb", first.place, piece="cat") == []
    assert await squares(first.gray, "b", first.place) == []
    assert await squares(second.gray, "b", first.place) == []


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
