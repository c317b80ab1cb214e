"""`/board text:true`: the bed without its picture, public or private as the picture is."""

from playground import Answer
from tests.play.sitting import TO_A_CHOICE, Sitting, sit_down
from tests.play.table import Table


async def seated(table: Table, friend: str = "bob") -> Sitting:
    playground = table.playground
    ada, other = playground.person("ada"), playground.person(friend)
    return await sit_down(playground, ada, other, playground.channel("games"))


def letters(answer: Answer) -> list[str]:
    """Return the rows of the bed in letters."""
    return answer.text.split("```")[1].strip("\n").splitlines()


async def test_a_player_shows_the_bed_in_letters_to_all_where_it_is_played(table: Table) -> None:
    sitting = await seated(table)
    await sitting.play(["Kc3", "Kd4"])
    await sitting.all_shown()
    bed = sitting.bed()
    answer = await sitting.gray.command("board", channel=sitting.place, text=True)
    assert not answer.shown.ephemeral
    assert not answer.shown.pictures
    assert [button.label for button in answer.shown.buttons] == list("abcdef")
    assert letters(answer)[2] == "2   · oK  ·  ·  ·  · 2"
    assert letters(answer)[4] == "4   ·  ·  · gK  ·  · 4"
    assert "Orange: kitten on b2; in hand 7 kittens." in answer.text
    assert "Last turn: gray kitten to d4; it boops the orange kitten c3 → b2." in answer.text
    assert answer.text.endswith("Orange to move.")
    assert sitting.bed().id == bed.id
    assert sitting.bed().buttons


async def test_elsewhere_it_is_private_with_what_can_be_pressed(table: Table) -> None:
    sitting = await seated(table)
    await sitting.play(["Kc3"])
    general = table.playground.channel("general")
    for person, labels in (
        (sitting.gray, [*"abcdef", "Go to the match", "Next match"]),
        (sitting.orange, ["Go to the match", "Plan a reply", "Next match"]),
    ):
        answer = await person.command("board", channel=general, text=True)
        assert answer.shown.ephemeral
        assert [button.label for button in answer.shown.buttons] == labels
    answer = await sitting.gray.command("board", channel=general, text=True)
    column = await sitting.gray.press(answer.shown, "d")
    assert "in column **d**" in column.text


async def test_a_spectator_reads_it_alone(table: Table) -> None:
    sitting = await seated(table)
    answer = await table.playground.person("cleo").command(
        "board", channel=sitting.place, text=True
    )
    assert answer.shown.ephemeral
    assert [button.label for button in answer.shown.buttons] == ["Go to the match"]


async def test_a_choice_is_read_and_made_without_the_picture(table: Table) -> None:
    sitting = await seated(table)
    await sitting.play(TO_A_CHOICE)
    await sitting.gray.command("place", channel=sitting.place, square="e1", piece="K")
    general = table.playground.channel("general")
    answer = await sitting.gray.command("board", channel=general, text=True)
    assert "To choose: A " in answer.text
    labels = [button.label for button in answer.shown.buttons]
    assert labels[0].startswith("A · ")
    played = await sitting.gray.press(answer.shown, labels[0])
    assert not played.failed
    assert "graduates" in played.text


async def test_of_several_matches_one_is_chosen_and_read(table: Table) -> None:
    first, second = await seated(table), await seated(table, "cleo")
    await second.play(["Kc3"])
    general = table.playground.channel("general")
    asked = await first.orange.command("board", channel=general, text=True)
    answer = await first.orange.select(asked.shown, asked.shown.selects[0].custom_id, ["2"])
    assert letters(answer)[3] == "3   ·  · oK  ·  ·  · 3"


async def test_a_match_that_is_over_is_read_too(table: Table) -> None:
    sitting = await seated(table)
    await sitting.play(["Kc3", "Kd4"])
    asked = await sitting.orange.command("resign", channel=sitting.place)
    await sitting.orange.press(asked.shown, "Resign")
    answer = await sitting.orange.command("board", channel=sitting.place, text=True)
    assert answer.text.endswith("Gray has won.")
