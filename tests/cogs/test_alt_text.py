"""The picture in words."""

from hypothesis import given

from bot.game import Position, Seat, land, legal_turns, name_of, play
from cogs.ui.alt_text import LONGEST, alt_text
from cogs.ui.words import piece_name, pool_name
from render.scene import Scene, letter_of
from tests.game.positions import crowded, positions


def standing(words: str, seat: str) -> str:
    """Give the sentence that says where a seat's pieces are."""
    start = words.index(f"{seat}:")
    return words[start : words.index(".", start)]


@given(positions())
def test_every_piece_and_both_pools_are_said(position: Position) -> None:
    words = alt_text(Scene(position))
    assert len(words) <= LONGEST
    for seat, name in ((Seat.ORANGE, "Orange"), (Seat.GRAY, "Gray")):
        said = standing(words, name)
        assert f"in the pool {pool_name(position.pool_of(seat))}" in said
        own = {name_of(square) for square, piece in position.bed if piece.seat is seat}
        on_bed = said.split("in the pool")[0].replace(",", " ").replace(";", " ").split()
        assert own == {word for word in on_bed if len(word) == 2 and word[1].isdigit()}


def test_every_option_is_said_with_its_letter_and_squares() -> None:
    seen = 0
    for position in crowded(seed=5, count=60):
        for turn in legal_turns(position):
            landing = land(position, turn.placement)
            if not landing.needs_choice:
                continue
            seen += 1
            words = alt_text(Scene(landing.position, told=landing, options=landing.options))
            assert len(words) <= LONGEST
            for index, squares in enumerate(landing.options):
                assert f"{letter_of(index)} {' '.join(map(name_of, squares))}" in words
    assert seen > 20


def test_a_win_is_said_and_nobody_is_to_move() -> None:
    seen = 0
    for position in crowded(seed=6, count=200):
        for turn in legal_turns(position):
            if not turn.wins:
                continue
            step = play(position, turn)
            words = alt_text(Scene(step.after, told=step, win=step.win))
            assert len(words) <= LONGEST
            assert "wins with the " in words
            assert "to move" not in words
            seen += 1
    assert seen > 5


def test_the_last_turn_is_told_in_order() -> None:
    step = play(Position(), next(iter(legal_turns(Position()))))
    words = alt_text(Scene(step.after, told=step))
    [(square, piece)] = list(step.after.bed)
    assert f"Last turn: {piece_name(piece)} to {name_of(square)}." in words
    assert words.endswith("Gray to move.")
