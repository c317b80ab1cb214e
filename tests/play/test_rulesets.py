"""Each ruleset from `/challenge ruleset:` to the end, with the choices that only it has."""

import pytest

from bot.game import Square, name_of, square_named
from playground import Person, SeenMessage
from tests.kit.picking import Placer
from tests.kit.server_matches import ServerMatch, start_match, turns_of
from tests.kit.tables import Table
from tests.kit.thoroughness import sampled

OTHERS = ["rows", "junior", "seam", "scarce"]


def turns_before_recall(turns: list[str]) -> list[str]:
    """Return the turns before the first one that begins with a recall."""
    return turns[: next(index for index, turn in enumerate(turns) if ">" in turn)]


@pytest.mark.whole
@pytest.mark.parametrize("ruleset", sampled(OTHERS, 1))
async def test_a_match_is_played_to_its_end(table: Table, ruleset: str) -> None:
    server_match = await start_match(table.playground, ruleset=ruleset)
    assert f"Ruleset **{ruleset}**" in server_match.board().text
    turns = turns_of(ruleset)
    answer = await server_match.play(turns)
    match = await table.match(server_match.number)
    assert match.outcome is not None
    assert match.position.ruleset.name == ruleset
    assert match.ply == len(turns)
    winner = [server_match.orange, server_match.gray][(len(turns) - 1) % 2]
    assert f"<@{winner.id}> wins" in answer.text


async def test_a_challenge_names_and_explains_its_ruleset(table: Table) -> None:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    offered = await ada.command(
        "challenge", channel=playground.channel("games"), opponent=bob, ruleset="junior"
    )
    assert "Ruleset **junior**: kittens only" in offered.text
    explained = await bob.press(offered.shown, "Explain the ruleset")
    assert explained.shown.ephemeral
    assert "### junior: kittens only" in explained.text
    assert explained.shown.pictures[0].alt


async def test_rules_in_a_matchs_thread_are_those_of_the_match(table: Table) -> None:
    server_match = await start_match(table.playground, ruleset="seam")
    answer = await server_match.orange.command("rules", channel=server_match.place)
    assert "### seam: a piece that travels" in answer.text
    pressed = await server_match.press_behind_more(server_match.gray, "How to play")
    form = await server_match.gray.command("help", channel=server_match.place)
    assert pressed.shown.ephemeral
    assert "### How to play boop: seam" in pressed.text
    assert "seam piece" in pressed.text
    assert "A seam piece travels" in form.text
    learnt = await server_match.gray.press(form.shown, "Learn")
    assert "Learn boop: seam" in learnt.text
    page = await server_match.gray.press(pressed.shown, "All rules with pictures")
    assert "### seam: a piece that travels" in page.text


async def test_a_seam_piece_is_kept_or_laid_at_the_end_of_a_turn(table: Table) -> None:
    server_match = await start_match(table.playground, ruleset="seam")
    question = await server_match.orange.command("place", channel=server_match.place, square="c3")
    assert "lays the seam piece or keeps it in hand" in question.text
    labels = question.shown.labels
    assert labels[:3] == ["Keep in hand", "Lay it…", "Place elsewhere"]
    refused = await server_match.gray.press(question.shown, "Keep in hand")
    assert refused.shown.ephemeral
    assert (await table.match(server_match.number)).ply == 0
    laying = await Placer(server_match, server_match.orange).open("Lay it…")
    await laying.press("I")
    await laying.finish()
    laid = "orange lays the seam piece between c and d, from the top"
    await table.playground.until(lambda: laid in server_match.board().text)
    assert "seam piece laid between c and d, from the top" in server_match.board().text
    await server_match.play_one(server_match.gray, "Kf6")
    await server_match.play_one(server_match.orange, "Ka6")
    assert (
        "seam piece between c1 and d1, from the top, leaves after 5 more turns"
        in server_match.board().text
    )


async def test_a_whole_turn_in_words_lays_the_seam_piece_at_once(table: Table) -> None:
    server_match = await start_match(table.playground, ruleset="seam")
    answer = await server_match.orange.command(
        "place", channel=server_match.place, square="Kc3~34-"
    )
    assert "orange lays the seam piece between 3 and 4, from the right" in answer.text
    refused = await server_match.gray.command("place", channel=server_match.place, square="b2>Kc4")
    assert refused.shown.ephemeral
    assert "No recall is needed now" in refused.text


async def play_until_recall(table: Table) -> tuple[ServerMatch, Person, str]:
    """Play `scarce` until a player has nothing in hand; return the match, player and next turn."""
    server_match = await start_match(table.playground, ruleset="scarce")
    turns = turns_of("scarce")
    before = turns_before_recall(turns)
    await server_match.play(before)
    await server_match.wait_until_shown()
    return server_match, server_match.mover_after(len(before)), turns[len(before)]


@pytest.mark.long
async def test_place_with_an_empty_hand_asks_for_the_recall(table: Table) -> None:
    server_match, person, turn = await play_until_recall(table)
    assert "has nothing left in hand" in server_match.board().text
    question = await person.command("place", channel=server_match.place, square="a1")
    assert question.shown.ephemeral
    assert "Pick a piece to recall first" in question.text
    assert len(question.shown.pictures) == 1
    recalled = await person.press(
        question.shown, recall_button(question.shown, square_named(turn[:2]))
    )
    assert "Not yet played" in recalled.text, "the square was already named"
    whole = await person.command("place", channel=server_match.place, square=turn)
    assert not whole.shown.ephemeral


def recall_button(seen: SeenMessage, square: Square) -> str:
    """Return the label of the button that takes back the piece on a square."""
    [label] = [each.label for each in seen.buttons if each.label.startswith(name_of(square))]
    return label
