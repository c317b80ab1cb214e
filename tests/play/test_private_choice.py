"""A player can make a choice in the private answer that asks for it."""

import pytest

from bot.game import Position, land, play, read_turn
from tests.kit.server_matches import choice_of, square_text, start_match_between, turns_of
from tests.kit.tables import Table


@pytest.mark.night
@pytest.mark.long
async def test_a_choice_is_made_on_the_private_answer_too(table: Table) -> None:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    games = playground.channel("games")
    server_match = await start_match_between(playground, ada, bob, games)
    turns = turns_of("choices")
    first_choice = _first_choice(turns)
    await server_match.play(turns[:first_choice])
    chooser = [ada, bob][first_choice % 2]
    turn = read_turn(turns[first_choice])

    drafted = await chooser.command(
        "place", channel=games, square=square_text(turn), piece=turn.placement.kind.value
    )
    assert drafted.shown.ephemeral
    assert "chooses what leaves the bed" in drafted.text
    played = await chooser.press(drafted.shown, custom_id=choice_of(drafted.shown, turn))

    assert f"Turn {first_choice + 1}:" in played.text
    labels = played.shown.labels
    assert labels == ["Go to the match", "Plan a reply", "Next match"]
    match = await table.match(server_match.number)
    assert match.ply == first_choice + 1
    await playground.until(lambda: f"Turn {first_choice + 1}:" in server_match.bed().text)


def _first_choice(turns: list[str]) -> int:
    """Return the number of turns before the first one that leaves a choice."""
    position = Position()
    for ply, text in enumerate(turns):
        turn = read_turn(text)
        if land(position, turn.placement).needs_choice:
            return ply
        position = play(position, turn).after
    raise AssertionError("no turn leaves a choice")
