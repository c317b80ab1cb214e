from dataclasses import replace

from bot.features.ladders.ladder import RestReason
from cogs.ladders.poster import ladder_poster_of, ladder_text
from render.leaderboard import MOST_ROWS, Poster, draw_poster
from render.theme import DAY_QUILT
from tests.cogs.ladders.fields import ladder_of


def poster(number: int, first: int = 1) -> Poster:
    field = ladder_of(number)
    one, two, *others = field.rungs
    one, two = replace(one, wins=3, losses=1), replace(two, rests_why=RestReason.WISH)
    field = replace(field, rungs=(one, two, *others))
    names = {each: f"Player {place}" for place, each in enumerate(field.order, 1)}
    return ladder_poster_of("Attic", "classic", field, first, names, DAY_QUILT)


def test_a_ladder_is_described_in_words() -> None:
    assert ladder_text(poster(3)) == (
        "Ladder Attic, classic."
        " 1: Player 1, won 3, lost 1."
        " 2: Player 2 (resting), won 0, lost 0."
        " 3: Player 3, won 0, lost 0."
    )
    assert draw_poster(poster(3))


def test_a_page_of_a_ladder_begins_at_its_first_place() -> None:
    rows = poster(25, first=11).rows
    assert [row.place for row in rows] == list(range(11, 11 + MOST_ROWS))
    assert rows[0].name == "Player 11"
    assert poster(25).note == "25 players · won–lost"
